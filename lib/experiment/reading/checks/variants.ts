/** At which levels settings are looked at. */
import type { Assignment } from '../../design/space';
import type { Factor, LevelEntry } from '../../language/level';

type Levels = ReadonlyMap<string, LevelEntry>;

/** Levels of the assignments that are meant. */
export type Variants = (which: (one: Assignment) => boolean) => readonly Levels[];

/** What the design chose; where that is not known, each level alone. */
export function variantsOf(factors: readonly Factor[], assignments: readonly Assignment[] | undefined): Variants {
  if (assignments !== undefined) return (which) => assignments.filter(which).map((one) => one.levels);
  const each = alone(factors);
  return () => each;
}

/** All first levels, and every other level alone. */
function alone(factors: readonly Factor[]): Levels[] {
  const first = new Map(
    factors.flatMap(({ name, levels: [level] }) => (level === undefined ? [] : [[name, level] as const])),
  );
  const others = factors.flatMap(({ name, levels }) =>
    levels.slice(1).map((level) => new Map([...first, [name, level]])),
  );
  return [first, ...others];
}
