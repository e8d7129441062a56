/** `rig` by itself: a change that a trial requested is awaited, and never requested again. */
import { fails } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments, TROUBLES } from '../../../story';
import {
  batchOf,
  change,
  changed,
  CLOSING,
  differs,
  DOCUMENT,
  ENDED,
  FS,
  play,
  turned,
  VOLUME,
  WAY,
} from './rig-answers';

const KEY = 'raw/r1/t0001/a1/events.json';
const CHANGES = [{ ...turned('c1', change('fs', 1), change('volume', 2)), recordKey: KEY }];
const BATCHES = [batchOf(1, 1, [], { changing: 'c1' }), batchOf(2, 2, CHANGES), batchOf(3, 2, [])];
const RIG = { LoadRig: changed({ batches: BATCHES }) };
const record = (ready: number | null, problem: string | null): unknown => ({
  Body: JSON.stringify({ version: 1, events: [{ action: 'change', ready, problem }] }),
});
const first = WAY.indexOf('ChangeOne');
const READ = [...WAY.slice(0, first), 'ReadRecord'];
const AFTER = WAY.slice(first + 2);
const made = (played: Parameters<typeof listArguments>[0]): unknown =>
  (listArguments(played, 'MeasureBatch') as { Input: { made: unknown } }[]).map(({ Input }) => Input.made);

/** The record says that the change is done; the batch of its trial has the resources that it changes. */
export async function* changedByTrial(load: Load): Complaints {
  const played = await play(load, { ...RIG, ReadRecord: record(1_700_000_000, null) });
  yield* differs('done', played, [...READ, ...AFTER], ENDED);
  yield* same('record', listArguments(played, 'ReadRecord'), [{ Bucket: 'ResultsBucket', Key: KEY }]);
  yield* same('resources', made(played), [{ fs: FS, volume: VOLUME }, {}, {}]);
  // Done changes need no time: 600 s and 1000 s each would not fit.
  const soon = changed({ batches: BATCHES, deadline: DOCUMENT.deadline - 49_000 });
  const late = await play(load, { ...RIG, LoadRig: soon, ReadRecord: record(1, null) });
  yield* differs('shortly before the deadline', late, [...READ, ...AFTER], ENDED);
}

/** Without a record nothing was requested, so the rig makes the change. */
export async function* notRequested(load: Load): Complaints {
  const played = await play(load, { ...RIG, ReadRecord: fails('S3.NoSuchKeyException') });
  yield* differs('requested now', played, [...READ, 'ChangeOne', 'ChangeOne', ...AFTER], ENDED);
}

/** A failed change, or an unreadable record, fails the target instance: its state is unknown. */
export async function* failedUnderLoad(load: Load): Complaints {
  const way = [...READ, ...CLOSING];
  const failed = await play(load, { ...RIG, ReadRecord: record(null, 'RequestTooSlow: not done') });
  yield* differs('failed', failed, way, ['RequestFailed', 'the change under load: RequestTooSlow: not done']);
  for (const name of TROUBLES) {
    const trouble = await play(load, { ...RIG, ReadRecord: fails(name, 'said so') });
    yield* differs(name, trouble, way, [name, 'said so']);
  }
}
