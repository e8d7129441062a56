/** Merges time series of concurrent hosts. */
import { groupBy } from '../shapes/collections';
import type { Metrics } from '../shapes/metric';
import type { Series } from '../shapes/series';

/**
 * Sum or mean (as the metric is aggregated) at each step, for each metric and operation that all hosts have. The result
 * covers the time from the start of the last host to the end of the shortest series. Hosts that started earlier are
 * shifted by whole steps.
 * @param series series of single hosts
 * @param hosts expected number of hosts
 */
export function combineSeries(series: readonly Series[], hosts: number, metrics: Metrics): readonly Series[] {
  const alike = groupBy(series, ({ metric, operation, step }) => JSON.stringify([metric, operation, step]));
  return [...alike.values()].flatMap((all): readonly Series[] => {
    const [first] = all;
    if (first === undefined || all.length !== hosts) return [];
    const from = Math.max(...all.map((one) => one.from));
    const moved = all.map(({ values, from: own, step }) => values.slice(Math.round((from - own) / step)));
    const length = Math.min(...moved.map(({ length: own }) => own));
    if (length === 0) return [];
    const parts = metrics[first.metric]?.overHosts === 'mean' ? hosts : 1;
    const sumAt = (index: number): number => moved.reduce((sum, own) => sum + (own[index] ?? 0), 0);
    const values = Array.from({ length }, (_, index) => sumAt(index) / parts);
    return [{ ...first, host: null, from, values }];
  });
}
