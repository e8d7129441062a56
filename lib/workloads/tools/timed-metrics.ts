/** What is measured of a fixed work: how long it takes, and what it moves a second. */
import type { Metric } from '../../shapes/metric';

/** Times are those of the slowest host; the rate counts until all is synced. */
export const TIMED: Readonly<Record<'elapsed' | 'elapsed_synced' | 'throughput', Metric>> = {
  elapsed: {
    unit: 's',
    better: 'lower',
    words: 'time',
    column: true,
    overHosts: 'highest',
    untilStored: 'elapsed_synced',
  },
  elapsed_synced: { unit: 's', better: 'lower', words: 'time until synced', column: true, overHosts: 'highest' },
  throughput: { unit: 'bytes/s', better: 'higher', words: 'throughput', column: true, overHosts: 'sum' },
};
