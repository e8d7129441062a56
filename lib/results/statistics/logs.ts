/**
 * Values as logarithms, and the unit of analysis. Speeds and times scatter by factors, and what is asked of them is how
 * many times one is the other: on logarithms both are sums. A unit is what was drawn anew: a trial where there is one
 * block, a whole block where there are several (repeats on one copy say nothing about copies). Where factors are hard
 * to change, a trial is the whole of its cell in a plot: what plots differ by is in the spread of trials already.
 */
import { groupBy } from '../../shapes/group';
import { deviationOf, meanOf } from './moments';

/** What a number of units stands for. */
export type UnitKind = 'trial' | 'block';

/** A value, and the unit that it belongs to: null where it is one by itself. */
export interface UnitValue {
  readonly value: number;
  readonly unit: string | null;
}

/** Mean and spread of natural logarithms over units. */
export interface Logs {
  /** Units, not trials. */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation (n − 1) of the units; null for one unit. */
  readonly deviation: number | null;
}

/** Null for no values, and where one is not above zero: it has no logarithm. */
export function logsOf(values: readonly UnitValue[]): Logs | null {
  const means = unitMeans(values);
  return means === null ? null : { n: means.length, mean: meanOf(means), deviation: deviationOf(means) };
}

/** The same of the plain mean of each unit. */
export function logsOfMeans(values: readonly UnitValue[]): Logs | null {
  const units = groupBy(
    values.map(({ value, unit }, index) => ({ value, key: unit ?? index })),
    ({ key }) => key,
  );
  return logsOf([...units.values()].map((own) => ({ value: meanOf(own.map(({ value }) => value)), unit: null })));
}

/** The mean logarithm of each unit, in the order in which units first appear; null as for {@link logsOf}. */
export function unitMeans(values: readonly UnitValue[]): readonly number[] | null {
  if (values.length === 0 || values.some(({ value }) => !(value > 0))) return null;
  const groups = groupBy(
    values.map(({ value, unit }, index) => ({ log: Math.log(value), key: unit ?? index })),
    ({ key }) => key,
  );
  return [...groups.values()].map((own) => meanOf(own.map(({ log }) => log)));
}

/** How much units scatter, and by how many of them that is known. */
export interface Spread {
  readonly deviation: number;
  readonly freedom: number;
}

/**
 * Deviation of units about the mean of their cell, over several cells: √(Σ (n−1)s² ÷ Σ (n−1)). Null where no cell has
 * two units.
 */
export function pooledDeviation(cells: readonly Logs[]): number | null {
  return pooledSpread(cells)?.deviation ?? null;
}

/** The same with its degrees of freedom, Σ (n−1). */
export function pooledSpread(cells: readonly Logs[]): Spread | null {
  let squares = 0;
  let freedom = 0;
  for (const { n, deviation } of cells) {
    if (deviation === null) continue;
    squares += (n - 1) * deviation ** 2;
    freedom += n - 1;
  }
  return freedom === 0 ? null : { deviation: Math.sqrt(squares / freedom), freedom };
}
