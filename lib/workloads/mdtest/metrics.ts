/** What mdtest gives, and which entitlement holds it. */
import type { HeldRates, Metric } from '../../shapes/metric';

/** Rates of all processes together; the figure of a trial is the mean of its iterations. */
function rate(words: string): Metric {
  return { unit: 'ops/s', better: 'higher', words, column: true, overHosts: 'sum', statistic: 'mean' };
}

export const METRICS: Readonly<Record<'file_create' | 'file_stat' | 'file_read' | 'file_remove', Metric>> = {
  file_create: rate('file creates'),
  file_stat: rate('file lookups'),
  file_read: rate('file reads'),
  file_remove: rate('file removes'),
};

/** Creates, opens and removes are paid for, one after the other; lookups have no limit of their own. */
export function limits(): readonly HeldRates[] {
  return [
    { of: null, bytes: null, operations: { metric: 'file_create', limit: 'metadataCreates' } },
    { of: null, bytes: null, operations: { metric: 'file_read', limit: 'metadataOpens' } },
    { of: null, bytes: null, operations: { metric: 'file_remove', limit: 'metadataDeletes' } },
  ];
}
