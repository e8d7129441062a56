import { Match } from 'aws-cdk-lib/assertions';
import { deploy, filterByType, type Resource } from './deployed-templates';
import cases from './safety-stack.cases.json';

const deployed = deploy({ notifyEmail: 'team@example.org' });
const { safety } = deployed;
const getOnly = (type: string): Resource => {
  const [found, ...more] = Object.values(deployed.resources.safety).filter((one) => one.Type === type);
  if (found === undefined || more.length > 0) throw new Error(`there is not exactly one ${type}`);
  return found;
};

describe('results bucket', () => {
  it('is private, versioned and retained when the stack is deleted', () => {
    const bucket = getOnly('AWS::S3::Bucket');
    expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(bucket.Properties).toMatchObject(cases.bucket);
    expect(bucket.Properties).not.toHaveProperty('BucketName');
  });

  it('has no lifecycle rule that expires current versions', () => {
    expect(JSON.stringify(getOnly('AWS::S3::Bucket').Properties['LifecycleConfiguration'])).not.toMatch(/"Expiration/);
  });

  it('denies requests without TLS 1.2, by a bucket policy that is retained', () => {
    const policy = getOnly('AWS::S3::BucketPolicy');
    expect(policy.DeletionPolicy).toBe('Retain');
    const denied = policy.Properties.PolicyDocument?.Statement.filter((one) => one.Effect === 'Deny') ?? [];
    expect(denied).toContainEqual(
      expect.objectContaining({
        Action: 's3:*',
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        Resource: ['arn:aws:s3:::fsxbench-results', 'arn:aws:s3:::fsxbench-results/*'],
      }),
    );
    expect(denied).toContainEqual(
      expect.objectContaining({ Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
    );
    expect(policy.Properties.PolicyDocument?.Statement.filter((one) => one.Effect !== 'Deny')).toEqual([]);
  });
});

describe('EventBridge rule for ended executions', () => {
  it('matches aborted, failed and timed-out experiments, guardians and rigs, and retries for a day', () => {
    const { Properties } = getOnly('AWS::Events::Rule');
    expect(Properties['EventPattern']).toEqual({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: {
        status: ['ABORTED', 'FAILED', 'TIMED_OUT'],
        stateMachineArn: ['experiment', 'guardian', 'rig'].map(
          (name) => `arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-${name}`,
        ),
      },
    });
    expect(Properties['State']).toBe('ENABLED');
    expect(Properties['Targets']).toEqual([
      expect.objectContaining({
        Arn: expect.stringMatching(/^<StartGuardian\w+\.Arn>$/),
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        DeadLetterConfig: { Arn: expect.stringMatching(/^<Undelivered\w+\.Arn>$/) },
      }),
    ]);
  });

  it('has the only permission to invoke its function', () => {
    const permission = getOnly('AWS::Lambda::Permission').Properties;
    expect(permission).toMatchObject({
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: expect.stringMatching(/^<EndedBadly\w+\.Arn>$/),
    });
  });
});

describe('schedule of the janitor', () => {
  it('starts the janitor every 15 minutes, with a role for that machine only', () => {
    expect(getOnly('AWS::Scheduler::Schedule').Properties).toMatchObject(cases.comesEvery15);
    const [role] = filterByType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com'),
    );
    expect(role?.Properties.AssumeRolePolicyDocument?.Statement[0]?.Condition).toEqual({
      StringEquals: {
        'aws:SourceAccount': '000000000000',
        'aws:SourceArn': 'arn:aws:scheduler:xx-local-1:000000000000:schedule-group/fsxbench-safety',
      },
    });
    expect(role?.Properties.Policies?.[0]?.PolicyDocument.Statement[0]).toMatchObject({
      Action: 'states:StartExecution',
      Resource: 'arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-janitor',
    });
  });
});

describe('first deployment of both stacks', () => {
  const all = { ...deployed.resources.safety, ...deployed.resources.bench };
  const ids = (type: string): [string, Resource][] => Object.entries(all).filter(([, { Type }]) => Type === type);

  it('creates each machine role with all its permissions inline', () => {
    expect(ids('AWS::IAM::Policy')).toEqual([]);
    for (const [, machine] of ids('AWS::StepFunctions::StateMachine')) {
      const role = (machine.Properties.RoleArn ?? '').replace(/^<(\w+)\.Arn>$/, '$1');
      const actions = all[role]?.Properties.Policies?.flatMap((one) => one.PolicyDocument.Statement).flatMap(
        (one) => one.Action,
      );
      expect(actions).toContain('logs:CreateLogDelivery');
    }
  });

  it('creates the janitor schedule after the janitor machine', () => {
    const [schedule] = ids('AWS::Scheduler::Schedule');
    expect(schedule?.[1].DependsOn).toContainEqual(expect.stringMatching(/^JanitorMachine[0-9A-F]{8}$/));
  });
});

describe('event that start-guardian fails on', () => {
  it('is retried twice, and then sent to the queue for undelivered events', () => {
    const [[queue] = ['']] = Object.entries(deployed.resources.safety).filter(
      ([, { Type }]) => Type === 'AWS::SQS::Queue',
    );
    const config = getOnly('AWS::Lambda::EventInvokeConfig');
    const name = getOnly('AWS::Lambda::EventInvokeConfig').Properties.FunctionName;
    const [fn] = Object.entries(deployed.resources.safety).find(
      ([, { Properties }]) => Properties.FunctionName === 'fsxbench-start-guardian',
    ) ?? [''];
    expect(name).toBe(`<${fn}>`);
    expect(config.Properties).toMatchObject({
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: `<${queue}.Arn>` } },
    });
    // Lambda refuses the destination where the function's role may not write there.
    const roles = filterByType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties['Policies'] ?? '').includes('sqs:SendMessage'),
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
    const { terminationProtection } = deployed.stacks.safety;
    expect(terminationProtection).toBe(true);
    expect(deployed.stacks.bench.terminationProtection ?? false).toBe(false);
  });

  it('subscribes notifyEmail to the topic, which has a Deny statement for sns:Publish', () => {
    safety.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'team@example.org' });
    safety.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Effect: 'Deny', Action: 'sns:Publish' })]) },
    });
    expect(getOnly('AWS::SNS::Topic').Properties['TopicName']).toBe('fsxbench-notify');
  });

  it('limits the use of its Step Functions roles to machines of this deployment', () => {
    const roles = filterByType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes('states.amazonaws.com'),
    );
    expect(roles.length).toBeGreaterThan(7);
    for (const { Properties } of roles)
      expect(Properties.AssumeRolePolicyDocument?.Statement[0]?.Condition).toEqual({
        StringEquals: { 'aws:SourceAccount': '000000000000' },
        ArnLike: { 'aws:SourceArn': 'arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-*' },
      });
  });
});
