/** Values ("levels") of factors, and their labels in tables. */
import type { Level } from '../../shapes/spec';

/** A value with its label in tables and in `where`. */
export interface LevelEntry {
  readonly label: string;
  readonly value: Level;
  readonly index: number;
}

export interface Factor {
  readonly name: string;
  readonly levels: readonly LevelEntry[];
  /** Whether invalid values were dropped: then other checks ignore this factor. */
  readonly broken: boolean;
}

/** Label of a value in tables and in `where`: the value itself, its `name`, or `bs=4k,depth=32`. */
export function toLabel(level: Level): string {
  if (typeof level !== 'object') return String(level);
  if (typeof level['name'] === 'string' && level['name'] !== '') return level['name'];
  return Object.entries(level)
    .map(([key, value]) => `${key}=${toText(value)}`)
    .join(',');
}

/** Settings are scalars, but an invalid spec may contain mappings. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
