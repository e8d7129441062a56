import type { ChildExecution } from '../../../../lib/asl/interpreter/child-execution';
import type { Machine } from '../../../../lib/asl/interpreter/machine';
import { ServiceError } from '../../../../lib/twin/cloud/service';
import { makeCallMachine, makeMachine, makeMapMachine } from '../machines';
import { BUCKET, loseFirst, makeServices, startExecution, templateInput } from '../services';

const SDK = 'arn:aws:states:::aws-sdk:';
const ROLE = 'arn:aws:iam::000000000000:role/test';
const OBJECT = { Bucket: BUCKET, Key: 'k' };
const CATCH = { Catch: [{ ErrorEquals: ['States.ALL'], Output: '{% $states.errorOutput %}', Next: 'Caught' }] };

function makeRunServices(options: Parameters<typeof makeServices>[0] = {}) {
  const services = makeServices({
    topics: ['notify'],
    functions: () => ({
      double: async (payload) => ({ twice: 2 * (payload as { readonly n: number }).n }),
      refuse: () => Promise.reject(Object.assign(new Error('25 USD of 20'), { name: 'Budget.Exceeded' })),
    }),
    ...options,
  });
  let runs = 0;
  /** Runs a machine to its end. */
  const run = async (machine: Machine, input: object = {}): Promise<ChildExecution> => {
    const stateMachineArn = services.sfn.register(`test-${runs++}`, machine, ROLE);
    const execution = await startExecution(services, stateMachineArn, { input: JSON.stringify(input) });
    await execution.done;
    return execution;
  };
  /** Result of one call, or what a Catch sees of it. */
  const result = async (Resource: string, Arguments: unknown, more: object = {}): Promise<unknown> => {
    const Call = { Type: 'Task', Resource, Arguments, End: true, ...CATCH, ...more };
    const machine = makeMachine({ Call, Caught: { Type: 'Pass', End: true } });
    const { status, output, error, cause } = await run(machine);
    return status === 'SUCCEEDED' ? output : { status, error, cause };
  };
  return { ...services, run, result };
}

describe('aws-sdk integrations', () => {
  it('passes the execution, state and role of the caller to the service', async () => {
    const services = makeRunServices();
    await services.run(makeCallMachine(`${SDK}s3:putObject`, { Bucket: BUCKET, Key: 'k', Body: { rig: 'r1' } }));
    expect(services.calls.find(({ service }) => service === 's3')).toMatchObject({
      execution: services.sfn.executions()[0]?.name,
      state: 'Call',
      role: ROLE,
      action: 'PutObject',
      input: { Bucket: BUCKET, Key: 'k', Body: '{"rig":"r1"}' },
    });
    expect((await services.store.get('k'))?.text).toBe('{"rig":"r1"}');
  });

  it('returns plain JSON with dates as strings', async () => {
    const services = makeRunServices();
    await services.store.put('k', 'text', false);
    const LastModified = '2026-11-21T10:00:00.000Z';
    const found = await services.result(`${SDK}s3:getObject`, OBJECT);
    expect(found).toMatchObject({ Body: 'text', ETag: expect.stringMatching(/^"/), LastModified });
  });

  it.each([
    [
      's3:getObject',
      OBJECT,
      'S3.NoSuchKeyException',
      /^The specified key does not exist\. \(Service: S3, Status Code: 404, Request ID: /,
    ],
    [
      'ec2:terminateInstances',
      { InstanceIds: ['i-00000000000000000'] },
      'Ec2.Ec2Exception',
      /The instance ID 'i-00000000000000000' does not exist \(Service: Ec2, Status Code: 400/,
    ],
  ])('reports a service error of %s(%j) as %s, which Catch can match', async (call, args, Error, cause) => {
    const found = await makeRunServices().result(SDK + call, args);
    expect(found).toEqual({ Error, Cause: expect.stringMatching(cause) });
  });

  it('describes executions with members in Pascal case', async () => {
    const services = makeRunServices();
    const { arn: ExecutionArn } = await services.run(makeMachine({ Done: { Type: 'Succeed' } }), { a: 1 });
    const found = await services.result(`${SDK}sfn:describeExecution`, { ExecutionArn });
    expect(found).toMatchObject({ ExecutionArn, Status: 'SUCCEEDED', Input: '{"a":1}' });
  });

  it.each<[string, string, object, object?]>([
    ['an unknown action', `${SDK}ec2:runInstances`, {}],
    ['an unknown service', `${SDK}fsx:createFileSystem`, {}],
    ['an unknown argument', `${SDK}s3:getObject`, { Bucket: BUCKET, Key: 'k', Range: 'bytes=0-1' }],
    ['a missing argument', `${SDK}s3:getObject`, { Bucket: BUCKET }],
    ['an argument of the wrong type', `${SDK}s3:getObject`, { Bucket: BUCKET, Key: 5 }],
    ['an argument in camel case', `${SDK}s3:getObject`, { bucket: BUCKET, Key: 'k' }],
    ['an action in Pascal case', `${SDK}s3:GetObject`, { Bucket: BUCKET, Key: 'k' }],
    ['another optimised integration', 'arn:aws:states:::sqs:sendMessage', { QueueUrl: 'q' }],
    ['a task token', 'arn:aws:states:::lambda:invoke.waitForTaskToken', { FunctionName: 'double' }],
    ['another role', `${SDK}s3:getObject`, OBJECT, { Credentials: { RoleArn: 'arn:aws:iam::1:role/x' } }],
  ])('ends the execution with States.Runtime on %s', async (_what, resource, args, more = {}) => {
    const found = await makeRunServices().result(resource, args, more);
    expect(found).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  });

  it('creates one launch template when the call is retried after a lost response', async () => {
    const services = makeRunServices({ fault: loseFirst('CreateLaunchTemplate', ROLE) });
    const Retry = [{ ErrorEquals: ['Ec2.Ec2Exception'], IntervalSeconds: 1, MaxAttempts: 2 }];
    const machine = makeCallMachine(`${SDK}ec2:createLaunchTemplate`, templateInput(), { Retry });
    expect((await services.run(machine)).status).toBe('SUCCEEDED');
    expect(services.ec2.templates()).toHaveLength(1);
  });

  it('fails with States.DataLimitExceeded when the result exceeds the payload limit', async () => {
    const services = makeRunServices();
    await services.store.put('k', 'x'.repeat(300_000), false);
    const found = await services.result(`${SDK}s3:getObject`, OBJECT);
    expect(found).toMatchObject({ Error: 'States.DataLimitExceeded' });
  });
});

describe('lambda:invoke', () => {
  const invoke = 'arn:aws:states:::lambda:invoke';

  it('returns the parsed payload with status code and request id', async () => {
    const services = makeRunServices();
    const args = { FunctionName: services.functionArn('double'), Payload: { n: 21 } };
    expect(await services.result(invoke, args)).toEqual({
      ExecutedVersion: '$LATEST',
      Payload: { twice: 42 },
      SdkHttpMetadata: { AllHttpHeaders: expect.any(Object), HttpHeaders: expect.any(Object), HttpStatusCode: 200 },
      SdkResponseMetadata: { RequestId: expect.any(String) },
      StatusCode: 200,
    });
  });

  it('fails with the error name of the function, and its details as JSON in the cause', async () => {
    const caught = (await makeRunServices().result(invoke, { FunctionName: 'refuse' })) as Record<string, string>;
    expect(caught['Error']).toBe('Budget.Exceeded');
    const cause = JSON.parse(caught['Cause'] ?? '');
    expect(cause).toMatchObject({ errorType: 'Budget.Exceeded', errorMessage: '25 USD of 20' });
  });

  it('fails for a function that does not exist, and when Lambda throttles', async () => {
    expect(await makeRunServices().result(invoke, { FunctionName: 'none' })).toMatchObject({
      Error: 'Lambda.ResourceNotFoundException',
      Cause: expect.stringContaining('(Service: AWSLambda; Status Code: 404; Error Code: ResourceNotFoundException;'),
    });
    const busy = new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429);
    const services = makeRunServices({ fault: ({ service }) => (service === 'lambda' ? busy : undefined) });
    const throttled = await services.result(invoke, { FunctionName: 'double' });
    expect(throttled).toMatchObject({ Error: 'Lambda.TooManyRequestsException' });
  });
});

it('publishes a JSON message as text, and fails with the Java SDK 1 name for an unknown topic', async () => {
  const messages: string[] = [];
  const services = makeRunServices({ onMessage: ({ message }) => messages.push(message) });
  const publish = (topic: string) =>
    services.result('arn:aws:states:::sns:publish', { TopicArn: services.topicArn(topic), Message: { rigs: [] } });
  expect(await publish('notify')).toMatchObject({ MessageId: expect.any(String) });
  expect(messages).toEqual(['{"rigs":[]}']);
  expect(await publish('none')).toMatchObject({ Error: 'SNS.NotFoundException' });
});

describe('events:putEvents', () => {
  const put = 'arn:aws:states:::events:putEvents';
  const entry = { Source: 'fsxbench', DetailType: 'Execution Finished', Detail: { clean: true } };

  it('serializes the detail, and adds the ARNs of execution and state machine as resources', async () => {
    const events: unknown[] = [];
    const services = makeRunServices({ onEvent: ({ detail }) => events.push(detail) });
    expect(await services.result(put, { Entries: [entry] })).toMatchObject({ FailedEntryCount: 0 });
    expect(events).toEqual([{ clean: true }]);
    const { input } = services.calls.find(({ action }) => action === 'PutEvents') ?? {};
    const [sent] = (input as { readonly Entries: readonly { readonly Resources: readonly string[] }[] }).Entries;
    expect(sent).toMatchObject({ Detail: '{"clean":true}' });
    expect(sent?.Resources.map((one) => one.split(':')[5])).toEqual(['execution', 'stateMachine']);
  });

  it('fails with FailedEntry when one entry fails, AmazonEventBridgeException when throttled', async () => {
    const services = makeRunServices();
    const failed = await services.result(put, { Entries: [entry, { ...entry, Source: 'aws.x' }] });
    const Cause = expect.stringContaining('NotAuthorizedForSourceException') as string;
    expect(failed).toMatchObject({ Error: 'EventBridge.FailedEntry', Cause });
    const busy = makeRunServices({
      fault: ({ service }) => (service === 'events' ? new ServiceError('ThrottlingException', 'slow', 400) : undefined),
    });
    const throttled = await busy.result(put, { Entries: [entry] });
    expect(throttled).toMatchObject({ Error: 'EventBridge.AmazonEventBridgeException' });
  });
});

it('reads items of a distributed Map from a JSON list in S3', async () => {
  const services = makeRunServices();
  await services.store.put('trials.json', '[{"trial":"t0001"},{"trial":"t0002"}]', false);
  const Arguments = { Bucket: BUCKET, Key: 'trials.json' };
  const reader = { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON' }, Arguments };
  const machine = makeMapMachine(1, { Items: undefined, ItemReader: reader });
  const { status, output } = await services.run(machine);
  expect([status, output]).toEqual(['SUCCEEDED', [{ trial: 't0001' }, { trial: 't0002' }]]);
});
