/** Tests configurations against `atLeast`, `atMost` and criteria: rule 5 of `docs/statistics.md`. */
import type { DecisionRule } from '../../shapes/decision-rule';
import { groupBy } from '../../shapes/collections';
import { BURST_RATIO } from '../provisioned-ratio';
import { getBetter, listCountedValues } from '../measures';
import type { Metrics } from '../../shapes/metric';
import { computeLowerBound, measureFall } from '../statistics/limit';
import { computeMean } from '../statistics/moments';
import {
  type Candidate,
  type Circumstances,
  type Contender,
  type CriterionResult,
  type Entrant,
  type MetricFigure,
  findFigure,
  type ThresholdResult,
} from './contender';
import { computeUnitLogs, type UnitPlace } from './units';

/** Thresholds for a value, in the unit of the value. */
export interface Thresholds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

export function hasThreshold({ atLeast, atMost, require = [] }: DecisionRule): boolean {
  return atLeast !== undefined || atMost !== undefined || require.length > 0;
}

export interface ThresholdInput {
  readonly decide: DecisionRule;
  readonly metrics: Metrics;
  readonly circumstances: Circumstances;
  readonly places: ReadonlyMap<string, UnitPlace>;
}

/** Input of a test against thresholds: logarithms of the units, and possible errors. */
interface ThresholdTest {
  readonly limits: Thresholds;
  readonly logs: readonly number[];
  /** Whether the true value may be higher, or lower, than the measured one. */
  readonly mayBeHigher: boolean;
  readonly mayBeLower: boolean;
  /** Log mean of all rounds minus log level at the end; negative if the level rises. */
  readonly fall: number;
  readonly spread: number;
}

/** Tolerance for rounding: equal logarithms may differ in the last digit. */
const TINY = 1e-9;

/** Log bounds of the sustained level; infinite if the true value may lie further out. @param among see `Certainty` */
function computeBounds(
  { logs, mayBeHigher, mayBeLower, fall, spread }: ThresholdTest,
  among: number,
): { low: number; high: number } {
  const negative = logs.map((log) => -log);
  return {
    low: mayBeLower ? -Infinity : computeLowerBound(logs, { among, spread }) - Math.max(0, fall),
    high: mayBeHigher ? Infinity : -computeLowerBound(negative, { among, spread }) + Math.max(0, -fall),
  };
}

/** A configuration must meet every threshold, so every threshold is one more chance of a false miss. */
function judgeThresholds(tested: readonly ThresholdTest[], among: number, tries: number): ThresholdResult {
  const isMissed = (one: ThresholdTest): boolean => {
    const { low, high } = computeBounds(one, tries);
    const { atLeast = 0, atMost = Infinity } = one.limits;
    return high < Math.log(atLeast) - TINY || low > Math.log(atMost) + TINY;
  };
  const isMet = (one: ThresholdTest): boolean => {
    const { low, high } = computeBounds(one, among);
    const { atLeast = 0, atMost = Infinity } = one.limits;
    return low >= Math.log(atLeast) - TINY && high <= Math.log(atMost) + TINY;
  };
  return tested.some(isMissed) ? 'no' : tested.every(isMet) ? 'yes' : 'open';
}

/** Number of thresholds (`atLeast`, `atMost`) for a figure: 0 to 2. */
export function countThresholds({ atLeast, atMost }: Thresholds): number {
  return Number(atLeast !== undefined) + Number(atMost !== undefined);
}

/**
 * Adds threshold results to entrants. The best of several candidates is partly best by luck. So the required certainty
 * grows with the number of candidates at the same price; for a safe choice, with the number of all.
 */
export function judgeEntrants(entrants: readonly Entrant[], asking: ThresholdInput): readonly Entrant[] {
  const found = entrants.map((entrant) => ({ entrant, ...testContender(entrant, asking) }));
  const alive = found.filter(({ judge: standing }) => standing(1) !== 'no');
  const { prefer } = asking.decide;
  const surely = new Set<TestedContender>(found.filter(({ judge: standing }) => standing(1) === 'yes'));
  // If every candidate surely meets the threshold, any choice between them is right.
  const countChances = (own: readonly TestedContender[]): number =>
    own.every((one) => surely.has(one)) ? 1 : own.length;
  const rivals = groupBy(alive, ({ contender }) => (prefer === 'cheapest' ? getPriceRank(contender) : null));
  const among = new Map([...rivals.values()].flatMap((own) => own.map((one) => [one, countChances(own)] as const)));
  return found.map((one) => {
    const { entrant, contender, judge: standing } = one;
    const isAsked = hasThreshold(asking.decide) || contender.criteria.length > 0;
    const qualifies = isAsked ? standing(among.get(one) ?? 1) : null;
    return {
      ...entrant,
      contender: { ...contender, qualifies, safe: isAsked && standing(countChances(alive)) === 'yes' },
    };
  });
}

interface TestedContender {
  /** All fields except those that depend on the other contenders. */
  readonly contender: Contender;
  readonly judge: (among: number) => ThresholdResult;
}

function testContender({ contender, candidate, figure }: Entrant, asking: ThresholdInput): TestedContender {
  const { decide, circumstances } = asking;
  const { require = [], atLeast, atMost } = decide;
  const { measured, lasting, together, fall } = testFigure(figure, { atLeast, atMost }, candidate, asking);
  const criteria = require.map(({ name, ...criterion }) => {
    const found = findFigure(candidate, criterion, circumstances.trials);
    if (typeof found === 'string') return { tested: null, shown: { name, value: null, unit: null, bound: NO_BOUND } };
    const { statistics, measure, bound } = found;
    const shown = { name, value: statistics.centre, unit: measure.unit, bound };
    return { tested: testFigure(found, criterion, candidate, asking).lasting, shown };
  });
  const others = criteria.flatMap(({ tested }) => tested ?? []);
  const tries = Math.max(
    1,
    [lasting, ...others].reduce((sum, { limits }) => sum + countThresholds(limits), 0),
  );
  const limit = countThresholds({ atLeast, atMost }) === 0 ? null : judgeThresholds([lasting], 1, tries);
  const shown = computeBounds({ ...lasting, mayBeHigher: false, mayBeLower: false }, 1);
  const rate = listMissedRate(figure);
  return {
    contender: {
      ...contender,
      limit,
      together,
      fall: fall > 0 ? -Math.expm1(-fall) : 0,
      bounds: Number.isFinite(shown.low) ? { low: Math.exp(shown.low), high: Math.exp(shown.high) } : null,
      burst: lasting !== measured && limit !== 'yes' && judgeThresholds([measured, ...others], 1, tries) === 'yes',
      criteria: [
        ...criteria.map((one): CriterionResult => {
          return { ...one.shown, standing: one.tested === null ? 'open' : judgeThresholds([one.tested], 1, tries) };
        }),
        ...rate,
      ],
    },
    judge: (among) => {
      const found = rate.length > 0 ? 'no' : judgeThresholds([lasting, ...others], among, tries);
      return found === 'yes' && others.length < criteria.length ? 'open' : found;
    },
  };
}

function isTime(unit: Contender['unit']): boolean {
  return unit === 'us' || unit === 's';
}

const NO_BOUND = { atLeast: false, atMost: false };

/** If at least half of the trials missed the offered rate, their latency is not the latency at that rate. */
function listMissedRate({ trials, measure: { unit } }: MetricFigure): readonly CriterionResult[] {
  if (!isTime(unit)) return [];
  const without = trials.filter(({ despite }) => despite.includes('RateNotReached')).length;
  if (without === 0 || 2 * without < trials.length) return [];
  return [{ name: 'its offered rate', standing: 'no', value: null, unit: null, bound: NO_BOUND }];
}

/** Tests the measured and the sustained level. Both are equal unless there was a burst or a step. */
function testFigure(
  figure: MetricFigure,
  { atLeast, atMost }: Thresholds,
  candidate: Candidate,
  asking: ThresholdInput,
): Pick<Contender, 'together' | 'fall'> & { readonly measured: ThresholdTest; readonly lasting: ThresholdTest } {
  const { measure, values, bound, spread } = figure;
  const { decide, metrics, circumstances, places } = asking;
  const sign = getBetter(metrics, measure.metric, measure.unit) === 'higher' ? 1 : -1;
  const logs = computeUnitLogs(values, places);
  const better = logs.map((log) => sign * log);
  const fall = circumstances.several ? 0 : measureFall(better, decide.margin);
  const together = exceedsPercentile(candidate, measure, atMost, asking);
  // Latency under a load above the provisioned rate does not predict latency under sustained load.
  const isBurst = isTime(measure.unit) && decide.burst !== 'allowed' && (figure.ofProvisioned ?? 0) > BURST_RATIO;
  const worse = bound.atMost || together || isBurst;
  const [mayBeHigher, mayBeLower] = sign === 1 ? [bound.atLeast, bound.atMost] : [worse, bound.atLeast];
  const shared = { limits: { atLeast, atMost }, spread: spread.forLimits, mayBeHigher, mayBeLower };
  const measured = { ...shared, logs, fall: sign * fall };
  return { measured, lasting: toSustained(measured, figure, asking), together, fall };
}

/** Whether the percentile over the operations of all trials exceeds `atMost`, judged by the other percentiles. */
function exceedsPercentile(
  { measures }: Candidate,
  { metric, operation }: MetricFigure['measure'],
  atMost: number | undefined,
  { metrics, circumstances: { trials } }: ThresholdInput,
): boolean {
  const own = metrics[metric]?.percentile;
  if (own === undefined || atMost === undefined) return false;
  const percentAbove = new Map<string, number>();
  for (const measure of measures) {
    const { of, percent = 0 } = metrics[measure.metric]?.percentile ?? {};
    if (of !== own.of || measure.operation !== operation) continue;
    for (const { trial, value } of listCountedValues(measure.values, trials))
      percentAbove.set(trial, Math.max(percentAbove.get(trial) ?? 0, value > atMost ? 100 - percent : 0));
  }
  return computeMean([...percentAbove.values()]) > 100 - own.percent;
}

/** Sustained rate: the lower level if half the trials had a step or fell; at most the rate that AWS promises. */
function toSustained(
  measured: ThresholdTest,
  { measure: { unit, provisioned = null }, ofProvisioned, values }: MetricFigure,
  { decide: { burst }, circumstances: { trials }, places }: ThresholdInput,
): ThresholdTest {
  if (burst === 'allowed' || measured.limits.atLeast === undefined || isTime(unit)) return measured;
  if (provisioned !== null && (ofProvisioned ?? 0) > BURST_RATIO) {
    const most = Math.log(provisioned);
    return { ...measured, logs: measured.logs.map((log) => Math.min(log, most)), fall: 0, spread: 0 };
  }
  const lower = values.map((one) => ({ ...one, share: trials.get(one.trial)?.lowerLevel }));
  if (2 * lower.filter(({ share }) => share !== undefined).length < values.length) return measured;
  const levels = lower.map(({ trial, value, share = 1 }) => ({ trial, value: value * share }));
  return { ...measured, logs: computeUnitLogs(levels, places) };
}

/** Price with four digits; an unknown price ranks first, as it may be the lowest. */
export function getPriceRank({ price }: Pick<Contender, 'price'>): number {
  return price === null ? Number.NEGATIVE_INFINITY : Number(price.toPrecision(4));
}

/** Whether it may be the answer: it does not surely miss a threshold. */
export function mayQualify({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies !== 'no';
}

/** Whether it surely meets the thresholds, or there are none. */
export function isQualified({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies === 'yes' || qualifies === null;
}
