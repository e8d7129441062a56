/** Judges trials against criteria: by their value, or by the worst window of a time series (`every`). */
import type { Criterion } from '../../shapes/decision-rule';
import { groupBy } from '../../shapes/collections';
import type { Observation, Unit } from '../../shapes/observation';
import type { Plan } from '../../shapes/plan';
import type { Series, SeriesLine } from '../../shapes/series';

/** Figures of one trial over all its hosts. */
export interface TrialFigures {
  readonly observations: readonly Pick<
    Observation,
    'scope' | 'metric' | 'operation' | 'statistic' | 'unit' | 'value'
  >[];
  readonly series: readonly Series[];
}

export interface CriterionFigure {
  /** In the metric's base unit; with `every`, of the worst window. */
  readonly value: number;
  readonly unit: Unit;
  readonly meets: boolean;
  /** Start of the worst window, seconds after the warm-up; null without `every`. */
  readonly at: number | null;
}

/** @returns null if the trial has no such figure */
export function judgeCriterion(criterion: Criterion, figures: TrialFigures): CriterionFigure | null {
  const { atLeast = -Infinity, atMost = Infinity } = criterion;
  const found =
    criterion.everySeconds === undefined ? findValue(criterion, figures) : findWorstWindow(criterion, figures);
  return found === null ? null : { ...found, meets: found.value >= atLeast && found.value <= atMost };
}

type FigureBase = Omit<CriterionFigure, 'meets'> | null;

/** Whether figures are of the metric and operation of a criterion. */
export function matchesCriterion(
  one: { readonly metric: string; readonly operation: string | null },
  criterion: Criterion,
): boolean {
  return one.metric === criterion.metric && (criterion.operation ?? one.operation) === one.operation;
}

/** Statistics that represent a whole trial, if the criterion names none. */
const MAIN: readonly string[] = ['value', 'mean', 'median'];

function findValue(criterion: Criterion, { observations }: TrialFigures): FigureBase {
  const own = observations.filter((one) => one.scope === 'aggregate' && matchesCriterion(one, criterion));
  const names = criterion.statistic === undefined ? MAIN : [criterion.statistic];
  const first = names.flatMap((name) => own.find(({ statistic }) => statistic === name) ?? [])[0];
  return first === undefined ? null : { value: first.value, unit: first.unit, at: null };
}

/** The window farthest from the threshold. A last window that is less than half complete does not count. */
function findWorstWindow(criterion: Criterion, { series }: TrialFigures): FigureBase {
  const own = series.find((one) => one.host === null && matchesCriterion(one, criterion));
  if (own === undefined) return null;
  const size = Math.max(1, Math.round((criterion.everySeconds ?? 0) / own.step));
  const counts = series.find(
    ({ host, metric, operation }) => host === null && metric === 'iops' && operation === own.operation,
  );
  // Latencies are means per I/O, so a step with more I/Os weighs more.
  const weights = own.unit === 'us' && counts?.step === own.step ? counts.values : [];
  // fio's log lacks the last step, so the last window may be short.
  const count = Math.max(1, Math.round(own.values.length / size));
  const starts = Array.from({ length: count }, (_, window) => window * size);
  const means = starts.map((start) => ({ start, value: computeWindowMean(own.values, weights, start, size) }));
  const valued = means.filter(({ value }) => Number.isFinite(value));
  const worst = valued.toSorted((a, b) => (criterion.atMost === undefined ? a.value - b.value : b.value - a.value))[0];
  return worst === undefined ? null : { value: worst.value, unit: own.unit, at: worst.start * own.step };
}

/** Mean of some steps; NaN for latencies without an I/O. */
function computeWindowMean(values: readonly number[], weights: readonly number[], start: number, size: number): number {
  let [sum, total] = [0, 0];
  for (let step = start; step < Math.min(start + size, values.length); step += 1) {
    const weight = weights.length === 0 ? 1 : (weights[step] ?? 0);
    sum += weight * (values[step] ?? 0);
    total += weight;
  }
  return total === 0 ? Number.NaN : sum / total;
}

/** Statistic of the worst window, e.g. `highest 1 s`. */
function nameStatistic({ everySeconds = 0, atMost }: Criterion): string {
  return `${atMost === undefined ? 'lowest' : 'highest'} ${everySeconds} s`;
}

/**
 * For criteria with `every` in `decide.require`: adds the worst window of each trial as an observation, and names its
 * statistic in the question.
 */
export function addWorstWindows<
  I extends {
    readonly plan: Plan;
    readonly observations: readonly Observation[];
    readonly series?: readonly SeriesLine[];
  },
>(input: I): I {
  const { plan, observations, series = [] } = input;
  const windowed = plan.decide?.require?.filter(({ everySeconds }) => everySeconds !== undefined) ?? [];
  if (plan.decide === null || windowed.length === 0) return input;
  const byTrial = groupBy(series, ({ trial }) => trial);
  const aggregates = observations.filter(({ scope }) => scope === 'aggregate');
  const added = [...groupBy(aggregates, ({ trial }) => trial).values()].flatMap((own) =>
    windowed.flatMap((criterion) => {
      const like = own.find((one) => matchesCriterion(one, criterion));
      const lines = byTrial.get(like?.trial ?? '')?.filter(({ attempt }) => attempt === like?.attempt) ?? [];
      const found = judgeCriterion(criterion, { observations: [], series: lines });
      if (like === undefined || found === null) return [];
      return [{ ...like, statistic: nameStatistic(criterion), unit: found.unit, value: found.value }];
    }),
  );
  const require = plan.decide.require?.map((one) =>
    one.everySeconds === undefined ? one : { ...one, statistic: nameStatistic(one) },
  );
  return {
    ...input,
    plan: { ...plan, decide: { ...plan.decide, ...(require === undefined ? {} : { require }) } },
    observations: [...observations, ...added],
  };
}
