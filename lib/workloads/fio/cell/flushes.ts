/** Configurations that flush writes: whether host memory can absorb the writes, and how many flushes fio made. */
import type { Reason } from '../../../shapes/verdict';
import { type FlushMode, readFlushing, isFlushBound } from '../options/flushes';
import { listDirections } from '../options/operations';
import { getSetting } from '../options/options';
import type { Direction } from '../output/direction';
import { getBlockBytes, type DataParams } from '../schema';

/** Null if writes may remain in host memory. */
export function readCellFlushing(params: DataParams): FlushMode | null {
  return readFlushing((name) => getSetting(params, name));
}

/** Tolerated share of missing or extra flushes, in addition to the I/Os in flight at the end. */
const FLUSH_TOLERANCE = 0.02;
/** Whether a configuration only writes, and flushes too often for memory to absorb many writes. */
export function isCellFlushBound(params: DataParams): boolean {
  const flushing = readCellFlushing(params);
  if (flushing === null || listDirections(params.rw).includes('read')) return false;
  return isFlushBound(flushing, getBlockBytes(params), params.size);
}

/**
 * Compares the number of flushes with writes ÷ interval. In a mix, fio also flushes after reads; with io_uring it
 * starts several flushes at once: fio 3.33 makes up to twice the expected number.
 */
export function checkFlushes(directions: readonly Direction[], params: DataParams): readonly Omit<Reason, 'metrics'>[] {
  const flushing = readCellFlushing(params);
  const write = directions.find(({ operation }) => operation === 'write');
  if (flushing === null || flushing.isWrite || write === undefined) return [];
  const { option, every } = flushing;
  const count = write.commits?.count ?? 0;
  const due = write.ios / every;
  const slack = FLUSH_TOLERANCE * due + params.numjobs * params.iodepth;
  const asks = `${option}: ${every} requires ${Math.floor(due)} for ${write.ios} writes`;
  const text = `fio made ${count} flushes; ${asks}`;
  if (count < due - slack) return [{ level: 'invalid', code: 'MissingFlushes', text }];
  return count > due + slack ? [{ level: 'note', code: 'ExtraFlushes', text }] : [];
}
