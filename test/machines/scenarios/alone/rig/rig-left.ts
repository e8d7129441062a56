/** `rig` by itself, with several target instances: one that fails on hosts is unmounted and deleted at once. */
import type { TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { type Alone, type Answers, fails, inTurn, takes } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent, TROUBLES } from '../../../story';
import { at, changed, ENDED, HEALTHY, type RigFailure, type Moment, prepared, written } from './rig-answers';
import { getCopy, GOOD, LEAVING, playThree, THREE, unless } from './rig-three';

const LOST: RigFailure = [{ copy: 'c2', code: 'RequestFailed', text: 'it came to FAILED' }];
const outcomeOf = (played: Alone): unknown => (listArguments(played, 'WriteOutcome') as { Body: unknown }[])[0]?.Body;
const calledAt = (played: Alone, state: string): unknown[] =>
  played.calls.filter((call) => call.state === state).map((call) => [getCopy(call), call.at]);

/** Marks of the rig: all are available at once, and one is deleted after these seconds; null: it is not. */
function makeMoments(state: string, goes: number | null, ends: number): readonly Moment[] {
  const ready: readonly Moment[] = [
    ['creating', 0],
    ['creating', 0, 3],
    ['launching', 0, 5],
    ['preparing', 0],
  ];
  const left = goes === null ? 7 : 5;
  const changed: readonly Moment[] = [
    ['measuring', ends, left],
    ['deleting', ends],
  ];
  if (state === 'ChangeOne') {
    // During a change it is unknown which price applies: the lower one is subtracted.
    const gone: readonly Moment[] = goes === null ? [] : [['changing', goes, 6]];
    return [...ready, ['measuring', 0], ['changing', 0, 7], ...gone, ...changed];
  }
  const gone: readonly Moment[] = goes === null ? [] : [['preparing', goes, 4]];
  return [...ready, ...gone, ['measuring', ends], ['changing', ends, left], ...changed];
}

const outcome = (state: string, goes: number | null, ends: number): unknown =>
  (
    written(
      'SUCCEEDED',
      null,
      makeMoments(state, goes, ends),
      LOST.map((one) => (goes === null ? one : { ...one, deletedAt: at(goes) })),
    ) as { Body: unknown }
  ).Body;

/**
 * It is deleted after it has failed and 9 s of unmounting, without waiting for the slowest of the others. Later marks
 * and rounds do not contain its price.
 */
export async function* atOnce(load: Load): Complaints {
  const late = (call: TaskCall): unknown => {
    if (getCopy(call) === 'c1') return takes(1000, GOOD[call.state]);
    return getCopy(call) === 'c2' ? takes(100, fails('RequestFailed', 'it came to FAILED')) : GOOD[call.state];
  };
  // All of it for 1000 s, except the 891 s at 1 USD an hour without it.
  for (const [state, key, all, left] of [
    ['PrepareHosts', 'batches/r1.1.json', 5, 4],
    ['ChangeOne', 'batches/r1.2.json', 7, 5],
  ] as const) {
    const [unmount, drop] = LEAVING[state];
    const played = await playThree(load, { [state]: late, [unmount]: takes(9, HEALTHY[unmount]) });
    const told = (listArguments(played, 'MeasureBatch') as { Input: { spent: number; failed: unknown[] } }[])
      .map(({ Input }) => ({ ...Input, spent: Number(Input.spent.toFixed(9)) }))
      .find(({ failed }) => failed.length > 0);
    yield* same(`${state}: unmounted`, calledAt(played, unmount), [['c2', 100]]);
    yield* same(`${state}: deleted`, calledAt(played, drop), [['c2', 109]]);
    yield* same(`${state}: told`, outcomeOf(played), outcome(state, 109, 1000));
    yield* same(`${state}: money`, told, {
      key,
      spent: Number(((all * 1000 - 891) / 3600).toFixed(9)),
      since: BEGINNING / 1000 + 1000,
      usdPerHour: left,
      failed: ['c2'],
      made: {},
    });
  }
}

/** Two that fail at once, or one after the other: each mark has the price of the remaining ones. */
export async function* several(load: Load): Complaints {
  const priced = (played: Alone, mark: string): unknown =>
    (outcomeOf(played) as { marks: { mark: string; at: string; usdPerHour?: number }[] }).marks
      .filter((one) => one.mark === mark)
      .map((one) => [one.at, one.usdPerHour]);
  const failing = (first: number, second: number) => (call: TaskCall) => {
    const seconds = { c1: first, c2: second }[getCopy(call)];
    return seconds === undefined ? takes(50, GOOD[call.state]) : takes(seconds, fails('Trouble'));
  };
  for (const [mark, state, prices] of [
    ['preparing', 'PrepareHosts', [undefined, 4, 3]],
    ['changing', 'ChangeOne', [7, 6, 5]],
  ] as const) {
    const both = await playThree(load, { [state]: failing(20, 20) });
    const apart = await playThree(load, { [state]: failing(30, 20) });
    yield* same(`${state}: both`, (priced(both, mark) as unknown[]).slice(0, 2), [
      [at(0), prices[0]],
      [at(20), prices[2]],
    ]);
    yield* same(`${state}: apart`, (priced(apart, mark) as unknown[]).slice(0, 3), [
      [at(0), prices[0]],
      [at(20), prices[1]],
      [at(30), prices[2]],
    ]);
  }
}

/**
 * It is deleted whether or not it could be unmounted, and however long that takes. If the deletes cannot be started,
 * the teardown of the rig does them.
 */
export async function* leaving(load: Load): Complaints {
  const good = prepared('SUCCEEDED');
  const stories: readonly (readonly [string, unknown, number])[] = [
    ['unmounted', takes(9, good), 9],
    ['refused', takes(9, prepared('FAILED', 'client-0: 1')), 9],
    ['lost', fails('States.TaskFailed', '{}'), 0],
    ['too large', fails('States.DataLimitExceeded'), 0],
    ['never answered', silent, 1001],
  ];
  for (const [state, [unmount, drop]] of Object.entries(LEAVING)) {
    const failing = { [state]: unless('c2', GOOD[state]) };
    for (const [name, answer, seconds] of stories) {
      const played = await playThree(load, { ...failing, [unmount]: answer });
      yield* same(`${state}, ${name}: deleted`, calledAt(played, drop), [['c2', seconds]]);
      yield* same(`${state}, ${name}: told`, outcomeOf(played), outcome(state, seconds, seconds));
      yield* same(`${state}, ${name}: the rig`, played.output, ENDED);
    }
    for (const name of TROUBLES) {
      const refused = await playThree(load, { ...failing, [drop]: fails(name) });
      yield* same(`${state}, ${name}: told`, outcomeOf(refused), outcome(state, null, 0));
    }
    for (const asking of [unmount, drop]) {
      const again = inTurn(fails('StepFunctions.ThrottlingException'), good);
      const twice = await playThree(load, { ...failing, [asking]: again });
      const names = listArguments(twice, asking).map((given) => (given as { Name: string }).Name.slice(-7));
      yield* same(`${state}, ${asking}: again`, names, ['__c2__0', '__c2__1']);
    }
  }
}

/** One without created resources ends with its hosts; the last one, and one of an ended rig, with its rig. */
export async function* staying(load: Load): Complaints {
  const closed = JSON.stringify({ Error: 'FenceClosed', Cause: 'is closed' });
  const only = (call: TaskCall): unknown =>
    getCopy(call) === 'c2' ? { Output: { id: 'fs-1' } } : Promise.reject(fails('Trouble'));
  const c2 = (answer: unknown) => (call: TaskCall) => (getCopy(call) === 'c2' ? takes(0, answer) : GOOD[call.state]);
  for (const [state, [unmount, drop]] of Object.entries(LEAVING)) {
    const failing: Answers = { [state]: unless('c2', GOOD[state]) };
    const left = async (answers: Answers): Promise<unknown[]> => {
      const played = await playThree(load, answers);
      return [
        listArguments(played, unmount).length,
        played.calls.filter((call) => call.state === drop).map((call) => call.at),
      ];
    };
    const copies = (more: object): unknown =>
      changed({ ...THREE, copies: THREE.copies.map((c) => ({ ...c, ...more })) });
    // 5 USD an hour in Prepare, 7 in a change: the remaining budget limits the wait.
    const [shareUsd, lasts] = state === 'ChangeOne' ? [4, 1001] : [0.5, 360];
    const poor = { LoadRig: changed({ ...THREE, shareUsd }) };
    yield* same(`${state}: nothing mounted`, await left({ ...failing, LoadRig: copies({ unmount: [] }) }), [0, [0]]);
    yield* same(`${state}: made on hosts`, await left({ ...failing, LoadRig: copies({ requests: [] }) }), [0, []]);
    yield* same(`${state}: the last`, await left({ ...failing, MakeStorage: only }), [0, []]);
    yield* same(`${state}: closed`, await left({ [state]: c2(fails('States.TaskFailed', closed)) }), [0, []]);
    yield* same(`${state}: money over`, await left({ ...poor, [state]: c2(silent) }), [0, []]);
    yield* same(`${state}: money lasts`, await left({ ...poor, ...failing, [unmount]: silent }), [1, [lasts]]);
    yield* same(`${state}: one of two`, await left({ ...failing, MakeStorage: unless('c1', GOOD['MakeStorage']) }), [
      1,
      [0],
    ]);
  }
}

/** A lost host is no failure of a target instance: none is deleted early, and the rig ends with all. */
export async function* hostGone(load: Load): Complaints {
  const late = (call: TaskCall): unknown =>
    takes(getCopy(call) === 'c2' ? 100 : 1000, getCopy(call) === 'c2' ? fails('States.Timeout') : GOOD['PrepareHosts']);
  const gone = await playThree(load, { PrepareHosts: late, CountHosts: { Payload: { gone: 1, why: 'i-2: Spot.' } } });
  const there = await playThree(load, { PrepareHosts: late });
  const unknown = await playThree(load, { PrepareHosts: late, CountHosts: fails('Other') });
  const dropped = (played: Alone): unknown[] => calledAt(played, 'DropUnready');
  const cause = '1 of 3 hosts ended during preparation. i-2: Spot.';
  yield* same('gone', [gone.error, gone.cause], ['HostLost', cause]);
  yield* same(
    'gone: ended',
    calledAt(gone, 'TearDown').length === 1 && gone.calls.every((call) => call.at <= 100),
    true,
  );
  yield* same('gone: dropped, measured', [dropped(gone), listArguments(gone, 'MeasureBatch')], [[], []]);
  yield* same('there', [there.output, dropped(there)], [ENDED, [['c2', 100]]]);
  yield* same('nobody knows', [unknown.output, dropped(unknown)], [ENDED, [['c2', 100]]]);
}
