/**
 * What was done to compare: copies, turns, periods, blocks. Decision, words and report ask these, so that they cannot
 * say different things of one execution.
 */
import { groupBy } from '../../shapes/group';
import type { CountedTrial } from '../counting';
import { type Turns, turnsOfAll } from './turns';

/** Of the trials that count. */
export interface DesignFacts {
  /** Targets were made for it: each is one copy of many that could have been made. */
  readonly made: boolean;
  /** Copies were made anew, block by block: they, and not their repeats, are what is compared. */
  readonly several: boolean;
  /** Copies that were measured. */
  readonly copies: number;
  /** Whether configurations took turns; null where there are no two. */
  readonly turns: Turns | null;
  /** A block had several rigs: each had hosts and an hour of its own. */
  readonly apart: boolean;
  /** The most that a rig had: in each, copies stood in other stages. */
  readonly periods: number;
}

type Counted = Pick<CountedTrial, 'cell' | 'rig' | 'block' | 'copy' | 'period' | 'out'>;

/** @param made see {@link DesignFacts.made}; @param several the plan has several blocks */
export function designFacts(made: boolean, several: boolean, trials: Iterable<Counted>): DesignFacts {
  const measured = [...trials].filter(({ out }) => out === null);
  const rigs = [...groupBy(measured, ({ rig }) => rig).values()];
  const blocks = [...groupBy(measured, ({ block }) => block).values()];
  return {
    made,
    several,
    copies: countOf(measured, ({ copy }) => copy),
    turns: turnsOfAll(measured),
    apart: blocks.some((own) => countOf(own, ({ rig }) => rig) > 1),
    periods: Math.max(1, ...rigs.map((own) => countOf(own, ({ period }) => period))),
  };
}

function countOf<T, K>(values: readonly T[], keyOf: (value: T) => K): number {
  return new Set(values.map(keyOf)).size;
}

/** Each target was made once, and several were: what holds of these copies may not hold of others. */
export function copiesMatter({ made, several, copies }: DesignFacts): boolean {
  return made && !several && copies > 1;
}
