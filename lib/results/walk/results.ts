/** Results of a walk by price: what was started, what it has cost, and where each candidate stands. */
import type { RigOutcome } from '../../shapes/outcomes';
import type { Plan } from '../../shapes/plan';
import { type CandidateState, listWalkRigs, type WalkBatch, type WalkCandidate, type WalkEnd } from '../../shapes/walk';
import type { Answer } from '../answer/answer';
import { CAUTIONS_MAX } from '../answer/decision';
import { joinNames } from '../answer/phrases';
import type { WalkPlace } from '../answer/contender';
import { formatUsd, formatUsdPerMonth, formatValue, pluralize } from '../format';
import { sumRigCosts } from '../rig-cost';
import { listStates, type Standings } from './plan-next';

/** A candidate in the order of prices, as `summary.json` holds it. */
export interface WalkStep extends WalkCandidate {
  readonly state: CandidateState;
  /** Estimate of its rig, US dollars; null if none was started, and on this machine. Unstarted: `mostUsd`. */
  readonly estimateUsd: number | null;
}

/** The walk in `summary.json`. */
export interface WalkResult {
  readonly steps: readonly WalkStep[];
  readonly batches: readonly WalkBatch[];
  /** Null if the execution stopped before the walk ended. */
  readonly end: WalkEnd | null;
  /** Estimate of the grid of all candidates, US dollars; null on this machine. */
  readonly gridUsd: number | null;
}

/** Standing of each candidate whose rig was started, by its cell. */
export function findStandings(
  { candidates }: Pick<NonNullable<Plan['walk']>, 'candidates'>,
  batches: readonly WalkBatch[],
  { ranking, leftOut }: Pick<Answer, 'ranking' | 'leftOut'>,
): Standings {
  const started = new Set(listWalkRigs(batches).map(({ rig }) => rig));
  const standings = new Map(ranking.map(({ cell, qualifies }) => [cell, qualifies]));
  const impossible = new Set(leftOut.flatMap(({ cell, open }) => (open ? [] : [cell])));
  return new Map(
    candidates.flatMap(({ cell, rig }) => {
      if (rig === null || !started.has(rig)) return [];
      return [[cell, standings.get(cell) ?? (impossible.has(cell) ? 'no' : null)] as const];
    }),
  );
}

/** Budget that is left, US dollars. Rigs without times, or billed by bytes, count as the most that they may cost. */
export function computeLeftUsd(
  plan: Pick<Plan, 'rigs' | 'cells' | 'walk' | 'spec' | 'local'>,
  batches: readonly WalkBatch[],
  outcomes: readonly RigOutcome[],
): number {
  if (plan.local) return Number.MAX_SAFE_INTEGER;
  const billed = new Set(plan.cells.flatMap((cell) => (cell.transferUsdPerGiB === undefined ? [] : [cell.cellId])));
  const spent = listWalkRigs(batches).map(({ rig }) => {
    const candidate = plan.walk?.candidates.find((one) => one.rig === rig);
    const { usd, unknown } = sumRigCosts({ rigs: plan.rigs.filter((one) => one.rig === rig) }, outcomes, null);
    const isKnown = unknown.length === 0 && !billed.has(candidate?.cell ?? '');
    return isKnown ? usd : (candidate?.mostUsd ?? 0);
  });
  return plan.spec.limits.maxUsd - spent.reduce((sum, usd) => sum + usd, 0);
}

/** Why the next candidates were not measured, by the end of the walk; `stopped`: it has none. */
const UNMEASURED: Readonly<Record<WalkEnd | 'stopped', string>> = {
  meets: 'not needed',
  'safe-choice': 'not needed',
  misses: 'not needed',
  inconclusive: 'not measured: more trials than `replicates` were needed',
  budget: 'not measured: the budget ended',
  deadline: 'not measured: the time ended',
  stopped: 'not measured: the execution stopped',
};

/** Example: `provides 3.00k of 5.50k IOPS`; null for a candidate that may meet the threshold. */
export function describeLack(pruned: WalkCandidate['pruned'], metrics: Plan['metrics']): string | null {
  if (pruned === null) return null;
  const unit = metrics[pruned.metric]?.unit ?? 'count';
  const format = (one: number): string => formatValue(one, unit).replace(/ ?ops\/s$/, ' IOPS');
  const [rate, least] = [format(pruned.rate), format(pruned.least)];
  const [word = ''] = / \S+$/.exec(rate) ?? [];
  return `provides ${least.endsWith(word) ? rate.slice(0, rate.length - word.length) : rate} of ${least}`;
}

/** Places of the candidates for the answer; undefined without a walk. */
export function locateCandidates(
  { walk, metrics }: Pick<Plan, 'walk' | 'metrics'>,
  batches: readonly WalkBatch[] = [],
): ReadonlyMap<string, WalkPlace> | undefined {
  if (walk === undefined) return undefined;
  const started = new Set(listWalkRigs(batches).map(({ rig }) => rig));
  const why = UNMEASURED[batches.at(-1)?.end ?? 'stopped'];
  return new Map(
    walk.candidates.map(({ cell, rig, usdPerHour, pruned }, place) => {
      const unmeasured = describeLack(pruned, metrics) ?? (rig !== null && started.has(rig) ? null : why);
      return [cell, { place, usdPerHour, unmeasured, isPruned: pruned !== null }];
    }),
  );
}

/** The walk of a summary; undefined without one. */
export function summarizeWalk(
  { walk, rigs, alternative, local }: Pick<Plan, 'walk' | 'rigs' | 'alternative' | 'local'>,
  answer: Pick<Answer, 'ranking' | 'leftOut'>,
  batches: readonly WalkBatch[] = [],
): WalkResult | undefined {
  if (walk === undefined) return undefined;
  const states = listStates(walk, findStandings(walk, batches, answer));
  return {
    steps: walk.candidates.map((one, at) => ({
      ...one,
      state: states[at] ?? 'waiting',
      estimateUsd: local ? null : (rigs.find(({ rig }) => rig === one.rig)?.estimateUsd ?? null),
    })),
    batches,
    end: batches.at(-1)?.end ?? null,
    gridUsd: local ? null : (alternative?.usd ?? null),
  };
}

/** Why it ended, where nothing meets the threshold. */
const ENDS: Readonly<Record<WalkEnd | 'stopped', string>> = {
  meets: '',
  'safe-choice': '',
  misses: '',
  inconclusive: '',
  budget: 'It ended because the next candidate may exceed `limits.maxUsd`.',
  deadline: 'It ended because the next candidate may exceed `limits.maxHours`.',
  stopped: 'The execution stopped before it ended.',
};

const MORE_TRIALS = 'It ended because the next candidate would have needed more trials than `design.replicates`.';

/** Example: `Of 35 candidates by price, 14 provide too little, 2 were measured and 19 were not: $6.10 of $214 …`. */
export function describeWalk({ steps, end, gridUsd }: WalkResult, spentUsd: number | null): string {
  const count = (...states: readonly CandidateState[]): number =>
    steps.filter(({ state }) => states.includes(state)).length;
  const [pruned, waiting] = [count('pruned'), count('waiting')];
  const lost = count('lost');
  const measured = steps.length - pruned - waiting - lost;
  const parts = [
    ...(pruned === 0 ? [] : [`${pruned} ${pruned === 1 ? 'provides' : 'provide'} too little`]),
    `${measured} ${measured === 1 ? 'was' : 'were'} measured`,
    ...(lost === 0 ? [] : [`${lost} ${lost === 1 ? 'has' : 'have'} too few valid trials`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'was' : 'were'} not`]),
  ];
  const money =
    spentUsd === null || gridUsd === null
      ? ''
      : `: ${formatUsd(spentUsd)}, where all of them take ${formatUsd(gridUsd)} (estimate)`;
  const isShort = end === 'inconclusive' && waiting > 0;
  const why = isShort ? MORE_TRIALS : ENDS[end ?? 'stopped'];
  return `Of ${steps.length} candidates by price, ${joinNames(parts, 9)}${money}.${why === '' ? '' : ` ${why}`}`;
}

/** What each cheaper candidate that may meet the threshold would save, and what may settle it. */
export function describeSavings(
  { steps }: WalkResult,
  { winner, ranking }: Pick<Answer, 'winner' | 'ranking'>,
): readonly string[] {
  const labels = new Map(ranking.map(({ cell, label }) => [cell, label]));
  const chosen = steps.find(({ cell }) => cell === winner?.cell);
  if (chosen?.state !== 'meets') return [];
  return (
    steps
      .filter(({ state, usdPerHour }) => state === 'open' && usdPerHour < chosen.usdPerHour)
      // The dearest of them is mostly the furthest above the threshold.
      .toReversed()
      .map((one) => {
        const saved = formatUsdPerMonth(chosen.usdPerHour - one.usdPerHour, '');
        const name = labels.get(one.cell) ?? one.cell;
        return `${name} would save ${saved} a month and may meet the threshold${settle(one)}.`;
      })
  );
}

/** Blocks measure how instances differ, which one rig has to assume. */
const BLOCKS = 4;

function settle({ estimateUsd }: WalkStep): string {
  const price = estimateUsd === null ? '' : ` (${formatUsd(BLOCKS * estimateUsd)})`;
  return `: ${pluralize(BLOCKS, 'block')} of it in another experiment may settle that${price}`;
}

/** The answer with the walk in its evidence, and its open candidates in its remarks. */
export function addWalkTexts(answer: Answer, walk: WalkResult | undefined, spentUsd: number | null): Answer {
  if (walk === undefined) return answer;
  const savings = describeSavings(walk, answer);
  const cautions = [...savings.slice(0, 1), ...answer.cautions];
  const text = walk.end === null ? '' : SETTLEMENTS[walk.end](walk);
  return {
    ...answer,
    evidence: [...answer.evidence, describeWalk(walk, spentUsd)],
    cautions: cautions.slice(0, CAUTIONS_MAX),
    details: [...cautions.slice(CAUTIONS_MAX), ...savings.slice(1), ...answer.details],
    settle: answer.settle === null || text === '' ? null : { text, setting: null, effort: null },
  };
}

/** More trials do not settle a walk that ended before. */
const SETTLEMENTS: Readonly<Record<WalkEnd, (walk: WalkResult) => string>> = {
  meets: () => '',
  'safe-choice': () => '',
  misses: () => '',
  inconclusive: () => 'Measure the candidates near the threshold in several blocks, in another experiment.',
  budget: ({ steps, batches }) => {
    const next = steps.find(({ state }) => state === 'waiting')?.mostUsd ?? 0;
    const left = Math.max(0, batches.at(-1)?.leftUsd ?? 0);
    return `Raise \`limits.maxUsd\`: ${formatUsd(left)} was left, and the next candidate may take ${formatUsd(next)}.`;
  },
  deadline: () => 'Raise `limits.maxHours`.',
};
