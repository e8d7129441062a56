/** Figures of trials that only published ones need: peaks, and the host with the worst value. */
import { groupBy } from '../../shapes/collections';
import type { Observation } from '../../shapes/observation';
import type { Plan } from '../../shapes/plan';
import { appliesTo, PEAK, WORST_HOST } from '../../shapes/published-study';
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

/** Adds an observation to each trial with a published figure that is a peak, or of each host. */
export function addStudyFigures<I extends StudyInput>(input: I): I {
  const { plan, observations, series = [] } = input;
  const figures = plan.published?.figures.filter((one) => one.statistic === PEAK || one.host !== null) ?? [];
  if (figures.length === 0) return input;
  const cells = new Map(plan.cells.map((cell) => [cell.cellId, cell]));
  const lines = groupBy(series, toAttempt);
  const added = [...groupBy(observations, toAttempt)].flatMap(([attempt, own]) => {
    const cell = cells.get(own[0]?.cell ?? '');
    const wanted = figures.filter((one) => cell !== undefined && appliesTo(one, cell));
    const metrics = [...groupBy(wanted, ({ metric }) => metric)];
    return metrics.flatMap(([metric, rows]) => {
      const like = own.filter((one) => one.metric === metric);
      const peaks = rows.some(({ statistic }) => statistic === PEAK)
        ? listPeaks(like, lines.get(attempt)?.filter((one) => one.metric === metric) ?? [])
        : [];
      return rows.some(({ host }) => host !== null) ? [...peaks, ...listWorstHosts(plan, like)] : peaks;
    });
  });
  return { ...input, observations: [...observations, ...added] };
}

function toAttempt({ trial, attempt }: Pick<Observation, 'trial' | 'attempt'>): string {
  return `${trial}.a${attempt}`;
}

function listPeaks(like: readonly Observation[], series: readonly Series[]): readonly Observation[] {
  return series.flatMap((line) => {
    const head = like.find(({ scope, operation }) => scope === 'aggregate' && operation === line.operation);
    const value = findPeak(line);
    return head === undefined || value === null ? [] : [{ ...head, statistic: PEAK, unit: line.unit, value }];
  });
}

/** The highest mean of {@link PEAK_SECONDS}; null for a shorter series, or for steps that do not divide them. */
export function findPeak({ step, values }: Pick<Series, 'step' | 'values'>): number | null {
  const points = PEAK_SECONDS / step;
  if (!Number.isInteger(points) || values.length < points) return null;
  const means = Array.from({ length: Math.floor(values.length / points) }, (_, index) => {
    const some = values.slice(index * points, (index + 1) * points);
    return some.reduce((sum, value) => sum + value, 0) / points;
  });
  return Math.max(...means);
}

/** The worst host of each operation, by the statistic of the trial. */
function listWorstHosts({ metrics }: Plan, like: readonly Observation[]): readonly Observation[] {
  return like.flatMap((head) => {
    const { scope, metric, operation, statistic, unit } = head;
    const hosts = like.filter(
      (one) => one.scope === 'host' && one.operation === operation && one.statistic === statistic,
    );
    if (scope !== 'aggregate' || hosts.length === 0) return [];
    const values = hosts.map(({ value }) => value);
    const value = getBetter(metrics, metric, unit) === 'higher' ? Math.min(...values) : Math.max(...values);
    return [{ ...head, statistic: WORST_HOST, value }];
  });
}
