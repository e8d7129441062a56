/**
 * Executions in numbers alone: configurations of which the truth is known, in the order of a real plan, answered by the
 * real decision.
 */
import { turnsOf } from '../../lib/experiment/plan/rig/order';
import type { DecidedParts } from '../../lib/results/answer/answer';
import { decisionOf } from '../../lib/results/answer/decision';
import type { Decide } from '../../lib/shapes/decide';
import { leftOutBy } from '../../lib/shapes/weighing';
import { type Random, shuffled, streamsFrom } from '../../lib/shapes/random';
import { METRICS } from '../../lib/workloads/fio/cell/metrics';
import { contest, decide, type Entry, type How, type Turn } from './contest';
import { type Noise, normal, SIGMA } from './noise';

/** What is measured. */
export interface World {
  /** Logarithm of what each configuration truly gives, over all copies that could be made. */
  readonly truth: readonly number[];
  readonly replicates: number;
  readonly blocks?: number;
  readonly noise: Noise;
  /** Deviation of what each configuration scatters by beside the noise of all; absent: nothing. */
  readonly own?: readonly number[];
  /** Of each the part of its trials that lies at another level, times the others; null, and absent: none. */
  readonly slowAt?: readonly ({ readonly share: number; readonly level: number } | null)[];
  /** Deviation of the logarithms of copies, in those of trials. */
  readonly copies?: number;
  /** By configuration the stage of its copy that it is; absent: each a copy of its own without stages. */
  readonly stages?: readonly Stage[];
  /**
   * Each configuration is a level of a factor that is hard to change: what it is set up by anew differs by so many
   * deviations of trials, each time that it is; where it stands from the round before, it is not.
   */
  readonly setUps?: number;
  /** Copies come in two kinds, as often the one as the other: by so much is the second slower, as a share. */
  readonly kinds?: number;
  /** Trials of the first configuration below this logarithm are left out, by default as slow. */
  readonly slowBelow?: number;
  /** The code by which they are. */
  readonly slowAs?: string;
  /** By this share the later of two is slower in each block: where each has a rig of its own, and the order is kept. */
  readonly laterBy?: number;
  /** Of each configuration so many trials count; the others, drawn by lot, are left out for another reason. */
  readonly counting?: readonly number[];
  readonly how: How;
  readonly prices?: readonly number[];
  readonly decide?: Partial<Decide>;
}

/** A copy, the stage of it from 0, and how many it has. */
export interface Stage {
  readonly of: string;
  readonly stageIndex: number;
  readonly stages: number;
}

/** A base value, so that all are of one scale: 100 MB/s. */
export const BASE = 1e8;

/** A trial that is INVALID for this, by the rule that real ones are judged by. */
function invalidFor(code: string): Pick<Turn, 'out' | 'lost'> {
  const lost = leftOutBy({ verdict: 'INVALID', reasons: [{ level: 'invalid', code, text: code }] });
  return lost === null ? { out: code } : { out: code, lost };
}

/** One execution. @param name of the run: the same name gives the same values and order */
export function execution(world: World, name: string): readonly Entry[] {
  const { truth, replicates, blocks = 1, noise, copies = 0, stages, own, setUps, counting, prices } = world;
  const { slowBelow, slowAs = 'LongRun', kinds = 0, laterBy = 0, slowAt = [] } = world;
  const random = streamsFrom(`values ${name}`)('');
  const values = truth.map((): Turn[] => []);
  for (let block = 1; block <= blocks; block += 1) {
    // Stages of one copy have its luck.
    const drawn = new Map<string, number>();
    const copy = truth.map((log, index) => {
      const of = stages?.[index]?.of ?? `x${index}`;
      const kind = kinds > 0 && random() < 0.5 ? Math.log(1 - kinds) : 0;
      const luck = drawn.get(of) ?? copies * SIGMA * normal(random) + kind;
      drawn.set(of, luck);
      return log + luck + (index > 0 ? Math.log(1 - laterBy) : 0);
    });
    inBlock({ copy, stages, replicates, noise, random, setUps, name: `${name} ${block}` }, (index, shared, period) => {
      const other = slowAt[index] ?? null;
      const level = other !== null && random() < other.share ? Math.log(other.level) : 0;
      const log = shared + level + (own === undefined ? 0 : (own[index] ?? 0) * normal(random));
      const lost = index === 0 && slowBelow !== undefined && log < slowBelow ? invalidFor(slowAs) : {};
      values[index]?.push({ value: BASE * Math.exp(log), block, period, ...lost });
    });
  }
  return values.map((all, index): Entry => {
    const name = `x${index}`;
    const left = new Set(shuffled([...all.keys()], random).slice(counting?.[index] ?? all.length));
    const turns = all.map((turn, nth) => (left.has(nth) ? { ...turn, out: 'HostBusy' } : turn));
    return { name, turns, copy: stages?.[index]?.of ?? name, usdPerHour: prices?.[index] ?? 0 };
  });
}

interface Block {
  readonly copy: readonly number[];
  readonly stages: World['stages'];
  readonly replicates: number;
  readonly noise: Noise;
  readonly random: Random;
  readonly setUps: World['setUps'];
  readonly name: string;
}

/** All configurations take turns in every round of their period, as in the rig of a plan. */
function inBlock(
  { copy, stages, replicates, noise, random, setUps, name }: Block,
  take: (index: number, log: number, period: number) => void,
): void {
  const cells = copy.map((log, index) => ({
    stageIndex: 0,
    stages: 1,
    ...stages?.[index],
    log,
    index,
    plotKey: setUps === undefined ? '' : `${index}`,
  }));
  const turns = turnsOf(cells, { replicates, order: 'random' }, [name]);
  const series = noise(random, turns.length);
  let [before, luck] = ['', 0];
  for (const [place, { cell, period }] of turns.entries()) {
    if (setUps !== undefined && cell.plotKey !== before) luck = setUps * SIGMA * normal(random);
    before = cell.plotKey;
    take(cell.index, cell.log + luck + series(place), period);
  }
}

/** What is decided about it. */
export function decided(world: World, name: string): DecidedParts {
  const [candidates, circumstances] = contest(execution(world, name), world.how);
  return decisionOf(decide(world.decide), candidates, METRICS, circumstances);
}

/** How often something is so. */
export interface Rate {
  readonly runs: number;
  readonly hits: number;
}

/** In so many executions. */
export function rateOf(world: World, runs: number, name: string, hit: (found: DecidedParts) => boolean): Rate {
  let hits = 0;
  for (let run = 0; run < runs; run += 1) if (hit(decided(world, `${name} ${run}`))) hits += 1;
  return { runs, hits };
}

/** Upper end of a one-sided 95 % interval of a share: Wilson (1927). */
export function upper({ runs, hits }: Rate): number {
  const z = 1.644854;
  const share = hits / runs;
  const middle = share + z ** 2 / (2 * runs);
  return (middle + z * Math.sqrt((share * (1 - share)) / runs + z ** 2 / (4 * runs ** 2))) / (1 + z ** 2 / runs);
}

/** The lower end. */
export function lower({ runs, hits }: Rate): number {
  return 1 - upper({ runs, hits: runs - hits });
}
