/**
 * Which configurations took turns: measured by the same hosts, while no copy changed. What is said of how they were
 * compared is asked here, for what was planned is not always what was done, nor the same for each pair.
 */
import { groupBy } from '../../shapes/collections';

/** Where a trial was measured. */
export interface TrialPlace {
  readonly cell: string;
  readonly rig: string;
  readonly period: number;
  /** The copy, unique in the execution. */
  readonly copy: string;
}

/**
 * Of a cell: `interleaved` where it took turns with all others, `sequential` where it did with none on another copy,
 * and `mixed` where it did with some of these.
 */
export type Interleaving = 'interleaved' | 'sequential' | 'mixed';

/** How each cell was compared with the others, by their trials: give those that count. Empty for no trial. */
export function mapInterleaving(places: readonly TrialPlace[]): ReadonlyMap<string, Interleaving> {
  const stretches = groupBy(places, ({ rig, period }) => `${rig} ${period}`);
  const cells = groupBy(places, ({ cell }) => cell);
  return new Map(
    [...cells].map(([cell, own]) => {
      const keys = new Set(own.map(({ rig, period }) => `${rig} ${period}`));
      const beside = [...keys].flatMap((key) => stretches.get(key) ?? []);
      if (new Set(beside.map((one) => one.cell)).size === cells.size) return [cell, 'interleaved'];
      const copies = new Set(own.map(({ copy }) => copy));
      return [cell, beside.some(({ copy }) => !copies.has(copy)) ? 'mixed' : 'sequential'];
    }),
  );
}

/** How all of them were compared; null where no two cells can be. */
export function judgeInterleaving(places: readonly TrialPlace[]): Interleaving | null {
  const found = new Set(mapInterleaving(places).values());
  const [only] = found;
  if (only === undefined || new Set(places.map(({ cell }) => cell)).size < 2) return null;
  return found.size === 1 ? only : 'mixed';
}
