/** Roles, images and the command document of hosts. */
import { Aws, CfnCondition, Fn } from 'aws-cdk-lib';
import { AmazonLinuxCpuType, CfnPlacementGroup, MachineImage } from 'aws-cdk-lib/aws-ec2';
import {
  type CfnPolicy,
  InstanceProfile,
  Policy,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnDocument } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { ManagedHosts } from './external';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import { type Architecture, IMAGES } from '../shapes/images';
import { TOOLS_PREFIX } from '../shapes/layout';
import { STORAGE_KINDS } from '../shapes/resources';
import { allow } from './grants/allow';
import { ANY, fetchKeys, writeKeysOnce } from './grants/bucket';
import { runSsmAgent } from './grants/hosts';
import { readStorage } from './grants/storage';
import type { Names } from './names';
import type { Settings } from './settings';

/** Hosts read scripts and hosts files by name, write raw results once, and run the SSM agent. They read no secret. */
export function makeHostProfile(scope: Construct, of: DeploymentRef): HostProfile {
  return makeProfile(scope, { ...of, name: 'Host', description: 'fsxbench: load hosts', more: [] });
}

/**
 * Hosts that also read secrets: one of their rig, to configure its server, or external ones, to mount their storage.
 * Other hosts cannot read them. These hosts can read secrets of any rig, since a host's role has no rig tag that a
 * policy could compare.
 * @param secrets ARNs of external ones
 */
export function makeSecretHostProfile(scope: Construct, of: DeploymentRef, secrets: readonly string[]): HostProfile {
  const named = secrets.length === 0 ? [] : [allow(['secretsmanager:GetSecretValue'], [...secrets])];
  return makeProfile(scope, {
    ...of,
    name: 'SecretHost',
    description: 'fsxbench: load hosts that read a secret',
    more: [...STORAGE_KINDS.flatMap((kind) => readStorage(kind, of.stackName)), ...named],
  });
}

interface HostProfile {
  readonly role: Role;
  readonly profile: InstanceProfile;
}

interface DeploymentRef {
  readonly bucketArn: string;
  readonly stackName: string;
}

interface ProfileProps extends DeploymentRef {
  readonly name: string;
  readonly description: string;
  readonly more: readonly PolicyStatement[];
}

function makeProfile(scope: Construct, { name, description, bucketArn, more }: ProfileProps): HostProfile {
  const role = new Role(scope, `${name}Role`, {
    description,
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    inlinePolicies: {
      calls: new PolicyDocument({
        statements: [...useBucket(bucketArn), ...runSsmAgent(), ...more],
      }),
    },
  });
  return { role, profile: new InstanceProfile(scope, `${name}Profile`, { role }) };
}

/**
 * Reads scripts and hosts files by name, and users' tool bundles; writes raw results once. Bundles run as root on
 * hosts, so no role of this stack may write them.
 */
function useBucket(bucketArn: string): PolicyStatement[] {
  return [
    ...fetchKeys(bucketArn, [ANY.script('*'), ANY.hosts('*'), ANY.endpoints('*'), `${TOOLS_PREFIX}*`]),
    ...writeKeysOnce(bucketArn, [`${ANY.root}raw/*`]),
  ];
}

/**
 * Gives roles of managed hosts this access to the results bucket only. A policy is attached by role name: if the stack
 * goes to another account than the ARN's, a condition of the template keeps a role of that name from getting it.
 */
export function allowManagedHosts(
  scope: Construct,
  { bucketArn }: DeploymentRef,
  managed: readonly ManagedHosts[],
): void {
  const byAccount = new Map<string, Set<string>>();
  for (const { roleArn } of managed) {
    if (roleArn === undefined) continue;
    const account = roleArn.split(':')[4] ?? '';
    byAccount.set(account, (byAccount.get(account) ?? new Set()).add(roleArn));
  }
  for (const [account, arns] of byAccount) {
    const policy = new Policy(scope, `ManagedHosts${account}`, {
      statements: useBucket(bucketArn),
      roles: [...arns].map((one, index) => Role.fromRoleArn(scope, `ManagedHosts${account}${index}`, one)),
    });
    const own = new CfnCondition(scope, `Is${account}`, { expression: Fn.conditionEquals(Aws.ACCOUNT_ID, account) });
    (policy.node.defaultChild as CfnPolicy).cfnOptions.condition = own;
  }
}

/**
 * One cluster placement group for all executions. It is free and is deleted with the stack, so no execution can leave
 * one. An account has 500 of them per Region (EC2 guide, Placement groups).
 * @returns its name
 */
export function makePlacementGroup(scope: Construct): string {
  return new CfnPlacementGroup(scope, 'Hosts', { strategy: 'cluster' }).ref;
}

/** Image id and root device by architecture; read by `readConfig` of `lib/aws/production.ts`. */
export type HostImages = Readonly<Record<Architecture, { readonly imageId: string; readonly rootDevice: string }>>;

/**
 * Default images: the newest Amazon Linux 2023 at deploy time, or the image of the settings for its architecture. They
 * stay the same between deploys, so that executions are comparable.
 */
export function getHostImages(
  scope: Construct,
  { imageId, hostCpu, rootDevice }: Pick<Settings, 'imageId' | 'hostCpu' | 'rootDevice'>,
): HostImages {
  const newest = (cpuType: AmazonLinuxCpuType): HostImages[Architecture] => ({
    imageId: MachineImage.latestAmazonLinux2023({ cpuType }).getImage(scope).imageId,
    rootDevice: IMAGES.al2023.rootDevice,
  });
  const own = imageId === undefined ? {} : { [hostCpu]: { imageId, rootDevice } };
  return { x86_64: newest(AmazonLinuxCpuType.X86_64), arm64: newest(AmazonLinuxCpuType.ARM_64), ...own };
}

interface DocumentProps {
  readonly names: Names;
  readonly content: string;
  readonly bucketName: string;
  readonly hybrid: boolean;
}

/**
 * The document that runs a script. Changes make a new version of the same document, because running executions refer
 * to it. The bucket of scripts is fixed in it, not a parameter: a role that may send this document must not be able to
 * run scripts of another bucket as root.
 * @param content `workloads/host/document.json`
 * @param anywhere hosts may be hybrid ones, outside EC2
 */
export function makeRunScriptDocument(
  scope: Construct,
  { names, content, bucketName, hybrid: anywhere }: DocumentProps,
): string {
  const values = { ResultsBucket: bucketName, Region: Aws.REGION, ContractVersion: String(CONTRACT_VERSION) };
  const filled = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, value), content);
  const document = new CfnDocument(scope, 'RunScript', {
    name: names.of('run-script'),
    documentType: 'Command',
    documentFormat: 'JSON',
    targetType: anywhere ? '/' : '/AWS::EC2::Instance',
    updateMethod: 'NewVersion',
    content: JSON.parse(filled) as unknown,
  });
  return Fn.ref(document.logicalId);
}
