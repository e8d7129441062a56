/** Units of a decision: rounds if the plan has one block, else blocks. Trials of a round run in the same hour. */
import { groupBy } from '../../shapes/collections';
import type { TrialStatus } from '../trial-status';
import { computeMean } from '../statistics/moments';
import type { UnitValue } from '../statistics/difference';

/** Unit of a trial, and position of the trial in the unit, from 0. */
export interface UnitPlace {
  readonly unit: string;
  readonly place: number;
}

/** Unit and place of every trial by time. Places are numbered over a block; trials at the same time share a place. */
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

/** ISO 8601 sorts as text. Trials that never started have no value, so their order does not matter. */
function compareStarts({ started: a }: TrialStatus, { started: b }: TrialStatus): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

/** Values of a configuration by unit; null without counted values. @param sign −1 if lower values are better */
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

/** Mean logarithm of each unit, in the order of first values. */
export function computeUnitLogs(
  values: readonly { readonly trial: string; readonly value: number }[],
  places: ReadonlyMap<string, UnitPlace>,
): readonly number[] {
  const units = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return [...units.values()].map((own) => computeMean(own.map(({ value }) => Math.log(value))));
}
