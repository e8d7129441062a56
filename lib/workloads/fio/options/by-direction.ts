/**
 * Options that reads and writes may have apart, after a comma, as fio 3.33 takes them (measured on Debian 12): one part
 * alone is of both, and one that is left out says nothing (`bs=8k,` leaves writes as they were).
 */
import type { OptionLine } from '../job-file/ini';
import { sizeOf } from '../job-file/values';
import type { directionsIn } from './operations';

export type Direction = ReturnType<typeof directionsIn>[number];
export type ByDirection<T> = Readonly<Partial<Record<Direction, T>>>;
const DIRECTIONS = ['read', 'write'] as const;

/** What the lines of one option say: later ones win, each for the directions that it names. */
export function saidBy(lines: readonly OptionLine[], option: string): ByDirection<number> {
  const said: Partial<Record<Direction, number>> = {};
  for (const { value } of lines.filter(({ name }) => name === option)) {
    const parts = value.split(',').map((part) => part.trim());
    for (const [index, direction] of DIRECTIONS.entries()) {
      const part = parts.length === 1 ? parts[0] : parts[index];
      if (part !== undefined && part !== '') said[direction] = sizeOf(part) ?? 0;
    }
  }
  return said;
}

/** Whether fio takes the value: it drops a job whose option says nothing. */
export function isSaid(value: string, least: number): boolean {
  const parts = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [sizeOf(part.trim())]));
  return parts.length > 0 && parts.every((size) => size !== null && size >= least);
}

/** fio's own. */
const BLOCK = 4096;

/** Bytes of the I/Os of each direction; null where those of one may differ. */
export function blocksOf(lines: readonly OptionLine[]): Readonly<Record<Direction, number>> | null {
  const has = (option: string): boolean => lines.some(({ name }) => name === option);
  const sizes = { read: BLOCK, write: BLOCK, ...saidBy(lines, 'bs') };
  // Then the comma parts sequential from random I/O.
  const mixed = has('bs_is_seq_rand') && sizes.read !== sizes.write;
  return mixed || SEVERAL.some(has) ? null : sizes;
}

/** Options by which I/Os have several sizes. */
const SEVERAL = ['bssplit', 'bsrange'];
