/** Advice for an inconclusive answer: one sentence, the spec setting, and its approximate effort. */
import { MIN_TRIALS_TO_COMPARE, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Plan } from '../../shapes/plan';
import { BURST_RATIO } from '../provisioned-ratio';
import { UNITS_MIN } from '../statistics/difference';
import { countUnitsForLimit } from '../statistics/limit';
import { chiSquared, normalZ, studentT } from '../statistics/quantiles';
import type { UnitKind } from '../statistics/statistics';
import type { Effort, Settlement } from './answer';
import { BLOCKS_FOR_LIMITS } from './assumptions';
import type { Contender, ExcludedCell, OpenReason } from './contender';
import { type AnswerContext, type QuestionContext, joinNames, formatRough, UNIT_WORDS } from './phrases';
import { countChances, countThresholds, mayQualify, getPriceRank } from './thresholds';

/** Estimates the effort of more units of every configuration; null if unknown. */
export type EffortEstimator = (unit: UnitKind, more: number) => Effort | null;

/** Null if the answer is conclusive. */
export function findSettlement(context: AnswerContext, effortOf: EffortEstimator): Settlement | null {
  const { decide, decision } = context;
  const { reason, ranking, open, winner } = decision;
  if (decide === null || reason === null || ranking.every(({ n }) => n < MIN_TRIALS)) return null;
  const question = { ...context, decide };
  const spare = findSpare(question);
  const first = spare ?? ranking.find(({ cell }) => open.includes(cell)) ?? winner ?? ranking[0];
  if (first === undefined) return null;
  const isOfThreshold = decision.compared.length === 0 && reason !== 'unmeasured' && first.qualifies !== null;
  const found = isOfThreshold ? adviseOnThreshold(question, first) : ADVICE[reason](question, first);
  if (found === null) return null;
  const { text, units = null, kind = first.unitKind } = found;
  const has = kind === first.unitKind ? first.logs.n : 1;
  // If trials were excluded, the plan may already contain as many units as the advice suggests.
  const planned = Math.max(has, kind === first.unitKind ? countPlannedUnits(question, first) : 0);
  if (units === null || units <= planned) {
    const isPlanned = units !== null && planned > has;
    const rerun = isPlanned ? ` ${planned} were planned: fix what excludes trials, then rerun.` : '';
    return { text: `${text}${rerun}`, setting: null, effort: null };
  }
  return { text, setting: `design: { ${UNIT_WORDS[kind]}s: ${units} }`, effort: effortOf(kind, units - has) };
}

/** Number of planned rounds of a configuration, or of planned blocks. */
function countPlannedUnits({ circumstances }: QuestionContext, { cell, unitKind }: Contender): number {
  const own = [...circumstances.trials.values()].filter((one) => one.cell === cell);
  return unitKind === 'trial' ? own.length : new Set(own.map(({ block }) => block)).size;
}

/** Three blocks are enough to measure the spread, but detect few differences: see `docs/statistics.md`. */
const ADVISED_BLOCKS = 5;
/** From this number on, one low unit does not keep a threshold open. */
const ADVISED_UNITS = 7;

/** `units`: total number of units of `kind`, which defaults to that of the answer. */
interface Advice {
  readonly text: string;
  readonly units?: number | null;
  readonly kind?: UnitKind;
}

const BLOCKS = { units: ADVISED_BLOCKS, kind: 'block' } as const;

const ADVICE: Readonly<Record<OpenReason, (question: QuestionContext, first: Contender) => Advice | null>> = {
  few: ({ decision: { ranking } }, { unitKind }) =>
    ranking.every(({ logs }) => logs.n >= MIN_TRIALS_TO_COMPARE)
      ? { text: 'Values need more digits: run longer, or increase the work of each trial.' }
      : {
          text: `${MIN_TRIALS_TO_COMPARE} valid ${UNIT_WORDS[unitKind]}s of each are needed.`,
          units: 2 * MIN_TRIALS_TO_COMPARE,
        },
  noise: adviseOnNoise,
  assumed: ({ circumstances: { apart } }) =>
    apart
      ? { text: 'Let configurations alternate: design: { comparison: interleaved }.' }
      : { text: `${ADVISED_BLOCKS} blocks measure what is assumed of instances and hours.`, ...BLOCKS },
  bound: (question, first) => {
    const { compared, ranking } = question.decision;
    const rival = ranking.find(({ cell }) => cell === compared.find(({ reason }) => reason === 'bound')?.cell);
    return adviseOnBound(question, rival !== undefined && rival.unbounded.better > 0 ? rival : first);
  },
  unmeasured: ({ decision: { leftOut, ranking, open } }) => {
    const missing = listLabels(leftOut, open);
    if (missing.length > 0) return { text: `Measure ${joinNames(missing)} again.` };
    const unpriced = ranking.filter(({ price }) => price === null);
    return { text: `Set usdPerHour of ${joinNames(listLabels(unpriced, open))}.` };
  },
};

function listLabels(all: readonly Pick<ExcludedCell, 'cell' | 'label'>[], cells: readonly string[]): readonly string[] {
  return all.filter(({ cell }) => cells.includes(cell)).map(({ label }) => label);
}

function adviseOnNoise(question: QuestionContext, first: Contender): Advice | null {
  const { decide, decision } = question;
  const {
    known = null,
    common = 0,
    ratio = null,
    low = null,
    high = null,
  } = decision.compared.find(({ verdict }) => verdict === 'open') ?? decision.compared[0] ?? {};
  if (known === null || known.error === 0) return null;
  const n = Math.max(1, common === 0 ? first.logs.n : common);
  const spread: UnitSpread = { ...known, deviation: known.error * Math.sqrt(n / 2) };
  const units = countUnitsToCompare(decide.detect, spread, decide.margin);
  const most = Math.max(1 / (low ?? 0), high ?? Infinity) - 1;
  if (most <= decide.detect)
    return { text: `They differ by at most ${formatRough(most)}: more replicates show little else.` };
  // More replicates do not reduce an assumed spread.
  if (units === null && known.assumed > 0) return ADVICE.assumed(question, first);
  const seen = ratio === null ? '' : `; the measured difference is ${formatRough(Math.abs(ratio - 1))}`;
  const enough = units !== null && units <= n ? ' already' : '';
  const what = `a difference of ${formatRough(decide.detect)} in four of five cases`;
  return {
    text: `${units ?? `Not even ${UNITS_MAX}`} ${UNIT_WORDS[first.unitKind]}s${enough} show ${what}${seen}.`,
    units,
  };
}

/** The configuration that meets the threshold by itself, if only more units are missing to choose it. */
function findSpare(question: QuestionContext): Contender | null {
  const { winner, outcome } = question.decision;
  const isSpare = outcome === 'open' && winner?.alone === 'yes';
  return isSpare && winner.logs.n < countUnitsNeeded(question, winner) ? winner : null;
}

/** Minimum number of units for a test against a threshold. */
function countUnitsNeeded({ decide, decision: { ranking } }: QuestionContext, one: Contender): number {
  const rankOf = (other: Contender): number => (decide.prefer === 'cheapest' ? getPriceRank(other) : 0);
  const rivals = ranking.flatMap((other) => {
    const isRival = other !== one && mayQualify(other) && rankOf(other) <= rankOf(one);
    return isRival ? [{ rank: rankOf(other) }] : [];
  });
  const limits = countThresholds(decide) + (decide.require ?? []).length;
  return countUnitsForLimit(Math.max(1, limits, countChances(rankOf(one), rivals)));
}

function adviseOnThreshold(question: QuestionContext, first: Contender): Advice | null {
  const { decide } = question;
  const { unbounded, stalled, logs, unitKind, value } = first;
  if (first.n < MIN_TRIALS) return ADVICE.few(question, first);
  const needed = countUnitsNeeded(question, first);
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = decide;
  const isBound = unbounded.worse > 0 || (unbounded.better > 0 && (value < atLeast || value > atMost));
  if (first === findSpare(question))
    return { text: `With ${needed} ${UNIT_WORDS[unitKind]}s, ${first.label} can be chosen safely.`, units: needed };
  if (isBound) return adviseOnBound(question, first);
  if ((first.ofProvisioned ?? 0) > BURST_RATIO)
    return { text: `Measure ${first.label} until its credits are used up, or set decide: { burst: allowed }.` };
  if (stalled) return { text: 'More replicates will not help: find out what stalled some trials.' };
  if (logs.n < needed) return { text: `A threshold needs at least ${needed} ${UNIT_WORDS[unitKind]}s.`, units: needed };
  if (first.reason === 'assumed')
    return {
      text: `${BLOCKS_FOR_LIMITS} blocks or more measure the spread between instances.`,
      units: BLOCKS_FOR_LIMITS,
      kind: 'block',
    };
  if (first.reason !== 'noise' || first.limit !== 'open') return null;
  const { fall, label } = first;
  if (fall > 0) return { text: `Values of ${label} may still fall: measure until they are steady.` };
  if (hasFallen(question, first)) return { text: `Find out why the rate of some trials of ${label} fell.` };
  const isUneven = Math.abs(Math.log(value) - logs.mean) > Math.log1p(decide.margin);
  const units = logs.n < ADVISED_UNITS ? ADVISED_UNITS : null;
  const word = `${UNIT_WORDS[unitKind]}s`;
  if (isUneven) return { text: `Find what made single ${word} of ${label} differ: more ${word} will not settle it.` };
  const limits = [decide.atLeast, decide.atMost].flatMap((one) => one ?? []);
  const away = Math.min(...limits.map((one) => Math.abs(Math.log(value / one))));
  const half = (studentT(0.95, ADVISED_UNITS - 1) * (logs.deviation ?? 0)) / Math.sqrt(ADVISED_UNITS);
  return away > half && units !== null
    ? { text: `${ADVISED_UNITS} ${word} can show a distance of ${formatRough(away)} from the threshold.`, units }
    : { text: `${label} is ${formatRough(away)} from the threshold, too near for replicates: choose with a margin.` };
}

function hasFallen({ circumstances: { trials } }: QuestionContext, { cell }: Contender): boolean {
  return [...trials.values()].some((one) => one.cell === cell && one.out === null && one.lowerLevel !== undefined);
}

function adviseOnBound({ candidates }: QuestionContext, first: Contender): Advice {
  const { label, unbounded } = first;
  if (unbounded.worse > 0) return { text: `Slow or late trials of ${label} are excluded: fix the cause, then rerun.` };
  const { load = null, caveats } = candidates.find(({ cell }) => cell === first.cell) ?? {};
  const isClient = (caveats?.bound.length ?? 0) > 0;
  if (isClient) return { text: `Free CPUs on the hosts of ${label}, or use larger or more hosts.` };
  return { text: load === null ? `Use longer trials for ${label}.` : `Offer ${label} a higher rate.` };
}

/** More units than this are not practical. */
const UNITS_MAX = 100;
/** Probability of detection. */
const POWER = 0.8;

/** Spread between units: standard deviation of logarithms, and its degrees of freedom. */
interface UnitSpread {
  readonly deviation: number;
  readonly freedom: number;
  /** Assumed variance of the difference, which more units do not reduce. */
  readonly assumed: number;
}

/** An upper estimate of the deviation, too low in two of five cases (Browne, Statistics in Medicine 14, 1995). */
function raiseDeviation({ deviation, freedom }: UnitSpread): number {
  return deviation * Math.sqrt(freedom / Math.max(0.05, chiSquared(0.4, freedom)));
}

/** Smallest difference (a share) that n units of each detect in four of five cases. @param margin a share */
export function findDetectable(n: number, spread: UnitSpread, margin: number): number {
  const error = raiseDeviation(spread) * Math.sqrt(2 / n);
  const certain = Math.max(combineErrors(1 - 0.02, error, n, spread), Math.log1p(margin));
  return Math.expm1(certain + combineErrors(POWER, error, n, spread));
}

/** Combines measured (Student's t) and assumed (normal) error. @param error of an estimate from n units */
function combineErrors(probability: number, error: number, n: number, { assumed }: UnitSpread): number {
  const measured = studentT(probability, Math.max(2, n - 1)) * error;
  return Math.hypot(measured, normalZ(probability) * Math.sqrt(assumed));
}

/** Fewest units of each configuration that detect this difference (a share) in four of five cases; null above 100. */
export function countUnitsToCompare(share: number, spread: UnitSpread, margin: number): number | null {
  for (let n = UNITS_MIN; n <= UNITS_MAX; n += 1) if (findDetectable(n, spread, margin) <= share) return n;
  return null;
}

/** Effort by the plan: a block repeats it, at its share of the estimate; replicates add trials at the rig's price. */
export function estimateEffort(
  { trials, rigs, estimate }: Pick<Plan, 'trials' | 'rigs' | 'estimate'>,
  unit: UnitKind,
  more: number,
): Effort {
  const units = Math.max(1, ...trials.map(({ block, replicate }) => (unit === 'block' ? block : replicate)));
  const share = more / units;
  const all = trials.length * share;
  if (unit === 'block') return { trials: all, usd: estimate.usd * share, seconds: estimate.seconds * share };
  const price = new Map(rigs.map(({ rig, usdPerHour }) => [rig, usdPerHour / 3600]));
  const seconds = trials.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  const usd = trials.reduce((sum, { rig, expectedSeconds }) => sum + expectedSeconds * (price.get(rig) ?? 0), 0);
  return { trials: all, usd: usd * share, seconds: seconds * share };
}
