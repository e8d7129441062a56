import { Match } from 'aws-cdk-lib/assertions';
import { deploy, ofType, type Resource } from './deployed-templates';
import cases from './safety-stack.cases.json';

const deployed = deploy({ notifyEmail: 'team@example.org' });
const { safety } = deployed;
const only = (type: string): Resource => {
  const [found, ...more] = Object.values(deployed.resources.safety).filter((one) => one.Type === type);
  if (found === undefined || more.length > 0) throw new Error(`there is not exactly one ${type}`);
  return found;
};

describe('the results bucket', () => {
  it('is private, versioned, owned by the account, and stays when the stack goes', () => {
    const bucket = only('AWS::S3::Bucket');
    expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(bucket.Properties).toMatchObject(cases.bucket);
    expect(bucket.Properties).not.toHaveProperty('BucketName');
  });

  it('never loses what is current', () => {
    expect(JSON.stringify(only('AWS::S3::Bucket').Properties['LifecycleConfiguration'])).not.toMatch(/"Expiration/);
  });

  it('is closed to requests without TLS, by a policy that stays with it', () => {
    const policy = only('AWS::S3::BucketPolicy');
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

describe('the event rule', () => {
  it('listens to the exact machines for bad ends, and tries for a day', () => {
    const { Properties } = only('AWS::Events::Rule');
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

  it('may call its function, and nobody else may', () => {
    const permission = only('AWS::Lambda::Permission').Properties;
    expect(permission).toMatchObject({
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: expect.stringMatching(/^<EndedBadly\w+\.Arn>$/),
    });
  });
});

describe('the janitor', () => {
  it('comes every 15 minutes, in a group of this stack, with a role for its machine only', () => {
    expect(only('AWS::Scheduler::Schedule').Properties).toMatchObject(cases.comesEvery15);
    const [role] = ofType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
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

describe('a first deploy', () => {
  const all = { ...deployed.resources.safety, ...deployed.resources.bench };
  const ids = (type: string): [string, Resource][] => Object.entries(all).filter(([, { Type }]) => Type === type);

  it('has every permission of a machine in its role when that is made, and the role before the machine', () => {
    expect(ids('AWS::IAM::Policy')).toEqual([]);
    for (const [, machine] of ids('AWS::StepFunctions::StateMachine')) {
      const role = (machine.Properties.RoleArn ?? '').replace(/^<(\w+)\.Arn>$/, '$1');
      const actions = all[role]?.Properties.Policies?.flatMap((one) => one.PolicyDocument.Statement).flatMap(
        (one) => one.Action,
      );
      expect(actions).toContain('logs:CreateLogDelivery');
    }
  });

  it('starts the janitor when all that it needs is there', () => {
    const [schedule] = ids('AWS::Scheduler::Schedule');
    expect(schedule?.[1].DependsOn).toContainEqual(expect.stringMatching(/^JanitorMachine[0-9A-F]{8}$/));
  });
});

describe('an event that start-guardian fails on', () => {
  it('is tried again for six hours, and then kept where an alarm looks, not thrown away', () => {
    const [[queue] = ['']] = Object.entries(deployed.resources.safety).filter(
      ([, { Type }]) => Type === 'AWS::SQS::Queue',
    );
    const config = only('AWS::Lambda::EventInvokeConfig');
    const name = only('AWS::Lambda::EventInvokeConfig').Properties.FunctionName;
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
    const roles = ofType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties['Policies'] ?? '').includes('sqs:SendMessage'),
    );
    expect(roles.map(({ Properties }) => Properties['Description'])).toContain(
      'fsxbench: the calls of the function start-guardian',
    );
  });
});

describe('executions that are kept for functions', () => {
  it('are for those that end and delete, and only where they were asked for', () => {
    const kept = (from: typeof deployed): unknown[] =>
      ofType(from, 'AWS::Lambda::Function')
        .filter(({ Properties }) => Properties['ReservedConcurrentExecutions'] !== undefined)
        .map(({ Properties }) => [Properties.FunctionName, Properties['ReservedConcurrentExecutions']]);
    expect(kept(deployed)).toEqual([]);
    const names = ['close-fence', 'delete-storage', 'find-orphans', 'list-resources', 'start-guardian'];
    expect(new Set(kept(deploy({ reservedConcurrency: '4' })))).toEqual(
      new Set([...names, 'stop-children', 'write-receipt'].map((name) => [`fsxbench-${name}`, 4])),
    );
  });
});

describe('the stack', () => {
  it('cannot be deleted by accident', () => {
    const { terminationProtection } = deployed.stacks.safety;
    expect(terminationProtection).toBe(true);
    expect(deployed.stacks.bench.terminationProtection ?? false).toBe(false);
  });

  it('tells by e-mail, over TLS', () => {
    safety.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'team@example.org' });
    safety.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Effect: 'Deny', Action: 'sns:Publish' })]) },
    });
    expect(only('AWS::SNS::Topic').Properties['TopicName']).toBe('fsxbench-notify');
  });

  it('lets Step Functions take its roles for machines of this deployment only', () => {
    const roles = ofType(deployed, 'AWS::IAM::Role').filter(({ Properties }) =>
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
