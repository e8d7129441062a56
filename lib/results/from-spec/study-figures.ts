/** Figures of trials that only published ones need: peaks, and the host with the worst value. */
import { groupBy } from '../../shapes/collections';
import type { Observation } from '../../shapes/observation';
import type { Plan } from '../../shapes/plan';
import { PEAK, WORST_HOST } from '../../shapes/published-study';
import type { Series, SeriesLine } from '../../shapes/series';
import { getBetter } from '../measures';

/**
 * Seconds of a peak: whole ones from the start of the measurement, as OpenMessaging Benchmark prints a rate each 10 s
 * (`printAndCollectStats` in github.com/openmessaging/benchmark, WorkloadGenerator.java).
 */
const PEAK_SECONDS = 10;

interface StudyInput {
  readonly plan: Plan;
  readonly observations: readonly Observation[];
  readonly series?: readonly SeriesLine[];
}

/** Adds observations to each trial: of metrics with a published peak, and with a published figure of each host. */
export function addStudyFigures<I extends StudyInput>(input: I): I {
  const { plan, observations, series = [] } = input;
  const figures = plan.published?.figures ?? [];
  const peaks = figures.flatMap(({ statistic, metric }) => (statistic === PEAK ? [metric] : []));
  const ofHosts = figures.flatMap(({ host, metric }) => (host === null ? [] : [metric]));
  const lines = groupBy(series, toKey);
  const alike = groupBy(
    observations.filter(({ metric }) => peaks.includes(metric) || ofHosts.includes(metric)),
    toKey,
  );
  const added = [...alike].flatMap(([key, own]) =>
    pickHead(own).flatMap((head) => {
      const peak = peaks.includes(head.metric) ? findPeak(lines.get(key)?.[0]) : null;
      const worst = ofHosts.includes(head.metric) ? findWorstHost(head, own, plan) : null;
      return [
        ...(peak === null ? [] : [{ ...head, statistic: PEAK, value: peak }]),
        ...(worst === null ? [] : [{ ...head, statistic: WORST_HOST, value: worst }]),
      ];
    }),
  );
  return added.length === 0 ? input : { ...input, observations: [...observations, ...added] };
}

/** The primary figure of all hosts: `value`, else `mean`, else the first. */
function pickHead(own: readonly Observation[]): readonly Observation[] {
  const ofAll = own.filter(({ scope }) => scope !== 'host');
  const named = (name: string): Observation | undefined => ofAll.find(({ statistic }) => statistic === name);
  return [named('value') ?? named('mean') ?? ofAll[0]].flatMap((one) => one ?? []);
}

function toKey({ trial, attempt, metric, operation }: Observation | SeriesLine): string {
  return JSON.stringify([trial, attempt, metric, operation]);
}

/** The highest mean of {@link PEAK_SECONDS}; null for a shorter series, or for steps that do not divide them. */
export function findPeak({ step, values }: Pick<Series, 'step' | 'values'> = { step: 1, values: [] }): number | null {
  const points = PEAK_SECONDS / step;
  if (!Number.isInteger(points) || values.length < points) return null;
  const means = Array.from({ length: Math.floor(values.length / points) }, (_, index) => {
    const some = values.slice(index * points, (index + 1) * points);
    return some.reduce((sum, value) => sum + value, 0) / points;
  });
  return Math.max(...means);
}

function findWorstHost(
  { metric, statistic, unit }: Observation,
  own: readonly Observation[],
  { metrics }: Plan,
): number | null {
  const hosts = own.filter((one) => one.scope === 'host' && one.statistic === statistic).map(({ value }) => value);
  if (hosts.length === 0) return null;
  return getBetter(metrics, metric, unit) === 'higher' ? Math.min(...hosts) : Math.max(...hosts);
}
