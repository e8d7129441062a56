/** `rig` alone: what ends it before its last batch, without being a failure. */
import { inTurn } from '../../../alone';
import { BEGINNING, type Load, same } from '../../../stage';
import { asked } from '../../../story';
import {
  batch,
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
 * What stopped a batch stops the rig, and is its reason. A trial that could not be marked as started is missing, and
 * the first reason: later batches are measured all the same.
 */
export async function stopped(load: Load): Promise<string[]> {
  const [time, money] = [reason('Time', 'is over'), reason('Money', 'is spent')];
  const unwritten = reason('BucketNotWritable', 'not marked');
  const complaints: string[] = [];
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
    complaints.push(
      ...differs('stopped', played, until('MeasureBatch', measured), { rig: 'r1', status: 'STOPPED' }),
      ...same('stopped: told', asked(played, 'WriteOutcome'), [written('STOPPED', why, moments)]),
      ...same('stopped: at the end', asked(played, 'WriteEnd'), [
        written('STOPPED', why, [...moments, ['done', 0, 0]]),
      ]),
    );
  }
  return complaints;
}

/** A stage that could only be reached too late, or for too much money, ends the rig before it is asked for. */
export async function worthless(load: Load): Promise<string[]> {
  const complaints: string[] = [];
  // The two changes and their pauses together: 3200.8 seconds.
  const begin = BEGINNING / 1000;
  const late = 'Period 2: a change would have been done after the deadline of the execution, ';
  const dear = 'Period 2: a change would have brought the rig above its share of the budget, ';
  const first = [turned('c1', change('fs', 1))];
  const single = DOCUMENT.batches.map((one) => ({ ...one, changes: one.changes.length > 0 ? first : [] }));
  const stories: readonly (readonly [object, string, string])[] = [
    [{ deadline: begin + 3200 }, 'DeadlineReached', `${late}2026-01-01T00:53:20.000Z.`],
    [{ shareUsd: 1.778 }, 'BudgetReached', `${dear}1.778 USD.`],
    [{ deadline: begin + 1600, batches: single }, 'DeadlineReached', `${late}2026-01-01T00:26:40.000Z.`],
    [{ shareUsd: 0.888, batches: single }, 'BudgetReached', `${dear}0.888 USD.`],
  ];
  const moments: readonly Moment[] = [...READY, ['deleting', 0]];
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
