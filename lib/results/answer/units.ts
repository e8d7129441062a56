/** Units of a decision: rounds of the one block, or blocks. Trials of one round met the same hour. */
import { groupBy } from '../../shapes/group';
import type { CountedTrial } from '../counting';
import { meanOf } from '../statistics/moments';
import type { UnitTable, UnitValue } from '../statistics/difference';

/** The unit that a trial belongs to, and its place in it, from 0. */
export interface Place {
  readonly unit: string;
  readonly place: number;
}

/**
 * By trial, in the order of the plan. Where blocks are the units, rigs and stages that follow each other in a block go
 * on with the places of those before them; those that ran at the same time begin with the same place.
 * @param several the plan has several blocks
 */
export function locateTrials(trials: ReadonlyMap<string, CountedTrial>, several: boolean): ReadonlyMap<string, Place> {
  const offsets = several ? countPlacesBefore([...trials.values()]) : new Map<string, number>();
  return new Map(
    [...trials].map(([trial, { rig, block, round, period, place }]) => [
      trial,
      several
        ? { unit: String(block), place: place + (offsets.get(`${rig} ${period}`) ?? 0) }
        : { unit: `${rig} ${round}`, place },
    ]),
  );
}

/** By stretch (a period of a rig) the configurations of all stretches of its block that ended before it began. */
function countPlacesBefore(trials: readonly CountedTrial[]): ReadonlyMap<string, number> {
  const stretches = [...groupBy(trials, ({ rig, period }) => `${rig} ${period}`)].map(([key, own]) => {
    const times = own.map(({ started }) => Date.parse(started ?? '')).filter((time) => !Number.isNaN(time));
    const cells = new Set(own.map(({ cell }) => cell)).size;
    return { key, block: own[0]?.block, cells, from: Math.min(...times), to: Math.max(...times) };
  });
  const byBlock = groupBy(stretches, ({ block }) => block);
  return new Map(
    stretches.map(({ key, block, from }) => {
      const before = (byBlock.get(block) ?? []).filter(({ to }) => to < from);
      return [key, before.reduce((sum, { cells }) => sum + cells, 0)];
    }),
  );
}

/** What a configuration gave in each unit; null where nothing of it counts. @param sign −1 where less is better */
export function makeUnitRow(
  units: readonly string[],
  values: readonly { readonly trial: string; readonly value: number }[],
  places: ReadonlyMap<string, Place>,
  sign: 1 | -1,
): readonly (UnitValue | null)[] {
  const own = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return units.map((unit) => {
    const its = own.get(unit);
    if (its === undefined) return null;
    return {
      log: sign * meanOf(its.map(({ value }) => Math.log(value))),
      place: meanOf(its.map(({ trial }) => places.get(trial)?.place ?? 0)),
    };
  });
}

/** Mean of each unit over the configurations that are complete in the units of this one, itself included. */
export function averageUnits(table: UnitTable, row: number): readonly number[] {
  const units = [...(table[row] ?? []).keys()].filter((unit) => table[row]?.[unit]);
  const key = units.join(' ');
  const own = averages.get(table) ?? new Map<string, readonly number[]>();
  averages.set(table, own);
  const found = own.get(key) ?? average();
  own.set(key, found);
  return found;

  function average(): readonly number[] {
    const complete = table.filter((one) => units.every((unit) => one[unit]));
    return units.map((unit) => meanOf(complete.map((one) => one[unit]?.log ?? 0)));
  }
}
/** Rows that lack the same units share them. */
const averages = new WeakMap<UnitTable, Map<string, readonly number[]>>();
