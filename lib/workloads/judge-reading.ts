/** Tests of a trial that all kinds share: `tests.json` names them, and why a kind leaves one out. */
import { groupBy } from '../shapes/collections';
import { isSummedRate, type Metrics, resolveMetrics } from '../shapes/metric';
import type { RawObservation } from '../shapes/observation';
import type { Reason } from '../shapes/verdict';
import type { HostRaw, Reading, TrialContext, Workload } from './contract';
import { judgeLatency, judgeStalls, judgeSteadiness, listLatencies, noteUntested } from './steadiness';
import { judgeSlowHosts, judgeStragglers } from './straggler';
import tests from './tests.json';

export type CommonTest = keyof typeof tests.common;

interface TestInput {
  readonly reading: Reading;
  readonly metrics: Metrics;
  /** Operations of the configuration, with their metrics in the order of the kind. */
  readonly listed: ReturnType<Workload['listMetrics']>;
  /** The configuration offers a rate, so that latencies may not change. */
  readonly isOffered: boolean;
  /** Its latencies over time are those at an offered rate: fio logs no others, also of single jobs. */
  readonly isLogged: boolean;
}

const COMMON_TESTS: Readonly<Record<CommonTest, (one: TestInput) => readonly Reason[]>> = {
  steadyRate: ({ reading, listed }) =>
    listed.flatMap(({ operation, series: logged }) => {
      const [metric] = logged?.metrics ?? [];
      if (metric === undefined || reading.observations.length === 0) return [];
      const series = reading.series.filter(
        (one) => one.operation === operation && one.metric === metric && one.host === null,
      );
      return series.length > 0 ? judgeSteadiness({ ...reading, series }) : [noteUntested(operation, metric)];
    }),
  steadyLatency: ({ reading, metrics, isLogged }) => (isLogged ? judgeLatency(reading, listLatencies(metrics)) : []),
  stalls: ({ reading, metrics }) => judgeStalls(reading, metrics),
  // Rates of one operation agree, but those of a script need not.
  evenRates: ({ reading, metrics }) =>
    groupValues(reading.observations, (name) => isRate(metrics, name)).flatMap((each) =>
      each.flatMap(judgeStragglers).slice(0, 1),
    ),
  evenLatencies: ({ reading, metrics, isOffered }) => {
    const means = isOffered ? groupValues(reading.observations, (name) => name.endsWith('latency_mean')) : [];
    return means.flat().flatMap((own) => judgeSlowHosts(own, listLatencies(metrics)));
  },
};

/** Reasons of a kind, then of the shared tests. @param hosts all hosts of the measuring step */
export function judgeReading<P>(
  workload: Workload<P>,
  reading: Reading,
  hosts: readonly HostRaw[],
  params: P,
  trial?: TrialContext,
): readonly Reason[] {
  const isOffered = workload.traffic.load?.(params)?.by === 'rate';
  const input: TestInput = {
    reading,
    metrics: resolveMetrics(workload, params as Readonly<Record<string, unknown>>),
    listed: workload.listMetrics(params),
    isOffered,
    isLogged: isOffered || workload.kind === 'fio',
  };
  const left = findExceptions(nameVariant(workload, params));
  const shared = Object.entries(COMMON_TESTS).filter(([name]) => left[name] === undefined);
  const found = [...workload.judge(reading, hosts, params, trial), ...shared.flatMap(([, judge]) => judge(input))];
  return [...new Map(found.map((one) => [`${one.code} ${one.text}`, one])).values()];
}

/** Example: `fio job file`. */
export function nameVariant<P>({ kind, variant }: Pick<Workload<P>, 'kind' | 'variant'>, params: P): string {
  return `${kind} ${variant?.(params) ?? ''}`.trim();
}

/** Reasons by test that a variant leaves out. */
export function findExceptions(variant: string): Readonly<Partial<Record<string, string>>> {
  const all: Readonly<Record<string, Readonly<Record<string, string>>>> = tests.exceptions;
  return Object.hasOwn(all, variant) ? (all[variant] ?? {}) : {};
}

/** Values of single hosts by operation, then by metric. */
function groupValues(
  observations: readonly RawObservation[],
  isWanted: (metric: string) => boolean,
): readonly (readonly RawObservation[])[][] {
  const own = observations.filter(({ host, metric }) => host !== 'aggregate' && isWanted(metric));
  const operations = groupBy(own, ({ operation }) => operation);
  return [...operations.values()].map((its) => [...groupBy(its, ({ metric }) => metric).values()]);
}

/** Of lower rates that are better (errors), the fastest host is no reference. */
function isRate(metrics: Metrics, name: string): boolean {
  const metric = metrics[name];
  return metric !== undefined && isSummedRate(metric) && metric.better === 'higher';
}
