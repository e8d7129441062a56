/** What IOR gives, and which entitlement holds it. */
import type { HeldRates, Metric } from '../../shapes/metric';

/** Rates of all processes together; the figure of a trial is the mean of its repetitions. */
function rate(words: string): Metric {
  return { unit: 'bytes/s', better: 'higher', words, column: true, overHosts: 'sum', statistic: 'mean' };
}

export const METRICS: Readonly<Record<'write_bandwidth' | 'read_bandwidth', Metric>> = {
  write_bandwidth: rate('write bandwidth'),
  read_bandwidth: rate('read bandwidth'),
};

/** Both are moved over what is paid for. */
export function limits(): readonly HeldRates[] {
  return Object.keys(METRICS).map((metric) => ({
    of: null,
    bytes: { metric, limit: 'bandwidth' as const },
    operations: null,
  }));
}
