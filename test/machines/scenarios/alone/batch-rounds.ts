/** `trial-batch` by itself: rounds stay complete, and failed target instances are left out. */
import { alone, type Alone, fails, inTurn, takes } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';

const NOW = BEGINNING / 1000;
const STEP = { name: 'measure', timeoutSeconds: 100 };
const trial = (name: string, copy: string, ...round: readonly object[]): object => ({
  trial: name,
  attemptPrefix: `raw/${name}/a`,
  copy,
  seconds: 50,
  round,
  steps: [STEP],
});
const part = (copy: string, seconds: number): object => ({ copy, seconds });
const ROUND = [part('c1', 50), part('c2', 50)];
/** Two rounds of two target instances. Each trial is expected to take 50 s and takes 10. */
const TRIALS = [trial('t1', 'c1', ...ROUND), trial('t2', 'c2'), trial('t3', 'c2', ...ROUND), trial('t4', 'c1')];
const DOCUMENT = {
  batch: 1,
  rigTag: 'play-1__r1',
  fenceKey: 'fence.json',
  hostsKey: 'hosts.txt',
  outcomeKey: 'rigs/r1.outcome.json',
  endpointsKey: 'endpoints.txt',
  deadline: NOW + 10_000,
  shareUsd: 10_000,
  timing: { barrierLeadSeconds: 60 },
  trials: TRIALS,
};
const DONE = takes(10, { Output: { name: 'measure', status: 'SUCCEEDED', failed: [] } });
const LOST = takes(10, { Output: { name: 'measure', status: 'LOST', failed: ['gone'] } });

function play(
  load: Load,
  changed: object,
  more: object = {},
  failed: readonly string[] = [],
  usdPerHour = 3600,
): Promise<Alone> {
  const input = { key: 'batch.json', spent: 20, since: NOW - 80, usdPerHour, failed };
  return alone(load, 'trial-batch', input, {
    LoadBatch: { Body: JSON.stringify({ ...DOCUMENT, ...changed }) },
    CountHosts: { Payload: { gone: 0, why: '' } },
    LookAtFence: fails('S3.NoSuchKeyException'),
    MarkStarted: {},
    SendToHosts: DONE,
    MarkEnded: {},
    ...more,
  });
}

/** Started attempts. */
const begun = ({ calls }: Alone): string[] =>
  calls
    .filter(({ state }) => state === 'MarkStarted')
    .map((call) => (call.arguments as { Body: { trial: string; attempt: number } }).Body)
    .map((body) => `${body.trial}.a${body.attempt}`);
const ended = ({ output }: Alone): unknown => (output as { stopped?: unknown } | undefined)?.stopped;
const ALL = ['t1.a1', 't2.a1', 't3.a1', 't4.a1'];
const iso = (at: number): string => new Date(BEGINNING + 1000 * at).toISOString();
const late = (what: string, at: number): unknown => ({
  code: 'DeadlineReached',
  text: `${what} would have ended after the deadline of the execution, ${iso(at)}.`,
});
const dear = (what: string, usd: number): unknown => ({
  code: 'BudgetReached',
  text: `${what} would have brought the rig above its share of the budget, ${usd} USD.`,
});

/** The first trial of a round needs the time and the money of the whole round. */
export async function* rounds(load: Load): Complaints {
  // The second round begins after 20 s and would take 100; 100 USD are spent when the batch begins, and 1 USD a second.
  const stories: readonly (readonly [string, object, readonly string[], unknown])[] = [
    ['in time', { deadline: NOW + 120 }, ALL, []],
    ['late', { deadline: NOW + 119 }, ['t1.a1', 't2.a1'], late('The round', 119)],
    ['at once', { deadline: NOW + 99 }, [], late('The round', 99)],
    ['affordable', { shareUsd: 220 }, ALL, []],
    ['dear', { shareUsd: 219 }, ['t1.a1', 't2.a1'], dear('The round', 219)],
  ];
  for (const [name, limits, attempts, stopped] of stories) {
    const played = await play(load, limits);
    yield* same(name, [begun(played), ended(played)], [attempts, stopped]);
  }
  // A round that has begun continues as long as its trials can: 90 s of the 100 are over before its last.
  const slow = { SendToHosts: inTurn(DONE, DONE, takes(70, { Output: { name: 'm', status: 'SUCCEEDED' } }), DONE) };
  const within = await play(load, { deadline: NOW + 140 }, slow);
  const beyond = await play(load, { deadline: NOW + 139 }, slow);
  yield* same('within', [begun(within), ended(within)], [ALL, []]);
  yield* same('beyond', [begun(beyond), ended(beyond)], [ALL.slice(0, 3), late('The trial', 139)]);
}

/** A second attempt needs only its own time: its round has begun. */
export async function* again(load: Load): Complaints {
  const lost = { SendToHosts: inTurn(LOST, DONE, DONE) };
  const trials = TRIALS.slice(0, 2);
  const enough = await play(load, { trials, deadline: NOW + 100 }, lost);
  const trial50 = await play(
    load,
    { trials: [trial('t1', 'c1', part('c1', 50))], deadline: NOW + 59 },
    { SendToHosts: LOST },
  );
  yield* same('enough', [begun(enough), ended(enough)], [['t1.a1', 't1.a2', 't2.a1'], []]);
  yield* same('not enough', [begun(trial50), ended(trial50)], [['t1.a1'], late('The trial', 59)]);
}

const outcome = (played: Alone): unknown => [begun(played), ended(played)];
/** A round without any remaining target instance. */
const lone = trial('t0', 'c2', part('c2', 5000), part('c1', 5000));

/**
 * Trials of failed target instances are left out, also in time and price of rounds. If the first trial of a round is
 * left out, the round begins with the next.
 */
export async function* without(load: Load): Complaints {
  const one = await play(load, {}, {}, ['c2']);
  const none = await play(load, {}, {}, ['c1', 'c2']);
  const of = (failed: string, limits: object, more: object = {}): Promise<Alone> => play(load, limits, more, [failed]);
  // A change between the trials of a round is awaited, whichever target instance it belongs to.
  const changing = TRIALS.map((trial) =>
    trial === TRIALS[2] ? { ...trial, round: [...ROUND, { seconds: 20 }] } : trial,
  );
  yield* same('one', [begun(one), ended(one)], [['t1.a1', 't4.a1'], []]);
  yield* same('none', [begun(none), ended(none), none.calls.length], [[], [], 1]);
  // c2 is not measured: the second round begins after 10 s, and takes 50.
  yield* same('in time', outcome(await of('c2', { deadline: NOW + 60 })), [['t1.a1', 't4.a1'], []]);
  yield* same('late', outcome(await of('c2', { deadline: NOW + 59 })), [['t1.a1'], late('The trial', 59)]);
  yield* same('affordable', outcome(await of('c2', { shareUsd: 160 })), [['t1.a1', 't4.a1'], []]);
  yield* same('dear', outcome(await of('c2', { shareUsd: 159 })), [['t1.a1'], dear('The trial', 159)]);
  yield* same('the first round', outcome(await of('c1', { deadline: NOW + 49 })), [[], late('The trial', 49)]);
  yield* same('changing', outcome(await of('c2', { deadline: NOW + 80, trials: changing })), [['t1.a1', 't4.a1'], []]);
  yield* same('too late', outcome(await of('c2', { deadline: NOW + 79, trials: changing })), [
    ['t1.a1'],
    late('The round', 79),
  ]);
  // An empty round does not affect the next.
  yield* same('gone rounds', outcome(await of('c2', { deadline: NOW + 50, trials: [lone, ...TRIALS.slice(0, 2)] })), [
    ['t1.a1'],
    [],
  ]);
}

/** The loss of a host in the middle of a round ends the batch: the rest is not measured. */
export async function* hostLost(load: Load): Complaints {
  const there = { Payload: { gone: 0, why: '' } };
  const gone = { Payload: { gone: 1, why: 'Spot ended it.' } };
  const played = await play(load, {}, { CountHosts: inTurn(there, there, there, gone) });
  const lost = { code: 'HostLost', text: '1 hosts of the rig have ended. Spot ended it.' };
  yield* same('lost', [begun(played), ended(played)], [ALL.slice(0, 3), lost]);
}
