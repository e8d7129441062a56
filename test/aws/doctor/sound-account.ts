/** The account of `facts.ts` as answers of the SDK. */
import type { ContextEntry } from '@aws-sdk/client-iam';
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { REQUIRED_TAGS } from '../../../lib/shapes/tags';
import { ACCOUNT, BUCKET, type Facts, NOW, refusal } from './facts';
import { makeBucketCalls, makeStatesCalls } from './sound-records';

/** Path of roles that IAM Identity Center makes. */
const SSO = 'aws-reserved/sso.amazonaws.com/us-east-1/';

/** The calls of that account. */
export function makeDoctorCalls(facts: Facts): DoctorCalls {
  return {
    analyzer: {
      // One a page.
      validatePolicy: async ({ nextToken }) => ({
        findings: [
          {
            findingType: facts.checked.policy as 'SUGGESTION',
            issueCode: `CODE_${nextToken ?? '1'}`,
            findingDetails: 'Write it otherwise.',
            learnMoreLink: '',
            locations: [],
          },
        ],
        ...(nextToken === undefined ? { nextToken: '2' } : {}),
      }),
    },
    kinds: {
      list: async () => ({ unlisted: facts.unlisted, skipped: [] }),
    },
    cloudformation: makeStackCalls(facts),
    ec2: makeEc2Calls(facts),
    events: {
      describeRule: async ({ Name }) => {
        if (Name === 'fsxbench-ended-badly') return { State: facts.rule.state as 'ENABLED' };
        if (facts.rule.nested) return { ManagedBy: 'states.amazonaws.com' };
        throw refusal('ResourceNotFoundException', `Rule ${Name} does not exist.`);
      },
      listTargetsByRule: async () => ({ Targets: [{ Id: 'Target0', Arn: facts.rule.target }] }),
    },
    iam: {
      getRole: async ({ RoleName }) => ({
        Role: {
          Path: '/',
          RoleName,
          RoleId: 'AROA',
          // The person's role belongs to IAM Identity Center, whose session ARN lacks the path.
          Arn: `arn:aws:iam::${ACCOUNT}:role/${RoleName === 'Admin' ? SSO : ''}${RoleName}`,
          CreateDate: new Date(NOW),
        },
      }),
      simulatePrincipalPolicy: async ({ PolicySourceArn, ActionNames, ResourceArns, ContextEntries }) => {
        if (PolicySourceArn?.endsWith('role/Admin') === true) throw refusal('NoSuchEntity', 'no such role');
        return {
          EvaluationResults: [
            {
              EvalActionName: ActionNames?.[0],
              EvalDecision: decide(facts, String(ActionNames?.[0]), String(ResourceArns?.[0]), ContextEntries ?? []),
            },
          ],
        };
      },
    },
    lambda: {
      getAccountSettings: async () => ({ AccountLimit: { ConcurrentExecutions: facts.functions } }),
      getFunctionConfiguration: async ({ FunctionName }) => ({
        Role: `arn:aws:iam::${ACCOUNT}:role/${FunctionName}`,
      }),
    },
    logs: {
      describeLogGroups: async () => ({ logGroups: facts.logGroups.map((logGroupName) => ({ logGroupName })) }),
    },
    quotas: {
      getServiceQuota: async ({ ServiceCode }) => ({ Quota: { Value: ServiceCode === 'ec2' ? facts.vcpus : 5 } }),
    },
    s3: makeBucketCalls(facts),
    scheduler: {
      getSchedule: async () => ({ State: facts.schedule as 'ENABLED' }),
    },
    sfn: makeStatesCalls(facts),
    sns: {
      listSubscriptionsByTopic: async ({ NextToken }) => ({
        // One a page.
        Subscriptions: facts.subscribed
          .slice(Number(NextToken ?? 0))
          .slice(0, 1)
          .map((SubscriptionArn) => ({ SubscriptionArn, Endpoint: 'me@example.com' })),
        ...(Number(NextToken ?? 0) + 1 < facts.subscribed.length ? { NextToken: `${Number(NextToken ?? 0) + 1}` } : {}),
      }),
    },
    ssm: {
      describeDocument: async () => ({ Document: { LatestVersion: '3', DefaultVersion: facts.documentDefault } }),
    },
    sts: {
      getCallerIdentity: async () => ({ Account: ACCOUNT, Arn: `arn:aws:sts::${ACCOUNT}:assumed-role/Admin/me` }),
    },
  };
}

function makeStackCalls(facts: Facts): DoctorCalls['cloudformation'] {
  const absent = (name: string): Error => refusal('ValidationError', `Stack with id ${name} does not exist`);
  return {
    validateTemplate: async () => {
      if (facts.checked.template === '') return { Parameters: [] };
      throw refusal('ValidationError', facts.checked.template);
    },
    createChangeSet: async ({ StackName }) => ({ Id: 'set-1', StackId: `id-of-${StackName}` }),
    describeChangeSet: async () => ({
      Status: facts.checked.changeSet as 'FAILED',
      StatusReason: 'Resource fsxbench-run-script already exists',
    }),
    deleteStack: async () => ({}),
    describeStacks: async ({ StackName = '' }) => {
      const given = { StackName, CreationTime: new Date(NOW) };
      if (StackName.startsWith('id-of-'))
        return { Stacks: [{ ...given, StackStatus: facts.checked.left as 'REVIEW_IN_PROGRESS' }] };
      if (StackName === 'CDKToolkit' && facts.bootstrapped)
        return { Stacks: [{ ...given, StackStatus: 'CREATE_COMPLETE' }] };
      if (StackName === 'FsxbenchSafety' && facts.safety !== null) {
        const Outputs = [{ OutputKey: 'ResultsBucket', OutputValue: BUCKET }];
        const { status, protected: EnableTerminationProtection } = facts.safety;
        return {
          Stacks: [{ ...given, StackStatus: status as 'CREATE_COMPLETE', EnableTerminationProtection, Outputs }],
        };
      }
      if (StackName === 'FsxbenchBench' && facts.bench !== null)
        return { Stacks: [{ ...given, StackStatus: facts.bench.status as 'CREATE_COMPLETE' }] };
      throw absent(StackName);
    },
    listStackResources: async () => ({
      StackResourceSummaries: [
        ['AWS::EC2::Subnet', 'HostsSubnet', 'subnet-1'],
        ['AWS::EC2::SecurityGroup', 'HostSecurityGroup', 'sg-1'],
        ['AWS::IAM::Role', 'HostRole1234', 'FsxbenchBench-HostRole-1'],
      ].map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => ({
        ResourceType,
        LogicalResourceId,
        PhysicalResourceId,
        LastUpdatedTimestamp: new Date(NOW),
        ResourceStatus: 'CREATE_COMPLETE' as const,
      })),
    }),
  };
}

function makeEc2Calls(facts: Facts): DoctorCalls['ec2'] {
  return {
    describeInstanceTypeOfferings: async () => ({
      InstanceTypeOfferings: facts.offered.map((InstanceType) => ({ InstanceType: InstanceType as 't3.small' })),
    }),
    describeSecurityGroups: async () => ({
      SecurityGroups: [
        {
          IpPermissionsEgress: [
            ...facts.openPorts.map((port) => ({ FromPort: port, ToPort: port, IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
            { IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: 'sg-1' }] },
          ],
        },
      ],
    }),
    describeSubnets: async () => ({
      Subnets: [{ AvailabilityZone: 'us-east-1a' }],
    }),
    describeVolumes: async () => ({
      Volumes: [{ VolumeId: 'vol-1', Encrypted: facts.encrypted, Size: 8, VolumeType: 'gp3' }],
    }),
    describeVpcBlockPublicAccessOptions: async () => ({
      VpcBlockPublicAccessOptions: { InternetGatewayBlockMode: facts.internet },
    }),
    describeVpcs: async () => ({ Vpcs: Array.from({ length: facts.vpcs }, (_, index) => ({ VpcId: `vpc-${index}` })) }),
  };
}

/** Decides like IAM, from the deployed policies with their tags and conditions. */
function decide(facts: Facts, action: string, resource: string, entries: readonly ContextEntry[]) {
  const has = (key: string, value?: string): boolean =>
    entries.some(
      (entry) => entry.ContextKeyName === key && (value === undefined || entry.ContextKeyValues?.[0] === value),
    );
  const rules: Record<string, boolean> = {
    'sts:AssumeRole': facts.mayTakeRole,
    'ec2:RunInstances':
      REQUIRED_TAGS.every((key) => has(`aws:RequestTag/${key}`)) && has('ec2:MetadataHttpTokens', 'required'),
    'ec2:CreateTags': has('ec2:CreateAction', 'RunInstances'),
    'ssm:SendCommand': has('ssm:resourceTag/fsxbench:stack', 'fsxbench'),
    's3:PutObject': has('s3:if-none-match'),
    'fsx:TagResource': !has('aws:ResourceTag/fsxbench:stack', 'other'),
    'states:ListExecutions': resource.includes(':mapRun:fsxbench-experiment/rigs:'),
    'states:StopExecution': resource.includes(':execution:fsxbench-experiment/rigs:'),
  };
  const allowed = facts.lax.includes(action) || (rules[action] === true && !facts.strict.includes(action));
  return allowed ? 'allowed' : 'implicitDeny';
}
