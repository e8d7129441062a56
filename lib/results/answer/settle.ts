/** Advice for an inconclusive answer: one sentence, the spec setting, and its approximate effort. */
import { MIN_TRIALS_TO_COMPARE, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Plan } from '../../shapes/plan';
import { groupBy } from '../../shapes/collections';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { FLOWS } from '../bottleneck/hosts';
import { chiSquared, studentT } from '../statistics/quantiles';
import type { UnitKind } from '../statistics/statistics';
import type { Effort, EffortEstimator, Settlement } from './answer';
import type { Contender, OpenReason } from './contender';
import { findGateSettlement } from './gate-text';
import {
  type AnswerContext,
  type QuestionContext,
  hasLowerBounds,
  joinLabels,
  joinNames,
  formatRough,
  UNIT_WORDS,
} from './phrases';
import { lacksBaseline } from './lasting';
import { SEARCH_BOUND } from '../trial-status';

/** `units`: total number of units of `kind`, which defaults to that of the answer. */
interface Advice {
  readonly text: string;
  readonly units?: number | null;
  readonly kind?: UnitKind;
}

/** Null if the answer is conclusive. */
export function findSettlement(context: AnswerContext, effortOf: EffortEstimator): Settlement | null {
  const { decide, decision } = context;
  const { reason, ranking, open, winner, compared, outcome } = decision;
  if (decide === null || reason === null || ranking.every(({ n }) => n < MIN_TRIALS)) return null;
  // More units are enough to choose a configuration that meets the threshold by itself.
  const isSpare = outcome === 'open' && winner?.reason === 'few';
  const first = (isSpare ? null : ranking.find(({ cell }) => open.includes(cell))) ?? winner ?? ranking[0];
  if (first === undefined) return null;
  if (decision.gate !== undefined) return findGateSettlement({ ...context, decide, gate: decision.gate }, effortOf);
  const why = compared.length > 0 || reason === 'unmeasured' ? reason : (first.reason ?? reason);
  const found = adviseOnHosts({ ...context, decide }, first) ?? ADVICE[why]({ ...context, decide }, first);
  if (found === null) return null;
  const { text, units = null, kind = first.unitKind } = found;
  const has = kind === first.unitKind ? first.logs.n : 1;
  // If trials were excluded, the plan may already contain as many units as the advice suggests.
  const planned = Math.max(has, kind === first.unitKind ? countPlannedUnits(context, first) : 0);
  if (units !== null && units > planned)
    return { text, setting: `design: { ${UNIT_WORDS[kind]}s: ${units} }`, effort: effortOf(kind, units - has) };
  const isPlanned = units !== null && planned > has;
  const rerun = isPlanned ? ` ${planned} were planned: fix what excludes trials, then rerun.` : '';
  return { text: `${text}${rerun}`, setting: null, effort: null };
}

/** Number of planned rounds of a configuration, or of planned blocks. */
function countPlannedUnits({ circumstances }: AnswerContext, { cell, unitKind }: Contender): number {
  const own = [...circumstances.trials.values()].filter((one) => one.cell === cell);
  return unitKind === 'trial' ? own.length : new Set(own.map(({ block }) => block)).size;
}

/** Three blocks are enough to measure the spread, but detect few differences: see `docs/statistics.md`. */
const ADVISED_BLOCKS = 5;
/** From this number on, one low unit does not keep a threshold open. */
const ADVISED_UNITS = 7;

const ADVICE: Readonly<Record<OpenReason, (question: QuestionContext, first: Contender) => Advice | null>> = {
  few: ({ decision: { ranking } }, { unitKind, label, qualifies, alone, needs }) => {
    const units = `${UNIT_WORDS[unitKind]}s`;
    if (qualifies === 'open' && alone === 'yes')
      return { text: `With ${needs} ${units}, ${label} can be chosen safely.`, units: needs };
    if (qualifies === 'open') return { text: `A threshold needs at least ${needs} ${units}.`, units: needs };
    if (ranking.every(({ logs }) => logs.deviation === 0))
      return { text: 'If values are rounded, run longer. If a limit caps them, they differ as the limits do.' };
    return ranking.every(({ logs }) => logs.n >= MIN_TRIALS_TO_COMPARE)
      ? { text: `Too few ${units} are valid for both: fix what excludes trials, then rerun.` }
      : { text: `${MIN_TRIALS_TO_COMPARE} valid ${units} of each are needed.`, units: 2 * MIN_TRIALS_TO_COMPARE };
  },
  noise: (question, first) =>
    first.qualifies === 'open' ? adviseOnThreshold(question, first) : adviseOnComparison(question, first),
  assumed: ({ circumstances: { apart }, decision: { compared } }) => {
    const found = compared.find(({ verdict }) => verdict === 'open');
    if (found !== undefined && apart)
      return { text: 'Let configurations alternate: design: { comparison: interleaved }.' };
    if (found !== undefined && found.assumedHour > 0)
      return {
        text:
          'Stages always run in the same order, so more replicates cannot separate them from their hours. ' +
          'Measure both at once, on two stores, or repeat the experiment on other days.',
      };
    const seen =
      typeof found?.ratio === 'number' ? `; measured difference: ${formatRough(Math.abs(found.ratio - 1))}` : '';
    const text = `Creating each storage ${ADVISED_BLOCKS} times measures how much instances differ${seen}.`;
    return { text, units: ADVISED_BLOCKS, kind: 'block' };
  },
  bound: (question, first) => {
    const { candidates, decide, decision } = question;
    const { compared, ranking } = decision;
    const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = decide;
    const isWithin = first.value >= atLeast && first.value <= atMost;
    if (first.qualifies === 'open' && first.unbounded.worse === 0 && isWithin)
      return adviseOnThreshold(question, first);
    const rival = ranking.find(({ cell }) => cell === compared.find(({ reason }) => reason === 'bound')?.cell);
    const { cell, label, unbounded } = rival !== undefined && rival.unbounded.better > 0 ? rival : first;
    if (hasLowerBounds(question, cell, decide.metric))
      return {
        text:
          `\`${decide.metric}\` of ${label} is only a lower bound, which can neither meet a maximum nor win: ` +
          'decide by another.',
      };
    if (unbounded.worse > 0)
      return { text: `Slow or late trials of ${label} are excluded: fix the cause, then rerun.` };
    const { load = null, caveats } = candidates.find((one) => one.cell === cell) ?? {};
    const [bound] = caveats?.bound ?? [];
    const [, known] = LIMIT_ADVICE.find(([code]) => bound?.code.startsWith(code) === true) ?? [];
    if (bound?.code === SEARCH_BOUND)
      return { text: `Give the search of ${label} more levels: between the passing one and the next, or higher ones.` };
    if (known !== undefined) return { text: `${known} ${label}, or use more hosts.` };
    if (bound !== undefined) return { text: `Free CPUs on the hosts of ${label}, or use larger or more hosts.` };
    if (load === null) return { text: `Use longer trials for ${label}.` };
    return { text: load.by === 'rate' ? `Offer ${label} a higher rate.` : `Shorten the pauses of ${label}.` };
  },
  unmeasured: ({ circumstances, decision: { leftOut, ranking, open } }, first) => {
    const missing = leftOut.filter(({ cell }) => open.includes(cell));
    if (missing.length > 0) return { text: `Find why ${joinLabels(missing)} has no value, then rerun.` };
    const unpriced = ranking.filter(({ price, qualifies }) => price === null && qualifies !== 'no');
    const trials = [...circumstances.trials.values()];
    const billed = unpriced.filter((one) => trials.some(({ cell, given }) => cell === one.cell && given !== true));
    if (billed.length > 0)
      return {
        text: `AWS bills bytes of ${joinLabels(billed)}, which its workload does not count: use one that does.`,
      };
    if (unpriced.length > 0) return { text: `Set usdPerHour of ${joinLabels(unpriced)}.` };
    const names = first.criteria.filter(({ value, standing }) => value === null && standing === 'open');
    return { text: `No trial of ${first.label} has a value for ${joinNames(names.map(({ name }) => name))}.` };
  },
};

/** By the code of what limited the client. */
const LIMIT_ADVICE: readonly (readonly [code: string, text: string])[] = [
  ['ClientBound', 'Raise numjobs of'],
  ['DeviceLimited', 'Raise the disk limit of the control group (io.max) for'],
  [FLOWS, 'Set a higher nconnect or more sessions for'],
];

/** If hosts would have to carry more than their baseline. */
function adviseOnHosts({ decide, decision: { compared, ranking } }: QuestionContext, first: Contender): Advice | null {
  const bound = compared.flatMap(({ reason, cell }) => (reason === 'bound' ? [cell] : []));
  const all = ranking.filter((one) => (one === first && one.qualifies === 'open') || bound.includes(one.cell));
  const found = all.find((one) => lacksBaseline(one, decide));
  if (found === undefined) return null;
  const least = (decide.atLeast ?? 0) / (found.lasting ?? found.value);
  const more = least > 0 ? `at least ${least.toPrecision(2)}× the` : 'a higher';
  return { text: `Use larger hosts for ${found.label}, with ${more} baseline, or set decide: { burst: allowed }.` };
}

function adviseOnThreshold({ decide, circumstances: { trials } }: QuestionContext, first: Contender): Advice | null {
  const { label, value, logs, unitKind, stalled, fall, ofProvisioned } = first;
  if ((ofProvisioned ?? 0) > BURST_RATIO)
    return { text: `Measure ${label} until its credits are used up, or set decide: { burst: allowed }.` };
  if (first.limit !== 'open') return null;
  const units = `${UNIT_WORDS[unitKind]}s`;
  const hasFallen = [...trials.values()].some((one) => one.cell === first.cell && one.lowerLevel !== undefined);
  const isUneven = Math.abs(Math.log(value) - logs.mean) > Math.log1p(decide.margin);
  if (stalled || isUneven || hasFallen || fall > 0)
    return { text: `Find what made single ${units} of ${label} differ: more ${units} will not settle it.` };
  const limits = [decide.atLeast, decide.atMost].flatMap((one) => one ?? []);
  const away = Math.min(...limits.map((one) => Math.abs(value / one - 1)));
  const half = (studentT(0.95, ADVISED_UNITS - 1) * (logs.deviation ?? 0)) / Math.sqrt(ADVISED_UNITS);
  return away > half && logs.n < ADVISED_UNITS
    ? { text: `${ADVISED_UNITS} ${units} may show a distance of ${formatRough(away)}.`, units: ADVISED_UNITS }
    : { text: `${label} is ${formatRough(away)} from the threshold, too near for ${units}: take one further from it.` };
}

/** Difference that the advised number of replicates detects in four of five cases, as a share. */
const DETECT = 0.1;

function adviseOnComparison(question: QuestionContext, first: Contender): Advice | null {
  const { compared } = question.decision;
  const found = compared.find(({ verdict }) => verdict === 'open');
  if (found?.known?.error === 0) return null;
  // More replicates do not reduce an assumed spread.
  if (found === undefined || found.known === null || found.known.assumed > 0) return ADVICE.assumed(question, first);
  const { known, common, ratio, low, high } = found;
  const most = Math.max(1 / (low ?? 0), high ?? Infinity) - 1;
  if (most <= DETECT)
    return { text: `If ${formatRough(most)} does not matter, take either: more trials show little else.` };
  const deviation = known.error * Math.sqrt((common === 0 ? first.logs.n : common) / 2);
  const units = countUnitsToCompare(DETECT, deviation, known.freedom);
  const what = `a difference of ${formatRough(DETECT)} in four of five cases`;
  const seen = `the measured difference is ${formatRough(Math.abs((ratio ?? 1) - 1))}`;
  return { text: `${units ?? 'Not even 100'} ${UNIT_WORDS[first.unitKind]}s show ${what}; ${seen}.`, units };
}

/**
 * Fewest units of each configuration that detect this difference (a share) in four of five cases; null above 100.
 * Uses an upper estimate of the deviation, too low in two of five cases (Browne, Statistics in Medicine 14, 1995).
 * @param deviation of logarithms between units @param freedom its degrees of freedom
 */
export function countUnitsToCompare(share: number, deviation: number, freedom: number): number | null {
  const raised = deviation * Math.sqrt(freedom / Math.max(0.05, chiSquared(0.4, freedom)));
  const all = Array.from({ length: 98 }, (_, index) => index + MIN_TRIALS_TO_COMPARE);
  const detects = (n: number): boolean =>
    (studentT(0.98, n - 1) + studentT(0.8, n - 1)) * raised * Math.sqrt(2 / n) <= Math.log1p(share);
  return all.find(detects) ?? null;
}

/**
 * Effort by the plan: a block repeats it, at its share of the estimate; replicates add trials at the rig's price, but
 * none of configurations with `otherReplicates`.
 */
export function estimateEffort(
  { trials: planned, rigs, estimate, spec }: Pick<Plan, 'trials' | 'rigs' | 'estimate' | 'spec'>,
  unit: UnitKind,
  more: number,
): Effort {
  const counts = groupBy(planned, ({ cell, block: of }) => `${cell} ${of}`);
  const grows = ({ cell, block: of }: Plan['trials'][number]): boolean =>
    (counts.get(`${cell} ${of}`)?.length ?? 0) >= spec.design.replicates;
  const trials = unit === 'block' ? planned : planned.filter(grows);
  const units = Math.max(1, ...trials.map(({ block, replicate }) => (unit === 'block' ? block : replicate)));
  const share = more / units;
  const all = trials.length * share;
  if (unit === 'block') return { trials: all, usd: estimate.usd * share, seconds: estimate.seconds * share };
  const price = new Map(rigs.map(({ rig, usdPerHour }) => [rig, usdPerHour / 3600]));
  const seconds = trials.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  const usd = trials.reduce((sum, { rig, expectedSeconds }) => sum + expectedSeconds * (price.get(rig) ?? 0), 0);
  return { trials: all, usd: usd * share, seconds: seconds * share };
}
