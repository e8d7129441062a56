/** Series of hosts that worked at once, as one. */
import { groupBy } from '../shapes/collections';
import type { Metrics } from '../shapes/metric';
import type { Series } from '../shapes/series';

/**
 * For each metric and operation that all hosts have, their sum, step by step, from the moment on at which the last of
 * them had begun to the end of the shortest; or their mean, where that is how the metric is merged. A host that began
 * by whole steps earlier is moved by them.
 * @param series of single hosts
 * @param hosts that were to give one
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
