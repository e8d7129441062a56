/** Units of a decision: rounds if the plan has one block, else blocks. Trials of a round run in the same hour. */
import { groupBy } from '../../shapes/collections';
import type { TrialStatus } from '../trial-status';
import { computeMean } from '../statistics/moments';
import type { UnitValue } from '../statistics/difference';

/** Unit of a trial, and its position: in the unit, and in its rig and period, from 0. */
export interface UnitPlace {
  readonly unit: string;
  readonly place: number;
  readonly series: string;
  readonly at: number;
}

/** A logarithm of a trial; see `Proof`. */
interface TrialLog {
  readonly trial: string;
  readonly log: number;
}

/** Place of every trial by time. Places are numbered over a block; trials at the same time share a place. */
export function locateTrials(
  trials: ReadonlyMap<string, TrialStatus>,
  several: boolean,
): ReadonlyMap<string, UnitPlace> {
  const number = (nameOf: (one: TrialStatus) => string) =>
    new Map(
      [...groupBy(trials.values(), nameOf)].flatMap(([name, own]) =>
        own.toSorted(compareStarts).map(({ trial }, at) => [trial, { name, at }] as const),
      ),
    );
  const units = number(({ rig, block, round }) => (several ? String(block) : `${rig} ${round}`));
  const series = number(({ rig, period }) => `${rig} ${period}`);
  return new Map(
    [...units].map(([trial, { name: unit, at: place }]) => {
      const { name = '', at = 0 } = series.get(trial) ?? {};
      return [trial, { unit, place, series: name, at }];
    }),
  );
}

/** ISO 8601 sorts as text. Trials that never started have no value, so their order does not matter. */
function compareStarts({ started: a }: TrialStatus, { started: b }: TrialStatus): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

/** Values of a configuration by unit; null without counted values. */
export function makeUnitRow(
  units: readonly string[],
  values: readonly TrialLog[],
  places: ReadonlyMap<string, UnitPlace>,
): readonly (UnitValue | null)[] {
  const own = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return units.map((unit) => {
    const its = own.get(unit);
    if (its === undefined) return null;
    const place = computeMean(its.map(({ trial }) => places.get(trial)?.place ?? 0));
    return { log: computeMean(its.map(({ log }) => log)), place };
  });
}

/** Mean logarithm of each unit, in the order of first values. */
export function computeUnitLogs(
  values: readonly TrialLog[],
  places: ReadonlyMap<string, UnitPlace>,
): ReadonlyMap<string, number> {
  const units = groupBy(values, ({ trial }) => places.get(trial)?.unit ?? '');
  return new Map([...units].map(([unit, own]) => [unit, computeMean(own.map(({ log }) => log))]));
}
