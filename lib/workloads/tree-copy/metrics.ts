/** Metrics, limits and facts of a copy. */
import type { FactLabel, LimitedRates, Metrics } from '../../shapes/metric';
import metrics from '../metrics.json';
import { TIMED_METRICS } from '../tools/io-metrics';

/** The only operation. */
export const COPY_OPERATION = 'copy';

/** Rates include the final sync, as data in the page cache is not stored yet. */
export const TREE_COPY_METRICS: Metrics = {
  elapsed: TIMED_METRICS.elapsed,
  elapsed_synced: TIMED_METRICS.elapsed_synced,
  ...(metrics.files as Metrics),
  throughput: TIMED_METRICS.throughput,
};

export const TREE_COPY_FACT_LABELS = metrics.treeCopyFacts as Readonly<Record<string, FactLabel>>;

/** Each copied file is one create, and its bytes are written. */
export function listLimits(): readonly LimitedRates[] {
  const bytes = { metric: 'throughput', limit: 'bandwidth', moves: 'written' } as const;
  return [{ of: [COPY_OPERATION], bytes, operations: { metric: 'files_per_second', limit: 'metadataCreates' } }];
}
