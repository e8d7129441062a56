/**
 * Order of the trials of a rig: stage periods, passes ("rounds") over all configurations in each, and groups ("plots")
 * of trials that share hard-to-change settings.
 */
import { LOOK_ROUNDS_MIN, MIN_TRIALS_TO_COMPARE } from '../../../shapes/decision-rule';
import { groupBy } from '../../../shapes/collections';
import { type Random, makeRandom, shuffle } from '../../../shapes/random';
import type { Design } from '../../../shapes/spec';
import { ensure } from '../../../shapes/errors';
import type { Guard, SearchCell } from '../../../shapes/guard';
import { WALK_TRIAL_SHARE, WALK_TRIALS_MIN } from '../../../shapes/walk';
import { bisectionOrder, bisectionTrials } from '../../design/search';
import { choosePlan, drawPlans, type RoundPlan } from './rounds';

export interface OrderedCell {
  readonly stageIndex: number;
  readonly stages: number;
  /**
   * Equal for configurations that need no change of the target instance between them; empty if nothing is hard to
   * change.
   */
  readonly plotKey: string;
  /** The target instance that changes between plots (trial groups). Undefined if the rig has only one. */
  readonly copy?: string;
  /**
   * Whether the configuration is measured once in each rig, last in its period, because it changes its target instance.
   */
  readonly once?: true;
  /** Trials in all periods; default: those of the design. */
  readonly replicates?: number;
}

/** A design, and whether later rounds depend on a look at the earlier ones: {@link guardLookTurns}. */
export type OrderDesign = Pick<Design, 'replicates' | 'order'> & { readonly looks?: boolean };

export interface Turn<C> {
  readonly cell: C;
  readonly replicate: number;
  readonly period: number;
  readonly round: number;
  readonly plot: number;
}

/**
 * Each round has every configuration of its period once. Rounds follow each other, so that slow drifts affect all
 * configurations equally. In period p, every target instance is in its stage p, or in its last stage. A configuration
 * whose stage lasts several periods has its replicates divided between them, at least three in each, so that it is
 * compared with every other configuration in the same period. If it has fewer trials than the period has rounds, it
 * joins evenly spread rounds, with a random start; with looks, the first rounds, because later ones may not run. The
 * order of rounds is balanced, see {@link drawPlans}, and with it
 * the order of plots and of configurations in a plot. No target instance starts a round with the last plot of its
 * previous round: without a new setup, two trials of one setup would count as independent. So with two plots, the same
 * plot always comes first.
 * @param seed of the rig; every period draws its rounds from it
 */
export function orderTurns<C extends OrderedCell>(
  cells: readonly C[],
  design: OrderDesign,
  seed: readonly string[],
): Turn<C>[] {
  const { order, replicates, looks = false } = design;
  const periods = Math.max(1, ...cells.map(({ stages }) => stages));
  const turns: Turn<C>[] = [];
  const trials = new Map<C, number>();
  const standing = new Map<string, string>();
  let [round, plot] = [0, 0];
  for (let period = 1; period <= periods; period += 1) {
    const rounds = cells.flatMap((cell) => {
      const count = countRounds(cell, period, periods, cell.replicates ?? replicates);
      return count === 0 ? [] : [{ cell, count }];
    });
    const most = Math.max(0, ...rounds.map(({ count }) => count));
    const random = makeRandom([...seed, `period ${period}`].join('\n'));
    // A separate stream: fewer trials of some configurations leave the order of all others as it is.
    const others = makeRandom([...seed, `others ${period}`].join('\n'));
    const pickStream = (cell: C): Random => {
      if (order !== 'random') return () => 0.5;
      return (cell.replicates ?? replicates) < replicates ? others : random;
    };
    const parts = new Map(
      rounds.map(({ cell, count }) => [
        cell,
        looks ? new Set(Array(count).keys()) : spreadRounds(count, most, pickStream(cell)),
      ]),
    );
    const its = [...parts.keys()];
    const plans =
      order === 'random'
        ? drawPlans(() => shufflePlots(its, random), most, random, looks ? LOOK_ROUNDS_MIN : most)
        : [Array(most).fill(its)];
    const measured = (plan: RoundPlan<C>): RoundPlan<C> =>
      plan.map((all, nth) => all.filter((cell) => parts.get(cell)?.has(nth)));
    const chosen = forceFreshSetUps(plans.map(measured), standing, random);
    for (const cellsOfRound of chosen) {
      round += 1;
      for (const cellsOfPlot of groupPlots(cellsOfRound)) {
        plot += 1;
        standing.set(cellsOfPlot[0]?.copy ?? '', cellsOfPlot[0]?.plotKey ?? '');
        for (const cell of cellsOfPlot) {
          const replicate = (trials.get(cell) ?? 0) + 1;
          trials.set(cell, replicate);
          turns.push({ cell, replicate, period, round, plot });
        }
      }
    }
    // Each of these trials has a separate round.
    for (const cell of cells.filter((one) => one.once === true && getEndPeriod(one, periods) === period)) {
      round += 1;
      plot += 1;
      turns.push({ cell, replicate: 1, period, round, plot });
    }
  }
  return turns;
}

/** The period that ends with a change to the next stage. */
function getEndPeriod({ stageIndex, stages }: OrderedCell, periods: number): number {
  return stageIndex === stages - 1 ? periods : stageIndex + 1;
}

function countRounds(
  { stageIndex, stages, once }: OrderedCell,
  period: number,
  periods: number,
  replicates: number,
): number {
  const last = stageIndex === stages - 1;
  if (once === true || (last ? period < stages : period !== stageIndex + 1)) return 0;
  const lasts = last ? periods - stages + 1 : 1;
  return lasts === 1
    ? replicates
    : Math.max(Math.min(MIN_TRIALS_TO_COMPARE, replicates), Math.ceil(replicates / lasts));
}

/**
 * Evenly spread rounds of a period, from 0. Each round has the same probability (systematic sampling: Cochran, Sampling
 * Techniques, chapter 8).
 */
function spreadRounds(count: number, most: number, draw: Random): ReadonlySet<number> {
  const from = count === most ? 0 : draw();
  return new Set(Array.from({ length: count }, (_, index) => Math.floor(((index + from) * most) / count)));
}

/** Groups configurations that need no change between them, in the order of the first of each group. */
function groupPlots<C extends OrderedCell>(cells: readonly C[]): (readonly C[])[] {
  return [...groupBy(cells, ({ plotKey }) => plotKey).values()];
}

/** A round: plots in random order, and the configurations of each. */
function shufflePlots<C extends OrderedCell>(cells: readonly C[], random: Random): C[] {
  return shuffle(groupPlots(cells), random).flatMap((plot) => shuffle(plot, random));
}

/**
 * Swaps the first plot of a round with another plot if the previous round left it set up. Only plans with the fewest
 * swaps are candidates, because each swap makes positions less balanced.
 */
function forceFreshSetUps<C extends OrderedCell>(
  plans: readonly RoundPlan<C>[],
  before: ReadonlyMap<string, string>,
  random: Random,
): RoundPlan<C> {
  const found = plans.map((plan) => {
    const standing = new Map(before);
    let moved = 0;
    const rounds = plan.map((cells) => {
      const order = groupPlots(cells);
      const keyOf = (place: number): string => order[place]?.[0]?.plotKey ?? '';
      for (const [copy, [first = 0, ...others]] of groupBy(order.keys(), (at) => order[at]?.[0]?.copy ?? '')) {
        const place = keyOf(first) === standing.get(copy) ? others[Math.floor(random() * others.length)] : undefined;
        if (place !== undefined) {
          [order[first], order[place]] = [order[place] ?? [], order[first] ?? []];
          moved += 1;
        }
        standing.set(copy, keyOf(others.at(-1) ?? first));
      }
      return order.flat();
    });
    return { rounds, moved };
  });
  const least = Math.min(...found.map(({ moved }) => moved));
  return choosePlan(found.flatMap(({ rounds, moved }) => (moved === least ? [rounds] : [])));
}

interface HasCellId {
  readonly cellId: string;
}

/** Fraction of the trials of a configuration that the estimate counts, 0–1: one bisection measures only some values. */
export function getTrialShare(searches: readonly SearchCell[], { cellId }: HasCellId): number {
  const search = searches.find(({ cells }) => cells.includes(cellId));
  return search === undefined ? 1 : bisectionTrials(search.cells.length) / search.cells.length;
}

export interface GuardedTurn<C> extends Turn<C> {
  readonly guard?: Guard;
  readonly share?: number;
}

/** Configurations in a round: one value represents each search. */
export function pickTurnCells<C extends { readonly cell: HasCellId }>(
  cells: readonly C[],
  searches: readonly SearchCell[],
): C[] {
  const middles = new Map(
    searches.flatMap(({ cells: levels }) => levels.map((one) => [one, pickMiddle(levels)] as const)),
  );
  return cells.filter(({ cell }) => (middles.get(cell.cellId) ?? cell.cellId) === cell.cellId);
}

function pickMiddle(levels: readonly string[]): string {
  return ensure(levels[ensure(bisectionOrder(levels.length)[0], 'a level')], 'the middle level of a search');
}

/** Replaces the turn of each search by its values, in the order of bisection. */
export function guardTurns<C extends { readonly cell: HasCellId }>(
  turns: readonly Turn<C>[],
  cells: readonly C[],
  searches: readonly SearchCell[],
): GuardedTurn<C>[] {
  const byId = new Map(cells.map((one) => [one.cell.cellId, one]));
  return turns.flatMap((turn): GuardedTurn<C>[] => {
    const search = searches.find(({ cells: levels }) => levels.includes(turn.cell.cell.cellId));
    if (search === undefined) return [turn];
    const { id, cells: levels } = search;
    return bisectionOrder(levels.length).map((level) => ({
      ...turn,
      cell: ensure(byId.get(ensure(levels[level], 'a level')), `the cell of level ${level} of a search`),
      guard: { search: { id, level } },
      share: bisectionTrials(levels.length) / levels.length,
    }));
  });
}

/** Trials of later rounds are measured only while a look at the earlier ones leaves their configuration open. */
export function guardLookTurns<C>(turns: readonly Turn<C>[], isAsked: (cell: C) => boolean): GuardedTurn<C>[] {
  return turns.map((turn) =>
    turn.round > LOOK_ROUNDS_MIN && isAsked(turn.cell) ? { ...turn, guard: { look: true as const } } : turn,
  );
}

/** In a walk by price, the trials after the first {@link WALK_TRIALS_MIN} are measured only if they are needed. */
export function guardLaterTurns<C>(turns: readonly Turn<C>[]): GuardedTurn<C>[] {
  return turns.map((turn) =>
    turn.replicate > WALK_TRIALS_MIN ? { ...turn, guard: { walk: true }, share: WALK_TRIAL_SHARE } : turn,
  );
}
