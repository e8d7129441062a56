/** Which configurations alternated on the same hosts, by trials as run, while no target instance changed. */
import { groupBy } from '../../shapes/collections';

export interface TrialPlace {
  readonly cell: string;
  readonly rig: string;
  readonly period: number;
  /** Target instance, unique in the execution. */
  readonly copy: string;
}

/** `interleaved`: alternated with all cells; `mixed`: with some, on other target instances; `sequential`: with none. */
export type Interleaving = 'interleaved' | 'sequential' | 'mixed';

/** Interleaving by cell, from counted trials. Empty without trials. */
export function mapInterleaving(places: readonly TrialPlace[]): ReadonlyMap<string, Interleaving> {
  const stretches = groupBy(places, ({ rig, period }) => `${rig} ${period}`);
  const cells = groupBy(places, ({ cell }) => cell);
  return new Map(
    [...cells].map(([cell, own]) => {
      const keys = new Set(own.map(({ rig, period }) => `${rig} ${period}`));
      const together = [...keys].flatMap((key) => stretches.get(key) ?? []);
      if (new Set(together.map((one) => one.cell)).size === cells.size) return [cell, 'interleaved'];
      const copies = new Set(own.map(({ copy }) => copy));
      return [cell, together.some(({ copy }) => !copies.has(copy)) ? 'mixed' : 'sequential'];
    }),
  );
}

/** Interleaving of all cells; null with fewer than two. */
export function judgeInterleaving(places: readonly TrialPlace[]): Interleaving | null {
  const found = new Set(mapInterleaving(places).values());
  const [only] = found;
  if (only === undefined || new Set(places.map(({ cell }) => cell)).size < 2) return null;
  return found.size === 1 ? only : 'mixed';
}
