/**
 * What was done to compare: copies, turns, periods, blocks. Decision, words and report ask these, so that they cannot
 * say different things of one execution.
 */
import { groupBy } from '../shapes/group';
import type { CountedTrial } from './counting';

/** Of the trials that count. */
export interface DesignFacts {
  /** Targets were made for it: each is one copy of many that could have been made. */
  readonly made: boolean;
  /** Copies were made anew, block by block: they, and not their repeats, are what is compared. */
  readonly several: boolean;
  /** Copies that were measured. */
  readonly copies: number;
  /** The copies of a block took turns on the same hosts: all of them, some (it had several rigs), or none. */
  readonly turns: 'all' | 'some' | 'none';
  /** The most that a rig had: in each, copies stood in other stages. */
  readonly periods: number;
}

type Place = Pick<CountedTrial, 'rig' | 'block' | 'copy' | 'period' | 'out'>;

/** @param made see {@link DesignFacts.made}; @param several the plan has several blocks */
export function designFacts(made: boolean, several: boolean, trials: Iterable<Place>): DesignFacts {
  const measured = [...trials].filter(({ out }) => out === null);
  const rigs = [...groupBy(measured, ({ rig }) => rig).values()];
  const blocks = [...groupBy(measured, ({ block }) => block).values()];
  const shared = rigs.some((own) => countOf(own, ({ copy }) => copy) > 1);
  const together = blocks.every((own) => countOf(own, ({ rig }) => rig) < 2);
  return {
    made,
    several,
    copies: countOf(measured, ({ copy }) => copy),
    turns: together ? 'all' : shared ? 'some' : 'none',
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
