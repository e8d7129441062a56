/** Groups jobs into runs: clones and clients of one job form a run; different jobs and groups do not. */
import type { ToolResult } from '../../../shapes/tool-result';
import { ensure } from '../../../shapes/errors';
import { Bins } from '../../histogram';
import { type Job, getOption } from './job';
import { PERCENTILES, type PercentileMetric, SYNC_PREFIX } from '../../tools/io-metrics';
import type { SyncLatency, Direction, Operation } from './direction';

/** A job with all its clones and clients. */
export interface Run {
  /** `<jobname>/<groupid>`. */
  readonly label: string;
  /** Index of the fio call in the file, of the group in the call. Groups run in succession, their jobs concurrently. */
  readonly group: string;
  readonly jobs: readonly Job[];
  /** Merged by direction, in the order read, write, trim, mixed. */
  readonly directions: readonly Direction[];
}

type RunObservation = ToolResult['runs'][number]['observations'][number];

const OPERATION_ORDER: readonly Operation[] = ['read', 'write', 'trim', 'mixed'];

/**
 * Groups jobs by name and group: concurrent clones form one run; different or stonewalled jobs do not.
 * @param call index of the fio call in a file with several outputs
 */
export function groupRuns(jobs: readonly Job[], call = 0): readonly Run[] {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const label = `${job.name}/${job.groupId}`;
    const members = groups.get(label);
    if (members === undefined) groups.set(label, [job]);
    else members.push(job);
  }
  return [...groups].map(([label, members]) => ({
    label,
    group: `${call}/${ensure(members[0], 'a job of each label').groupId}`,
    jobs: members,
    directions: mergeByOperation(members.flatMap(({ directions }) => directions)),
  }));
}

/** Jobs of a run: each client has one entry a clone, or one for all clones. */
export function countThreads({ jobs }: Pick<Run, 'jobs'>): number {
  const [first] = jobs;
  if (first === undefined || first.unstated !== null) return sumValues(jobs, ({ count }) => count);
  const clones = Number(getOption(first, 'numjobs') ?? 1) || 1;
  const clients = new Set(jobs.map(({ client }) => client)).size;
  return jobs.length >= clones * clients ? jobs.length : jobs.length * clones;
}

/** Merges directions of the same operation, in the order read, write, trim, mixed. */
export function mergeByOperation(directions: readonly Direction[]): readonly Direction[] {
  return OPERATION_ORDER.map((operation) => directions.filter((one) => one.operation === operation))
    .filter((ofOne) => ofOne.length > 0)
    .map(mergeDirections);
}

/**
 * Merges directions of concurrent jobs or hosts: rates are summed, the mean latency is weighted by I/Os, and
 * percentiles are computed from merged histograms only.
 * @param all at least one direction, all of one operation
 */
export function mergeDirections(all: readonly Direction[]): Direction {
  const [first] = all;
  if (first === undefined || all.length === 1) return first as Direction;
  const alike = all.every(({ percentilesOf: of }) => of === first.percentilesOf);
  const bins =
    alike && all.every((direction) => direction.bins !== null)
      ? Bins.merge(all.flatMap((direction) => direction.bins ?? []))
      : null;
  return {
    operation: first.operation,
    ios: sumValues(all, ({ ios }) => ios),
    shortIos: sumValues(all, ({ shortIos }) => shortIos),
    bytes: sumValues(all, ({ bytes }) => bytes),
    iops: sumValues(all, ({ iops }) => iops),
    bandwidth: all.some(({ bandwidth }) => bandwidth === null)
      ? null
      : sumValues(all, ({ bandwidth }) => bandwidth ?? 0),
    runtimeMs: all.reduce((longest, { runtimeMs }) => Math.max(longest, runtimeMs), 0),
    shortestMs: all.reduce((least, { runtimeMs, shortestMs = runtimeMs }) => Math.min(least, shortestMs), Infinity),
    latencyMeanUs: computeWeightedMean(all),
    percentilesOf: alike ? first.percentilesOf : null,
    percentilesUs: bins === null ? {} : listPercentiles(bins),
    bins,
    commits: mergeSyncLatency(all.map(({ commits }) => commits)),
    ...mergeSpreads(all),
  };
}

/** Rates are summed; the sum of deviations is an upper bound. Of different latencies, only the maximum is kept. */
function mergeSpreads(all: readonly Direction[]): Pick<Direction, 'spread'> {
  const spreads = all.flatMap(({ spread }) => spread ?? []);
  if (spreads.length < all.length) return {};
  const mostUs = spreads.reduce((most, one) => Math.max(most, one.mostUs ?? 0), 0);
  const [least, mean, deviation, samples] = (['least', 'mean', 'deviation', 'samples'] as const).map((key) =>
    sumValues(spreads, ({ rate }) => rate[key]),
  ) as [number, number, number, number];
  return { spread: { mostUs, latency: null, rate: { least, mean, deviation, samples } } };
}

/** Null if any direction lacks commits. Percentiles are computed from merged histograms only. */
function mergeSyncLatency(all: readonly (SyncLatency | null)[]): SyncLatency | null {
  const known = all.filter((one) => one !== null);
  const count = sumValues(known, (one) => one.count);
  if (known.length < all.length || count === 0) return null;
  const histograms = known.flatMap(({ bins }) => bins ?? []);
  const bins = histograms.length < known.length ? null : Bins.merge(histograms);
  return {
    count,
    meanUs: sumValues(known, (one) => one.meanUs * one.count) / count,
    percentilesUs: bins === null ? {} : listPercentiles(bins),
    bins,
  };
}

/** Observations of a direction, without host and source. Operations without I/O have none. */
export function toFigures(direction: Direction): readonly RunObservation[] {
  const { operation, iops, bandwidth, latencyMeanUs, percentilesUs } = direction;
  const figures: RunObservation[] = [{ metric: 'iops', operation, statistic: 'value', unit: 'ops/s', value: iops }];
  if (bandwidth !== null) {
    figures.push({ metric: 'bandwidth', operation, statistic: 'value', unit: 'bytes/s', value: bandwidth });
  }
  const { commits } = direction;
  const families = [
    ['', latencyMeanUs, percentilesUs],
    [SYNC_PREFIX, commits?.meanUs ?? null, commits?.percentilesUs ?? {}],
  ] as const;
  for (const [prefix, mean, points] of families) {
    if (mean !== null)
      figures.push({ metric: `${prefix}latency_mean`, operation, statistic: 'mean', unit: 'us', value: mean });
    for (const { metric } of PERCENTILES) {
      const value = points[metric];
      if (value !== undefined)
        figures.push({ metric: `${prefix}${metric}`, operation, statistic: 'value', unit: 'us', value });
    }
  }
  return figures;
}

function listPercentiles(bins: Bins): Record<PercentileMetric, number> {
  const values = bins.percentiles(PERCENTILES.map(({ percentile }) => percentile));
  return Object.fromEntries(PERCENTILES.map(({ metric }, index) => [metric, values[index]])) as Record<
    PercentileMetric,
    number
  >;
}

function computeWeightedMean(all: readonly Direction[]): number | null {
  const ios = sumValues(all, (direction) => direction.ios);
  if (ios === 0 || all.some(({ latencyMeanUs }) => latencyMeanUs === null)) return null;
  return sumValues(all, (direction) => (direction.latencyMeanUs ?? 0) * direction.ios) / ios;
}

function sumValues<T>(all: readonly T[], value: (one: T) => number): number {
  return all.reduce((total, one) => total + value(one), 0);
}
