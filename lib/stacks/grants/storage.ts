/** Creating, changing, listing and deleting storage: read from the table of resources, service by service. */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CHANGED_HOST_KINDS,
  type ChangedFacts,
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
import { arn } from '../names';
import { allow, deny } from './allow';
import { requireTags, requireStackTag, matchExternal } from './tags';

/** What a service needs of whoever creates in it, beside the creates. */
const CREATE_GRANTS: Readonly<Record<StorageService, () => PolicyStatement[]>> = {
  fsx: allowFsxCreate,
  efs: allowEfsCreate,
  secretsmanager: () => [],
  cloudwatch: restrictAlarms,
};

const TAG_ACTIONS = listServices().map(([service]) => `${IAM_SERVICE[service]}:TagResource`);

/** Creates and changes. */
export function changeStorage(stackName: string): PolicyStatement[] {
  return [
    ...listServices().flatMap(([service, kinds]) => {
      const arns = kinds.filter((kind) => getFacts(kind).tags === 'own').map((kind) => toArn(kind, stackName));
      return [
        ...kinds.flatMap((kind) => createStorage(kind, getFacts(kind), stackName)),
        // Tags of a create are checked as tagging; without all of them nothing can be tagged.
        allow([`${IAM_SERVICE[service]}:TagResource`], arns, requireTags(stackName)),
        ...kinds.flatMap((kind) => {
          const updates = getFacts(kind).updates.map((call) => toAction(kind, call));
          return updates.length === 0 ? [] : [allow(updates, [toArn(kind)], requireStackTag(stackName))];
        }),
        ...kinds.flatMap((kind) => readStorage(kind, stackName)),
        ...CREATE_GRANTS[service](),
      ];
    }),
    // Once for all services, of whatever they tag: a role holds 10,240 characters of policies (IAM quotas).
    ...matchExternal(stackName).map((where) => deny(TAG_ACTIONS, ['*'], where)),
    ...CHANGED_HOST_KINDS.flatMap((kind) => changeHostVolumes(RESOURCES[kind], stackName)),
    // By their ids; nothing is listed.
    listKinds(STORAGE_KINDS.filter((kind) => getFacts(kind).list === undefined)),
    ...STORAGE_KINDS.flatMap(describeOne),
  ];
}

/** Changes what hosts are made with, and looks what becomes of that: the look knows no resources. */
function changeHostVolumes({ arn: name, updates }: ChangedFacts, stackName: string): PolicyStatement[] {
  return [
    allow(
      updates.map((call) => `ec2:${call}`),
      [arn('ec2', Aws.REGION, name)],
      requireStackTag(stackName),
    ),
    allow(['ec2:DescribeVolumesModifications'], ['*']),
  ];
}

/** Reads what a kind holds that only those may read who use it. */
export function readStorage(kind: StorageKind, stackName: string): PolicyStatement[] {
  const { read } = getFacts(kind);
  return read === undefined ? [] : [allow([toAction(kind, read)], [toArn(kind)], requireStackTag(stackName))];
}

/** Kinds that end by themselves: all others go with their parents, so nobody lists or deletes them. */
const LISTED_STORAGE = STORAGE_KINDS.filter((kind) => (LISTED_KINDS as readonly ResourceKind[]).includes(kind));

/**
 * Deletes, also of what goes with its parent: whoever deletes a file system of OpenZFS with its volumes deletes its
 * root volume too, and may be asked for that. There is no permission to make a backup: a final one would cost for ever,
 * so it must fail.
 */
export function deleteStorage(stackName: string): PolicyStatement[] {
  return [
    ...STORAGE_KINDS.map((kind) => {
      const { remove, named } = getFacts(kind);
      const own = named === undefined ? requireStackTag(stackName) : undefined;
      return allow([toAction(kind, remove)], [toArn(kind, stackName)], own);
    }),
    // The interface of a mount target goes with it, in the name of the caller (EFS API reference, DeleteMountTarget).
    // It carries no tag of ours: EFS makes it.
    allow(['ec2:DeleteNetworkInterface'], [arn('ec2', Aws.REGION, 'network-interface/*')]),
  ];
}

/** Lists what may be left. */
export function listStorage(): PolicyStatement[] {
  return [listKinds(LISTED_STORAGE), ...LISTED_STORAGE.flatMap(readTags)];
}

/** Looks at everything, also at what ends with its parent: a receipt asks for each thing by its id. */
export function describeStorage(): PolicyStatement[] {
  return [listKinds(STORAGE_KINDS), ...STORAGE_KINDS.flatMap(readTags), ...STORAGE_KINDS.flatMap(describeOne)];
}

/** Reads the tags of what is listed without them. */
function readTags(kind: StorageKind): PolicyStatement[] {
  const { tagsBy } = getFacts(kind);
  return tagsBy === undefined ? [] : [allow([toAction(kind, tagsBy)], [toArn(kind)])];
}

/** Looks at backups, which only a person makes: a receipt names them. */
export function describeBackups(): PolicyStatement[] {
  return [allow(['fsx:DescribeBackups'], ['*'])];
}

/** These actions know no resources. */
function listKinds(kinds: readonly StorageKind[]): PolicyStatement {
  return allow(
    kinds.map((kind) => toAction(kind, getFacts(kind).list ?? getFacts(kind).describe)),
    ['*'],
  );
}

/** Where it is not the call that lists, it knows what it is asked for. What was tagged by hand is looked at, too. */
function describeOne(kind: StorageKind): PolicyStatement[] {
  const { list: lists, describe } = getFacts(kind);
  return lists === undefined ? [] : [allow([toAction(kind, describe)], [toArn(kind)])];
}

type CreateFacts = Pick<StorageFacts, 'create' | 'createsUnnamed' | 'tags' | 'parent' | 'madeIn'>;

/**
 * Creates one kind. What cannot be tagged at birth may only be made in something that carries the tag, and so may what
 * IAM asks about its parent for.
 */
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
 * FSx makes its service-linked role when an account creates its first file system, in the name of whoever asks (FSx
 * guide, Using service-linked roles).
 */
function allowFsxCreate(): PolicyStatement[] {
  const role = ['arn', Aws.PARTITION, 'iam', '', Aws.ACCOUNT_ID, 'role/aws-service-role/fsx.amazonaws.com/*'].join(':');
  return [
    // FSx looks, for the caller, whether the security groups belong to the subnet's network.
    allow(['ec2:GetSecurityGroupsForVpc'], ['*']),
    // As AWS's own policy AmazonFSxFullAccess has them: what FSx looks up in the name of the caller.
    allow(['ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeVpcs', 'ec2:DescribeRouteTables'], ['*'], {
      'ForAnyValue:StringEquals': { 'aws:CalledVia': ['fsx.amazonaws.com'] },
    }),
    // In two zones it marks the route table that it is told of; it writes the routes in a name of its own.
    allow(['ec2:CreateTags'], [arn('ec2', Aws.REGION, 'route-table/*')], {
      StringEquals: { 'aws:RequestTag/AmazonFSx': 'ManagedByAmazonFSx' },
      'ForAnyValue:StringEquals': { 'aws:CalledVia': ['fsx.amazonaws.com'] },
    }),
    allow(['iam:CreateServiceLinkedRole'], [role], { StringEquals: { 'iam:AWSServiceName': 'fsx.amazonaws.com' } }),
    ...useKmsKeys('fsx'),
  ];
}

/**
 * What a service does with a customer's key in the name of whoever creates, and only that; the key's own policy says
 * who may (FSx guide, Encryption of data at rest, Amazon FSx key policies for AWS KMS, and EFS guide, Using AWS KMS
 * keys for Amazon EFS: these four are required).
 */
function useKmsKeys(service: 'fsx' | 'elasticfilesystem'): PolicyStatement[] {
  const via = { 'kms:ViaService': [service, Aws.REGION, Aws.URL_SUFFIX].join('.') };
  const keys = [arn('kms', Aws.REGION, 'key/*')];
  return [
    allow(['kms:DescribeKey', 'kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext'], keys, { StringEquals: via }),
    allow(['kms:CreateGrant'], keys, { StringEquals: via, Bool: { 'kms:GrantIsForAWSResource': 'true' } }),
  ];
}

/**
 * A mount target gets an interface in the name of the caller (EFS API reference, CreateMountTarget), and a first file
 * system the service-linked role (EFS guide, Using service-linked roles).
 */
function allowEfsCreate(): PolicyStatement[] {
  const service = 'elasticfilesystem.amazonaws.com';
  const role = ['arn', Aws.PARTITION, 'iam', '', Aws.ACCOUNT_ID, `role/aws-service-role/${service}/*`].join(':');
  const places = ['network-interface/*', 'subnet/*', 'security-group/*'];
  return [
    allow(['ec2:DescribeSubnets', 'ec2:DescribeNetworkInterfaces'], ['*']),
    allow(
      ['ec2:CreateNetworkInterface'],
      places.map((place) => arn('ec2', Aws.REGION, place)),
    ),
    allow(['iam:CreateServiceLinkedRole'], [role], { StringEquals: { 'iam:AWSServiceName': service } }),
    ...useKmsKeys('elasticfilesystem'),
  ];
}

/** An alarm may do more than tell: end, stop or start hosts, and call functions. Ours publish to topics. */
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

/** As IAM spells it. */
function toAction(kind: StorageKind, call: string): string {
  return `${IAM_SERVICE[getService(kind)]}:${call}`;
}

function getFacts(kind: StorageKind): StorageFacts {
  return RESOURCES[kind];
}

/** @param stackName narrows it to what is named by its stack */
function toArn(kind: ResourceKind, stackName?: string): string {
  const { arn: name, named }: ResourceFacts = RESOURCES[kind];
  const own = named === undefined || stackName === undefined ? name : name.replace('/*', `/${stackName}/*`);
  return arn(IAM_SERVICE[getService(kind)], Aws.REGION, own);
}

/** Reads what servers told CloudWatch. The action knows no resources. */
export function readMetrics(): PolicyStatement[] {
  return [allow(['cloudwatch:GetMetricData'], ['*'])];
}
