/**
 * I/O sizes and rates of a job as fio 3.33 interprets a job file (measured on Debian 12). A comma separates the values
 * for reads and writes. A single value applies to both; an empty value changes nothing (`bs=8k,` leaves writes
 * unchanged). A rate applies to each clone, and `0` means no rate.
 */
import { listDirections, DEFAULT_READ_PERCENT, type Rw } from './operations';
import { type OptionLine, parseSize, parseInteger } from './values';

export type PacedDirection = ReturnType<typeof listDirections>[number];
export type ByDirection<T> = Readonly<Partial<Record<PacedDirection, T>>>;
const DIRECTIONS = ['read', 'write'] as const;

export interface JobRate {
  /** IOPS of each clone. */
  readonly iops: ByDirection<number>;
  /** Whether I/Os are due at random times (`rate_process=poisson`). */
  readonly byChance: boolean;
}

/** Values of one option by direction. Later lines override earlier ones for the directions that they name. */
function readByDirection(lines: readonly OptionLine[], option: string): ByDirection<number> {
  const said: Partial<Record<PacedDirection, number>> = {};
  for (const { value } of lines.filter(({ name }) => name === option)) {
    const parts = value.split(',').map((part) => part.trim());
    for (const [index, direction] of DIRECTIONS.entries()) {
      const part = parts.length === 1 ? parts[0] : parts[index];
      if (part !== undefined && part !== '') said[direction] = parseSize(part) ?? 0;
    }
  }
  return said;
}

/** Whether fio accepts the sizes; it drops a job with an unacceptable value. */
export function isSizeList(value: string, least: number): boolean {
  const parts = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [parseSize(part.trim())]));
  return parts.length > 0 && parts.every((size) => size !== null && size >= least);
}

const DEFAULT_BLOCK_SIZE = 4096;
/** Options with several I/O sizes. */
const SPLIT_OPTIONS = ['bssplit', 'bsrange'];

/** Bytes per I/O by direction; null for a direction whose sizes may vary. */
export function getBlockSizes(lines: readonly OptionLine[]): Readonly<Record<PacedDirection, number>> | null {
  const has = (option: string): boolean => lines.some(({ name }) => name === option);
  const sizes = { read: DEFAULT_BLOCK_SIZE, write: DEFAULT_BLOCK_SIZE, ...readByDirection(lines, 'bs') };
  return SPLIT_OPTIONS.some(has) ? null : sizes;
}

/** @returns null for closed-loop jobs @param lines in fio's order */
export function parseRate(lines: readonly OptionLine[], rw: Rw): JobRate | null {
  const [bytes, ios] = [readByDirection(lines, 'rate'), readByDirection(lines, 'rate_iops')];
  const blocks = getBlockSizes(lines) ?? { read: DEFAULT_BLOCK_SIZE, write: DEFAULT_BLOCK_SIZE };
  const iops = listDirections(rw).flatMap((direction) => {
    const rate = ios[direction] || (bytes[direction] ?? 0) / blocks[direction];
    return rate > 0 ? [[direction, rate] as const] : [];
  });
  if (iops.length === 0) return null;
  const byChance = lines.findLast(({ name }) => name === 'rate_process')?.value === 'poisson';
  return { iops: Object.fromEntries(iops), byChance };
}

/** Share of reads in a mix, %. The last of `rwmixread` and `rwmixwrite` wins, as each option sets the other. */
export function parseMix(lines: readonly OptionLine[]): number {
  const last = lines.findLast(({ name }) => name === 'rwmixread' || name === 'rwmixwrite');
  const value = parseInteger(last?.value ?? '', 1, 99) ?? DEFAULT_READ_PERCENT;
  return last?.name === 'rwmixwrite' ? 100 - value : value;
}
