/** Tests configurations against `atLeast`, `atMost` and criteria: rule 5 of `docs/statistics.md`. */
import type { Criterion, DecisionRule } from '../../shapes/decision-rule';
import { groupBy } from '../../shapes/collections';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { listCountedValues } from '../measures';
import { type Drift, measureFalls, projectDrifts, type TimedLog } from '../statistics/fall';
import { countUnitsForLimit } from '../statistics/limit';
import { computeMean } from '../statistics/moments';
import type {
  Candidate,
  Contender,
  CriterionResult,
  Entrant,
  FigureInput,
  MetricFigure,
  OpenReason,
  Standing,
} from './contender';
import { findFigure } from './figure';
import { isBlocked, isUnbounded, judgeTests, type LimitTest, tendsToMiss, toBounds } from './limit-test';
import { countUnbounded, isTime } from './proof';
import { computeUnitLogs, type UnitPlace } from './units';

/** Thresholds for a value, in the unit of the value. */
export interface Thresholds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

export interface ThresholdInput extends FigureInput {
  readonly decide: DecisionRule;
  readonly several: boolean;
  readonly places: ReadonlyMap<string, UnitPlace>;
  /** Place of a configuration in a walk by price, which orders those of one price, too. Absent: the price. */
  readonly placeOf?: (cell: string) => number | undefined;
  /** In a look: rounds that are still planned ÷ rounds so far. Absent or 0: all are measured. */
  readonly ahead?: number | undefined;
}

/**
 * Adds standings to entrants. Each cheaper candidate that may be chosen instead halves the error, and those of one
 * price share it: so all choices together err at most twice as often as one. Dearer candidates never matter.
 */
export function judgeEntrants(entrants: readonly Entrant[], asking: ThresholdInput): readonly Entrant[] {
  const { require = [] } = asking.decide;
  const figures: readonly (readonly (MetricFigure | string)[])[] = [
    entrants.map(({ figure }) => figure),
    ...require.map((criterion) => entrants.map(({ candidate }) => findFigure(candidate, criterion, asking))),
  ];
  const trends = figures.map((column) => findTrends(column, asking));
  const found = entrants.map((entrant, nth) => {
    const [trend = STEADY, ...trendsOf] = trends.map((column) => column[nth] ?? STEADY);
    const criteria = require.map((criterion, at) => {
      return { criterion, figure: figures[at + 1]?.[nth] ?? '', trend: trendsOf[at] ?? STEADY };
    });
    const tested = testContender(entrant, trend, criteria, asking);
    const { contender } = entrant;
    const place = asking.placeOf?.(contender.cell);
    const rank = place ?? (asking.decide.prefer === 'cheapest' ? getPriceRank(contender) : 0);
    return { entrant, rank, alone: tested.judge(1), ...tested };
  });
  return found.map((one) => {
    const { entrant, contender, judge, tests, isUnmeasured, tries, alone, rank } = one;
    if (tests.length === 0 && !isUnmeasured) return { ...entrant, contender };
    const rivals = found.filter((other) => other !== one && other.alone !== 'no' && other.rank <= rank);
    // If every candidate meets the threshold by itself, any choice between them is right.
    const isFree = [one, ...rivals].every((own) => own.alone === 'yes');
    const cheaper = rivals.filter((other) => other.rank < rank).length;
    const among = isFree ? 1 : 2 ** cheaper * (1 + rivals.length - cheaper);
    const needs = countUnitsForLimit(Math.max(among, tries));
    const explain = (): OpenReason => {
      if (isUnmeasured) return 'unmeasured';
      const isFew = contender.logs.n < needs;
      if (isFew && tests.some(tendsToMiss)) return 'few';
      if (tests.some((test) => isBlocked(test, among))) return 'assumed';
      if (isFew) return 'few';
      if (tests.some(isUnbounded)) return 'bound';
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
  readonly tests: readonly LimitTest[];
  /** A criterion has no figure. */
  readonly isUnmeasured: boolean;
  readonly tries: number;
}

interface CriterionInput {
  readonly criterion: Criterion;
  /** Or why there is none. */
  readonly figure: MetricFigure | string;
  readonly trend: Trend;
}

/** How the values of a configuration changed during the rig, better direction up. */
interface Trend {
  readonly fall: number;
  readonly drift: Drift;
}

const STILL: Drift = { down: 0, up: 0 };
const STEADY: Trend = { fall: 0, drift: STILL };

function testContender(
  { contender, candidate, figure }: Entrant,
  trend: Trend,
  required: readonly CriterionInput[],
  asking: ThresholdInput,
): TestedContender {
  const { atLeast, atMost } = asking.decide;
  const stalled = exceedsPercentile(candidate, figure.measure, atMost, asking);
  const own = makeTests(figure, { atLeast, atMost }, stalled, asking, trend);
  const rate = makeRateTests(figure, asking);
  const criteria = required.map(({ criterion, figure: found, trend: ofIt }) => {
    const { name, atMost: most } = criterion;
    if (typeof found === 'string') return { ...NO_FIGURE, name, tests: null };
    const { statistics, measure, proofs, better } = found;
    const tests = makeTests(found, criterion, exceedsPercentile(candidate, measure, most, asking), asking, ofIt);
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
      fall: trend.fall > 0 ? -Math.expm1(-trend.fall) : 0,
      criteria: [...criteria, ...offered].map(({ tests, ...shown }): CriterionResult => {
        return { ...shown, standing: tests === null ? 'open' : judgeTests(tests, 1, tries) };
      }),
    },
    judge: (among, spread) => {
      const found = judgeTests(spread === undefined ? all : all.map((one) => ({ ...one, spread })), among, tries);
      return found === 'yes' && criteria.some(({ tests }) => tests === null) ? 'open' : found;
    },
    tests: all,
    isUnmeasured: criteria.some(({ tests }) => tests === null),
    tries,
  };
}

const NO_FIGURE = { value: null, unit: null, unbounded: { better: 0, worse: 0 } };

/** Trends of the figures, in their order; blocks show the spread of hours instead. */
function findTrends(
  figures: readonly (MetricFigure | string)[],
  { several, places, decide, ahead = 0 }: ThresholdInput,
): readonly Trend[] {
  if (several || decide.burst === 'allowed') return [];
  const timed = figures.map((figure) => {
    if (typeof figure === 'string') return [];
    return figure.proofs.flatMap(({ trial, log }) => {
      const { series = '', at = 0 } = places.get(trial) ?? {};
      return log === null || !Number.isFinite(log)
        ? []
        : [{ series, at, log: figure.better === 'higher' ? log : -log }];
    });
  });
  const trends = new Map<readonly TimedLog[], Trend>(
    [...groupBy(timed, ([first]) => first?.series ?? '').values()].flatMap((rig) => {
      const falls = measureFalls(rig, decide.margin);
      const drifts = ahead === 0 ? [] : projectDrifts(rig, ahead);
      return rig.map((own, nth) => [own, { fall: falls[nth] ?? 0, drift: drifts[nth] ?? STILL }] as const);
    }),
  );
  return timed.map((own) => trends.get(own) ?? STEADY);
}

/** Tests of a figure against its thresholds: what the trials prove, less what does not last. */
function makeTests(
  { measure, proofs, spread, ofProvisioned, better }: MetricFigure,
  { atLeast, atMost }: Thresholds,
  stalled: boolean,
  { decide, places }: ThresholdInput,
  { fall, drift }: Trend,
): readonly LimitTest[] {
  const { provisioned = null, unit } = measure;
  const isBurst = decide.burst !== 'allowed' && (ofProvisioned ?? 0) > BURST_RATIO;
  // Latency under a load above the provisioned rate does not predict latency under sustained load.
  const mayBeWorse = stalled || (isBurst && isTime(unit));
  const make = (sign: 1 | -1, limit: number): LimitTest => {
    const [low, high] = sign === 1 ? (['low', 'high'] as const) : (['high', 'low'] as const);
    const isCapped = sign === 1 && isBurst && provisioned !== null;
    const isBetter = (sign === 1) === (better === 'higher');
    const most = isCapped ? Math.log(provisioned) : Infinity;
    const compute = (of: 'low' | 'high', isOpen: boolean): ReadonlyMap<string, number> =>
      computeUnitLogs(
        proofs.flatMap(({ trial, [of]: log }) =>
          log === null ? [] : [{ trial, log: isOpen ? -Infinity : Math.min(sign * log, most) }],
        ),
        places,
      );
    const [worst, best, aim] = [compute(low, sign === -1 && mayBeWorse), compute(high, false), sign * Math.log(limit)];
    const firm = [...best].filter(([unit, log]) => log !== Infinity || (worst.get(unit) ?? -Infinity) >= aim);
    return {
      sign,
      limit: aim,
      worst: [...worst.values()],
      best: firm.map(([, log]) => log),
      spare: best.size - firm.length,
      fall: isCapped ? 0 : isBetter ? fall : -fall,
      drift: isCapped ? STILL : isBetter ? drift : { down: drift.up, up: drift.down },
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
  const logs = [...computeUnitLogs(reached, places).values()];
  return [{ sign: 1, limit: 0, worst: logs, best: logs, spare: 0, fall: 0, drift: STILL, spread: 0 }];
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
