/** `rig` by itself, with several target instances: when each begins, and what its time costs. */
import { computeWorstCase } from '../../../../../lib/experiment/plan/worst-case';
import type { RigDocument } from '../../../../../lib/shapes/documents';
import type { Timing } from '../../../../../lib/shapes/plan';
import type { TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { type Alone, type Answers, fails, inTurn, takes } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent } from '../../../story';
import {
  at as isoAt,
  batchOf,
  change,
  changed,
  copy,
  DOCUMENT,
  FS,
  HEALTHY,
  type Moment,
  online,
  play,
  request,
  TIMING,
  turned,
  written,
} from './rig-answers';
import { getCopy, NAMES, playThree, THREE } from './rig-three';

const one = (name: string, more: object): object => copy(name, { requests: [request('fs')], prepare: [], ...more });
/** Duration of each creation. */
const making = (seconds: Readonly<Record<string, number>>): Answers => ({
  MakeStorage: (call: TaskCall) => takes(seconds[getCopy(call)] ?? 0, { Output: { id: `fs-${getCopy(call)}` } }),
});
const at = (played: Alone, state: string): number[] =>
  played.calls.filter((call) => call.state === state).map((call) => call.at);
/** The spent money and the deadline that batches get. */
const money = (played: Alone): unknown =>
  listArguments(played, 'MeasureBatch').map((given) => {
    const { spent, since } = (given as { Input: { spent: number; since: number } }).Input;
    return [spent, since - BEGINNING / 1000];
  });
const marksOf = (played: Alone): unknown =>
  (listArguments(played, 'WriteOutcome')[0] as { Body?: { marks?: unknown } } | undefined)?.Body?.marks;
const marked = (moments: readonly Moment[]): unknown =>
  (written('', null, moments) as { Body: { marks: unknown } }).Body.marks;
const reasonOf = (played: Alone): unknown =>
  (listArguments(played, 'WriteOutcome')[0] as { Body?: { reason?: unknown } } | undefined)?.Body?.reason;
const over = (share: number): unknown => ({
  code: 'BudgetReached',
  text: `The rig spent its share of the budget, ${share} USD, while it waited: States.Timeout.`,
});

/** Faster ones start later, and check the fence then; one without creations does not wait. */
export async function* turns(load: Load): Complaints {
  const copies = [one('c1', {}), one('c2', { startAfterSeconds: 400 }), one('c3', { requests: [], usdPerHour: 0 })];
  const LoadRig = changed({ ...THREE, copies, readySeconds: 600 });
  const played = await playThree(load, { LoadRig, ...making({ c1: 600, c2: 200 }) });
  yield* same('fence', at(played, 'LookAtFence'), [0, 400]);
  yield* same('made', at(played, 'MakeStorage'), [0, 400]);
  yield* same('launched', at(played, 'LaunchRole'), [600, 600]);
  // Billing of both begins at the same time.
  yield* same('money', money(played), [
    [0, 600],
    [0, 600],
    [0, 600],
  ]);
}

/** Each target instance is billed from when it is usable, the hosts from their request on. */
export async function* standing(load: Load): Complaints {
  const copies = [one('c1', { usdPerHour: 1 }), one('c2', { usdPerHour: 2 }), one('c3', { requests: [] })];
  const LoadRig = changed({ ...THREE, copies, batches: THREE.batches.slice(0, 1) });
  const played = await playThree(load, { LoadRig, ...making({ c1: 100, c2: 300 }) });
  yield* same('money', money(played), [[200 / 3600, 300]]);
  yield* same(
    'marks',
    marksOf(played),
    marked([
      ['creating', 0],
      ['creating', 100, 1],
      ['creating', 300, 3],
      ['launching', 300, 5],
      ['preparing', 300],
      ['measuring', 300],
      ['deleting', 300],
    ]),
  );
}

/** A higher price counts from the request of its change, a lower one from its end. */
export async function* prices(load: Load): Complaints {
  const half = { ChangeOne: takes(1800, { Output: {} }) };
  const of = (usdPerHour: number, more: object = {}): Answers => ({
    ...half,
    LoadRig: changed({
      ...THREE,
      batches: [
        batchOf(1, 1, [], { copies: NAMES, usdPerHour: 5 }),
        batchOf(2, 2, [turned('c1', change('fs', 1)), turned('c2', change('fs', 1))], { copies: NAMES, usdPerHour }),
      ],
      ...more,
    }),
  });
  for (const [usdPerHour, meanwhile, patience] of [
    [7, 7, 2828],
    [3, 5, 7800],
  ] as const) {
    const played = await playThree(load, of(usdPerHour));
    const hangs = await playThree(load, {
      ...of(usdPerHour, { shareUsd: 9 }),
      MeasureBatch: (call: TaskCall) =>
        call.executionName !== '' && (call.arguments as { Name: string }).Name.endsWith('__2')
          ? silent()
          : { Output: { batch: 1, stopped: [] } },
    });
    yield* same(`${usdPerHour}: money`, money(played), [
      [0, 0],
      [meanwhile / 2, 1800],
    ]);
    yield* same(
      `${usdPerHour}: marks`,
      (marksOf(played) as unknown[]).slice(-3),
      marked([
        ['changing', 0, meanwhile],
        ['measuring', 1800, usdPerHour],
        ['deleting', 1800],
      ]),
    );
    yield* same(`${usdPerHour}: lasts`, [reasonOf(hangs), Math.floor(hangs.at)], [over(9), 1800 + patience]);
  }
  // Before the more expensive period the budget lasts as long as at the lower price.
  const first = await playThree(load, { ...of(7, { shareUsd: 5 }), MeasureBatch: silent });
  yield* same('first period', [reasonOf(first), Math.floor(first.at)], [over(5), 3600]);
}

/** A late target instance is given up when the waiting others have used up the share of the rig. */
export async function* waiting(load: Load): Complaints {
  const late = (call: TaskCall): unknown => (getCopy(call) === 'c2' ? silent() : { Output: { id: 'fs' } });
  const limits = { readySeconds: 100, shareUsd: 0.2 };
  const two = [one('c1', {}), one('c2', { usdPerHour: 0.01 }), one('c3', {})];
  const dear = await playThree(load, { LoadRig: changed({ ...THREE, ...limits, copies: two }), MakeStorage: late });
  const single = [one('c1', {}), one('c2', {}), one('c3', { requests: [], usdPerHour: 0 })];
  const rest = await playThree(load, {
    LoadRig: changed({ ...THREE, ...limits, copies: single }),
    MakeStorage: late,
    MeasureBatch: silent,
  });
  // 100 s, and 0.2 USD at 2.01 USD an hour.
  yield* same('all spent', [reasonOf(dear), Math.floor(dear.at), at(dear, 'LaunchRole')], [over(0.2), 458, []]);
  // 360 s for two of them, one of which did not arrive; the rest lasts 65 s at 4 USD an hour without it.
  yield* same('some left', [reasonOf(rest), at(rest, 'MeasureBatch'), Math.floor(rest.at)], [over(0.2), [460], 525]);
  yield* same('its failure', (listArguments(rest, 'WriteOutcome')[0] as { Body: { failed: unknown } }).Body.failed, [
    {
      copy: 'c2',
      code: 'States.Timeout',
      text: 'waiting for it would have exceeded the budget share of the rig, 0.2 USD.',
      deletedAt: isoAt(460),
    },
  ]);
}

const MANY = Array.from({ length: 40 }, (_, index) => `c${index + 1}`);

/** No rig needs more events than planned, whichever target instances fail, and how late; and not many fewer. */
export async function* events(load: Load): Complaints {
  const copies = MANY.map((name) => copy(name));
  const changes = MANY.map((name) => turned(name, change('fs', 1), change('volume', 2)));
  const batches = [1, 2, 3].map((one) => batchOf(one, one, one === 1 ? [] : changes, { copies: MANY }));
  const document = { ...DOCUMENT, copies, batches, deadline: BEGINNING, shareUsd: 1e6 };
  const documents = [{ document: document as unknown as RigDocument, batches: [] }];
  const worst = computeWorstCase(TIMING as unknown as Timing, 3600, documents).events['rig'] ?? 0;
  const even = (call: TaskCall): unknown =>
    Number(/__c(\d+)__/.exec((call.arguments as { Name: string }).Name)?.[1]) % 2 === 0
      ? Promise.reject(fails('Trouble'))
      : HEALTHY[call.state];
  const LoadRig = changed(document);
  const slow = inTurn(...Array.from({ length: 5 }, () => online(0)), online(3));
  const stories: readonly (readonly [string, Answers])[] = [
    ['all well', {}],
    ['half is not made', { MakeStorage: even }],
    ['half is not ready', { PrepareHosts: even }],
    ['half is not changed', { ChangeOne: even }],
    ['none is ready', { PrepareHosts: fails('Trouble') }],
  ];
  const counts: number[] = [];
  for (const [name, answers] of stories) {
    const made = { MakeStorage: { Output: FS } };
    const played = await play(load, { LoadRig, HostsOnline: slow, ...made, ...answers });
    counts.push(played.events);
    if (played.events > worst) yield `${name}: ${played.events} events, the plan says at most ${worst}`;
  }
  const most = Math.max(...counts);
  if (!(worst <= 1.2 * most)) yield `the plan says ${worst} events, there were ${most}`;
}
