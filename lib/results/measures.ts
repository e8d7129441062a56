/** Measures of a cell: one per metric, operation and statistic of its trials. */
import { type TrialStatus, findExclusion } from './trial-status';
import type { Metric, Metrics } from '../shapes/metric';
import type { Observation, Unit } from '../shapes/observation';
import type { BlockValue } from './block-spread';
import { type Statistics, computeStatistics } from './statistics/statistics';
import type { TrialRow } from '../shapes/verdict';

export interface MeasuredValue {
  readonly trial: string;
  readonly value: number;
  /** The value is used in statistics and decisions. */
  readonly counted: boolean;
  /** The value is not counted because its trial is SUSPECT. */
  readonly suspect?: true;
}

export interface Measure {
  readonly metric: string;
  readonly operation: string | null;
  /** Statistic within one trial, as the tool reports it: `value`, `mean`, `max`, … */
  readonly statistic: string;
  readonly unit: Unit;
  /** Statistics over the counted trials; null without any. */
  readonly statistics: Statistics | null;
  readonly values: readonly MeasuredValue[];
}

const SUSPECT = { suspect: true } as const;

/** Statistics that represent a whole trial, in order of preference. */
const PRIMARY = ['value', 'mean', 'median'];

/**
 * Measures of one cell, in the order of the workload. @param counting status by trial @param several several blocks
 * @param observations of the cell's trials; ignores single hosts, and attempts that do not count
 */
export function computeMeasures(
  rows: readonly TrialRow[],
  observations: readonly Observation[],
  counting: ReadonlyMap<string, TrialStatus>,
  several: boolean,
): readonly Measure[] {
  const rowByTrial = new Map(rows.map((row) => [row.trial, row]));
  const groups = new Map<string, { head: Observation; values: Map<string, number> }>();
  for (const observation of observations) {
    const { scope, metric, operation, statistic, trial, attempt, value } = observation;
    if (scope !== 'aggregate' || rowByTrial.get(trial)?.attempt !== attempt || !Number.isFinite(value)) continue;
    const key = JSON.stringify([metric, operation, statistic]);
    const group = groups.get(key) ?? { head: observation, values: new Map<string, number>() };
    groups.set(key, group);
    if (!group.values.has(trial)) group.values.set(trial, value);
  }
  return [...groups.values()].map(({ head, values }) => {
    const { metric, operation, statistic, unit } = head;
    const all = rows.flatMap(({ trial, verdict }) => {
      const value = values.get(trial);
      if (value === undefined) return [];
      const known = counting.get(trial);
      const counts = known?.out === null && findExclusion(known, metric) === undefined;
      return [{ trial, value, counted: counts, ...(verdict === 'SUSPECT' && !counts ? SUSPECT : {}) }];
    });
    return {
      metric,
      operation,
      statistic,
      unit,
      statistics: computeStatistics(listCountedValues(all, counting), several),
      values: all,
    };
  });
}

export function listCountedValues(
  values: readonly MeasuredValue[],
  counting: ReadonlyMap<string, TrialStatus>,
): readonly (BlockValue & { readonly trial: string })[] {
  return values.flatMap(({ trial, value, counted }) => {
    const place = counting.get(trial);
    if (!counted || place === undefined) return [];
    return [{ trial, value, block: place.block }];
  });
}

/** Measures of a metric (default: of all metrics) that represent a whole trial: one per operation. */
export function pickPrimary<M extends Measure>(measures: readonly M[], metric?: string): readonly M[] {
  const byName = new Map<string, M>();
  for (const measure of measures) {
    if (metric !== undefined && measure.metric !== metric) continue;
    const key = JSON.stringify([measure.metric, measure.operation]);
    const best = byName.get(key);
    if (best === undefined || rankStatistic(measure) < rankStatistic(best)) byName.set(key, measure);
  }
  return [...byName.values()];
}

/** The metric that represents a cell: the metric of the question, else the first measured one. */
export function pickMainMetric(
  decide: { readonly metric: string } | null,
  cells: readonly { readonly measures: readonly Measure[] }[],
): string | null {
  return decide?.metric ?? cells.flatMap(({ measures }) => measures)[0]?.metric ?? null;
}

/** Position among the statistics that represent a whole trial; the first represents it best. */
export function rankStatistic({ statistic }: Pick<Measure, 'statistic'>): number {
  const place = PRIMARY.indexOf(statistic);
  return place < 0 ? PRIMARY.length : place;
}

/** Better direction as the workload declares it; by default, higher for rates and lower for times. */
export function getBetter(metrics: Metrics, metric: string, unit: Unit): Metric['better'] {
  const known = Object.hasOwn(metrics, metric) ? metrics[metric]?.better : undefined;
  return known ?? (unit === 'us' || unit === 's' ? 'lower' : 'higher');
}

/** `read p99 latency`, `IOPS`, `file create`: the workload's text for a metric, else the metric's key. */
export function nameMetric(metrics: Metrics, metric: string, operation: string | null = null): string {
  const known = Object.hasOwn(metrics, metric) ? metrics[metric]?.words : undefined;
  const words = known ?? metric.replaceAll('_', ' ');
  return operation === null ? words : `${operation} ${words}`;
}

/** Name of the quantity with this percentile metric, e.g. `commit latency` for `p99 commit latency`. */
export function nameDistribution(metrics: Metrics, of: string): string {
  const point = Object.values(metrics).find(({ percentile }) => percentile?.of === of);
  return point?.words.replace(/^p[\d.]+ /, '') ?? of;
}
