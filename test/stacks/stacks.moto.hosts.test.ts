import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand, ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetDocumentCommand, SSMClient } from '@aws-sdk/client-ssm';
import { ALL_FUNCTIONS, ALL_MACHINES } from '../../lib/shapes/machines';
import { askJson, askQuery, askRest, makeClientConfig, listElements, REGION } from '../outside/ask';
import { createStacks } from '../outside/deployment';
import { describeMoto, type Moto, MOTO_ACCOUNT, startMoto } from '../outside/moto';
import { deploy, filterByType } from './deployed-templates';

const STACKS = { safety: 'FsxbenchSafety', bench: 'FsxbenchBench' } as const;
/** Types that moto's CloudFormation does not know: it leaves them out, with a warning. */
const UNKNOWN = [
  'AWS::CloudWatch::Alarm',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::Scheduler::Schedule',
  'AWS::EC2::PlacementGroup',
  'AWS::EC2::SecurityGroupEgress',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Logs::QueryDefinition',
  // Created, but listed without their ids.
  'AWS::CloudWatch::Alarm',
];

describeMoto('both stacks created in moto', () => {
  const deployed = deploy({}, [
    { experiment: 'weekly', text: 'experiment: weekly\n', expression: 'cron(0 3 ? * SUN *)', timezone: 'Asia/Tokyo' },
  ]);
  const arn = (service: string, rest: string): string => `arn:aws:${service}:${REGION}:${MOTO_ACCOUNT}:${rest}`;
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto();
    await createStacks(moto, deployed.folder, Object.values(STACKS));
  });
  afterAll(() => moto.stop());

  it.each(['safety', 'bench'] as const)('creates every resource of the %s template', async (part) => {
    const StackName = STACKS[part];
    const told = await askQuery(moto, 'cloudformation', 'DescribeStacks', { StackName });
    expect(listElements(told, 'StackStatus')).toEqual(['CREATE_COMPLETE']);
    const listed = await askQuery(moto, 'cloudformation', 'DescribeStackResources', { StackName });
    const missing = new Set(Object.keys(deployed.resources[part]));
    for (const id of listElements(listed, 'LogicalResourceId')) missing.delete(id);
    const types = [...missing].map((id) => deployed.resources[part][id]?.Type ?? '');
    expect(types.filter((type) => !UNKNOWN.includes(type))).toEqual([]);
  });

  it('creates every state machine, each with a separate existing role', async () => {
    const sfn = new SFNClient(makeClientConfig(moto));
    const { stateMachines = [] } = await sfn.send(new ListStateMachinesCommand({}));
    expect(stateMachines.map(({ name = '' }) => name).sort()).toEqual(
      ALL_MACHINES.map((name) => `fsxbench-${name}`).sort(),
    );
    const roles = listElements(await askQuery(moto, 'iam', 'ListRoles', { MaxItems: '1000' }), 'Arn');
    const taken = new Set<string>();
    for (const { stateMachineArn } of stateMachines) {
      // Its definition is not asked for: moto does not read definitions that lie in S3.
      const { roleArn = '' } = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
      expect(roles).toContain(roleArn);
      taken.add(roleArn);
    }
    expect(taken.size).toBe(ALL_MACHINES.length);
  });

  it('creates every function, with the bucket and the machine ARN prefix in its environment', async () => {
    const answer = (await askRest(moto, 'lambda', '/2015-03-31/functions/')) as {
      readonly Functions: readonly {
        readonly FunctionName: string;
        readonly Environment: { readonly Variables: Readonly<Record<string, string>> };
      }[];
    };
    expect(answer.Functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(
      ALL_FUNCTIONS.map((name) => `fsxbench-${name}`).sort(),
    );
    const { Buckets = [] } = await new S3Client(makeClientConfig(moto)).send(new ListBucketsCommand({}));
    for (const { Environment } of answer.Functions) {
      expect(Buckets.map(({ Name }) => Name)).toContain(Environment.Variables['FSXBENCH_BUCKET']);
      expect(Environment.Variables['FSXBENCH_MACHINES']).toBe(arn('states', 'stateMachine:fsxbench-'));
    }
  });

  it('creates the event rule for experiments, guardians and rigs, with start-guardian as target', async () => {
    const Rule = 'fsxbench-ended-badly';
    const rule = (await askJson(moto, 'events', 'AWSEvents.DescribeRule', { Name: Rule })) as Record<string, string>;
    expect(rule['State']).toBe('ENABLED');
    expect(JSON.parse(rule['EventPattern'] ?? '')).toMatchObject({
      detail: {
        $or: [
          { stateMachineArn: ['guardian', 'rig'].map((name) => arn('states', `stateMachine:fsxbench-${name}`)) },
          // The end of an experiment, however it ended, wakes its guardian.
          {
            stateMachineArn: [arn('states', 'stateMachine:fsxbench-experiment')],
            status: ['ABORTED', 'FAILED', 'TIMED_OUT', 'SUCCEEDED'],
          },
        ],
      },
    });
    expect(await askJson(moto, 'events', 'AWSEvents.ListTargetsByRule', { Rule })).toMatchObject({
      Targets: [{ Arn: arn('lambda', 'function:fsxbench-start-guardian') }],
    });
  });

  it('creates the SSM document of the hosts', async () => {
    const ssm = new SSMClient(makeClientConfig(moto));
    // moto keeps the content as Python prints it, so only what it read of it is looked at.
    const found = await ssm.send(new GetDocumentCommand({ Name: 'fsxbench-run-script' }));
    expect(found).toMatchObject({ DocumentType: 'Command', DocumentFormat: 'JSON', Status: 'Active' });
  });

  it('creates the SNS topic and every queue of the templates', async () => {
    const sns = new SNSClient(makeClientConfig(moto));
    const { Attributes } = await sns.send(new GetTopicAttributesCommand({ TopicArn: arn('sns', 'fsxbench-notify') }));
    expect(Attributes).toMatchObject({ Owner: MOTO_ACCOUNT });
    const { QueueUrls } = (await askJson(moto, 'sqs', 'AmazonSQS.ListQueues')) as { QueueUrls: readonly string[] };
    expect(QueueUrls).toHaveLength(filterByType(deployed, 'AWS::SQS::Queue').length);
  });
});
