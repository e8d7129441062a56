/** The rules that compare a Task with a table: of handlers, and of the calls of the SDK. */
import { BY_RESOURCE, CATCHES, EXCEPTIONS, RETRIERS } from '../../../checks/machines/house/handler-table';
import { findSdkFaults } from '../../../checks/machines/house/sdk-calls';
import { installedService, type Service } from '../../../checks/machines/house/sdk-model';
import { readSubject } from '../../../checks/machines/subject';
import { loadMachine } from '../../../lib/asl/interpreter/loader';
import { readMachineText } from '../../../lib/machine-files/source';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { ALL, CATCH, DATA_LIMIT, type Json, lintText, makeMachine, makeTask } from './machines';

const BACKOFF = { IntervalSeconds: 1, MaxAttempts: 6, BackoffRate: 2, MaxDelaySeconds: 30, JitterStrategy: 'FULL' };
const S3 = { ErrorEquals: ['S3.S3Exception', 'S3.SdkClientException'], ...BACKOFF };
const LAMBDA = { ...S3, ErrorEquals: RETRIERS.lambda.errors };
const FENCE = { ...LAMBDA, MaxAttempts: 20, MaxDelaySeconds: 60 };
const BUSY = { ...LAMBDA, ErrorEquals: RETRIERS['lambda-busy'].errors, MaxAttempts: 40, MaxDelaySeconds: 60 };
const CRASHED = { ...LAMBDA, ErrorEquals: RETRIERS['lambda-crashed'].errors };
const HUNG = { ...S3, ErrorEquals: ['States.Timeout'], MaxAttempts: 1 };
const FAILED = { ...S3, ErrorEquals: ['States.TaskFailed'], MaxAttempts: 2 };
const ABSENT = { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Failed' };
const FENCE_KEY = '{% $doc.bucketKeys.fence %}';

const get = (more: Json, Key = 'plan.json'): Json =>
  makeTask('aws-sdk:s3:getObject', { Key }, { Retry: [S3], ...more });
const call = (action: string): Json => makeTask(action, {});
const invoke = (...Retry: Json[]): Json => makeTask('lambda:invoke', {}, { Retry });
const inner = { StartAt: 'In', States: { In: { Type: 'Succeed' } } };
const map = { Type: 'Map', ItemProcessor: inner, Catch: CATCH, End: true };
const READER = { ...S3, ErrorEquals: ['States.ItemReaderFailed'] };
const reading = {
  ...map,
  ItemProcessor: { ...inner, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } },
  ItemReader: { Resource: 'arn:aws:states:::s3:listObjectsV2', Arguments: { Bucket: 'b' } },
};

describe('rules of handlers', () => {
  it.each<[string[], Json, string?]>([
    [[], get({})],
    [['Retry[0] is not "s3": Error'], get({ Retry: [LAMBDA] })],
    [['is not "s3": MaxAttempts is 4, not 6; allowed here: "s3"'], get({ Retry: [{ ...S3, MaxAttempts: 4 }] })],
    [['IntervalSeconds is 2, not 1'], get({ Retry: [{ ...S3, IntervalSeconds: 2 }] })],
    [['BackoffRate is absent, not 2'], get({ Retry: [{ ...S3, BackoffRate: undefined }] })],
    [['MaxDelaySeconds is absent, not 30'], get({ Retry: [{ ...S3, MaxDelaySeconds: undefined }] })],
    [['JitterStrategy is "NONE", not "FULL"'], get({ Retry: [{ ...S3, JitterStrategy: 'NONE' }] })],
    [['Comment is "x", not absent'], get({ Retry: [{ ...S3, Comment: 'x' }] })],
    [['ErrorEquals is ["X"], not ["S3.S3Exception",'], get({ Retry: [{ ...S3, ErrorEquals: ['X'] }] })],
    [['Retry has 2 entries, not 1; allowed here: "s3"'], get({ Retry: [S3, HUNG] })],
    [['Retry has 0 entries, not 1; allowed here: "s3"'], get({ Retry: undefined })],
    [['has no retries for arn:aws:states:::aws-sdk:efs:createMountTarget'], call('aws-sdk:efs:createMountTarget')],
    [['has no retries for'], call('aws-sdk:sns:publish')],
    [['has no retries for'], call('states:startExecution.sync')],
    [[], invoke(FENCE), 'guardian/CloseFence'],
    [['is not "lambda-fence": MaxAttempts is 6, not 20; MaxDelaySeconds is'], invoke(LAMBDA), 'guardian/CloseFence'],
    [['retry-table'], invoke(FENCE), 'guardian/CloseFenceAgain'],
    [['retry-table'], invoke(FENCE), 'teardown/CloseFence'],
    [[], invoke(BUSY, CRASHED, HUNG, FAILED), 'results/ParseTrial'],
    [
      ['[0] is not "lambda-busy"', '[2] is not "lambda-hung"'],
      invoke(HUNG, CRASHED, BUSY, FAILED),
      'results/ParseTrial',
    ],
    [['2 entries, not 4; allowed here: "lambda-busy", then "lambda-cr'], invoke(BUSY, CRASHED), 'results/ParseTrial'],
    [[], map],
    [['allowed here: none'], { ...map, Retry: [READER] }],
    [[], { ...reading, Retry: [READER] }],
    [['allowed here: "item-reader"'], reading],
    [['retry-table'], { Type: 'Parallel', Branches: [inner], Retry: [READER], Catch: CATCH, End: true }],
    [['Catch is not "everything": it names [["States.ALL"]], not [["States.DataL'], get({ Catch: [ALL] })],
    [['catch-table'], get({ Catch: [{ ...DATA_LIMIT, ErrorEquals: ['X', 'States.DataLimitExceeded'] }, ALL] })],
    [['catch-table'], get({ Catch: undefined })],
    [[], get({ Catch: [ABSENT, ...CATCH] }, FENCE_KEY)],
    [['Catch is not "absent-fence"'], get({}, FENCE_KEY)],
    [['Catch is not "everything"'], get({ Catch: [ABSENT, ...CATCH] })],
    [
      ['lead to the same: Next is "Other", not "Failed" in Catch[1]'],
      get({ Catch: [{ ...DATA_LIMIT, Next: 'Other' }, ALL] }),
    ],
    [['Output is {}, not absent in Catch[1]'], get({ Catch: [{ ...DATA_LIMIT, Output: {} }, ALL] })],
  ])('finds %j in %j', (findings, state, place = 'small/A') => {
    const [machine = '', name = ''] = place.split('/');
    const other = JSON.stringify(state).includes('"Other"') ? { Other: { Type: 'Succeed' } } : {};
    const found = lintText(makeMachine({ [name]: state, ...other }), machine);
    const own = found.filter(
      (one) => /^\S* (retry|catch)-table: /.test(one) && (place === 'small/A' || one.includes('retry')),
    );
    expect(own).toEqual(findings.map((finding) => expect.stringContaining(finding) as string));
  });

  it('has a reason for each exception, and only entries that a state machine uses', () => {
    type Handlers = readonly { readonly ErrorEquals: readonly string[] }[];
    const states = new Map<string, { Type?: string; Resource?: string; Retry?: Handlers; Catch?: Handlers }>();
    for (const machine of ALL_MACHINES)
      JSON.parse(readMachineText(process.cwd(), machine), (key, value: { Type?: string } | null) => {
        if (['Task', 'Map', 'Parallel'].includes(value?.Type ?? '')) states.set(`${machine}/${key}`, value ?? {});
        return value;
      });
    expect(Object.entries(EXCEPTIONS).filter(([at, { why }]) => !states.has(at) || why.length < 20)).toEqual([]);
    const all = [...states.values()];
    const caught = new Set(all.map((state) => JSON.stringify(state.Catch?.map((entry) => entry.ErrorEquals))));
    const tried = new Set(all.flatMap(({ Retry = [] }) => Retry.map((entry) => JSON.stringify(entry.ErrorEquals))));
    const isCalled = (like: string) => all.some(({ Resource = '' }) => Resource.startsWith(like.replace(/\*$/, '')));
    expect(Object.values(CATCHES).filter((one) => !caught.has(JSON.stringify(one)))).toEqual([]);
    expect(Object.values(RETRIERS).filter((one) => !tried.has(JSON.stringify(one.errors)))).toEqual([]);
    expect(Object.keys(BY_RESOURCE).filter((like) => !isCalled(like))).toEqual([]);
  });
});

it.each<[Json, string]>([
  [{ Type: 'Sleep' }, "state 'A', field Type"],
  [{ Type: 'Succeed', Output: '{% Bucket %}' }, 'the field Bucket has no document'],
  [{ Type: 'Succeed', Output: '{% $$.a %}' }, '$$ has no value'],
  [{ Type: 'Pass', Assign: { states: 1 }, End: true }, 'the name states is reserved'],
  [get({ TimeoutSeconds: 0 }), "state 'A', field TimeoutSeconds"],
  [get({ Catch: [{ Next: 'Failed' }] }), "state 'A', field Catch[0]/ErrorEquals"],
])('reports %j as a finding of the loader', (state, message) => {
  const found = lintText(makeMachine({ A: state }));
  expect(found.join('\n')).toContain(message);
  expect(found).toContainEqual(expect.stringMatching(/ loader: /));
});

/** Two small services. */
const TABLE: Readonly<Record<string, Service>> = {
  fsx: {
    calls: { createFileSystem: { input: 'Request', output: 'Answer', required: ['FileSystemType'] } },
    shapes: {
      Request: {
        FileSystemType: 0,
        DNSName: 0,
        OpenZFSConfiguration: 'OpenZfs',
        Tags: ['Tag'],
        Labels: { '*': 'Tag' },
        ResourceARN: 0,
      },
      OpenZfs: { ThroughputCapacity: 0 },
      Tag: { Key: 0, ETag: 0 },
      Answer: { FileSystems: ['FileSystem'] },
      FileSystem: { DNSName: 0, FileSystemId: 0, ResourceARN: 0, Lustre: 'OpenZfs' },
    },
  },
  sfn: {
    calls: { startExecution: { input: 'Start', output: '', required: ['stateMachineArn'] } },
    shapes: { Start: { stateMachineArn: 0, name: 0, input: 0 } },
  },
};
const MAKE = 'aws-sdk:fsx:createFileSystem';
const KIND = { FileSystemType: 'LUSTRE' };
const FLEET = { LaunchTemplateConfigs: [], TargetCapacitySpecification: { TotalTargetCapacity: 1 } };

describe('rules of SDK calls against a table of calls and members', () => {
  it.each<[string, string, Json, string?]>([
    ['', MAKE, KIND],
    ['sdk-action: the call fsx:makeFileSystem does not exist', 'aws-sdk:fsx:makeFileSystem', KIND],
    ['sdk-action: the call fsx:CreateFileSystem does not exist', 'aws-sdk:fsx:CreateFileSystem', KIND],
    ['sdk-action: the service fxs is unknown (known: ec2, fsx', 'aws-sdk:fxs:createFileSystem', KIND],
    ['sdk-action: the call sfn:beginExecution does not exist', 'states:beginExecution.sync:2', KIND],
    ['sdk-member: Arguments/FileSystemTyp is none of DnsName, File', MAKE, { FileSystemTyp: 1, ...KIND }],
    ['sdk-member: Arguments needs FileSystemType', MAKE, {}],
    ['Arguments/Tags[1]/Kex is none of ETag, Key', MAKE, { ...KIND, Tags: [{ Key: 'a' }, { Kex: 'b' }] }],
    ['Arguments/Labels/any/Kex is none of', MAKE, { ...KIND, Labels: { any: { Kex: 'b' } } }],
    ['Arguments/DNSName is spelt DnsName in an integration', MAKE, { ...KIND, DNSName: 'a' }],
    ['Arguments/fileSystemType is spelt FileSystemType', MAKE, { ...KIND, fileSystemType: 'a' }],
    ['has an acronym inside', MAKE, { ...KIND, OpenZFSConfiguration: {} }],
    ['has an acronym inside', MAKE, { ...KIND, ResourceArn: {} }],
    ['', MAKE, { ...KIND, DnsName: 'a', Tags: '{% $states.input.tags %}', Labels: { any: { Key: 'a', ETag: 'b' } } }],
    ['', 'states:startExecution.sync:2', { StateMachineArn: 'a', Name: 'b', Input: { any: 'thing' } }],
    [
      'Arguments/ExecutionName is none of Input, Name',
      'states:startExecution',
      { StateMachineArn: 'a', ExecutionName: 'b' },
    ],
    ['', 'lambda:invoke', { FunctionName: 'f', Payload: { a: 1 } }],
    ['sdk-member: Arguments/Function is none of ClientContext, FunctionName', 'lambda:invoke', { Function: 'f' }],
    ['', MAKE, KIND, 'FileSystems.FileSystemId'],
    ['', MAKE, KIND, 'FileSystems.DnsName'],
    ['', MAKE, KIND, 'FileSystems[0].Anything'],
    ['', MAKE, KIND, 'FileSystems.Lustre'],
    ['Output: $states.result.FileSystem is none of FileSystems', MAKE, KIND, 'FileSystem'],
    ['Output: $states.result.FileSystems.Id is none of', MAKE, KIND, 'FileSystems.Id'],
    ['has an acronym inside', MAKE, KIND, 'FileSystems.ResourceARN'],
    ['is spelt DnsName', MAKE, KIND, 'FileSystems.DNSName'],
    ['is none of ThroughputCapacity', MAKE, KIND, 'FileSystems.Lustre.Size'],
    ['', 'lambda:invoke', { FunctionName: 'f' }, 'Payload.any'],
    ['sdk-result: Output: $states.result.payload is none of', 'lambda:invoke', { FunctionName: 'f' }, 'payload'],
    ['', `${MAKE}.waitForTaskToken`, KIND, 'whatever'],
    ['', 'aws-sdk:ec2:createFleet', FLEET, 'Instances'],
    [
      '/ResourceTyp is none of ResourceType, Tags',
      'aws-sdk:ec2:createFleet',
      { ...FLEET, TagSpecifications: [{ ResourceTyp: 'fleet' }] },
    ],
    ['sdk-action: the call ec2:createFleets does not exist', 'aws-sdk:ec2:createFleets', FLEET],
  ])('finds "%s" in %s %j', (finding, action, args, result = '') => {
    const task = makeTask(action, args, result === '' ? {} : { Output: `{% $states.result.${result} %}` });
    const subject = readSubject(loadMachine('small', makeMachine({ A: task }), {}, { unfilled: 'keep' }));
    const found = findSdkFaults(subject, (name) => (name === 'ec2' ? installedService(name) : TABLE[name]));
    const texts = found.map(({ rule, message }) => `${rule}: ${message}`);
    expect(texts).toEqual(finding === '' ? [] : [expect.stringContaining(finding)]);
  });

  it('reads shapes of maps and lists of an installed SDK, if machines call it', () => {
    const shapes = installedService('sns')?.shapes;
    expect(shapes?.['PublishInput']).toMatchObject({ MessageAttributes: { '*': 'MessageAttributeValue' } });
    expect(shapes?.['ListTopicsResponse']).toMatchObject({ Topics: ['Topic'] });
    expect(installedService('sqs')).toBeUndefined();
  });
});
