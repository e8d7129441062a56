/** Levels of factors, and how tables call them. */
import type { Level } from '../../shapes/spec';

/** A level as tables and `where` name it. */
export interface LevelEntry {
  readonly label: string;
  readonly value: Level;
  /** Place in the list as written. */
  readonly index: number;
}

export interface Factor {
  readonly name: string;
  readonly levels: readonly LevelEntry[];
  /** Levels are missing because they are wrong: nothing more is said about them. */
  readonly broken: boolean;
}

/** Name of a level in tables and in `where`: the value itself, its `name`, or `bs=4k,depth=32`. */
export function toLabel(level: Level): string {
  if (typeof level !== 'object') return String(level);
  if (typeof level['name'] === 'string' && level['name'] !== '') return level['name'];
  return Object.entries(level)
    .map(([key, value]) => `${key}=${toText(value)}`)
    .join(',');
}

/** Settings are no mappings, but what somebody asks for may be one before it is refused. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
