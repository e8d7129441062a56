/** `rig` by itself, with several target instances: a failed one is deleted, and the others are measured. */
import type { TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { type Alone, fails, inTurn } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments, TROUBLES } from '../../../story';
import {
  at,
  batchOf,
  change,
  changed,
  command,
  CLOSING,
  differs,
  ENDED,
  type RigFailure,
  type Moment,
  online,
  TIMING,
  turned,
  written,
} from './rig-answers';
import { getCopy, GOOD, LEAVING, NAMES, playThree, THREE, unless } from './rig-three';

const CLOSED = 'The fence of this execution is closed, or could not be checked: nothing more may be created.';

/** The target instances of all calls of a state, in order. */
const copiesAt = (played: Alone, state: string): string[] =>
  played.calls.filter((call) => call.state === state).map(getCopy);
/** Target instances that batches must leave out, by the number of the batch. */
const leftOut = (played: Alone): unknown =>
  listArguments(played, 'MeasureBatch').map((given) => {
    const { Name, Input } = given as { Name: string; Input: { failed: unknown } };
    return [Name, Input.failed];
  });
const lostOf = (name: string): RigFailure => [{ copy: name, code: 'RequestFailed', text: 'it came to FAILED' }];
/** One that failed at its creation is deleted then. */
const gone = (lost: RigFailure): RigFailure => lost.map((one) => ({ ...one, deletedAt: at(0) }));
const told = (played: Alone): unknown =>
  (listArguments(played, 'WriteOutcome') as { Body: { status: string; failed: unknown } }[]).map(({ Body }) => [
    Body.status,
    Body.failed,
  ]);
const DROPPED = {
  StateMachineArn: 'TeardownMachineArn',
  Name: 'tag__r1__drop__c2__0',
  Input: { tagKey: 'fsxbench:copy', tagValue: 'tag__r1__c2', pollSeconds: 7, seconds: 900 },
};

/** The command to hosts before the delete. */
const UNMOUNTED = (failed: number): unknown => ({
  StateMachineArn: 'HostCommandMachineArn',
  Name: 'tag__r1__unmount__c2__0',
  Input: {
    rigTag: 'tag__r1',
    fenceKey: 'closed/fence.json',
    step: command('c2-unmount'),
    outcomeKey: 'rigs/r1.outcome.json',
    hostsKey: 'hosts/r1.txt',
    endpointsKey: 'endpoints/r1.txt',
    outputPrefix: 'raw/r1/prepare/c2/unmount/',
    // Next to others in preparation it has their attempt, which it must not end; else it is alone on its hosts.
    attempt: failed === 0 ? 'p' : `unmount${failed}`,
    timing: TIMING,
  },
});

/**
 * One of three fails at creation, preparation or change: it is deleted, and the others are measured. Hosts that may
 * have mounted it unmount it first.
 */
export async function* copyFails(load: Load): Complaints {
  const [prepared, changes] = [
    ['c1', 'c3'],
    ['c1', 'c2'],
  ];
  const stories: readonly (readonly [string, readonly string[], readonly string[], number])[] = [
    ['MakeStorage', prepared, ['c1'], 0],
    ['PrepareHosts', NAMES, ['c1'], 0],
    ['ChangeOne', NAMES, changes, 1],
  ];
  for (const [state, ready, changing, whole] of stories) {
    const played = await playThree(load, { [state]: unless('c2', GOOD[state]) });
    const batches = [1, 2, 3].map((one) => [`tag__r1__${one}`, one <= whole ? [] : ['c2']]);
    const made = state === 'MakeStorage';
    const [unmount, drop] = state in LEAVING ? LEAVING[state as keyof typeof LEAVING] : (['', 'DropCopy'] as const);
    const order = played.calls.map((call) => call.state);
    yield* same(`${state}: made`, copiesAt(played, 'MakeStorage'), NAMES);
    yield* same(`${state}: made ready`, copiesAt(played, 'PrepareHosts'), ready);
    yield* same(`${state}: changed`, copiesAt(played, 'ChangeOne'), changing);
    yield* same(`${state}: deleted`, listArguments(played, drop), [DROPPED]);
    yield* same(
      `${state}: by one state`,
      order.filter((name) => name.startsWith('Drop')),
      [drop],
    );
    yield* same(`${state}: unmounted`, listArguments(played, unmount), made ? [] : [UNMOUNTED(whole)]);
    yield* same(`${state}: before`, made || order.indexOf(unmount) + 1 === order.indexOf(drop), true);
    yield* same(`${state}: measured`, leftOut(played), batches);
    yield* same(`${state}: told`, told(played), [['SUCCEEDED', gone(lostOf('c2'))]]);
    yield* same(`${state}: the rig`, played.output, ENDED);
  }
}

/** All fail: the rig has the error of the first, and its teardown deletes them all. */
export async function* allFail(load: Load): Complaints {
  const nth = (call: TaskCall): Promise<never> => Promise.reject(fails(`Error-${getCopy(call)}`, getCopy(call)));
  const made = ['LoadRig', ...NAMES.map(() => 'LookAtFence'), ...NAMES.map(() => 'MakeStorage')];
  const ready = [...made, 'LaunchRole', 'LaunchRole', 'HostsOnline', ...NAMES.map(() => 'PrepareHosts')];
  const dropped = (...states: readonly string[]): string[] => states.flatMap((state) => NAMES.map(() => state));
  const stories = {
    MakeStorage: [...made, ...dropped('DropCopy')],
    PrepareHosts: [...ready, ...dropped('CountHosts', 'UnmountUnready', 'DropUnready')],
  };
  for (const [state, way] of Object.entries(stories)) {
    const played = await playThree(load, { [state]: nth });
    const lost = NAMES.map((name) => ({ copy: name, code: `Error-${name}`, text: name }));
    yield* differs(state, played, [...way, ...CLOSING], ['Error-c1', 'c1']);
    yield* same(`${state}: told`, told(played), [['FAILED', gone(lost)]]);
  }
  const last = await playThree(load, { MakeStorage: unless('c2', GOOD['MakeStorage']), PrepareHosts: nth });
  const others = ['c1', 'c3'].map((name) => ({ copy: name, code: `Error-${name}`, text: name }));
  const lost = gone([...lostOf('c2'), ...others]);
  yield* same('one after the other', [last.error, last.cause], ['RequestFailed', 'it came to FAILED']);
  yield* same('one after the other: told', told(last), [['FAILED', lost]]);
}

/** The fence closes during the creation: nothing more is created, launched or deleted separately. */
export async function* fenceFalls(load: Load): Complaints {
  const open = fails('S3.NoSuchKeyException');
  const before = await playThree(load, { LookAtFence: { Body: '{}' } });
  const between = await playThree(load, { LookAtFence: inTurn(open, { Body: '{}' }) });
  const behind = fails('States.TaskFailed', JSON.stringify({ Error: 'FenceClosed', Cause: CLOSED }));
  const within = await playThree(load, { MakeStorage: inTurn({ Output: {} }, behind, { Output: {} }) });
  const looked = ['LoadRig', ...NAMES.map(() => 'LookAtFence')];
  const end = ['FenceClosed', CLOSED];
  yield* differs('before', before, [...looked, ...CLOSING], end);
  yield* differs('between', between, [...looked, 'MakeStorage', ...CLOSING], end);
  yield* differs('within', within, [...looked, ...NAMES.map(() => 'MakeStorage'), ...CLOSING], end);
}

/** If the deletes cannot be started, the teardown of the rig does them; a lost start is repeated. */
export async function* dropping(load: Load): Complaints {
  const failing = { MakeStorage: unless('c2', GOOD['MakeStorage']) };
  for (const name of TROUBLES) {
    const played = await playThree(load, { ...failing, DropCopy: fails(name) });
    yield* same(`DropCopy: ${name}`, [played.output, listArguments(played, 'DropCopy').length], [ENDED, 1]);
    yield* same(`DropCopy: ${name}: told`, told(played), [['SUCCEEDED', lostOf('c2')]]);
  }
  const again = await playThree(load, { ...failing, DropCopy: inTurn(fails('StepFunctions.ThrottlingException'), {}) });
  const names = listArguments(again, 'DropCopy').map((given) => (given as { Name: string }).Name);
  yield* same('again', names, ['tag__r1__drop__c2__0', 'tag__r1__drop__c2__1']);
}

/** A batch without living target instances is left out; its changes for later batches are made. */
export async function* without(load: Load): Complaints {
  const changes = [turned('c1', change('fs', 1)), turned('c2', change('fs', 1))];
  const batches = [
    batchOf(1, 1, [], { copies: NAMES, usdPerHour: 5 }),
    batchOf(2, 2, changes, { copies: ['c2'], usdPerHour: 7 }),
    batchOf(3, 2, [turned('c2', change('fs', 2))], { copies: ['c2'], usdPerHour: 7 }),
    batchOf(4, 2, [], { copies: ['c1', 'c3'], usdPerHour: 7 }),
  ];
  const LoadRig = changed({ ...THREE, batches });
  for (const [state, changing] of [
    ['PrepareHosts', ['c1']],
    ['ChangeOne', ['c1', 'c2']],
  ] as const) {
    const played = await playThree(load, { LoadRig, [state]: unless('c2', GOOD[state]) });
    const measured = leftOut(played) as [string, unknown][];
    yield* same(
      `${state}: measured`,
      measured.map(([name]) => name),
      ['tag__r1__1', 'tag__r1__4'],
    );
    yield* same(`${state}: changed`, copiesAt(played, 'ChangeOne'), changing);
    yield* same(`${state}: the rig`, played.output, ENDED);
  }
  yield* deadChanges(load);
}

/** The time of an omitted change does not count. */
async function* deadChanges(load: Load): Complaints {
  const long = { of: 'fs', nth: 1, expectedSeconds: 60_000, timeoutSeconds: 70_000, pauseSeconds: 0 };
  const batches = [batchOf(1, 1, [turned('c2', long)], { copies: NAMES, usdPerHour: 5 })];
  const LoadRig = changed({ ...THREE, batches });
  const dead = await playThree(load, { LoadRig, MakeStorage: unless('c2', GOOD['MakeStorage']) });
  const alive = await playThree(load, { LoadRig });
  yield* same('a dead change', told(dead), [['SUCCEEDED', gone(lostOf('c2'))]]);
  yield* same('one that is made', told(alive), [['STOPPED', []]]);
}

/** However a rig ends: its cost and its failed target instances are reported. */
export async function* playKept(load: Load): Complaints {
  const failing = { MakeStorage: unless('c2', GOOD['MakeStorage']) };
  const moments: readonly Moment[] = [
    ['creating', 0],
    ['creating', 0, 2],
    ['launching', 0, 4],
  ];
  const ended = await playThree(load, { ...failing, HostsOnline: online(1, 2, 'Spot ended them.') });
  const lost = { code: 'HostLost', text: '2 of 3 hosts ended before they answered. Spot ended them.' };
  const closed = await playThree(load, { ...failing, LoadRig: changed({ ...THREE, shareUsd: 0.01 }) });
  const dear = 'Period 2: a change and what is measured behind it would have brought the rig above its share';
  yield* same('failed', listArguments(ended, 'WriteOutcome'), [
    written('FAILED', lost, [...moments, ['deleting', 0]], gone(lostOf('c2'))),
  ]);
  yield* same('stopped', listArguments(closed, 'WriteOutcome'), [
    written(
      'STOPPED',
      { code: 'BudgetReached', text: `${dear} of the budget, 0.01 USD.` },
      [...moments, ['preparing', 0], ['measuring', 0], ['deleting', 0]],
      gone(lostOf('c2')),
    ),
  ]);
}
