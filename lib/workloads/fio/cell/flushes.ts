/** Cells that wait until what they write is durable: how far memory can serve them, and how often they waited. */
import type { Reason } from '../../../shapes/verdict';
import { type FlushMode, readFlushing, isFlushBound } from '../options/flushes';
import { directionsIn } from '../options/operations';
import { getSetting } from '../options/options';
import type { Direction } from '../output/direction';
import { blockBytes, type DataParams } from '../schema';

/** Null where writes may end in memory. */
export function readCellFlushing(params: DataParams): FlushMode | null {
  return readFlushing((name) => getSetting(params, name));
}

/** Counts may be off by this share, and by what is in flight when the time ends. */
const TOLERANCE = 0.02;
/** Whether a cell only writes, and waits for the storage so often that memory takes hardly any of it. */
export function isCellFlushBound(params: DataParams): boolean {
  const flushing = readCellFlushing(params);
  if (flushing === null || directionsIn(params.rw).includes('read')) return false;
  return isFlushBound(flushing, blockBytes(params), params.size);
}

/**
 * Flushes as counted against writes ÷ interval. In a mix fio flushes behind reads, too, and io_uring begins several at
 * once: with 3.33 up to twice as many as are due.
 */
export function checkFlushes(directions: readonly Direction[], params: DataParams): readonly Omit<Reason, 'metrics'>[] {
  const flushing = readCellFlushing(params);
  const write = directions.find(({ operation }) => operation === 'write');
  if (flushing === null || flushing.isWrite || write === undefined) return [];
  const { option, every } = flushing;
  const count = write.commits?.count ?? 0;
  const due = write.ios / every;
  const slack = TOLERANCE * due + params.numjobs * params.iodepth;
  const asks = `${option}: ${every} asks for ${Math.floor(due)} behind ${write.ios} writes`;
  const text = `${count} flushes were made, and ${asks}`;
  if (count < due - slack) return [{ level: 'invalid', code: 'MissingFlushes', text }];
  return count > due + slack ? [{ level: 'note', code: 'ExtraFlushes', text }] : [];
}
