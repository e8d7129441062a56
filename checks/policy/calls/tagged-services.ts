/**
 * Checks of EFS, CloudWatch and Secrets Manager (Service authorization reference; EFS API reference, CreateMountTarget
 * and DeleteMountTarget).
 */
import { type Around, type Check, check, type Checks, anyResource, toArn, requestTags, resourceTags } from './check';
import { byName, type TagList } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

const EFS_SERVICE = 'elasticfilesystem';
const CLOUDWATCH = 'cloudwatch';
const SECRETS_MANAGER = 'secretsmanager';

export const EFS: Readonly<Record<string, Checks>> = {
  // The resource is the file system of the id, or all without an id: a grant for all covers both.
  DescribeFileSystems: () => [check(`${EFS_SERVICE}:DescribeFileSystems`, '*')],
  DescribeMountTargets: onFileSystem('DescribeMountTargets'),
  CreateFileSystem: ({ input }, around) => {
    const tags = requestTags(byName((input as Input)['Tags'] as TagList | undefined));
    const role = `role/aws-service-role/${EFS_SERVICE}.amazonaws.com/AWSServiceRoleForAmazonElasticFileSystem`;
    return [
      // No resource types.
      check(`${EFS_SERVICE}:CreateFileSystem`, '*', tags),
      check(`${EFS_SERVICE}:TagResource`, fileSystem(around, 'fs-new'), tags),
      check('iam:CreateServiceLinkedRole', `arn:aws:iam::${around.account}:${role}`, {
        'iam:AWSServiceName': `${EFS_SERVICE}.amazonaws.com`,
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
    return [check(`${EFS_SERVICE}:${action}`, resource, resourceTags(around.ledger.of(id)))];
  };
}

function namedBy({ SubnetId, SecurityGroups = [] }: Input): string[] {
  return [`subnet/${String(SubnetId)}`, ...(SecurityGroups as readonly string[]).map((id) => `security-group/${id}`)];
}

function fileSystem(around: Around, id: string): string {
  return toArn(around, EFS_SERVICE, `file-system/${id}`);
}

export const METRICS: Readonly<Record<string, Checks>> = {
  GetMetricData: anyResource(`${CLOUDWATCH}:GetMetricData`),
  DescribeAlarms: anyResource(`${CLOUDWATCH}:DescribeAlarms`),
  PutMetricAlarm: ({ input }, around) => {
    const { AlarmName, Tags, AlarmActions = [] } = input as Input;
    const tags = requestTags(byName(Tags as TagList | undefined));
    const resource = alarm(AlarmName, around);
    return [
      check(`${CLOUDWATCH}:PutMetricAlarm`, resource, { ...tags, 'cloudwatch:AlarmActions': AlarmActions as string[] }),
      check(`${CLOUDWATCH}:TagResource`, resource, tags),
    ];
  },
  // The reference has no tag keys for it.
  DeleteAlarms: ({ input }, around) =>
    ((input as Input)['AlarmNames'] as readonly string[]).map(
      (name): Check => check(`${CLOUDWATCH}:DeleteAlarms`, alarm(name, around)),
    ),
  ListTagsForResource: ({ input }, { ledger }) => {
    const id = String((input as Input)['ResourceARN']);
    return [check(`${CLOUDWATCH}:ListTagsForResource`, id, resourceTags(ledger.of(id)))];
  },
};

function alarm(name: unknown, around: Around): string {
  return toArn(around, CLOUDWATCH, `alarm:${String(name)}`);
}

export const SECRETS: Readonly<Record<string, Checks>> = {
  CreateSecret: ({ input }, around) => {
    const { Name, Tags } = input as Input;
    const tags = requestTags(byName(Tags as TagList | undefined));
    // Secrets Manager appends random characters to the name.
    const resource = toArn(around, SECRETS_MANAGER, `secret:${String(Name)}-AbCdEf`);
    return [
      check(`${SECRETS_MANAGER}:CreateSecret`, resource, tags),
      check(`${SECRETS_MANAGER}:TagResource`, resource, tags),
    ];
  },
  DescribeSecret: onSecret('DescribeSecret'),
  GetSecretValue: onSecret('GetSecretValue'),
  ListSecrets: anyResource(`${SECRETS_MANAGER}:ListSecrets`),
  DeleteSecret: onSecret('DeleteSecret'),
};

/** By its ARN, or by its name. */
function onSecret(action: string): Checks {
  return ({ input }, around: Around): readonly Check[] => {
    const id = String((input as Input)['SecretId']);
    const resource = id.startsWith('arn:') ? id : toArn(around, SECRETS_MANAGER, `secret:${id}-AbCdEf`);
    return [check(`${SECRETS_MANAGER}:${action}`, resource, resourceTags(around.ledger.of(id)))];
  };
}
