/** Walks by price in worlds with known truth: the real choice of rigs and the real decision, and what they cost. */
import { makeDecision } from '../../lib/results/answer/decision';
import type { WalkPlace } from '../../lib/results/answer/contender';
import { BURST_RATIO } from '../../lib/shapes/provisioned-rates';
import { planNext, type Standings } from '../../lib/results/walk/plan-next';
import { findStandings } from '../../lib/results/walk/results';
import { ensure } from '../../lib/shapes/errors';
import type { Random } from '../../lib/shapes/random';
import { listWalkRigs, type PlannedWalk, type WalkBatch } from '../../lib/shapes/walk';
import { METRICS } from '../../lib/workloads/fio/cell/metrics';
import { APART, contest, decide, type Entry } from '../statistics/contest';
import { normal } from '../statistics/noise';
import type { ListedCandidate } from './lists';

/** What is true, as logarithms, and what disturbs it. */
export interface WalkWorld {
  /** In the order of prices. */
  readonly candidates: readonly ListedCandidate[];
  readonly truth: readonly number[];
  readonly limit: number;
  /** Whether the provisioned rates are documented, and cap what lasts. */
  readonly isDocumented: boolean;
  readonly instances: number;
  readonly hours: number;
  /** Spread of the trials, and the share of trials that are 18% slow. */
  readonly trials: number;
  readonly slow: number;
  /** Assumed spread of instances. */
  readonly assumed: number;
}

export interface WalkOutcome {
  /** Index of the answer. */
  readonly winner: number | null;
  readonly end: WalkBatch['end'];
  readonly usd: number;
  readonly seconds: number;
  /** Indexes that were measured, and those that were called misses. */
  readonly measured: readonly number[];
  readonly missed: readonly number[];
}

export interface WalkRules {
  readonly parallelRigs: number;
  readonly replicates: number;
  /** Judges every candidate at full error, for comparison. */
  readonly isNaive?: boolean;
}

/** Rules as they ship. */
export const SHIPPED: WalkRules = { parallelRigs: 2, replicates: 8 };

/** One walk. @param random of its trials, instances and hours */
export function runWalk(world: WalkWorld, random: Random, rules: WalkRules = SHIPPED): WalkOutcome {
  const { candidates, truth, isDocumented } = world;
  const hourAt = drawHours(world.hours, random);
  const walk = planCandidates(world);
  const entries = new Map<number, Entry>();
  const batches: WalkBatch[] = [];
  let [usd, clock] = [0, 0];
  for (;;) {
    const standings = judge(world, walk, batches, entries, rules);
    const next = planNext(walk, batches, standings, {
      ...rules,
      leftUsd: Infinity,
      leftSeconds: Infinity,
      costOf: () => ({ usd: 0, seconds: 0 }),
    });
    batches.push(next);
    if (next.end !== null) {
      const indexes = (of: string | null): number[] =>
        [...standings].flatMap(([cell, standing]) => (of === null || standing === of ? [toIndex(cell)] : []));
      const winner = indexes('yes').toSorted((a, b) => a - b)[0] ?? null;
      const isOver = next.end === 'meets' || next.end === 'safe-choice';
      return {
        winner: isOver ? winner : null,
        end: next.end,
        usd,
        seconds: clock,
        measured: indexes(null),
        missed: indexes('no'),
      };
    }
    let longest = 0;
    for (const { rig, trials } of next.run) {
      const at = toIndex(rig);
      const { fixedUsd, trialUsd, before, trialSeconds, after, provisioned, name } = ensure(candidates[at], rig);
      const instance = world.instances * normal(random);
      const turns = Array.from({ length: trials }, (_, nth) => {
        const noise = world.trials * normal(random) + (random() < world.slow ? Math.log(0.82) : 0);
        const log = (truth[at] ?? 0) + instance + hourAt(clock + before + nth * trialSeconds) + noise;
        return { value: Math.exp(log) };
      });
      const assumed = { instance: world.assumed, walk: true };
      entries.set(at, { name, turns, usdPerHour: at + 1, assumed, ...(isDocumented ? { provisioned } : {}) });
      usd += fixedUsd + trials * trialUsd;
      longest = Math.max(longest, before + trials * trialSeconds + after);
    }
    clock += longest;
  }
}

/** Index of a candidate in the names of its cell and of its rig. */
function toIndex(name: string): number {
  return Number(name.replace('cell-', ''));
}

function planCandidates({ candidates, limit, isDocumented }: WalkWorld): PlannedWalk {
  return {
    candidates: candidates.map(({ provisioned }, at) => {
      const isPruned = isDocumented && BURST_RATIO * provisioned < Math.exp(limit);
      const rig = isPruned ? null : `${at}`;
      return {
        cell: `cell-${at}`,
        rig,
        usdPerHour: at + 1,
        mostUsd: 0,
        provisioned,
        pruned: isPruned ? { metric: 'bandwidth', rate: provisioned, least: Math.exp(limit) } : null,
      };
    }),
    trialsMin: 4,
    expectedRigs: 1,
    allUsd: 0,
  };
}

/** Standings of the measured candidates by the real decision. */
function judge(
  { limit }: WalkWorld,
  walk: PlannedWalk,
  batches: readonly WalkBatch[],
  entries: ReadonlyMap<number, Entry>,
  { isNaive = false }: WalkRules,
): Standings {
  if (entries.size === 0) return new Map();
  const named = [...entries].map(([at, entry]) => ({ ...entry, name: `${at}` }));
  const [candidates, circumstances] = contest(named, APART);
  const places = new Map(
    walk.candidates.map(({ cell, usdPerHour, rig }, place): [string, WalkPlace] => {
      const isMeasured = listWalkRigs(batches).some((one) => one.rig === rig);
      return [cell, { place, usdPerHour, unmeasured: isMeasured ? null : 'not measured', isPruned: rig === null }];
    }),
  );
  const rule = decide({ atLeast: Math.exp(limit), prefer: 'cheapest' });
  const found = makeDecision(rule, candidates, METRICS, { ...circumstances, walk: places });
  const ranking = isNaive ? found.ranking.map((one) => ({ ...one, qualifies: one.alone })) : found.ranking;
  return findStandings(walk, batches, { ...found, ranking });
}

/** Effect of the hour, correlated over one hour (an Ornstein-Uhlenbeck process in steps of 5 minutes). */
function drawHours(spread: number, random: Random): (seconds: number) => number {
  const steps: number[] = [normal(random)];
  const kept = Math.exp(-5 / 60);
  return (seconds) => {
    const at = Math.floor(seconds / 300);
    while (steps.length <= at) steps.push(kept * (steps.at(-1) ?? 0) + Math.sqrt(1 - kept ** 2) * normal(random));
    return spread * (steps[at] ?? 0);
  };
}

/** A random world of a list: docs/statistics.md, rule 14, describes both kinds. */
export function drawWorld(
  candidates: readonly ListedCandidate[],
  kind: 'documented' | 'undocumented',
  random: Random,
): WalkWorld {
  const isDocumented = kind === 'documented';
  const kinds = [...new Set(candidates.map((one) => one.kind))];
  const effects = new Map(kinds.map((one) => [one, drawKind(isDocumented, random)]));
  const prices = candidates.map(({ usdPerHour }) => usdPerHour).toSorted((a, b) => a - b);
  const middle = prices[Math.floor(prices.length / 2)] ?? 1;
  const truth = candidates.map((one) => {
    const { level, exponent } = effects.get(one.kind) ?? { level: 0, exponent: 0 };
    if (!isDocumented) return level + exponent * Math.log(one.usdPerHour / middle) + 0.15 * normal(random);
    const surprise = random() < 0.1 ? Math.log(0.4 + 0.5 * random()) : 0;
    const rate = Math.log(one.provisioned) + level + 0.05 * normal(random) + surprise;
    return Math.min(rate, Math.log(BURST_RATIO * one.provisioned));
  });
  const picked = truth[Math.floor(random() * truth.length)] ?? 0;
  return {
    candidates,
    truth,
    limit: picked + 0.6 * (random() - 0.5),
    isDocumented,
    instances: isDocumented ? 0.05 : 0.08,
    hours: 0.05,
    trials: 0.03 + 0.05 * random(),
    slow: random() < 0.1 ? 0.3 : 0,
    assumed: isDocumented ? 0.05 : 0.1,
  };
}

function drawKind(isDocumented: boolean, random: Random): { readonly level: number; readonly exponent: number } {
  if (!isDocumented) return { level: 0.5 * normal(random), exponent: 0.8 * random() };
  const level = random() < 0.5 ? 0.03 * normal(random) : Math.min(0.05, -0.15 + 0.15 * normal(random));
  return { level, exponent: 0 };
}

/** Twelve candidates of which each truly misses the threshold by 1%. */
export function makeLadder(trials: number, count = 12): WalkWorld {
  const base = {
    kind: 'k',
    provisioned: Number.NaN,
    fixedUsd: 1,
    trialUsd: 0.1,
    before: 900,
    trialSeconds: 90,
    after: 600,
  };
  const candidates = Array.from({ length: count }, (_, at) => ({ ...base, name: `${at}`, usdPerHour: at + 1 }));
  const spreads = { instances: 0.05, hours: 0.05, trials, slow: 0, assumed: 0.05 };
  return { candidates, truth: candidates.map(() => Math.log(0.99)), limit: 0, isDocumented: false, ...spreads };
}
