import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, filterByType, getOnly as findOnly, type Properties, type Resource } from './deployed-templates';
import cases from './safety-stack.cases.json';

const deployed = deploy({ notifyEmail: 'team@example.org' });
const resources = Object.entries(deployed.resources.safety);
const getOnly = (type: string): Properties => findOnly(deployed, type, 'safety');
const findId = (type: string): string => resources.find(([, { Type }]) => Type === type)?.[0] ?? '';
const findResource = (type: string): Resource | undefined => deployed.resources.safety[findId(type)];
const findRoles = (service: string): Properties[] =>
  filterByType(deployed, 'AWS::IAM::Role')
    .map(({ Properties }) => Properties)
    .filter(({ AssumeRolePolicyDocument }) => JSON.stringify(AssumeRolePolicyDocument).includes(service));

describe('results bucket', () => {
  it('is private, versioned and retained when the stack is deleted, and expires no current version', () => {
    expect(findResource('AWS::S3::Bucket')).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    const bucket = getOnly('AWS::S3::Bucket');
    expect(bucket).toMatchObject(cases.bucket);
    expect(bucket).not.toHaveProperty('BucketName');
    expect(JSON.stringify(bucket['LifecycleConfiguration'])).not.toMatch(/"Expiration/);
  });

  it.each([
    [{}, { archive: [30], expire: [] }],
    [{ archiveDays: 'never' }, { archive: [], expire: [] }],
    [{ resultsRetentionDays: '365' }, { archive: [30], expire: [365, 365, 365] }],
    [{ resultsRetentionDays: '30' }, { archive: [], expire: [30, 30, 30] }],
  ])('has for %j lifecycle rules that archive and expire after these days: %j', (settings, { archive, expire }) => {
    const { Rules } = findOnly(deploy(settings), 'AWS::S3::Bucket', 'safety')['LifecycleConfiguration'] as {
      readonly Rules: readonly {
        readonly Prefix?: string;
        readonly ObjectSizeGreaterThan?: unknown;
        readonly ExpirationInDays?: number;
        readonly Transitions?: readonly { readonly TransitionInDays: number }[];
      }[];
    };
    const moved = Rules.flatMap(({ Transitions = [] }) => Transitions.map((one) => one.TransitionInDays));
    const expired = Rules.filter(({ ExpirationInDays: days }) => days !== undefined);
    expect([moved, expired.map(({ ExpirationInDays: days }) => days)]).toEqual([archive, expire]);
    // Not control/, fences/, pointers/, proven/ and tools/: cleanup and users need these.
    for (const { Prefix } of expired) expect(['executions/', 'observations/v1/', 'cells/v1/']).toContain(Prefix);
    for (const { ObjectSizeGreaterThan: size } of Rules) expect(['undefined', 'string']).toContain(typeof size);
  });

  it('denies requests without TLS 1.2, by a bucket policy that is retained and allows nothing', () => {
    expect(findResource('AWS::S3::BucketPolicy')?.DeletionPolicy).toBe('Retain');
    const statements = getOnly('AWS::S3::BucketPolicy').PolicyDocument?.Statement ?? [];
    expect(statements).toContainEqual(
      expect.objectContaining({
        Action: 's3:*',
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        Resource: ['arn:aws:s3:::fsxbench-results', 'arn:aws:s3:::fsxbench-results/*'],
      }),
    );
    expect(statements.map(({ Condition }) => Condition)).toContainEqual({ NumericLessThan: { 's3:TlsVersion': 1.2 } });
    expect(new Set(statements.map(({ Effect }) => Effect))).toEqual(new Set(['Deny']));
  });
});

describe('EventBridge rule for ended executions', () => {
  const FAILED = ['ABORTED', 'FAILED', 'TIMED_OUT'];
  const getMachineArn = (name: string): string =>
    `arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-${name}`;

  it('matches all ends of experiments, and failed guardians and rigs, and retries for a day', () => {
    const rule = getOnly('AWS::Events::Rule');
    expect(rule).toMatchObject({
      State: 'ENABLED',
      Targets: [
        {
          Arn: expect.stringMatching(/^<StartGuardian\w+\.Arn>$/) as unknown,
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
          DeadLetterConfig: { Arn: expect.stringMatching(/^<Undelivered\w+\.Arn>$/) as unknown },
        },
      ],
    });
    expect(rule['EventPattern']).toEqual({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: {
        $or: [
          { status: FAILED, stateMachineArn: ['guardian', 'rig'].map(getMachineArn) },
          { status: [...FAILED, 'SUCCEEDED'], stateMachineArn: [getMachineArn('experiment')] },
        ],
      },
    });
  });

  it('has the only permission to invoke its function', () => {
    expect(getOnly('AWS::Lambda::Permission')).toMatchObject({
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: expect.stringMatching(/^<EndedBadly\w+\.Arn>$/),
    });
  });
});

describe('schedule of the janitor', () => {
  it('starts the janitor every 15 minutes, with a role for that machine only', () => {
    expect(getOnly('AWS::Scheduler::Schedule')).toMatchObject(cases.comesEvery15);
    const [role] = findRoles('scheduler.amazonaws.com');
    expect(role?.AssumeRolePolicyDocument?.Statement[0]?.Condition).toEqual({
      StringEquals: {
        'aws:SourceAccount': '000000000000',
        'aws:SourceArn': 'arn:aws:scheduler:xx-local-1:000000000000:schedule-group/fsxbench-safety',
      },
    });
    expect(role?.Policies?.[0]?.PolicyDocument.Statement[0]).toMatchObject({
      Action: 'states:StartExecution',
      Resource: 'arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-janitor',
    });
  });

  it('is created after the janitor machine', () => {
    const { DependsOn } = findResource('AWS::Scheduler::Schedule') ?? {};
    expect(DependsOn).toContainEqual(expect.stringMatching(/^JanitorMachine[0-9A-F]{8}$/));
  });
});

describe('event that start-guardian fails on', () => {
  it('is retried twice, and then sent to the queue for undelivered events', () => {
    const [fn] = resources.find(([, { Properties }]) => Properties.FunctionName === 'fsxbench-start-guardian') ?? [''];
    expect(getOnly('AWS::Lambda::EventInvokeConfig')).toMatchObject({
      FunctionName: `<${fn}>`,
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: `<${findId('AWS::SQS::Queue')}.Arn>` } },
    });
    // Lambda refuses the destination where the function's role may not write there.
    const roles = filterByType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties.Policies ?? '').includes('sqs:SendMessage'),
    );
    expect(roles.map(({ Properties }) => Properties['Description'])).toContain(
      'fsxbench: the calls of the function start-guardian',
    );
  });
});

describe('the setting reservedConcurrency', () => {
  it('applies to the seven functions that end executions and delete resources', () => {
    const kept = (from: typeof deployed): unknown[] =>
      filterByType(from, 'AWS::Lambda::Function')
        .filter(({ Properties }) => Properties['ReservedConcurrentExecutions'] !== undefined)
        .map(({ Properties }) => [Properties.FunctionName, Properties['ReservedConcurrentExecutions']]);
    expect(kept(deployed)).toEqual([]);
    const names = ['close-fence', 'delete-storage', 'find-orphans', 'list-resources', 'start-guardian'];
    expect(new Set(kept(deploy({ reservedConcurrency: '4' })))).toEqual(
      new Set([...names, 'stop-children', 'write-receipt'].map((name) => [`fsxbench-${name}`, 4])),
    );
  });
});

describe('safety stack', () => {
  it('has termination protection, unlike the bench stack', () => {
    const { artifacts } = JSON.parse(readFileSync(join(deployed.folder, 'manifest.json'), 'utf8')) as {
      readonly artifacts: Readonly<
        Record<string, { readonly properties: { readonly terminationProtection?: boolean } }>
      >;
    };
    const protections = ['FsxbenchSafety', 'FsxbenchBench'].map(
      (id) => artifacts[id]?.properties.terminationProtection,
    );
    expect(protections).toEqual([true, false]);
  });

  it('subscribes notifyEmail to the topic, which has a Deny statement for sns:Publish', () => {
    expect(getOnly('AWS::SNS::Topic')['TopicName']).toBe('fsxbench-notify');
    expect(getOnly('AWS::SNS::Subscription')).toMatchObject({ Protocol: 'email', Endpoint: 'team@example.org' });
    expect(getOnly('AWS::SNS::TopicPolicy').PolicyDocument?.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Action: 'sns:Publish' }),
    );
  });

  it('limits the use of its Step Functions roles to machines of this deployment', () => {
    const roles = findRoles('states.amazonaws.com');
    expect(roles.length).toBeGreaterThan(7);
    for (const { AssumeRolePolicyDocument } of roles)
      expect(AssumeRolePolicyDocument?.Statement[0]?.Condition).toEqual({
        StringEquals: { 'aws:SourceAccount': '000000000000' },
        ArnLike: { 'aws:SourceArn': 'arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-*' },
      });
  });
});

it('creates each machine role with all its permissions inline', () => {
  expect(filterByType(deployed, 'AWS::IAM::Policy')).toEqual([]);
  const all = { ...deployed.resources.safety, ...deployed.resources.bench };
  for (const { Properties } of filterByType(deployed, 'AWS::StepFunctions::StateMachine')) {
    const role = all[(Properties.RoleArn ?? '').replace(/^<(\w+)\.Arn>$/, '$1')];
    const statements = role?.Properties.Policies?.flatMap((one) => one.PolicyDocument.Statement) ?? [];
    expect(statements.flatMap((one) => one.Action)).toContain('logs:CreateLogDelivery');
  }
});
