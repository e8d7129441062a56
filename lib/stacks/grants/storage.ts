/** Permissions to create, change, list and delete storage, derived from the table of resources. */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CHANGED_HOST_KINDS,
  type ChangedFacts,
  IAM_ACTIONS,
  IAM_SERVICE,
  LISTED_KINDS,
  type ResourceFacts,
  type ResourceKind,
  RESOURCES,
  getService,
  STORAGE_KINDS,
  type StorageFacts,
  type StorageKind,
  type StorageService,
} from '../../shapes/resources';
import { toBucketPrefix } from '../../shapes/bucket-name';
import { makeArn } from '../names';
import { allow, deny } from './allow';
import { requireTags, requireStackTag, matchExternal } from './tags';

/** Further permissions that a service requires for creates. */
const CREATE_GRANTS: Readonly<Record<StorageService, (stackName: string) => PolicyStatement[]>> = {
  fsx: allowFsxCreate,
  efs: allowEfsCreate,
  s3files: () => useKmsKeys('s3files'),
  s3: (stackName) => [allow(['s3:PutBucketVersioning', 's3:ListBucketVersions'], [toArn('s3:bucket', stackName)])],
  secretsmanager: () => [],
  cloudwatch: restrictAlarms,
};

const TAG_ACTIONS = listServices().map(([service]) => `${IAM_SERVICE[service]}:TagResource`);

/** All permissions of {@link changeService} and {@link changeAnyStorage}. */
export function changeStorage(stackName: string): PolicyStatement[] {
  return [...listServices().flatMap(([service]) => changeService(service, stackName)), ...changeAnyStorage(stackName)];
}

/** Permissions to create and change resources of each storage service; each fits one managed policy. */
export function changeStorageByService(stackName: string): ReadonlyMap<StorageService, PolicyStatement[]> {
  return new Map(listServices().map(([service]) => [service, changeService(service, stackName)]));
}

function changeService(service: StorageService, stackName: string): PolicyStatement[] {
  const kinds = STORAGE_KINDS.filter((kind) => getService(kind) === service);
  const arns = kinds.filter((kind) => getFacts(kind).tags === 'own').map((kind) => toArn(kind, stackName));
  return [
    ...kinds.flatMap((kind) => createStorage(kind, getFacts(kind), stackName)),
    // Creates with tags also require TagResource; the condition on all tags prevents other uses of TagResource.
    allow([`${IAM_SERVICE[service]}:TagResource`], arns, requireTags(stackName)),
    ...kinds.flatMap((kind) => {
      const updates = getFacts(kind).updates.map((call) => toAction(kind, call));
      return updates.length === 0 ? [] : [allow(updates, [toArn(kind)], requireStackTag(stackName))];
    }),
    ...kinds.flatMap((kind) => readStorage(kind, stackName)),
    ...CREATE_GRANTS[service](stackName),
  ];
}

/** Permissions for storage that belong to no single service. */
export function changeAnyStorage(stackName: string): PolicyStatement[] {
  return [
    // One statement for all services: policies of a role have 10,240 characters together (IAM quotas).
    ...matchExternal(stackName).map((where) => deny(TAG_ACTIONS, ['*'], where)),
    ...CHANGED_HOST_KINDS.flatMap((kind) => changeHostVolumes(RESOURCES[kind], stackName)),
    // Kinds that are described by id and never listed.
    listKinds(STORAGE_KINDS.filter((kind) => getFacts(kind).list === undefined)),
    ...STORAGE_KINDS.flatMap(describeOne),
  ];
}

/** Allows changing volumes that are created with hosts. Reading the result has no resource-level permissions. */
function changeHostVolumes({ arn: name, updates }: ChangedFacts, stackName: string): PolicyStatement[] {
  return [
    allow(
      updates.map((call) => `ec2:${call}`),
      [makeArn('ec2', Aws.REGION, name)],
      requireStackTag(stackName),
    ),
    allow(['ec2:DescribeVolumesModifications'], ['*']),
  ];
}

/** Allows reading contents of a kind, such as passwords; only roles that use the contents get it. */
export function readStorage(kind: StorageKind, stackName: string): PolicyStatement[] {
  const { read } = getFacts(kind);
  return read === undefined ? [] : [allow([toAction(kind, read)], [toArn(kind)], requireStackTag(stackName))];
}

/** Kinds with delete calls. Other kinds are deleted with their parents, so no role lists or deletes them. */
const LISTED_STORAGE = STORAGE_KINDS.filter((kind) => (LISTED_KINDS as readonly ResourceKind[]).includes(kind));

/**
 * Allows deleting storage, including children that are deleted with their parent: for the root volume of an OpenZFS
 * file system, AWS may check the permission. Creating backups is not allowed: a final backup would cost money for ever,
 * so it must fail.
 */
export function deleteStorage(stackName: string): PolicyStatement[] {
  return [
    ...STORAGE_KINDS.map((kind) => {
      const { remove, named } = getFacts(kind);
      const own = named === undefined ? requireStackTag(stackName) : undefined;
      return allow([toAction(kind, remove)], [toArn(kind, stackName)], own);
    }),
    // A mount target's network interface is deleted with the caller's permissions (EFS API reference,
    // DeleteMountTarget). The interface has no tag of this stack, because EFS creates it.
    allow(['ec2:DeleteNetworkInterface'], [makeArn('ec2', Aws.REGION, 'network-interface/*')]),
    ...emptyBuckets(stackName),
  ];
}

/** Allows deleting all versions in buckets that this deployment created, which S3 requires before their delete. */
function emptyBuckets(stackName: string): PolicyStatement[] {
  const bucket = toArn('s3:bucket', stackName);
  return [
    allow(['s3:ListBucketVersions'], [bucket]),
    allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], [`${bucket}/*`]),
  ];
}

/** Allows listing all storage that an execution may leave. */
export function listStorage(): PolicyStatement[] {
  return [listKinds(LISTED_STORAGE), ...LISTED_STORAGE.flatMap(readTags)];
}

/** Allows describing all kinds, including those that are deleted with a parent: receipts look up ids. */
export function describeStorage(): PolicyStatement[] {
  return [listKinds(STORAGE_KINDS), ...STORAGE_KINDS.flatMap(readTags), ...STORAGE_KINDS.flatMap(describeOne)];
}

/** Allows reading tags that listings omit. */
function readTags(kind: StorageKind): PolicyStatement[] {
  const { tagsBy } = getFacts(kind);
  return tagsBy === undefined ? [] : [allow([toAction(kind, tagsBy)], [toArn(kind)])];
}

/** Allows describing backups, which only people make: receipts list them. */
export function describeBackups(): PolicyStatement[] {
  return [allow(['fsx:DescribeBackups'], ['*'])];
}

/** These actions have no resource-level permissions. */
function listKinds(kinds: readonly StorageKind[]): PolicyStatement {
  return allow(
    kinds.map((kind) => toAction(kind, getFacts(kind).list ?? getFacts(kind).describe)),
    ['*'],
  );
}

/** Describes one resource, with resource-level permissions; its tags may have been changed by hand. */
function describeOne(kind: StorageKind): PolicyStatement[] {
  const { list: lists, describe } = getFacts(kind);
  return lists === undefined ? [] : [allow([toAction(kind, describe)], [toArn(kind)])];
}

type CreateFacts = Pick<StorageFacts, 'create' | 'createsUnnamed' | 'tags' | 'parent' | 'madeIn'>;

/** Allows creating one kind. Without tags at creation, or if IAM also checks the parent, the parent needs the tags. */
export function createStorage(
  kind: StorageKind,
  { create, createsUnnamed, tags, parent, madeIn }: CreateFacts,
  stackName: string,
): PolicyStatement[] {
  const action = toAction(kind, create);
  if (tags !== 'own' && parent !== null) return [allow([action], [toArn(parent)], requireStackTag(stackName))];
  return [
    allow([action], [createsUnnamed === true ? '*' : toArn(kind, stackName)], requireTags(stackName)),
    ...(madeIn.length === 0
      ? []
      : [
          allow(
            [action],
            madeIn.map((one) => toArn(one)),
            requireStackTag(stackName),
          ),
        ]),
  ];
}

/**
 * FSx creates its service-linked role with an account's first file system, using the caller's permissions (FSx guide,
 * Using service-linked roles).
 */
function allowFsxCreate(): PolicyStatement[] {
  const role = ['arn', Aws.PARTITION, 'iam', '', Aws.ACCOUNT_ID, 'role/aws-service-role/fsx.amazonaws.com/*'].join(':');
  return [
    // FSx checks with the caller's permissions that the security groups belong to the subnet's VPC.
    allow(['ec2:GetSecurityGroupsForVpc'], ['*']),
    // Lookups of FSx with the caller's permissions, as in AWS's policy AmazonFSxFullAccess.
    allow(['ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeVpcs', 'ec2:DescribeRouteTables'], ['*'], {
      'ForAnyValue:StringEquals': { 'aws:CalledVia': ['fsx.amazonaws.com'] },
    }),
    // For two zones, FSx tags the route table with the caller's permissions; it writes routes with its role's.
    allow(['ec2:CreateTags'], [makeArn('ec2', Aws.REGION, 'route-table/*')], {
      StringEquals: { 'aws:RequestTag/AmazonFSx': 'ManagedByAmazonFSx' },
      'ForAnyValue:StringEquals': { 'aws:CalledVia': ['fsx.amazonaws.com'] },
    }),
    allow(['iam:CreateServiceLinkedRole'], [role], { StringEquals: { 'iam:AWSServiceName': 'fsx.amazonaws.com' } }),
    ...useKmsKeys('fsx'),
  ];
}

/**
 * Allows only the calls that a service makes with a customer key for the creating role; the key policy decides who may
 * use the key (FSx guide, Encryption of data at rest, Amazon FSx key policies for AWS KMS; EFS guide, Using AWS KMS
 * keys for Amazon EFS: these four are required).
 */
function useKmsKeys(service: 'fsx' | 'elasticfilesystem' | 's3files'): PolicyStatement[] {
  const via = { 'kms:ViaService': [service, Aws.REGION, Aws.URL_SUFFIX].join('.') };
  const keys = [makeArn('kms', Aws.REGION, 'key/*')];
  return [
    allow(['kms:DescribeKey', 'kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext'], keys, { StringEquals: via }),
    allow(['kms:CreateGrant'], keys, { StringEquals: via, Bool: { 'kms:GrantIsForAWSResource': 'true' } }),
  ];
}

/**
 * EFS uses the caller's permissions to create a mount target's network interface (EFS API reference,
 * CreateMountTarget), and the service-linked role with the first file system (EFS guide, Using service-linked roles).
 * S3 Files is built on EFS, and assumed to use the same permissions.
 */
function allowEfsCreate(): PolicyStatement[] {
  const service = 'elasticfilesystem.amazonaws.com';
  const role = ['arn', Aws.PARTITION, 'iam', '', Aws.ACCOUNT_ID, `role/aws-service-role/${service}/*`].join(':');
  const places = ['network-interface/*', 'subnet/*', 'security-group/*'];
  return [
    allow(['ec2:DescribeSubnets', 'ec2:DescribeNetworkInterfaces'], ['*']),
    allow(
      ['ec2:CreateNetworkInterface'],
      places.map((place) => makeArn('ec2', Aws.REGION, place)),
    ),
    allow(['iam:CreateServiceLinkedRole'], [role], { StringEquals: { 'iam:AWSServiceName': service } }),
    ...useKmsKeys('elasticfilesystem'),
  ];
}

/** Alarm actions can terminate, stop or start hosts, and call functions. These alarms may only publish to topics. */
function restrictAlarms(): PolicyStatement[] {
  const topics = ['arn', Aws.PARTITION, 'sns', Aws.REGION, Aws.ACCOUNT_ID, '*'].join(':');
  return [
    deny(['cloudwatch:PutMetricAlarm'], [toArn('cloudwatch:alarm')], {
      'ForAnyValue:StringNotLike': { 'cloudwatch:AlarmActions': topics },
    }),
  ];
}

/** Each service with its kinds, in the order of the table. */
function listServices(): [StorageService, StorageKind[]][] {
  const all = [...new Set(STORAGE_KINDS.map((kind) => getService(kind)))];
  return all.map((service) => [service, STORAGE_KINDS.filter((kind) => getService(kind) === service)]);
}

/** Writes an action in IAM's spelling. */
function toAction(kind: StorageKind, call: string): string {
  const action = `${IAM_SERVICE[getService(kind)]}:${call}`;
  return IAM_ACTIONS[action] ?? action;
}

function getFacts(kind: StorageKind): StorageFacts {
  return RESOURCES[kind];
}

/** @param stackName limits the ARN to names with this stack's prefix */
function toArn(kind: ResourceKind, stackName?: string): string {
  const { arn: name, named }: ResourceFacts = RESOURCES[kind];
  const isOwn = named !== undefined && stackName !== undefined;
  // ARNs of buckets have neither Region nor account.
  if (kind === 's3:bucket')
    return ['arn', Aws.PARTITION, 's3', '', '', isOwn ? `${toBucketPrefix(stackName)}*` : name].join(':');
  const own = isOwn ? name.replace('/*', `/${stackName}/*`) : name;
  return makeArn(IAM_SERVICE[getService(kind)], Aws.REGION, own);
}

/** Allows reading server-side metrics from CloudWatch. The action has no resource-level permissions. */
export function readMetrics(): PolicyStatement[] {
  return [allow(['cloudwatch:GetMetricData'], ['*'])];
}
