/** Advice for an inconclusive answer: one sentence, the spec setting, and its approximate effort. */
import { MIN_TRIALS_TO_COMPARE, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Plan } from '../../shapes/plan';
import { BURST_RATIO } from '../provisioned-ratio';
import { UNITS_MAX } from '../statistics/advice';
import { countUnitsForLimit } from '../statistics/limit';
import type { UnitKind } from '../statistics/statistics';
import type { Effort, UndecidedReason, Settlement } from './answer';
import { BLOCKS_FOR_LIMITS, BLOCKS_TO_COMPARE } from './assumptions';
import type { Contender, ExcludedCell } from './contender';
import { type AnswerContext, type QuestionContext, joinNames, formatRough, UNIT_WORDS } from './phrases';
import { countThresholds, mayQualify, getPriceRank } from './thresholds';

/** Estimates the effort of more units of every configuration; null if unknown. */
export type EffortEstimator = (unit: UnitKind, more: number) => Effort | null;

/** Null if the answer is conclusive. */
export function findSettlement(context: AnswerContext, effortOf: EffortEstimator): Settlement | null {
  const { decide, decision } = context;
  const { reason, outcome, resolution, ranking, open } = decision;
  if (decide === null || reason === null || outcome === 'too-little') return null;
  const question = { ...context, decide };
  const first = ranking.find(({ cell }) => open.includes(cell)) ?? decision.winner ?? ranking[0];
  const found = first === undefined ? null : ADVICE[reason](question, first);
  if (found === null) return null;
  const { text, units = null, kind = first?.unitKind ?? 'trial' } = found;
  const has = kind === first?.unitKind ? Math.max(first.logs.n, resolution?.n ?? 0) : 1;
  // If trials were excluded, the plan may already contain as many units as the advice suggests.
  const planned = Math.max(has, kind === first?.unitKind ? countPlannedUnits(question, first) : 0);
  if (units === null || units <= planned) {
    const rerun =
      planned > has && units !== null ? ` ${planned} were planned: fix what excludes trials, then rerun.` : '';
    return { text: `${text}${rerun}`, setting: null, effort: null };
  }
  const setting = `design: { ${UNIT_WORDS[kind]}s: ${units} }`;
  return { text, setting, effort: effortOf(kind, units - has) };
}

/** Number of planned rounds of a configuration, or of planned blocks. */
function countPlannedUnits({ circumstances }: QuestionContext, { cell, unitKind }: Contender): number {
  const own = [...circumstances.trials.values()].filter((one) => one.cell === cell);
  return unitKind === 'trial' ? own.length : new Set(own.map(({ block }) => block)).size;
}

/** Three blocks are enough to measure the spread, but detect few differences: see `docs/statistics.md`. */
const ADVISED_BLOCKS = 5;

/** `units`: total number of units of `kind`, which defaults to that of the answer. */
interface Advice {
  readonly text: string;
  readonly units?: number | null;
  readonly kind?: UnitKind;
}

const ADVICE: Readonly<Record<UndecidedReason, (question: QuestionContext, first: Contender) => Advice | null>> = {
  few: (_, { unitKind }) => ({
    text: `${MIN_TRIALS_TO_COMPARE} valid ${UNIT_WORDS[unitKind]}s of each are needed.`,
    units: 2 * MIN_TRIALS_TO_COMPARE,
  }),
  noise: adviseOnNoise,
  rounded: () => ({ text: 'Values need more digits: run longer, or increase the work of each trial.' }),
  assumed: ({ decision: { scope } }) =>
    (scope?.assumedInstance ?? 0) > 0
      ? {
          text: `${BLOCKS_TO_COMPARE} blocks or more measure the spread of instances; use ${ADVISED_BLOCKS}.`,
          units: ADVISED_BLOCKS,
          kind: 'block',
        }
      : { text: 'Let configurations alternate: design: { comparison: interleaved }.' },
  bound: (question, first) => {
    const { compared, ranking } = question.decision;
    const rival = ranking.find(({ cell }) => cell === compared.find(({ doubt }) => doubt === 'bound')?.cell);
    return adviseOnBound(question, rival?.bound.atLeast === true ? rival : first);
  },
  limit: adviseOnThreshold,
  unmeasured: ({ decision: { leftOut, open } }) => ({
    text: `Measure ${joinNames(listLabels(leftOut, open))} again.`,
  }),
  price: ({ decision: { ranking, open } }) => ({
    text: `Set usdPerHour of ${joinNames(listLabels(ranking, open))}.`,
  }),
};

function listLabels(all: readonly Pick<ExcludedCell, 'cell' | 'label'>[], cells: readonly string[]): readonly string[] {
  return all.filter(({ cell }) => cells.includes(cell)).map(({ label }) => label);
}

function adviseOnNoise(question: QuestionContext, first: Contender): Advice | null {
  const { decide, decision } = question;
  const { resolution, compared, scope } = decision;
  if (resolution === null) return null;
  // More replicates do not reduce an assumed spread.
  if (resolution.unitsToDetect === null && (scope?.assumedInstance ?? 0) > 0) return ADVICE.assumed(question, first);
  const { unitsToDetect: units, unit, n } = resolution;
  const ratio = compared.find(({ verdict }) => verdict === 'inconclusive')?.ratio ?? null;
  const seen = ratio === null ? '' : `; the measured difference is ${formatRough(Math.abs(ratio - 1))}`;
  const many = units ?? `Not even ${UNITS_MAX}`;
  const enough = units !== null && units <= n ? ' already' : '';
  const what = `a difference of ${formatRough(decide.detect)} in four of five cases`;
  return { text: `${many} ${UNIT_WORDS[unit]}s${enough} show ${what}${seen}.`, units };
}

/** Minimum number of units for a test against a threshold, for one candidate. */
export function countUnitsNeeded({ decide, decision: { ranking } }: QuestionContext, one: Contender): number {
  const rivals = ranking.filter(
    (other) => mayQualify(other) && (decide.prefer !== 'cheapest' || getPriceRank(other) === getPriceRank(one)),
  );
  const limits = countThresholds(decide) + (decide.require ?? []).length;
  return countUnitsForLimit(Math.max(1, limits, rivals.length));
}

function adviseOnThreshold(question: QuestionContext, first: Contender): Advice | null {
  const { decide, decision } = question;
  const { bound, together, limit, logs, unitKind, value } = first;
  if (first.n < MIN_TRIALS) return ADVICE.few(question, first);
  const needed = countUnitsNeeded(question, first);
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = decide;
  if (bound.atMost || (bound.atLeast && (value < atLeast || value > atMost))) return adviseOnBound(question, first);
  if ((first.ofProvisioned ?? 0) > BURST_RATIO)
    return { text: `Measure ${first.label} until its credits are used up, or set decide: { burst: allowed }.` };
  if (together) return { text: 'More replicates will not help: find out what stalled some trials.' };
  if (logs.n < needed) return { text: `A threshold needs at least ${needed} ${UNIT_WORDS[unitKind]}s.`, units: needed };
  if ((decision.scope?.assumedInstance ?? 0) > 0) {
    const text = `${BLOCKS_FOR_LIMITS} blocks or more measure the spread between instances.`;
    return { text, units: BLOCKS_FOR_LIMITS, kind: 'block' };
  }
  if (limit !== 'open' || (logs.deviation ?? 0) === 0 || decision.resolution === null) return null;
  const limits = [decide.atLeast, decide.atMost].flatMap((one) => one ?? []);
  const away = Math.min(...limits.map((one) => Math.abs(1 - first.value / one)));
  const lies = `${first.label} is ${formatRough(away)} from the threshold`;
  const { unitsToDetect: units } = decision.resolution;
  if (units === null || units <= logs.n)
    return { text: `${lies}: more replicates will hardly help. Choose with a margin.` };
  const distance = formatRough(Math.max(decide.detect, away));
  return { text: `${lies}; ${units} ${UNIT_WORDS[unitKind]}s resolve a distance of ${distance}.`, units };
}

function adviseOnBound({ candidates }: QuestionContext, first: Contender): Advice {
  const { label, bound } = first;
  if (bound.atMost) return { text: `Slow or late trials of ${label} are excluded: fix the cause, then rerun.` };
  const { load = null, caveats } = candidates.find(({ cell }) => cell === first.cell) ?? {};
  const isClient = (caveats?.bound.length ?? 0) > 0;
  if (isClient) return { text: `Free CPUs on the hosts of ${label}, or use larger or more hosts.` };
  return { text: load === null ? `Use longer trials for ${label}.` : `Offer ${label} a higher rate.` };
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
