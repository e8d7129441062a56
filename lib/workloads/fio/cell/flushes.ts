/** Configurations that flush writes: whether host memory can absorb the writes, and how many flushes fio made. */
import type { Reason } from '../../../shapes/verdict';
import { findFlushFault, type FlushMode, readFlushing, isFlushBound } from '../options/flushes';
import { listDirections } from '../options/operations';
import { getSetting } from '../options/options';
import { COMMIT_METRICS } from '../../tools/io-metrics';
import type { Direction } from '../output/direction';
import { getBlockBytes, type DataParams } from '../schema';

/** Null if writes may remain in host memory. */
export function readCellFlushing(params: DataParams): FlushMode | null {
  return readFlushing((name) => getSetting(params, name));
}

/**
 * Whether a configuration only writes, and flushes too often for memory to absorb many writes.
 * @param written bytes; unknown before the measurement
 */
export function isCellFlushBound(params: DataParams, written = Infinity): boolean {
  const flushing = readCellFlushing(params);
  if (flushing === null || listDirections(params.rw).includes('read')) return false;
  return isFlushBound(flushing, getBlockBytes(params), Math.min(params.size, written));
}

/** Compares the number of flushes with writes ÷ interval. */
export function checkFlushes(directions: readonly Direction[], params: DataParams): readonly Reason[] {
  const write = directions.find(({ operation }) => operation === 'write');
  if (write === undefined) return [];
  const found = findFlushFault((name) => getSetting(params, name), write, params.numjobs * params.iodepth);
  if (found?.isMissing === true) return [{ level: 'invalid', code: 'MissingFlushes', text: found.text }];
  const metrics = Object.keys(COMMIT_METRICS);
  return found === null ? [] : [{ level: 'suspect', code: 'ExtraFlushes', text: found.text, metrics }];
}
