/**
 * Executions as numbers only: configurations with known true values, in the order of a real plan, with the real
 * decision.
 */
import { orderTurns } from '../../lib/experiment/plan/rig/order';
import { choosePlan, drawPlans } from '../../lib/experiment/plan/rig/rounds';
import type { Decision } from '../../lib/results/answer/answer';
import type { SpreadSettings } from '../../lib/results/answer/assumptions';
import { makeDecision } from '../../lib/results/answer/decision';
import { endConfigurations } from '../../lib/results/look';
import { type DecisionRule, LOOK_ROUNDS_MIN } from '../../lib/shapes/decision-rule';
import { type Random, shuffle, makeStreams } from '../../lib/shapes/random';
import { METRICS } from '../../lib/workloads/fio/cell/metrics';
import { contest, decide, type Entry, type How, type Turn } from './contest';
import { type Noise, normal } from './noise';

/** The simulated situation. */
export interface World {
  /** Logarithm of the true value of each configuration, over all possible target instances. */
  readonly truth: readonly number[];
  readonly replicates: number;
  readonly blocks?: number;
  readonly noise: Noise;
  /** Additional standard deviation of each configuration; absent: none. */
  readonly own?: readonly number[];
  /** Standard deviation of the logarithms of target instances. */
  readonly instances?: number;
  /** Standard deviation of the logarithms of hours: of blocks, or of separate rigs. */
  readonly hours?: number;
  /** Effect of each configuration on the next trial. */
  readonly carry?: readonly number[];
  /** Standard deviation of each new setup: configurations that are hard to change. */
  readonly setUps?: number | undefined;
  /** The later rig of a block is slower by this share. */
  readonly laterBy?: number;
  readonly how: How;
  readonly prices?: readonly number[];
  readonly assumed?: SpreadSettings;
  readonly decide?: Partial<DecisionRule>;
  /** Whether looks may end configurations early. */
  readonly looks?: boolean;
  /** Draws parts of the world for each execution, by its name. */
  readonly draw?: (name: string) => Partial<World>;
}

/** A base value, so that all have the same scale: 100 MB/s. */
export const BASE = 1e8;

/** One execution. @param name of the run: the same name gives the same values and order */
export function execution(world: World, name: string): readonly Entry[] {
  const { truth, blocks = 1, instances = 0, hours = 0, laterBy = 0, how, prices, assumed } = world;
  const random = makeStreams(`values ${name}`)('');
  const values = truth.map((): Turn[] => []);
  const apart = how.comparison === 'sequential';
  // A block is one pass over its rigs, as in a plan.
  const orders = apart ? choosePlan(drawPlans(() => shuffle([...truth.keys()], random), blocks, random)) : [];
  for (let block = 1; block <= blocks; block += 1) {
    const hour = hours * normal(random);
    const order = orders[block - 1] ?? [];
    const drawn = truth.map(
      (log, index) =>
        log +
        instances * normal(random) +
        (apart ? hours * normal(random) : hour) +
        (apart && order.indexOf(index) > 0 ? Math.log(1 - laterBy) : 0),
    );
    const rigs = apart ? [...truth.keys()].map((index) => [index]) : [[...truth.keys()]];
    for (const rig of rigs) {
      for (const { index, ...turn } of rigTurns(world, rig, { drawn, random }))
        values[index]?.push({ ...turn, block, ...(apart && blocks > 1 ? { place: order.indexOf(index) } : {}) });
    }
  }
  return values.map((turns, index) => {
    const usdPerHour = prices?.[index] ?? 0;
    return { name: `x${index}`, turns, usdPerHour, ...(assumed === undefined ? {} : { assumed }) };
  });
}

/** All configurations of a rig take turns in every pass of their period, as in a plan. */
function rigTurns(
  { replicates, noise, own = [], carry = [], setUps, looks = false }: World,
  indexes: readonly number[],
  { drawn, random }: { readonly drawn: readonly number[]; readonly random: Random },
): readonly (Turn & { readonly index: number })[] {
  const turns = planTurns(indexes, { replicates, setUps, looks }, random);
  const series = noise(random, turns.length, indexes.length);
  const places = new Map<number, number>();
  let [before, luck] = ['', 0];
  return turns.map(({ cell: { index }, period, round, plot }, nth) => {
    const place = places.get(round) ?? 0;
    places.set(round, place + 1);
    if (setUps !== undefined && before !== `${plot}`) luck = setUps * normal(random);
    before = `${plot}`;
    const left = nth === 0 ? 0 : (carry[turns[nth - 1]?.cell.index ?? 0] ?? 0);
    const log = (drawn[index] ?? 0) + series(nth) + luck + left + (own[index] ?? 0) * normal(random);
    return { index, value: BASE * Math.exp(log), period, round, place };
  });
}

/** Cache of orders from the real planner: each takes milliseconds, and simulations need millions. */
const ORDERS = 1000;
const known = new Map<string, readonly (readonly CellTurn[])[]>();
type CellTurn = ReturnType<typeof orderTurns<ReturnType<typeof makeCell>>>[number];

function makeCell(index: number, { setUps }: Pick<World, 'setUps'>) {
  const plotKey = setUps === undefined ? '' : String(index);
  return { index, stageIndex: 0, stages: 1, plotKey };
}

function planTurns(
  indexes: readonly number[],
  world: Pick<World, 'replicates' | 'setUps' | 'looks'>,
  random: Random,
): readonly CellTurn[] {
  const { replicates, setUps, looks = false } = world;
  const key = [indexes.join(), replicates, setUps !== undefined, ...(looks ? ['looks'] : [])].join(' ');
  const cells = indexes.map((index) => makeCell(index, world));
  const all =
    known.get(key) ??
    Array.from({ length: ORDERS }, (_, nth) =>
      orderTurns(cells, { replicates, order: 'random', looks }, [`${key} ${nth}`]),
    );
  known.set(key, all);
  return all[Math.floor(random() * all.length)] ?? [];
}

/** The decision, and the share of the planned trials that were measured. */
export type LookedDecision = Decision & { readonly measured: number };

/** The decision about it. */
export function runDecision(given: World, name: string): LookedDecision {
  const world = { ...given, ...given.draw?.(name) };
  const entries = execution(world, name);
  if (world.looks === true) return runWithLooks(world, entries);
  const [candidates, circumstances] = contest(entries, world.how);
  return { ...makeDecision(decide(world.decide), candidates, METRICS, circumstances), measured: 1 };
}

/** The decision about an execution with looks, on the trials that they left. */
function runWithLooks(world: World, entries: readonly Entry[]): LookedDecision {
  const rounds = world.replicates;
  const rule = decide(world.decide);
  const spared = new Set<string>();
  const measure = (before: number): readonly Entry[] =>
    entries.map((entry) => ({
      ...entry,
      turns: entry.turns.filter(({ round = 0 }) => round < before && !spared.has(`cell-${entry.name} ${round}`)),
    }));
  for (let round = LOOK_ROUNDS_MIN + 1; round <= rounds; round += 1) {
    const [candidates, circumstances] = contest(measure(round), world.how);
    const ahead = (rounds - round + 1) / (round - 1);
    const found = makeDecision(rule, candidates, METRICS, { ...circumstances, ahead });
    for (const [cell] of endConfigurations(found)) spared.add(`${cell} ${round}`);
  }
  const seen = measure(Infinity);
  const [candidates, circumstances] = contest(seen, world.how);
  const count = (some: readonly Entry[]): number => some.reduce((sum, { turns }) => sum + turns.length, 0);
  return { ...makeDecision(rule, candidates, METRICS, circumstances), measured: count(seen) / count(entries) };
}

/** A rate. */
export interface Rate {
  readonly runs: number;
  readonly hits: number;
}

/** Whether an execution counts; a number is a share. */
export type Hit = (found: LookedDecision) => boolean | number;

/** From this number of executions. */
export function measureRate(world: World, runs: number, name: string, hit: Hit): Rate {
  let hits = 0;
  for (let run = 0; run < runs; run += 1) hits += Number(hit(runDecision(world, `${name} ${run}`)));
  return { runs, hits };
}

/** Upper end of a one-sided 95 % interval of a share: Wilson (1927). */
export function upper({ runs, hits }: Rate): number {
  const z = 1.644854;
  const share = hits / runs;
  const middle = share + z ** 2 / (2 * runs);
  return (middle + z * Math.sqrt((share * (1 - share)) / runs + z ** 2 / (4 * runs ** 2))) / (1 + z ** 2 / runs);
}
