/** Units of a decision: rounds of the one block, or blocks. Trials of one round met the same hour. */
import { groupBy } from '../../shapes/collections';
import type { TrialStatus } from '../trial-status';
import { computeMean } from '../statistics/moments';
import type { UnitValue } from '../statistics/difference';

/** The unit that a trial belongs to, and its place in it, from 0. */
export interface UnitPlace {
  readonly unit: string;
  readonly place: number;
}

/**
 * By trial; places are in the order of time. Of a block that are all its trials, so that a rig or stage that follows
 * another goes on with its places, and those that run at the same time share theirs.
 * @param several the plan has several blocks
 */
export function locateTrials(
  trials: ReadonlyMap<string, TrialStatus>,
  several: boolean,
): ReadonlyMap<string, UnitPlace> {
  const units = groupBy(trials.values(), ({ rig, block, round }) => (several ? String(block) : `${rig} ${round}`));
  return new Map(
    [...units].flatMap(([unit, own]) =>
      own.toSorted(compareStarts).map(({ trial }, place) => [trial, { unit, place }] as const),
    ),
  );
}

/** ISO 8601 sorts as text; what never began has no value. */
function compareStarts({ started: a }: TrialStatus, { started: b }: TrialStatus): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

/** What a configuration gave in each unit; null where nothing of it counts. @param sign −1 where less is better */
export function makeUnitRow(
  units: readonly string[],
  values: readonly { readonly trial: string; readonly value: number }[],
  places: ReadonlyMap<string, UnitPlace>,
  sign: 1 | -1,
): readonly (UnitValue | null)[] {
  const own = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return units.map((unit) => {
    const its = own.get(unit);
    if (its === undefined) return null;
    return {
      log: sign * computeMean(its.map(({ value }) => Math.log(value))),
      place: computeMean(its.map(({ trial }) => places.get(trial)?.place ?? 0)),
    };
  });
}

/** Mean logarithms of the units that values belong to, in the order of the values. */
export function computeUnitLogs(
  values: readonly { readonly trial: string; readonly value: number }[],
  places: ReadonlyMap<string, UnitPlace>,
): readonly number[] {
  const units = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return [...units.values()].map((own) => computeMean(own.map(({ value }) => Math.log(value))));
}
