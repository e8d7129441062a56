/** Checks of EFS (Service authorization reference; EFS API reference, CreateMountTarget and DeleteMountTarget). */
import { type Around, type Check, check, type Checks, toArn, requestTags, resourceTags } from './check';
import { byName, type TagList } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

const SERVICE = 'elasticfilesystem';

export const EFS: Readonly<Record<string, Checks>> = {
  // The resource is the file system of the id, or all without an id: a grant for all covers both.
  DescribeFileSystems: () => [check(`${SERVICE}:DescribeFileSystems`, '*')],
  DescribeMountTargets: onFileSystem('DescribeMountTargets'),
  CreateFileSystem: ({ input }, around) => {
    const tags = requestTags(byName((input as Input)['Tags'] as TagList | undefined));
    const role = `role/aws-service-role/${SERVICE}.amazonaws.com/AWSServiceRoleForAmazonElasticFileSystem`;
    return [
      // No resource types.
      check(`${SERVICE}:CreateFileSystem`, '*', tags),
      check(`${SERVICE}:TagResource`, fileSystem(around, 'fs-new'), tags),
      check('iam:CreateServiceLinkedRole', `arn:aws:iam::${around.account}:${role}`, {
        'iam:AWSServiceName': `${SERVICE}.amazonaws.com`,
      }),
    ];
  },
  CreateMountTarget: (call, around) => [
    ...onFileSystem('CreateMountTarget')(call, around),
    check('ec2:DescribeSubnets', '*'),
    check('ec2:DescribeNetworkInterfaces', '*'),
    ...['network-interface/eni-new', ...namedBy(call.input as Input)].map((what) =>
      check('ec2:CreateNetworkInterface', toArn(around, 'ec2', what)),
    ),
  ],
  UpdateFileSystem: onFileSystem('UpdateFileSystem'),
  DeleteFileSystem: onFileSystem('DeleteFileSystem'),
  DeleteMountTarget: (call, around) => [
    ...onFileSystem('DeleteMountTarget')(call, around),
    check('ec2:DeleteNetworkInterface', toArn(around, 'ec2', 'network-interface/eni-of-it')),
  ],
};

/** A mount target has no ARN: IAM checks its file system, which a request may not name. */
function onFileSystem(action: string): Checks {
  return ({ input }, around): readonly Check[] => {
    const { FileSystemId, MountTargetId } = input as Input;
    const id = String(FileSystemId ?? MountTargetId).replace(/^.*\//, '');
    const resource = fileSystem(around, FileSystemId === undefined ? 'fs-of-it' : id);
    return [check(`${SERVICE}:${action}`, resource, resourceTags(around.ledger.of(id)))];
  };
}

function namedBy({ SubnetId, SecurityGroups = [] }: Input): string[] {
  return [`subnet/${String(SubnetId)}`, ...(SecurityGroups as readonly string[]).map((id) => `security-group/${id}`)];
}

function fileSystem(around: Around, id: string): string {
  return toArn(around, SERVICE, `file-system/${id}`);
}
