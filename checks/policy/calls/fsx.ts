/** Checks of FSx (Service authorization reference; FSx guide, Grant permission to tag resources during creation). */
import { type Around, type Check, check, type Checks, anyResource, toArn, requestTags, resourceTags } from './check';
import { byName, type TagList } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

export const FSX: Readonly<Record<string, Checks>> = {
  DescribeBackups: anyResource('fsx:DescribeBackups'),
  DescribeFileSystems: anyResource('fsx:DescribeFileSystems'),
  DescribeStorageVirtualMachines: anyResource('fsx:DescribeStorageVirtualMachines'),
  DescribeVolumes: anyResource('fsx:DescribeVolumes'),
  CreateFileSystem: ({ input }, around) => [
    ...creating('fsx:CreateFileSystem', 'file-system/fs-new', input as Input, around),
    ...lookingUp(around),
    ...encrypting(input as Input, around),
    ...marking(input as Input, around),
  ],
  CreateStorageVirtualMachine: ({ input }, around) => [
    ...creating('fsx:CreateStorageVirtualMachine', 'storage-virtual-machine/fs-new/svm-new', input as Input, around),
    ...within('fsx:CreateStorageVirtualMachine', 'file-system/', input as Input, 'FileSystemId', around),
  ],
  CreateVolume: ({ input }, around) => [
    ...creating('fsx:CreateVolume', 'volume/fs-new/fsvol-new', input as Input, around),
    ...within(
      'fsx:CreateVolume',
      'storage-virtual-machine/fs-of-it/',
      ((input as Input)['OntapConfiguration'] ?? {}) as Input,
      'StorageVirtualMachineId',
      around,
    ),
  ],
  UpdateFileSystem: touching('fsx:UpdateFileSystem', 'FileSystemId'),
  UpdateVolume: touching('fsx:UpdateVolume', 'VolumeId'),
  DeleteFileSystem: (call, around) => [
    ...touching('fsx:DeleteFileSystem', 'FileSystemId')(call, around),
    ...withVolumes(call.input as Input, around),
  ],
  DeleteStorageVirtualMachine: touching('fsx:DeleteStorageVirtualMachine', 'StorageVirtualMachineId'),
  DeleteVolume: touching('fsx:DeleteVolume', 'VolumeId'),
};

/** For existing resources in a create, IAM checks their tags in addition to those of the request. */
function within(action: string, arn: string, input: Input, member: string, around: Around): Check[] {
  const id = input[member];
  if (typeof id !== 'string') return [];
  const resource = toArn(around, 'fsx', `${arn}${id}`);
  return [check(action, resource, resourceTags(around.ledger.of(id)))];
}

/** Tags in a create require TagResource too; a create without tags does not. */
function creating(action: string, resource: string, { Tags }: Input, around: Around): Check[] {
  const tags = byName(Tags as TagList | undefined);
  const arn = toArn(around, 'fsx', resource);
  const tagging = Object.keys(tags).length === 0 ? [] : [check('fsx:TagResource', arn, requestTags(tags))];
  return [check(action, arn, requestTags(tags)), ...tagging];
}

/**
 * Checks that FSx makes for the caller of a create: the service-linked role, in an account without it (FSx guide, Using
 * service-linked roles), and the network of the file system (AWS's own policy AmazonFSxFullAccess).
 */
function lookingUp({ account }: Around): Check[] {
  const via = { 'aws:CalledVia': ['fsx.amazonaws.com'] };
  const role = `role/aws-service-role/fsx.amazonaws.com/AWSServiceRoleForAmazonFSx`;
  const described = ['RouteTables', 'SecurityGroups', 'Subnets', 'Vpcs'].map((what) => `ec2:Describe${what}`);
  return [
    check('iam:CreateServiceLinkedRole', `arn:aws:iam::${account}:${role}`, {
      'iam:AWSServiceName': 'fsx.amazonaws.com',
    }),
    ...[...described, 'ec2:GetSecurityGroupsForVpc'].map((action) => check(action, '*', via)),
  ];
}

/** FSx uses a customer managed key with the permissions of the caller (FSx guide, Encryption of data at rest). */
function encrypting({ KmsKeyId }: Input, { region }: Around): Check[] {
  if (typeof KmsKeyId !== 'string') return [];
  const via = { 'kms:ViaService': `fsx.${region}.amazonaws.com` };
  return [
    ...['kms:DescribeKey', 'kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext'].map((action) =>
      check(action, KmsKeyId, via),
    ),
    check('kms:CreateGrant', KmsKeyId, { ...via, 'kms:GrantIsForAWSResource': 'true' }),
  ];
}

/** In two zones FSx tags the route tables that it will write to (AWS's own policy AmazonFSxFullAccess). */
function marking({ OntapConfiguration, OpenZFSConfiguration = OntapConfiguration }: Input, around: Around): Check[] {
  const { RouteTableIds = [] } = (OpenZFSConfiguration ?? {}) as { readonly RouteTableIds?: readonly string[] };
  const marked = { ...requestTags({ AmazonFSx: 'ManagedByAmazonFSx' }), 'aws:CalledVia': ['fsx.amazonaws.com'] };
  return RouteTableIds.map((id) => check('ec2:CreateTags', toArn(around, 'ec2', `route-table/${id}`), marked));
}

/**
 * The root volume of OpenZFS is deleted with its file system and has its tags (`CopyTagsToVolumes`). The reference
 * names no dependent action. Assumed: FSx checks this one as well, as a refusal would keep the file system alive.
 */
function withVolumes({ FileSystemId, OpenZFSConfiguration }: Input, around: Around): Check[] {
  const { Options = [] } = (OpenZFSConfiguration ?? {}) as { readonly Options?: readonly string[] };
  if (!Options.includes('DELETE_CHILD_VOLUMES_AND_SNAPSHOTS')) return [];
  const id = String(FileSystemId);
  const root = toArn(around, 'fsx', `volume/${id}/fsvol-root`);
  return [check('fsx:DeleteVolume', root, resourceTags(around.ledger.of(id)))];
}

/** ARNs of resources in a file system contain its id, which the request does not name. */
const ARNS = {
  FileSystemId: 'file-system/',
  StorageVirtualMachineId: 'storage-virtual-machine/fs-of-it/',
  VolumeId: 'volume/fs-of-it/',
} as const;

function touching(action: string, member: keyof typeof ARNS): Checks {
  return ({ input }, around) => {
    const id = String((input as Input)[member]);
    const resource = toArn(around, 'fsx', `${ARNS[member]}${id}`);
    return [check(action, resource, resourceTags(around.ledger.of(id)))];
  };
}
