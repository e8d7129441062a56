/** `rig` by itself: early ends that are no failures. */
import { inTurn, takes } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { listArguments } from '../../../story';
import {
  batch,
  batchOf,
  change,
  changed,
  CLOSING,
  differs,
  DOCUMENT,
  ENDED,
  MEASURING,
  type Moment,
  play,
  READY,
  reason,
  tells,
  turned,
  until,
  WAY,
  written,
} from './rig-answers';

/**
 * The reason that stopped a batch stops the rig. A trial that could not be marked as started is missing, and the first
 * reason: later batches are measured all the same.
 */
export async function* playStopped(load: Load): Complaints {
  const [time, money] = [reason('Time', 'is over'), reason('Money', 'is spent')];
  const unwritten = reason('BucketNotWritable', 'not marked');
  const changing: readonly Moment[] = [
    ['changing', 0, 2],
    ['measuring', 0, 2],
  ];
  const stories: readonly (readonly [unknown[], number, unknown])[] = [
    [[batch(time), batch(money)], 1, time],
    [[batch([]), batch(money)], 2, money],
    [[batch(unwritten), batch([])], 3, unwritten],
    [[batch([]), batch([]), batch(unwritten)], 3, unwritten],
    [[batch(unwritten), batch(time)], 2, unwritten],
  ];
  for (const [batches, measured, why] of stories) {
    const played = await play(load, { MeasureBatch: inTurn(...batches) });
    const moments: readonly Moment[] = [...READY, ...(measured > 1 ? changing : []), ['deleting', 0]];
    yield* differs('stopped', played, until('MeasureBatch', measured), { rig: 'r1', status: 'STOPPED' });
    yield* same('stopped: told', listArguments(played, 'WriteOutcome'), [written('STOPPED', why, moments)]);
    yield* same('stopped: at the end', listArguments(played, 'WriteEnd'), [
      written('STOPPED', why, [...moments, ['done', 0, 0]]),
    ]);
  }
}

/** Where no round fits after a stage, in time or budget, the rig ends before the stage is requested. */
export async function* worthless(load: Load): Complaints {
  // The two changes and their pauses together: 3200.8 seconds; the round after them: 100.
  const begin = BEGINNING / 1000;
  const what = 'Period 2: a change and what is measured behind it would have';
  const late = `${what} ended after the deadline of the execution, `;
  const dear = `${what} brought the rig above its share of the budget, `;
  const first = [turned('c1', change('fs', 1))];
  const priced = (usdPerHour: number): object[] =>
    DOCUMENT.batches.map((one) => (one.period === 1 ? one : { ...one, usdPerHour }));
  const single = DOCUMENT.batches.map((one) => ({ ...one, changes: one.changes.length > 0 ? first : [] }));
  const stories: readonly (readonly [object, string, string])[] = [
    [{ deadline: begin + 3300 }, 'DeadlineReached', `${late}2026-01-01T00:55:00.000Z.`],
    [{ shareUsd: 1.833 }, 'BudgetReached', `${dear}1.833 USD.`],
    [{ deadline: begin + 1700, batches: single }, 'DeadlineReached', `${late}2026-01-01T00:28:20.000Z.`],
    [{ shareUsd: 0.944, batches: single }, 'BudgetReached', `${dear}0.944 USD.`],
    // The round has the price after the change, the change the higher of both prices.
    [{ shareUsd: 1.8, batches: priced(1) }, 'BudgetReached', `${dear}1.8 USD.`],
    [{ shareUsd: 2.75, batches: priced(3) }, 'BudgetReached', `${dear}2.75 USD.`],
  ];
  const moments: readonly Moment[] = [...READY, ['deleting', 0]];
  for (const [limits, code, text] of stories) {
    const played = await play(load, { LoadRig: changed(limits) });
    yield* differs(code, played, [...MEASURING.slice(0, MEASURING.indexOf('ChangeOne')), ...CLOSING], {
      rig: 'r1',
      status: 'STOPPED',
    });
    yield* same(code, listArguments(played, 'WriteOutcome'), [written('STOPPED', reason(code, text), moments)]);
  }
  for (const limits of [
    { deadline: begin + 3301 },
    { shareUsd: 1.834 },
    { shareUsd: 1.807, batches: priced(1) },
    { shareUsd: 2.751, batches: priced(3) },
  ])
    yield* tells(load, JSON.stringify(limits), { LoadRig: changed(limits) }, WAY, ENDED);
  const none = DOCUMENT.batches.map((one) => ({ ...one, changes: [] }));
  const poor = { deadline: begin, shareUsd: 0, batches: none };
  const way = WAY.filter((state) => state !== 'ChangeOne');
  yield* tells(load, 'no change', { LoadRig: changed(poor) }, way, ENDED);
}

/** The pause between two changes of a resource passes during measurements: a third stage is not refused for it. */
export async function* playPaused(load: Load): Complaints {
  const hours = 6 * 3600;
  const [first, second] = [
    { ...change('fs', 1), expectedSeconds: 600, pauseSeconds: 0 },
    { ...change('fs', 1), expectedSeconds: 600, pauseSeconds: hours },
  ];
  const of = (...requests: readonly object[]): object[] => [
    batchOf(1, 1, []),
    batchOf(2, 2, [turned('c1', first)], { timeoutSeconds: 30_000 }),
    batchOf(3, 3, [turned('c1', ...requests)]),
  ];
  // A change of 600 s, a batch of six hours less 100 s, then the remaining 100 s of the pause, 600 s and a round.
  const measured = hours - 100;
  const ready = 600 + measured;
  const needed = ready + 100 + 600 + 100;
  const volume = { ...change('volume', 2), expectedSeconds: 50, pauseSeconds: 300 };
  const again = { ...second, expectedSeconds: 50, pauseSeconds: 300 };
  const stories: readonly (readonly [string, readonly object[], number])[] = [
    ['one thing', [second], needed],
    ['never changed before', [second, volume], needed + 350],
    ['a second change of it', [second, again], needed + 350],
  ];
  for (const [name, requests, seconds] of stories) {
    for (const [more, stages] of [
      [-1, 1],
      [1, 2],
    ] as const) {
      const batches = of(...requests);
      const LoadRig = changed({ batches, deadline: BEGINNING / 1000 + seconds + more, shareUsd: 1e6 });
      const played = await play(load, {
        LoadRig,
        ChangeOne: takes(600, { Output: {} }),
        MeasureBatch: inTurn(batch([]), takes(measured, batch([])), batch([])),
      });
      yield* same(`${name}, ${more} s`, listArguments(played, 'MeasureBatch').length, stages + 1);
    }
  }
  // The money: 2 USD an hour for all that time.
  for (const [share, stages] of [
    [(2 * needed) / 3600 - 0.01, 1],
    [(2 * needed) / 3600 + 0.01, 2],
  ] as const) {
    const played = await play(load, {
      LoadRig: changed({ batches: of(second), shareUsd: share }),
      ChangeOne: takes(600, { Output: {} }),
      MeasureBatch: inTurn(batch([]), takes(measured, batch([])), batch([])),
    });
    yield* same(`share ${share}`, listArguments(played, 'MeasureBatch').length, stages + 1);
  }
}
