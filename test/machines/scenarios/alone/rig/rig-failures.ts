/** `rig` by itself: after any failure nothing more is created, and everything is torn down. */
import type { StateError, TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { fails, inTurn, LONG, takes } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../../story';
import {
  batch,
  changed,
  CLOSING,
  copy,
  differs,
  DOCUMENT,
  ENDED,
  FS,
  HEALTHY,
  MADE,
  MEASURING,
  online,
  play,
  prepared,
  reason,
  request,
  tells,
  until,
  WAY,
  written,
} from './rig-answers';

const STATES = [...new Set(MEASURING)];
/** Failures in these states concern one target instance. */
const OF_COPIES = ['MakeStorage', 'PrepareHosts', 'ChangeOne'];
const CLOSED = 'The fence of this execution is closed, or could not be checked: nothing more may be created.';

/** A check that finds a fence, and a failed check, both end the creation. */
export async function* fences(load: Load): Complaints {
  const closed = [{ Body: '{}' }, ...TROUBLES.map((name) => fails(name, LONG)), fails('S3.S3Exception')];
  const end = ['FenceClosed', CLOSED];
  for (const [index, answer] of closed.entries()) {
    // The last one is retried before it counts.
    const looks = index === closed.length - 1 ? 7 : 1;
    const way = ['LoadRig', ...Array<string>(looks).fill('LookAtFence'), ...CLOSING];
    yield* tells(load, `fence: ${index}`, { LookAtFence: answer }, way, end);
  }
}

/** A failed call before the closing ones: the rig fails with its error, reports it in the bucket, and is torn down. */
export async function* troubles(load: Load): Complaints {
  for (const state of STATES.filter((name) => name !== 'LookAtFence')) {
    for (const name of TROUBLES) {
      const text = LONG.slice(0, OF_COPIES.includes(state) ? 1000 : 2000);
      const played = await play(load, { [state]: fails(name, LONG) });
      const [first, last] = ['WriteOutcome', 'WriteEnd'].map((writing) => listArguments(played, writing)[0]);
      const body = (given: unknown): unknown => (given as { Body?: { reason?: unknown } } | undefined)?.Body?.reason;
      yield* differs(`${state}: ${name}`, played, until(state), [name, text]);
      yield* same(`${state}: ${name}: told`, [body(first), body(last)], [reason(name, text), reason(name, text)]);
    }
    const nameless = { [state]: () => Promise.reject(fails('', '')) };
    yield* tells(load, `${state}: no reason`, nameless, until(state), ['Unknown', 'No cause was given.']);
  }
}

/** A failed child machine, as Step Functions reports it: JSON text as a cause. */
const failed = (told: object): StateError => fails('States.TaskFailed', JSON.stringify(told));

/** The rig takes over the error of a failed child machine, as far as it can be parsed. */
export async function* children(load: Load): Complaints {
  const about = { ExecutionArn: 'arn', Input: '{"role":{"tags":[]}}', Status: 'FAILED' };
  const capacity = { Cause: 'Role client: 0 of 2', Error: 'Capacity', ...about };
  const late = { ...about, Status: 'TIMED_OUT' };
  const stories: readonly (readonly [StateError, unknown])[] = [
    [failed(capacity), ['Capacity', 'Role client: 0 of 2']],
    [failed({ Error: 'Bare', ...about }), ['Bare', JSON.stringify({ Error: 'Bare', ...about })]],
    [failed(late), ['States.TaskFailed', JSON.stringify(late)]],
    [fails('States.TaskFailed', '{ cut off'), ['States.TaskFailed', '{ cut off']],
    [fails('States.TaskFailed', 'cut off }'), ['States.TaskFailed', 'cut off }']],
    // Only errors of Step Functions are parsed: a function may return similar texts.
    [fails('Other', JSON.stringify(capacity)), ['Other', JSON.stringify(capacity)]],
  ];
  for (const [index, [answer, end]] of stories.entries())
    for (const state of ['MakeStorage', 'LaunchRole', 'ChangeOne'])
      yield* tells(load, `${state}: ${index}`, { [state]: answer }, until(state), end);
  const second = { LaunchRole: inTurn(HEALTHY['LaunchRole'], failed(capacity)) };
  const end = ['Capacity', 'Role client: 0 of 2'];
  yield* tells(load, 'second role', second, until('LaunchRole', 2), end);
}

/** The wait for hosts is limited. */
export async function* hosts(load: Load): Complaints {
  const late = await play(load, { HostsOnline: online(2) });
  const lost = await play(load, { HostsOnline: inTurn(online(1), online(1, 1, 'Spot ended it.')) });
  const last = await play(load, { HostsOnline: inTurn(...Array.from({ length: 6 }, () => online(2)), online(3)) });
  const looks = (played: Parameters<typeof listArguments>[0]): number[] =>
    played.calls.filter(({ state }) => state === 'HostsOnline').map(({ at }) => at);
  yield* same('late', tellStory(late).end, ['HostsNotOnline', '2 of 3 hosts answered in time.']);
  yield* same('late', looks(late), [0, 20, 40, 60, 80, 100, 120]);
  yield* same('late: told', listArguments(late, 'WriteOutcome'), [
    written('FAILED', reason('HostsNotOnline', '2 of 3 hosts answered in time.'), [
      ...MADE,
      ['launching', 0, 2],
      ['deleting', 120],
    ]),
  ]);
  yield* same('lost', tellStory(lost).end, ['HostLost', '1 of 3 hosts ended before they answered. Spot ended it.']);
  yield* same('lost', looks(lost), [0, 20]);
  yield* same('in time', [tellStory(last).end, looks(last).length], [ENDED, 7]);
}

/** A failed script ends the rig; one that never ends is stopped at its own limit. */
export async function* preparing(load: Load): Complaints {
  const failed = prepared('FAILED', 'client-0: 1', 'client-1: 2');
  const end = ['PrepareFailed', 'install: client-0: 1; client-1: 2'];
  const hung = await play(load, { PrepareHosts: silent });
  yield* tells(load, 'first', { PrepareHosts: failed }, until('PrepareHosts'), end);
  yield* tells(load, 'second', { PrepareHosts: inTurn(prepared('SUCCEEDED'), failed) }, until('PrepareHosts', 2), end);
  yield* same('hangs', hung.calls.at(-1)?.at, 2501);
  yield* same('hangs', tellStory(hung).end, ['States.Timeout', 'No cause was given.']);
}

/** The wait for storage, or for its change, ends some time after its limit and its pause. */
export async function* storage(load: Load): Complaints {
  // A role has a little longer than its own machine.
  const ends: Readonly<Record<string, number>> = { MakeStorage: 2501, LaunchRole: 2100, ChangeOne: 3501 };
  for (const [state, at] of Object.entries(ends)) {
    const first = await play(load, { [state]: silent });
    yield* differs(`${state} hangs`, first, until(state), ['States.Timeout', 'No cause was given.']);
    yield* same(`${state} hangs`, first.calls.at(-1)?.at, at);
  }
  const failed = fails('RequestFailed', 'CreateVolume reached the state MISCONFIGURED');
  for (const state of ['MakeStorage', 'ChangeOne']) {
    const second = { [state]: inTurn({ Output: FS }, failed) };
    const end = ['RequestFailed', 'CreateVolume reached the state MISCONFIGURED'];
    yield* tells(load, `${state} again`, second, until(state, 2), end);
  }
  const long = { ...FS, id: 'x'.repeat(200_000) };
  const answers = { MakeStorage: inTurn({ Output: long }, { Output: long }) };
  const much = await play(load, answers);
  const found = [much.error, much.calls.at(-4)?.state, much.calls.at(-2)?.state];
  yield* same('too much', found, ['States.DataLimitExceeded', 'MakeStorage', 'TearDown']);
}

/**
 * Cost counts from the first usable storage; without storage, from the beginning. It is summed up after each Map over
 * target instances.
 */
export async function* paying(load: Load): Complaints {
  const paid = async (answers: Parameters<typeof play>[1]): Promise<unknown> => {
    const [first] = listArguments(await play(load, answers), 'MeasureBatch') as {
      Input?: { spent: number; since: number };
    }[];
    return [first?.Input?.spent, (first?.Input?.since ?? 0) - BEGINNING / 1000];
  };
  const slow = { MakeStorage: takes(600, { Output: FS }) };
  yield* same('with storage', await paid(slow), [600 / 3600, 1200]);
  yield* same(
    'without',
    await paid({
      LoadRig: changed({ copies: [copy('c1', { requests: [] })] }),
      PrepareHosts: takes(9, prepared('SUCCEEDED')),
    }),
    [(18 / 3600) * 2, 18],
  );
  // The first 600 s of creation do not count: they would exceed the share.
  yield* tells(load, 'worth it', { ...slow, LoadRig: changed({ shareUsd: 2.01 }) }, WAY, ENDED);
}

/** A bucket without answers keeps no resource alive; a failed teardown reports possible leftovers. */
export async function* closing(load: Load): Complaints {
  const left = 'Resources of rig e-1__r1 may be left; the guardian tries again. ';
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    const failing = { LoadRig: fails('Early', 'said so') };
    const early = ['LoadRig', ...CLOSING];
    const torn = [`TeardownFailed`, left + LONG.slice(0, 2000)];
    for (const state of ['WriteOutcome', 'WriteEnd']) {
      const answers = { [state]: trouble };
      yield* tells(load, `${state}: ${name}`, answers, WAY, ENDED);
      yield* tells(load, `${state}: ${name}, of a failure`, { ...answers, ...failing }, early, ['Early', 'said so']);
    }
    yield* tells(load, `TearDown: ${name}`, { TearDown: trouble }, WAY.slice(0, -1), torn);
    yield* tells(load, `TearDown: ${name}`, { ...failing, TearDown: trouble }, early.slice(0, -1), torn);
  }
  const hung = await play(load, { TearDown: silent });
  const began = hung.calls.at(-1)?.at ?? 0;
  // Its limit, and five minutes in which it may end by itself.
  yield* same('TearDown hangs', Math.round(hung.at - began), 1200);
}

/** A result that is too large is caught by name, too. */
export async function* playOversized(load: Load): Complaints {
  const big = batch({ code: 'BucketNotWritable', text: 'x'.repeat(100_000) });
  const { calls, error } = await play(load, { MeasureBatch: big });
  const unreadable = { LoadRig: changed({ copies: [copy('c1', { prepare: DOCUMENT.rigTag })] }) };
  yield* same('batches', [error, calls.at(-1)?.state], ['States.DataLimitExceeded', 'WriteEnd']);
  yield* same('no list', (await play(load, unreadable)).calls.at(-2)?.state, 'TearDown');
}

/** A rig that gives up still reports the optional resources that are missing. */
export async function* missing(load: Load): Complaints {
  const played = await play(load, {
    LoadRig: changed({ copies: [copy('c1', { requests: [request('fs'), { ...request('alarm'), optional: true }] })] }),
    MakeStorage: (call: TaskCall) =>
      JSON.stringify(call.arguments).includes('__alarm__')
        ? Promise.reject(fails('LimitExceeded', '200'))
        : { Output: FS },
    LaunchRole: fails('NoCapacity', 'none left'),
  });
  const [outcome] = listArguments(played, 'WriteOutcome') as { readonly Body: Readonly<Record<string, unknown>> }[];
  yield* same('reason', outcome?.Body['reason'], reason('NoCapacity', 'none left'));
  yield* same('missing', outcome?.Body['without'], [{ copy: 'c1', request: 'alarm', text: 'LimitExceeded' }]);
}
