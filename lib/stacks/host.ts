/** What a host is: its role, its image, and the one document that it takes commands by. */
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
import { TOOLS } from '../shapes/layout';
import { STORAGE_KINDS } from '../shapes/resources';
import { allow } from './grants/allow';
import { ANY, fetchKeys, writeKeysOnce } from './grants/bucket';
import { runSsmAgent } from './grants/hosts';
import { readStorage } from './grants/storage';
import type { Names } from './names';
import type { Settings } from './settings';

/**
 * Reads scripts and lists of hosts by names that it was told, writes raw results once, and is a host of Systems
 * Manager. Nothing else: it reads no secret.
 */
export function makeHostProfile(scope: Construct, of: DeploymentRef): HostProfile {
  return makeProfile(scope, { ...of, name: 'Host', description: 'fsxbench: load hosts', more: [] });
}

/**
 * The same of hosts that need a secret: one that is made for their rig, to set its server up, or one of others, to
 * mount their store. Only they may read those of this deployment's rigs, and those that were named: of any rig, since
 * the role of a host has no tag of its rig that a policy could compare with a secret's.
 * @param secrets ARNs of those of others
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
 * Reads scripts and lists by names that it was told, and tools that users have brought, and writes raw results once.
 * What users bring runs as root on hosts: nobody of this stack may write it.
 */
function useBucket(bucketArn: string): PolicyStatement[] {
  return [
    ...fetchKeys(bucketArn, [ANY.script('*'), ANY.hosts('*'), ANY.endpoints('*'), `${TOOLS}*`]),
    ...writeKeysOnce(bucketArn, [`${ANY.root}raw/*`]),
  ];
}

/**
 * Lets roles of hosts that others own do that with the results bucket, and nothing else. A policy is attached to a role
 * by its name: where the stack goes to another account than an ARN says, a role that has the same name there gets
 * nothing, by a condition of the template, which is bound to no account.
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
 * Where hosts of `placement: cluster` stand: one group for all executions. It is free, belongs to the stack and goes
 * with it, so that no execution can leave one; nothing of it changes but who stands in it. An account has 500 of them
 * in a Region (EC2 guide, Placement groups).
 * @returns its name
 */
export function makePlacementGroup(scope: Construct): string {
  return new CfnPlacementGroup(scope, 'Hosts', { strategy: 'cluster' }).ref;
}

/** Id of an image and its root device, by architecture: `readConfig` of `lib/aws/production.ts` reads it. */
export type HostImages = Readonly<Record<Architecture, { readonly imageId: string; readonly rootDevice: string }>>;

/**
 * Images of hosts that name none: the newest Amazon Linux 2023 when the stack is deployed, and in its place the one
 * that was asked for, for hosts with its processors. They do not change between deployments, so that executions can be
 * compared.
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
 * The document that runs a script. A change makes a new version of the same document and not another document: commands
 * of executions that go on name it.
 * From where scripts come stands in it, and no parameter says it: who may send this document to a host must not be able
 * to run there, as root, what lies in a bucket of his own.
 * @param content `workloads/host/document.json`
 * @param anywhere hosts may be hybrid, too, which are no instances of EC2
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
