/** Rows of the tables: one world a column. */
import type { AnswerOutcome } from '../../lib/results/answer/answer';
import { COPIES, FOLDERS } from './contest';
import { type Noise, scatter, SIGMA } from './noise';
import { type Row, zeros } from './table';
import { BASE, type World } from './world';

type Hit = Row['hit'];

export const isCovered: Hit = ({ ranking: [first] }) =>
  first?.interval !== null &&
  first?.interval !== undefined &&
  first.interval.low <= BASE &&
  BASE <= first.interval.high;

const DECIDED: ReadonlySet<AnswerOutcome | null> = new Set(['best', 'meets']);

/** One of two equal configurations is called better. */
export const isDecided: Hit = ({ outcome }) => DECIDED.has(outcome);
export const isRight: Hit = ({ outcome, winner }) => DECIDED.has(outcome) && winner?.cell === 'cell-x0';
export const isWrong: Hit = ({ outcome, winner }) => DECIDED.has(outcome) && winner?.cell !== 'cell-x0';
export const isMet: Hit = ({ met }) => met === 'yes';
export const isMissed: Hit = ({ outcome }) => outcome === 'misses';

/** A threshold at the true value of all configurations. */
export const LIMIT = { atLeast: BASE, prefer: 'cheapest' } as const;
export const LIMIT_NS = [3, 4, 5, 6, 7, 8, 10];
export const TRUE_SPREADS = [0, 0.03, 0.05, 0.07, 0.1];

export function by<A, B, C>(as: readonly A[], bs: readonly B[], make: (a: A, b: B) => C): C[] {
  return as.flatMap((a) => bs.map((b) => make(a, b)));
}

export function ofN(k: number, n: number): string {
  return `${k}, n = ${n}`;
}

export function kRow(
  label: string,
  noise: Noise,
  difference: number,
  hit: Hit,
  { ks = [2, 4], ns = [3, 4, 6, 10] }: { readonly ks?: readonly number[]; readonly ns?: readonly number[] } = {},
): Row {
  const worlds = by(
    ks,
    ns,
    (k, replicates): World => ({
      truth: zeros(k).map((_, index) => (index === 0 ? difference : 0)),
      replicates,
      noise,
      how: FOLDERS,
    }),
  );
  return { label, worlds, hit };
}

export function sameRow(label: string, noise: Noise, more: Partial<World>): Row {
  const { worlds } = kRow(label, noise, 0, isDecided);
  return { label, worlds: worlds.map((world) => ({ ...world, ...more })), hit: isDecided };
}

export function pairRow(label: string, noise: Noise, more: Partial<World> = {}): Row {
  const worlds = [3, 4, 6, 10].map(
    (replicates): World => ({ truth: [0, 0], replicates, noise, how: FOLDERS, ...more }),
  );
  return { label, worlds, hit: isDecided };
}

export function blockRow(label: string, more: Partial<World>, hit: Hit): Row {
  const worlds = [3, 5, 10].map(
    (blocks): World => ({
      truth: [0, 0],
      replicates: 2,
      blocks,
      noise: scatter(SIGMA),
      how: COPIES,
      ...more,
    }),
  );
  return { label, worlds, hit };
}

export function spreadRow(label: string, more: Pick<World, 'truth' | 'decide'>, hit: Hit): Row {
  const worlds = TRUE_SPREADS.map(
    (instances): World => ({
      replicates: 6,
      noise: scatter(0.03),
      instances,
      how: COPIES,
      ...more,
    }),
  );
  return { label, worlds, hit };
}

export function limitRow(
  label: string,
  noise: Noise,
  truth: number,
  hit: Hit,
  ns: readonly number[] = [3, 4, 6, 7, 10],
): Row {
  return {
    label,
    worlds: ns.map((replicates) => ({ truth: [truth], replicates, noise, how: FOLDERS, decide: LIMIT })),
    hit,
  };
}

export function ladderRow(label: string, hit: Hit): Row {
  const truth = Array.from({ length: 6 }, (_, index) => Math.log(1.02) + Math.log(1.05) * (index - 2));
  const prices = [1, 2, 3, 4, 5, 6];
  const worlds = [4, 6, 8, 10].map(
    (replicates): World => ({
      truth,
      prices,
      replicates,
      noise: scatter(0.02),
      how: FOLDERS,
      decide: LIMIT,
    }),
  );
  return { label, worlds, hit, seed: 'ladder' };
}
