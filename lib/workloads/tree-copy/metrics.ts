/** Metrics, limits and facts of a copy. */
import type { FactLabel, LimitedRates, Metrics } from '../../shapes/metric';
import metrics from '../metrics.json';
import { TIMED_METRICS } from '../tools/io-metrics';

/** The only operation. */
export const COPY = 'copy';

/** Rates include the final sync, as data in the page cache is not stored yet. */
export const METRICS: Metrics = {
  elapsed: TIMED_METRICS.elapsed,
  elapsed_synced: TIMED_METRICS.elapsed_synced,
  ...(metrics.files as Metrics),
  throughput: TIMED_METRICS.throughput,
};

/** Labels of facts that the scripts report. */
export const FACT_WORDS = metrics.treeCopyFacts as Readonly<Record<string, FactLabel>>;

/** Each copied file is one create, and its bytes are written. */
export function limits(): readonly LimitedRates[] {
  const bytes = { metric: 'throughput', limit: 'bandwidth', moves: 'written' } as const;
  return [{ of: [COPY], bytes, operations: { metric: 'files_per_second', limit: 'metadataCreates' } }];
}
