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

/** Both are moved over what is paid for, one after the other. */
export function limits(): readonly HeldRates[] {
  return [
    { of: null, bytes: { metric: 'write_bandwidth', limit: 'bandwidth', moves: 'written' }, operations: null },
    { of: null, bytes: { metric: 'read_bandwidth', limit: 'bandwidth', moves: 'read' }, operations: null },
  ];
}
