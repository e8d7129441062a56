/** Tests configurations against `atLeast`, `atMost` and criteria: rule 5 of `docs/statistics.md`. */
import type { DecisionRule } from '../../shapes/decision-rule';
import { groupBy } from '../../shapes/collections';
import { BURST_RATIO } from '../provisioned-ratio';
import { listCountedValues } from '../measures';
import { measureFalls } from '../statistics/fall';
import { computeLowerBound, countRanksGivenUp, countUnitsForLimit } from '../statistics/limit';
import { computeMean } from '../statistics/moments';
import {
  type Candidate,
  type Contender,
  type CriterionResult,
  type Entrant,
  type FigureInput,
  findFigure,
  type OpenReason,
  type Standing,
} from './contender';
import type { MetricFigure } from './figure';
import { countUnbounded, isTime } from './proof';
import { computeUnitLogs, type UnitPlace } from './units';

/** Thresholds for a value, in the unit of the value. */
export interface Thresholds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

export function hasThreshold({ atLeast, atMost, require = [] }: DecisionRule): boolean {
  return atLeast !== undefined || atMost !== undefined || require.length > 0;
}

export interface ThresholdInput extends FigureInput {
  readonly decide: DecisionRule;
  readonly several: boolean;
  readonly places: ReadonlyMap<string, UnitPlace>;
}

/** Test against one threshold. Logarithms, times the sign: higher is better. */
interface LimitTest {
  readonly sign: 1 | -1;
  readonly limit: number;
  /** What units prove at worst and at best; infinite without a bound. */
  readonly worst: readonly number[];
  readonly best: readonly number[];
  /** Mean of all rounds minus level at the end; negative if the level rises. */
  readonly fall: number;
  readonly spread: number;
}

/** Tolerance for rounding: equal logarithms may differ in the last digit. */
const TINY = 1e-9;

function boundBelow({ worst, fall, spread }: LimitTest, among = 1): number {
  return computeLowerBound(worst, { among, spread }) - Math.max(0, fall);
}

function boundAbove({ best, fall, spread }: LimitTest, among = 1): number {
  const negative = best.map((log) => -log);
  return -computeLowerBound(negative, { among, spread }) + Math.max(0, -fall);
}

/** Units that a miss needs if others have no bound. */
const KNOWN_MIN = 4;

/** Without units that have no bound: as many as the order statistic gives up, and one more; else none at all. */
function leaveOutUnbounded(best: readonly number[]): readonly number[] {
  const known = best.filter((log) => log !== Infinity);
  const left = best.length - known.length;
  const isFew = known.length >= KNOWN_MIN && left <= countRanksGivenUp(best.length, 1) + 1;
  return left === 0 || isFew ? known : [];
}

/** A configuration must meet every threshold, so every threshold is one more chance of a false miss. */
function judgeTests(tests: readonly LimitTest[], among: number, tries: number): Standing {
  const isMissed = (one: LimitTest): boolean =>
    boundAbove({ ...one, best: leaveOutUnbounded(one.best) }, tries) < one.limit - TINY;
  if (tests.some(isMissed)) return 'no';
  return tests.every((one) => boundBelow(one, among) >= one.limit - TINY) ? 'yes' : 'open';
}

/**
 * Adds standings to entrants. Each cheaper candidate that may be chosen instead halves the error, and those of one
 * price share it: so all choices together err at most twice as often as one. Dearer candidates never matter.
 */
export function judgeEntrants(entrants: readonly Entrant[], asking: ThresholdInput): readonly Entrant[] {
  const falls = findFalls(entrants, asking);
  const found = entrants.map((entrant, nth) => {
    const tested = testContender(entrant, falls[nth] ?? 0, asking);
    const rank = asking.decide.prefer === 'cheapest' ? getPriceRank(entrant.contender) : 0;
    return { entrant, rank, alone: tested.judge(1), ...tested };
  });
  return found.map((one) => {
    const { entrant, contender, judge, isTested, isUnbounded, tries, alone, rank } = one;
    if (!isTested) return { ...entrant, contender };
    const rivals = found.filter((other) => other !== one && other.alone !== 'no' && other.rank <= rank);
    // If every candidate meets the threshold by itself, any choice between them is right.
    const isFree = [one, ...rivals].every((own) => own.alone === 'yes');
    const cheaper = rivals.filter((other) => other.rank < rank).length;
    const among = isFree ? 1 : 2 ** cheaper * (1 + rivals.length - cheaper);
    const needs = countUnitsForLimit(Math.max(among, tries));
    const explain = (): OpenReason => {
      if (contender.logs.n < needs) return 'few';
      if (isUnbounded) return 'bound';
      return judge(among, 0) === 'open' ? 'noise' : 'assumed';
    };
    const qualifies = judge(among);
    const reason = qualifies === 'open' ? explain() : null;
    return { ...entrant, contender: { ...contender, qualifies, alone, reason, needs } };
  });
}

interface TestedContender {
  /** All fields except those that depend on the other contenders. */
  readonly contender: Contender;
  /** Standing as one of several candidates. @param spread instead of the assumed one */
  readonly judge: (among: number, spread?: number) => Standing;
  readonly isTested: boolean;
  /** Some unit has no bound on some side. */
  readonly isUnbounded: boolean;
  readonly tries: number;
}

function testContender(
  { contender, candidate, figure }: Entrant,
  fall: number,
  asking: ThresholdInput,
): TestedContender {
  const { atLeast, atMost, require = [] } = asking.decide;
  const stalled = exceedsPercentile(candidate, figure.measure, atMost, asking);
  const own = makeTests(figure, { atLeast, atMost }, stalled, asking, fall);
  const rate = makeRateTests(figure, asking);
  const criteria = require.map(({ name, ...criterion }) => {
    const found = findFigure(candidate, criterion, asking);
    if (typeof found === 'string') return { ...NO_FIGURE, name, tests: null };
    const { statistics, measure, proofs, better } = found;
    const tests = makeTests(found, criterion, exceedsPercentile(candidate, measure, criterion.atMost, asking), asking);
    return { tests, name, value: statistics.centre, unit: measure.unit, unbounded: countUnbounded(proofs, better) };
  });
  const offered = rate.length === 0 ? [] : [{ ...NO_FIGURE, name: 'its offered rate', tests: rate }];
  const limits = [...own, ...criteria.flatMap(({ tests }) => tests ?? [])];
  const all = [...limits, ...rate];
  const tries = Math.max(1, limits.length);
  return {
    contender: {
      ...contender,
      ...toBounds(own),
      limit: own.length === 0 ? null : judgeTests(own, 1, tries),
      stalled,
      fall: fall > 0 ? -Math.expm1(-fall) : 0,
      criteria: [...criteria, ...offered].map(({ tests, ...shown }): CriterionResult => {
        return { ...shown, standing: tests === null ? 'open' : judgeTests(tests, 1, tries) };
      }),
    },
    judge: (among, spread) => {
      const found = judgeTests(spread === undefined ? all : all.map((one) => ({ ...one, spread })), among, tries);
      return found === 'yes' && criteria.some(({ tests }) => tests === null) ? 'open' : found;
    },
    isTested: all.length + criteria.length > 0,
    isUnbounded: all.some(({ worst, best }) => [...worst, ...best].some((log) => !Number.isFinite(log))),
    tries,
  };
}

const NO_FIGURE = { value: null, unit: null, unbounded: { better: 0, worse: 0 } };

/** Bounds for display, as if this were the only candidate. */
function toBounds([test]: readonly LimitTest[]): Pick<Contender, 'low' | 'high'> {
  if (test === undefined) return { low: null, high: null };
  const ends = [boundBelow(test), boundAbove({ ...test, best: leaveOutUnbounded(test.best) })];
  const [low = null, high = null] = (test.sign === 1 ? ends : ends.map((log) => -log).toReversed()).map((log) =>
    Number.isFinite(log) ? Math.exp(log) : null,
  );
  return { low, high };
}

/** Falls of the metric in the order of the entrants; blocks show the spread of hours instead. */
function findFalls(entrants: readonly Entrant[], { several, places, decide }: ThresholdInput): readonly number[] {
  if (several) return [];
  const timed = entrants.map(({ figure: { proofs, better } }) =>
    proofs.flatMap(({ trial, log }) => {
      const { series = '', at = 0 } = places.get(trial) ?? {};
      return log === null ? [] : [{ series, at, log: better === 'higher' ? log : -log }];
    }),
  );
  const falls = new Map(
    [...groupBy(timed, ([first]) => first?.series ?? '').values()].flatMap((rig) => {
      const found = measureFalls(rig, decide.margin);
      return rig.map((own, nth) => [own, found[nth] ?? 0] as const);
    }),
  );
  return timed.map((own) => falls.get(own) ?? 0);
}

/** Tests of a figure against its thresholds: what the trials prove, less what does not last. */
function makeTests(
  { measure, proofs, spread, ofProvisioned, better }: MetricFigure,
  { atLeast, atMost }: Thresholds,
  stalled: boolean,
  { decide, places }: ThresholdInput,
  fall = 0,
): readonly LimitTest[] {
  const { provisioned = null, unit } = measure;
  const isBurst = decide.burst !== 'allowed' && (ofProvisioned ?? 0) > BURST_RATIO;
  // Latency under a load above the provisioned rate does not predict latency under sustained load.
  const mayBeWorse = stalled || (isBurst && isTime(unit));
  const make = (sign: 1 | -1, limit: number): LimitTest => {
    const [low, high] = sign === 1 ? (['low', 'high'] as const) : (['high', 'low'] as const);
    const isCapped = sign === 1 && isBurst && provisioned !== null;
    const list = (of: 'low' | 'high', isOpen: boolean): readonly number[] =>
      computeUnitLogs(
        proofs.flatMap(({ trial, [of]: log }) => {
          if (log === null) return [];
          return [
            { trial, log: isOpen ? -Infinity : Math.min(sign * log, isCapped ? Math.log(provisioned) : Infinity) },
          ];
        }),
        places,
      );
    return {
      sign,
      limit: sign * Math.log(limit),
      worst: list(low, sign === -1 && mayBeWorse),
      best: list(high, false),
      fall: isCapped ? 0 : (sign === 1) === (better === 'higher') ? fall : -fall,
      spread: isCapped ? 0 : spread.forLimits,
    };
  };
  return [...(atLeast === undefined ? [] : [make(1, atLeast)]), ...(atMost === undefined ? [] : [make(-1, atMost)])];
}

/** Tests whether trials of a latency reached the offered rate; none if all did. */
function makeRateTests({ measure, trials }: MetricFigure, { places }: ThresholdInput): readonly LimitTest[] {
  const reached = trials.map(({ trial, despite }) => ({
    trial,
    log: despite.includes('RateNotReached') ? -Infinity : 0,
  }));
  if (!isTime(measure.unit) || reached.every(({ log }) => log === 0)) return [];
  const logs = computeUnitLogs(reached, places);
  return [{ sign: 1, limit: 0, worst: logs, best: logs, fall: 0, spread: 0 }];
}

/** Whether the percentile over the operations of all trials exceeds `atMost`, judged by the other percentiles. */
function exceedsPercentile(
  { measures }: Candidate,
  { metric, operation }: MetricFigure['measure'],
  atMost: number | undefined,
  { metrics, trials }: ThresholdInput,
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
