/** `rig` alone: whatever fails, nothing more is created, and what is there is torn down. */
import type { StateError } from '../../../../../lib/asl/interpreter/tasks/task';
import { fails, inTurn, LONG, takes } from '../../../alone';
import { BEGINNING, type Load, same } from '../../../stage';
import { asked, silent, storyOf, TROUBLES } from '../../../story';
import {
  batch,
  changed,
  CLOSING,
  differs,
  DOCUMENT,
  ENDED,
  FS,
  HEALTHY,
  online,
  play,
  prepared,
  tells,
  WAY,
  written,
} from './rig-answers';

/** Calls as far as one of them, the first one of its state or a later one, and the closing ones. */
function until(state: string, times = 1): readonly string[] {
  let seen = 0;
  const last = WAY.findIndex((name) => name === state && (seen += 1) === times);
  return [...WAY.slice(0, last + 1), ...CLOSING];
}

const MEASURING = WAY.slice(0, -CLOSING.length);
const STATES = [...new Set(MEASURING)];
const CLOSED = 'The fence of this execution is closed, or could not be looked at: nothing more may be created.';

/** What a rig's file says of its failure. */
const reason = (code: string, text: string): unknown => ({ code, text });

/** A look that finds a fence, and one that cannot look, are both the end of creating. */
export async function fences(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  const closed = [{ Body: '{}' }, ...TROUBLES.map((name) => fails(name, LONG)), fails('S3.S3Exception')];
  const end = ['FenceClosed', CLOSED];
  for (const [index, answer] of closed.entries()) {
    // The last one is tried again before it counts.
    const looks = index === closed.length - 1 ? 7 : 1;
    const way = ['LoadRig', ...Array<string>(looks).fill('LookAtFence'), ...CLOSING];
    complaints.push(...(await tells(load, `fence: ${index}`, { LookAtFence: answer }, way, end)));
  }
  return complaints;
}

/** A call that fails before the closing ones: the rig fails with its error, told in the bucket, and is torn down. */
export async function troubles(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  for (const state of STATES.filter((name) => name !== 'LookAtFence')) {
    for (const name of TROUBLES) {
      const text = LONG.slice(0, 2000);
      const played = await play(load, { [state]: fails(name, LONG) });
      const [first, last] = ['WriteOutcome', 'WriteEnd'].map((writing) => asked(played, writing)[0]);
      const body = (given: unknown): unknown => (given as { Body?: { reason?: unknown } } | undefined)?.Body?.reason;
      complaints.push(
        ...differs(`${state}: ${name}`, played, until(state), [name, text]),
        ...same(`${state}: ${name}: told`, [body(first), body(last)], [reason(name, text), reason(name, text)]),
      );
    }
    const nameless = { [state]: () => Promise.reject(fails('', '')) };
    complaints.push(
      ...(await tells(load, `${state}: no reason`, nameless, until(state), ['Unknown', 'No cause was given.'])),
    );
  }
  return complaints;
}

/** What a machine that failed for the rig says of itself, as Step Functions tells it: JSON text as a cause. */
const failed = (told: object): StateError => fails('States.TaskFailed', JSON.stringify(told));

/** The error of a machine that failed for the rig is the rig's own, as far as it can be read. */
export async function children(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  const about = { ExecutionArn: 'arn', Input: '{"role":{"tags":[]}}', Status: 'FAILED' };
  const capacity = { Cause: 'Role client: 0 of 2', Error: 'Capacity', ...about };
  const late = { ...about, Status: 'TIMED_OUT' };
  const stories: readonly (readonly [StateError, unknown])[] = [
    [failed(capacity), ['Capacity', 'Role client: 0 of 2']],
    [failed({ Error: 'Bare', ...about }), ['Bare', JSON.stringify({ Error: 'Bare', ...about })]],
    [failed(late), ['States.TaskFailed', JSON.stringify(late)]],
    [fails('States.TaskFailed', '{ cut off'), ['States.TaskFailed', '{ cut off']],
    [fails('States.TaskFailed', 'cut off }'), ['States.TaskFailed', 'cut off }']],
    // Only what Step Functions says of a machine is read: a function may say the like.
    [fails('Other', JSON.stringify(capacity)), ['Other', JSON.stringify(capacity)]],
  ];
  for (const [index, [answer, end]] of stories.entries())
    for (const state of ['MakeStorage', 'LaunchRole', 'ChangeOne'])
      complaints.push(...(await tells(load, `${state}: ${index}`, { [state]: answer }, until(state), end)));
  const second = { LaunchRole: inTurn(HEALTHY['LaunchRole'], failed(capacity)) };
  const end = ['Capacity', 'Role client: 0 of 2'];
  return [...complaints, ...(await tells(load, 'second role', second, until('LaunchRole', 2), end))];
}

/** Hosts are waited for as long as it makes sense. */
export async function hosts(load: Load): Promise<string[]> {
  const late = await play(load, { HostsOnline: online(2) });
  const lost = await play(load, { HostsOnline: inTurn(online(1), online(1, 1, 'Spot ended it.')) });
  const last = await play(load, { HostsOnline: inTurn(...Array.from({ length: 6 }, () => online(2)), online(3)) });
  const looks = (played: Parameters<typeof asked>[0]): number[] =>
    played.calls.filter(({ state }) => state === 'HostsOnline').map(({ at }) => at);
  return [
    ...same('late', storyOf(late).end, ['HostsNotOnline', '2 of 3 hosts answered in time.']),
    ...same('late', looks(late), [0, 20, 40, 60, 80, 100, 120]),
    ...same('late: told', asked(late, 'WriteOutcome'), [
      written('FAILED', reason('HostsNotOnline', '2 of 3 hosts answered in time.'), { creating: 0, deleting: 120 }),
    ]),
    ...same('lost', storyOf(lost).end, ['HostLost', '1 of 3 hosts ended before they answered. Spot ended it.']),
    ...same('lost', looks(lost), [0, 20]),
    ...same('in time', [storyOf(last).end, looks(last).length], [ENDED, 7]),
  ];
}

/** A script that fails on a host ends the rig; one that never ends is given up after its own limit. */
export async function preparing(load: Load): Promise<string[]> {
  const failed = prepared('FAILED', 'client-0: 1', 'client-1: 2');
  const end = ['PrepareFailed', 'install: client-0: 1; client-1: 2'];
  const hung = await play(load, { PrepareHosts: silent });
  return [
    ...(await tells(load, 'first', { PrepareHosts: failed }, until('PrepareHosts'), end)),
    ...(await tells(
      load,
      'second',
      { PrepareHosts: inTurn(prepared('SUCCEEDED'), failed) },
      until('PrepareHosts', 2),
      end,
    )),
    ...same('hangs', hung.calls.at(-1)?.at, 2501),
    ...same('hangs', storyOf(hung).end, ['States.Timeout', 'No cause was given.']),
  ];
}

/** Storage that does not come, or does not change, is given up some time after its own limit and its pause. */
export async function storage(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  // A role has a little longer than its own machine has.
  const ends: Readonly<Record<string, number>> = { MakeStorage: 2501, LaunchRole: 2100, ChangeOne: 3501 };
  for (const [state, at] of Object.entries(ends)) {
    const first = await play(load, { [state]: silent });
    complaints.push(
      ...differs(`${state} hangs`, first, until(state), ['States.Timeout', 'No cause was given.']),
      ...same(`${state} hangs`, first.calls.at(-1)?.at, at),
    );
  }
  const failed = fails('RequestFailed', 'CreateVolume came to MISCONFIGURED');
  for (const state of ['MakeStorage', 'ChangeOne']) {
    const second = { [state]: inTurn({ Output: FS }, failed) };
    const end = ['RequestFailed', 'CreateVolume came to MISCONFIGURED'];
    complaints.push(...(await tells(load, `${state} again`, second, until(state, 2), end)));
  }
  const long = { ...FS, id: 'x'.repeat(200_000) };
  const answers = { MakeStorage: inTurn({ Output: long }, { Output: long }) };
  const much = await play(load, answers);
  const found = [much.error, much.calls.at(-4)?.state, much.calls.at(-2)?.state];
  return [...complaints, ...same('too much', found, ['States.DataLimitExceeded', 'MakeStorage', 'TearDown'])];
}

/** Trials that were not measured make a rig that was stopped, with the first reason; later batches see to it too. */
export async function stopped(load: Load): Promise<string[]> {
  const [time, money] = [reason('Time', 'is over'), reason('Money', 'is spent')];
  const complaints: string[] = [];
  const moments = { creating: 0, launching: 0, preparing: 0, measuring: 0, deleting: 0 };
  const stories: readonly (readonly [unknown[], unknown])[] = [
    [[batch(time), batch(money)], time],
    [[batch([]), batch(money)], money],
    [[batch(time), batch([])], time],
  ];
  for (const [batches, why] of stories) {
    const played = await play(load, { MeasureBatch: inTurn(...batches) });
    complaints.push(
      ...differs('stopped', played, WAY, { rig: 'r1', status: 'STOPPED' }),
      ...same('stopped: told', asked(played, 'WriteOutcome'), [written('STOPPED', why, moments)]),
      ...same('stopped: at the end', asked(played, 'WriteEnd'), [written('STOPPED', why, { ...moments, done: 0 })]),
    );
  }
  return complaints;
}

/** A stage that could only be reached too late, or for too much money, ends the rig before it is asked for. */
export async function worthless(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  // The two changes and their pauses together: 3200.8 seconds.
  const begin = BEGINNING / 1000;
  const late = 'Stage large would have been reached after the deadline of the execution, ';
  const dear = 'To reach stage large would have brought the rig above its share of the budget, ';
  const single = DOCUMENT.batches.map((one) => ({ ...one, changes: one.changes.slice(0, 1) }));
  const stories: readonly (readonly [object, string, string])[] = [
    [{ deadline: begin + 3200 }, 'DeadlineReached', `${late}2026-01-01T00:53:20.000Z.`],
    [{ shareUsd: 1.778 }, 'BudgetReached', `${dear}1.778 USD.`],
    [{ deadline: begin + 1600, batches: single }, 'DeadlineReached', `${late}2026-01-01T00:26:40.000Z.`],
    [{ shareUsd: 0.888, batches: single }, 'BudgetReached', `${dear}0.888 USD.`],
  ];
  const moments = { creating: 0, deleting: 0 };
  for (const [limits, code, text] of stories) {
    const played = await play(load, { LoadRig: changed(limits) });
    complaints.push(
      ...differs(code, played, [...MEASURING.slice(0, MEASURING.indexOf('ChangeOne')), ...CLOSING], {
        rig: 'r1',
        status: 'STOPPED',
      }),
      ...same(code, asked(played, 'WriteOutcome'), [written('STOPPED', reason(code, text), moments)]),
    );
  }
  for (const limits of [{ deadline: begin + 3201 }, { shareUsd: 1.779 }])
    complaints.push(...(await tells(load, JSON.stringify(limits), { LoadRig: changed(limits) }, WAY, ENDED)));
  const none = DOCUMENT.batches.map((one) => ({ ...one, changes: [] }));
  const poor = { deadline: begin - 1, shareUsd: 0, batches: none };
  const way = WAY.filter((state) => state !== 'ChangeOne');
  return [...complaints, ...(await tells(load, 'no change', { LoadRig: changed(poor) }, way, ENDED))];
}

/** Money is counted from when the first of the storage can be used; without storage, from the beginning. */
export async function paying(load: Load): Promise<string[]> {
  const since = async (answers: Parameters<typeof play>[1]): Promise<unknown> =>
    (asked(await play(load, answers), 'MeasureBatch')[0] as { Input?: { paidSince?: number } } | undefined)?.Input
      ?.paidSince;
  const begin = BEGINNING / 1000;
  const slow = { MakeStorage: takes(600, { Output: FS }) };
  return [
    ...same('with storage', await since(slow), begin + 600),
    ...same(
      'without',
      await since({ LoadRig: changed({ requests: [] }), PrepareHosts: takes(9, prepared('SUCCEEDED')) }),
      begin,
    ),
    // 600 s of creating are not counted: 600 s more would be too much for the share.
    ...(await tells(load, 'worth it', { ...slow, LoadRig: changed({ shareUsd: 2.12 }) }, WAY, ENDED)),
  ];
}

/** A bucket that does not answer keeps nothing alive; a teardown that fails says that something may be left. */
export async function closing(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  const left = 'Something of rig e-1__r1 may be left; the guardian tries again. ';
  for (const name of TROUBLES) {
    const trouble = fails(name, LONG);
    const failing = { LoadRig: fails('Early', 'said so') };
    const early = ['LoadRig', ...CLOSING];
    const torn = [`TeardownFailed`, left + LONG.slice(0, 2000)];
    for (const state of ['WriteOutcome', 'WriteEnd']) {
      const answers = { [state]: trouble };
      complaints.push(
        ...(await tells(load, `${state}: ${name}`, answers, WAY, ENDED)),
        ...(await tells(load, `${state}: ${name}, of a failure`, { ...answers, ...failing }, early, [
          'Early',
          'said so',
        ])),
      );
    }
    complaints.push(
      ...(await tells(load, `TearDown: ${name}`, { TearDown: trouble }, WAY.slice(0, -1), torn)),
      ...(await tells(load, `TearDown: ${name}`, { ...failing, TearDown: trouble }, early.slice(0, -1), torn)),
    );
  }
  const hung = await play(load, { TearDown: silent });
  const began = hung.calls.at(-1)?.at ?? 0;
  // Its allowance, and five minutes in which it may end by itself.
  return [...complaints, ...same('TearDown hangs', Math.round(hung.at - began), 1200)];
}

/** What is too large for a Map or a Parallel is caught by its name, too. */
export async function oversized(load: Load): Promise<string[]> {
  const many = Array.from({ length: 3 }, (_, index) => ({ changes: [], batch: index, key: `k${index}` }));
  const big = batch({ code: 'x'.repeat(100_000), text: '' });
  const { calls, error } = await play(load, { LoadRig: changed({ batches: many }), MeasureBatch: big });
  const unreadable = { LoadRig: changed({ prepare: DOCUMENT.rigTag }) };
  return [
    ...same('batches', [error, calls.at(-1)?.state], ['States.DataLimitExceeded', 'WriteEnd']),
    ...same('no list', (await play(load, unreadable)).calls.at(-2)?.state, 'TearDown'),
  ];
}
