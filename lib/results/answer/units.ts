/** Units of a decision: rounds of a single block, or blocks. Trials of a round share their hour. */
import { groupBy } from '../../shapes/collections';
import type { TrialStatus } from '../trial-status';
import { computeMean } from '../statistics/moments';
import type { UnitValue } from '../statistics/difference';

/** The unit of a trial, and its place in the unit, from 0. */
export interface UnitPlace {
  readonly unit: string;
  readonly place: number;
}

/**
 * Units and places by trial, in order of time. Places of a block run on over its rigs and stages; those that run at the
 * same time share places. @param several the plan has several blocks
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

/** ISO 8601 sorts as text; trials that never started have no value. */
function compareStarts({ started: a }: TrialStatus, { started: b }: TrialStatus): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

/** Values of a configuration by unit; null without counted values. @param sign −1 if lower is better */
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

/** Mean logarithms of units, in the order of their first values. */
export function computeUnitLogs(
  values: readonly { readonly trial: string; readonly value: number }[],
  places: ReadonlyMap<string, UnitPlace>,
): readonly number[] {
  const units = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return [...units.values()].map((own) => computeMean(own.map(({ value }) => Math.log(value))));
}
