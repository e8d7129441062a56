/** Aggregates the values of several hosts by the rule of their metric. */
import { groupBy } from '../shapes/collections';
import { ensure, FsxbenchError } from '../shapes/errors';
import type { Metric, Aggregation, Metrics } from '../shapes/metric';
import type { Series } from '../shapes/series';
import type { HostFigures } from './contract';
import { Bins } from './histogram';

/** @returns null if a host lacks the value or the histogram */
type AggregationRule = (metric: string, hosts: readonly HostFigures[], how: Metric) => number | null;

const AGGREGATION_RULES: Readonly<Record<Aggregation, AggregationRule>> = {
  sum: (metric, hosts) => listValues(metric, hosts)?.reduce((sum, value) => sum + value, 0) ?? null,
  highest: (metric, hosts) => pickExtreme(Math.max, listValues(metric, hosts)),
  lowest: (metric, hosts) => pickExtreme(Math.min, listValues(metric, hosts)),
  mean: (metric, hosts) => {
    const values = listValues(metric, hosts);
    const weight = hosts.reduce((sum, host) => sum + host.weight, 0);
    if (values === null || weight === 0) return null;
    return (
      values.reduce((sum, value, index) => sum + value * ensure(hosts[index], 'a host of each value').weight, 0) /
      weight
    );
  },
  histogram: (metric, hosts, { percentile }) => {
    if (percentile === undefined)
      throw new FsxbenchError('Unexpected', `metric ${metric} comes from histograms, but declares no percentile`);
    return mergeFamily(percentile.of, hosts)?.percentile(percentile.percent) ?? null;
  },
};

/** Cache of merged histograms: merging many hosts is slow, and several percentiles share the result. */
const mergedBins = new WeakMap<readonly HostFigures[], Map<string, Bins | null>>();

/** Merges the histograms of hosts that ran concurrently. @returns null if any host has none */
export function mergeFamily(family: string, hosts: readonly HostFigures[]): Bins | null {
  const known = mergedBins.get(hosts) ?? new Map<string, Bins | null>();
  mergedBins.set(hosts, known);
  const before = known.get(family);
  if (before !== undefined) return before;
  const bins = hosts.flatMap(({ histograms }) => histograms[family] ?? []);
  const merged = bins.length < hosts.length ? null : Bins.merge(bins);
  known.set(family, merged);
  return merged;
}

/** Combines the values of hosts that ran the same operation concurrently; a single host keeps its value. */
export function aggregateHosts(metric: string, how: Metric, hosts: readonly HostFigures[]): number | null {
  const [first, second] = hosts;
  if (first !== undefined && second === undefined) return first.values[metric] ?? null;
  return AGGREGATION_RULES[how.overHosts](metric, hosts, how);
}

/** @returns null if any host lacks the value */
function listValues(metric: string, hosts: readonly HostFigures[]): readonly number[] | null {
  const values = hosts.flatMap((host) => host.values[metric] ?? []);
  return values.length < hosts.length ? null : values;
}

function pickExtreme(of: (...values: number[]) => number, values: readonly number[] | null): number | null {
  return values === null ? null : values.reduce((best, value) => of(best, value));
}

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
