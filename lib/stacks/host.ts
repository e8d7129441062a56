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
import type { EgressRule, ManagedHosts } from './external';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import { type Architecture, IMAGES } from '../shapes/images';
import { TOOLS_PREFIX } from '../shapes/layout';
import { STORAGE_KINDS } from '../shapes/resources';
import type { SecretServers } from '../shapes/secret-servers';
import { allow } from './grants/allow';
import { ANY, fetchKeys, writeKeysOnce } from './grants/bucket';
import { runSsmAgent } from './grants/hosts';
import { withKey } from './grants/key';
import { mountS3Files, S3_FILES_PRINCIPAL, synchronizeBuckets } from './grants/s3-files';
import { readStorage } from './grants/storage';
import type { Names } from './names';
import type { Settings } from './settings';

/** Hosts with this profile read scripts and host lists by key, write results once, and read no secret. */
export function makeHostProfile(
  scope: Construct,
  of: DeploymentRef,
  external: readonly EgressRule[] = [],
): HostProfile {
  const more = mountS3Files(of.stackName, external);
  return makeProfile(scope, { ...of, name: 'Host', description: 'fsxbench: load hosts', more });
}

/**
 * Makes the profile of hosts that also read secrets: a secret of their rig, to configure its server, or external
 * secrets, to mount external storage. These hosts can read secrets of any rig, since a host's role has no rig tag that
 * a policy could compare.
 * @param secrets external secrets
 * @param external file systems that hosts mount with their role
 */
export function makeSecretHostProfile(
  scope: Construct,
  of: DeploymentRef,
  secrets: readonly SecretServers[],
  external: readonly EgressRule[] = [],
): HostProfile {
  const arns = [...new Set(secrets.map(({ secret }) => secret))];
  const named = arns.length === 0 ? [] : [allow(['secretsmanager:GetSecretValue'], arns)];
  return makeProfile(scope, {
    ...of,
    name: 'SecretHost',
    description: 'fsxbench: load hosts that read a secret',
    more: [
      ...STORAGE_KINDS.flatMap((kind) => readStorage(kind, of.stackName)),
      ...named,
      ...mountS3Files(of.stackName, external),
    ],
  });
}

interface HostProfile {
  readonly role: Role;
  readonly profile: InstanceProfile;
}

interface DeploymentRef {
  readonly bucketArn: string;
  /** Customer key of the bucket. */
  readonly kmsKeyArn?: string | undefined;
  readonly stackName: string;
}

interface ProfileProps extends DeploymentRef {
  readonly name: string;
  readonly description: string;
  readonly more: readonly PolicyStatement[];
}

function makeProfile(scope: Construct, { name, description, more, ...of }: ProfileProps): HostProfile {
  const role = new Role(scope, `${name}Role`, {
    description,
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    inlinePolicies: {
      calls: new PolicyDocument({
        statements: [...useBucket(of), ...runSsmAgent(), ...more],
      }),
    },
  });
  return { role, profile: new InstanceProfile(scope, `${name}Profile`, { role }) };
}

/**
 * Allows reading scripts and host lists by key, and users' tool bundles; and writing raw results once. Bundles run as
 * root on hosts, so no role of this stack may write them.
 */
function useBucket({ bucketArn, kmsKeyArn }: DeploymentRef): PolicyStatement[] {
  const statements = [
    ...fetchKeys(bucketArn, [ANY.script('*'), ANY.hosts('*'), ANY.endpoints('*'), `${TOOLS_PREFIX}*`]),
    ...writeKeysOnce(bucketArn, [`${ANY.root}raw/*`]),
  ];
  return withKey(statements, kmsKeyArn);
}

/**
 * Makes the one role with which S3 Files synchronizes file systems with their buckets. Executions create no roles, so
 * none can remain. @returns its ARN
 */
export function makeS3FilesRole(scope: Construct, stackName: string): string {
  return new Role(scope, 'S3FilesRole', {
    description: 'fsxbench: S3 Files, for buckets that executions create',
    assumedBy: new ServicePrincipal(S3_FILES_PRINCIPAL, {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
    inlinePolicies: { calls: new PolicyDocument({ statements: synchronizeBuckets(stackName) }) },
  }).roleArn;
}

/**
 * Allows roles of managed hosts this access to the results bucket. Policies are attached by role name: a condition
 * keeps a local role with that name from access if the ARN's account is not the stack's.
 */
export function allowManagedHosts(scope: Construct, of: DeploymentRef, managed: readonly ManagedHosts[]): void {
  const byAccount = new Map<string, Set<string>>();
  for (const { roleArn } of managed) {
    if (roleArn === undefined) continue;
    const account = roleArn.split(':')[4] ?? '';
    byAccount.set(account, (byAccount.get(account) ?? new Set()).add(roleArn));
  }
  for (const [account, arns] of byAccount) {
    const policy = new Policy(scope, `ManagedHosts${account}`, {
      statements: useBucket(of),
      roles: [...arns].map((one, index) => Role.fromRoleArn(scope, `ManagedHosts${account}${index}`, one)),
    });
    const own = new CfnCondition(scope, `Is${account}`, { expression: Fn.conditionEquals(Aws.ACCOUNT_ID, account) });
    (policy.node.defaultChild as CfnPolicy).cfnOptions.condition = own;
  }
}

/**
 * Makes one cluster placement group for all executions. It is free and is deleted with the stack, so no execution can
 * leave it behind. An account may have 500 groups per Region (EC2 guide, Placement groups).
 * @returns its name
 */
export function makePlacementGroup(scope: Construct): string {
  return new CfnPlacementGroup(scope, 'Hosts', { strategy: 'cluster' }).ref;
}

/** Image id and root device by architecture; `readConfig` of `lib/aws/production.ts` reads them. */
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
  readonly secrets: readonly SecretServers[];
}

/**
 * Makes the SSM document that runs a script. Changes make a new version of the same document, because running
 * executions refer to it. The document fixes the bucket of scripts; with a parameter, a role that may send this
 * document could run scripts of another bucket as root. It also fixes the servers of secrets, because specs
 * name both, and no input of an execution changes the document.
 * @param content `workloads/host/document.json`
 * @param anywhere hosts may be hybrid machines, outside EC2
 */
export function makeRunScriptDocument(
  scope: Construct,
  { names, content, bucketName, hybrid: anywhere, secrets }: DocumentProps,
): string {
  const values = {
    ResultsBucket: bucketName,
    Region: Aws.REGION,
    ContractVersion: String(CONTRACT_VERSION),
    SecretServers: secrets.flatMap((one) => one.servers.map((server) => `${one.secret} ${server};`)).join(''),
  };
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
