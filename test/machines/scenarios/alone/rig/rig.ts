/** `rig` by itself: all its calls from the fence to the end of its teardown. */
import { fails, inTurn, takes } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments } from '../../../story';
import {
  batch,
  change,
  changed,
  CLOSING,
  command,
  copy,
  differs,
  DOCUMENT,
  ENDED,
  FS,
  HEALTHY,
  launched,
  type Moment,
  online,
  OPEN,
  play,
  prepared,
  request,
  role,
  TIMING,
  turned,
  VOLUME,
  WAY,
  written,
} from './rig-answers';

const child = (machine: string, name: string, input: unknown): unknown => ({
  StateMachineArn: machine,
  Name: name,
  Input: input,
});

const ROLES = [
  { role: 'client', count: 2 },
  { role: 'watcher', count: 1 },
];
/** Start times of all phases of the rig of {@link calls}. */
const MOMENTS: readonly Moment[] = [
  ['creating', 0],
  // The first storage is usable, and billed.
  ['creating', 1000, 1],
  ['launching', 1500, 2],
  ['preparing', 1540],
  ['measuring', 1540],
  ['changing', 1540, 2],
  ['measuring', 1590, 2],
  ['deleting', 1590],
];
const FENCE = { Bucket: 'ResultsBucket', Key: 'closed/fence.json' };
type ExpectedCall = readonly [state: string, given: unknown, at: number];

/** Hosts find the created resources in a file. */
const LOOKED_FOR = {
  roles: ROLES,
  hostsKey: 'hosts/r1.txt',
  made: { c1: { fs: FS, volume: VOLUME } },
  endpointsKey: 'endpoints/r1.txt',
  managed: false,
  disks: [],
};

/** Storage: every request gets the results of the earlier ones. */
function storage(): ExpectedCall[] {
  const make = (id: string, wave: number, made: unknown): unknown =>
    child('TargetRequestMachineArn', `tag__r1__make__c1__${id}__0`, {
      request: request(id, wave),
      made,
      fenceKey: FENCE.Key,
    });
  return [
    ['MakeStorage', make('fs', 0, {}), 0],
    ['MakeStorage', make('volume', 1, { fs: FS }), 1000],
  ];
}

/** Every role with the content of its template, and the fence that its creates check. */
function launching(): ExpectedCall[] {
  const launch = (index: number, what: object): unknown =>
    child('LaunchMachineArn', `tag__r1__launch__${index}__0`, { rigTag: 'tag__r1', role: what, fenceKey: FENCE.Key });
  return [
    ['LaunchRole', launch(1, role('client', 2)), 1500],
    ['LaunchRole', launch(2, role('watcher', 1)), 1500],
  ];
}

/** Scripts, and batches with the changes before them. */
function measuring(): ExpectedCall[] {
  const prepare = (index: number, name: string): unknown =>
    child('HostCommandMachineArn', `tag__r1__p__c1__${index}__0`, {
      rigTag: 'tag__r1',
      fenceKey: FENCE.Key,
      step: command(name),
      outcomeKey: 'rigs/r1.outcome.json',
      hostsKey: 'hosts/r1.txt',
      endpointsKey: 'endpoints/r1.txt',
      outputPrefix: `raw/r1/prepare/c1/a${index}/`,
      attempt: 'p',
      timing: TIMING,
    });
  const measure = (number: number, spent: number, since: number): unknown =>
    child('TrialBatchMachineArn', `tag__r1__${number}`, {
      key: `batches/r1.${number}.json`,
      spent,
      since: BEGINNING / 1000 + since,
      usdPerHour: 2,
      failed: [],
      made: {},
    });
  // The first storage was usable 1000 s after the beginning: 500 s at 1 USD, 40 s and 50 s at 2 USD.
  const made = 500 / 3600;
  const before = made + (40 / 3600) * 2;
  const after = before + (50 / 3600) * 2;
  const turn = (of: string, nth: number): unknown =>
    child('TargetRequestMachineArn', `tag__r1__change__2__c1__${nth}__0`, {
      request: change(of, nth),
      made: { fs: FS, volume: VOLUME },
      fenceKey: FENCE.Key,
    });
  return [
    ['PrepareHosts', prepare(1, 'install'), 1540],
    ['PrepareHosts', prepare(2, 'fill'), 1540],
    ['MeasureBatch', measure(1, before, 1540), 1540],
    ['ChangeOne', turn('fs', 1), 1540],
    ['ChangeOne', turn('volume', 2), 1570],
    ['MeasureBatch', measure(2, after, 1590), 1590],
    ['MeasureBatch', measure(3, after, 1590), 1590],
  ];
}

/** Every call of a successful rig, with all arguments. */
export async function* calls(load: Load): Complaints {
  const played = await play(load, {
    HostsOnline: inTurn(online(0), online(2), online(3)),
    MakeStorage: inTurn(takes(1000, { Output: FS }), takes(500, { Output: VOLUME })),
    ChangeOne: inTurn(takes(30, {}), takes(20, {})),
  });
  const list = { FunctionName: 'ListHostsFunctionArn' };
  const look = { ...list, Payload: { rigTag: 'tag__r1', expected: LOOKED_FOR } };
  const teardown = { tagKey: 'fsxbench:rig', tagValue: 'e-1__r1', pollSeconds: 7, seconds: 900 };
  const expected: ExpectedCall[] = [
    ['LoadRig', { Bucket: 'ResultsBucket', Key: 'rigs/r1.json' }, 0],
    ['LookAtFence', FENCE, 0],
    ...storage(),
    ...launching(),
    ['HostsOnline', look, 1500],
    ['HostsOnline', look, 1520],
    ['HostsOnline', look, 1540],
    ...measuring(),
    ['WriteOutcome', written('SUCCEEDED', null, MOMENTS), 1590],
    ['TearDown', child('TeardownMachineArn', 'e-1__r1__teardown__0', teardown), 1590],
    ['WriteEnd', written('SUCCEEDED', null, [...MOMENTS, ['done', 1590, 0]]), 1590],
  ];
  const found = played.calls.map((call) => [call.state, call.arguments, call.at]);
  yield* same('number of calls', found.length, expected.length);
  yield* expected.flatMap((call, index) => same(`call ${index}`, found[index], call));
  yield* same('output', [played.status, played.output], ['SUCCEEDED', ENDED]);
}

/** A rig without storage requests none; one resource makes one line, one change is one call. */
export async function* few(load: Load): Complaints {
  const [first, second] = DOCUMENT.batches;
  const none = await play(load, { LoadRig: changed({ copies: [copy('c1', { requests: [] })], batches: [first] }) });
  const one = await play(load, {
    LoadRig: changed({
      copies: [copy('c1', { requests: [request('fs')] })],
      batches: [{ ...second, changes: [turned('c1', change('fs', 1))] }],
    }),
    MakeStorage: { Output: { id: 'fs-1' } },
  });
  const making = ['LookAtFence', 'MakeStorage', 'ChangeOne', 'MeasureBatch'];
  const called = WAY.filter((state) => !making.includes(state));
  const [look] = listArguments(one, 'HostsOnline') as { Payload?: { expected?: { made?: unknown } } }[];
  const asking = { request: change('fs', 1), made: { fs: { id: 'fs-1' } }, fenceKey: FENCE.Key };
  yield* differs('none', none, [...called.slice(0, -CLOSING.length), 'MeasureBatch', ...CLOSING], ENDED);
  yield* same(
    'one request',
    [listArguments(one, 'MakeStorage').length, look?.Payload?.expected?.made],
    [1, { c1: { fs: { id: 'fs-1' } } }],
  );
  yield* same('one change', listArguments(one, 'ChangeOne'), [
    child('TargetRequestMachineArn', 'tag__r1__change__2__c1__1__0', asking),
  ]);
  yield* same('one of each', one.output, ENDED);
}

/** A call with a lost answer is repeated: a create with its token, a machine with another name. */
export async function* playRetried(load: Load): Complaints {
  const lost: Readonly<Record<string, readonly [error: string, good: unknown]>> = {
    LoadRig: ['S3.S3Exception', HEALTHY['LoadRig']],
    LookAtFence: ['S3.SdkClientException', OPEN],
    MakeStorage: ['StepFunctions.ThrottlingException', { Output: FS }],
    LaunchRole: ['StepFunctions.ThrottlingException', launched('client', 2)],
    HostsOnline: ['Transient', online(3)],
    PrepareHosts: ['StepFunctions.ThrottlingException', prepared('SUCCEEDED')],
    ChangeOne: ['StepFunctions.SdkClientException', {}],
    MeasureBatch: ['StepFunctions.SdkClientException', batch([])],
    WriteOutcome: ['S3.SdkClientException', {}],
    TearDown: ['StepFunctions.AWSStepFunctionsException', {}],
    WriteEnd: ['S3.SdkClientException', {}],
  };
  const renamed: Readonly<Record<string, string>> = {
    MakeStorage: 'tag__r1__make__c1__fs__',
    LaunchRole: 'tag__r1__launch__1__',
    PrepareHosts: 'tag__r1__p__c1__1__',
    ChangeOne: 'tag__r1__change__2__c1__1__',
    TearDown: 'e-1__r1__teardown__',
  };
  for (const [state, [error, good]] of Object.entries(lost)) {
    const answers = { LoadRig: changed({ roles: [role('client', 2)] }), [state]: inTurn(fails(error), good) };
    const played = await play(load, state === 'LoadRig' ? { [state]: answers[state] } : answers);
    const [first, second] = listArguments(played, state) as { Name?: string }[];
    const name = renamed[state];
    const again = name === undefined ? first : { ...first, Name: `${name}1` };
    const sound = state === 'WriteEnd' || state === 'WriteOutcome' ? second : again;
    yield* same(`${state} is made again`, second, sound);
    yield* same(`${state} by name`, name === undefined ? undefined : first?.Name, name && `${name}0`);
    yield* same(`${state} after all`, played.output, ENDED);
  }
}

/** Volumes of hosts are changed like earlier resources: the list of hosts contains them. */
export async function* disks(load: Load): Complaints {
  const [, second] = DOCUMENT.batches;
  const places = [1, 2].map((volume) => ({
    role: 'client',
    copy: 'c1',
    volume,
    device: `/dev/sd${'?fg'[volume] ?? ''}`,
  }));
  const made = { volume1: { id: 'vol-1' }, volume2: { id: 'vol-2' } };
  const played = await play(load, {
    LoadRig: changed({
      disks: places,
      copies: [copy('c1', { requests: [] })],
      batches: [{ ...second, changes: [turned('c1', change('volume2', 1))] }],
    }),
    HostsOnline: { Payload: { online: 3, gone: 0, why: '', made: { c1: made } } },
  });
  const [looked] = listArguments(played, 'HostsOnline') as { Payload: { expected: { disks: unknown } } }[];
  const asking = { request: change('volume2', 1), made, fenceKey: FENCE.Key };
  yield* same('told', looked?.Payload.expected.disks, places);
  yield* same('changed', listArguments(played, 'ChangeOne'), [
    child('TargetRequestMachineArn', 'tag__r1__change__2__c1__1__0', asking),
  ]);
  yield* same('end', played.output, ENDED);
}

/** Existing hosts are not launched, and the list of hosts gets their tag. */
export async function* playManaged(load: Load): Complaints {
  const roles = ROLES.map((one) => ({ ...one, managed: true }));
  const played = await play(load, { LoadRig: changed({ roles, clean: command('clean') }) });
  const [looked] = listArguments(played, 'HostsOnline') as { Payload: { expected: { managed: unknown } } }[];
  yield* same('launched', listArguments(played, 'LaunchRole').length, 0);
  yield* same('told', looked?.Payload.expected.managed, true);
  yield* same('end', played.output, ENDED);
}
