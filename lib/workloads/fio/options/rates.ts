/**
 * Sizes of I/Os and rates of a job, as fio 3.33 takes what a job file says (measured on Debian 12). Reads and writes
 * may have them apart, after a comma: one part alone is of both, and one that is left out says nothing (`bs=8k,` leaves
 * writes as they were). A rate is that of each clone; `0` is none.
 */
import { directionsIn, MIX_DEFAULT, type Rw } from './operations';
import { type OptionLine, parseSize, parseInteger } from './values';

export type PacedDirection = ReturnType<typeof directionsIn>[number];
export type ByDirection<T> = Readonly<Partial<Record<PacedDirection, T>>>;
const DIRECTIONS = ['read', 'write'] as const;

/** The rate of a job that has one. */
export interface JobRate {
  /** I/Os a second of each clone. */
  readonly iops: ByDirection<number>;
  /** I/Os are due by chance. */
  readonly byChance: boolean;
}

/** What the lines of one option say: later ones win, each for the directions that it names. */
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

/** Whether fio takes the sizes of a value: it drops a job whose option says nothing. */
export function areSizes(value: string, least: number): boolean {
  const parts = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [parseSize(part.trim())]));
  return parts.length > 0 && parts.every((size) => size !== null && size >= least);
}

/** fio's own. */
const DEFAULT_BLOCK = 4096;
/** Options by which I/Os have several sizes. */
const SPLIT_OPTIONS = ['bssplit', 'bsrange'];

/** Bytes of the I/Os of each direction; null where those of one may differ. */
export function getBlockSizes(lines: readonly OptionLine[]): Readonly<Record<PacedDirection, number>> | null {
  const has = (option: string): boolean => lines.some(({ name }) => name === option);
  const sizes = { read: DEFAULT_BLOCK, write: DEFAULT_BLOCK, ...readByDirection(lines, 'bs') };
  return SPLIT_OPTIONS.some(has) ? null : sizes;
}

/** Null where as many I/Os as are answered are asked. @param lines in the order in which fio takes them */
export function parseRate(lines: readonly OptionLine[], rw: Rw): JobRate | null {
  const [bytes, ios] = [readByDirection(lines, 'rate'), readByDirection(lines, 'rate_iops')];
  const blocks = getBlockSizes(lines) ?? { read: DEFAULT_BLOCK, write: DEFAULT_BLOCK };
  const iops = directionsIn(rw).flatMap((direction) => {
    const rate = ios[direction] || (bytes[direction] ?? 0) / blocks[direction];
    return rate > 0 ? [[direction, rate] as const] : [];
  });
  if (iops.length === 0) return null;
  const byChance = lines.findLast(({ name }) => name === 'rate_process')?.value === 'poisson';
  return { iops: Object.fromEntries(iops), byChance };
}

/** Share of reads in a mix, %: of `rwmixread` and `rwmixwrite` the last wins, as each sets the other. */
export function parseMix(lines: readonly OptionLine[]): number {
  const last = lines.findLast(({ name }) => name === 'rwmixread' || name === 'rwmixwrite');
  const value = parseInteger(last?.value ?? '', 1, 99) ?? MIX_DEFAULT;
  return last?.name === 'rwmixwrite' ? 100 - value : value;
}
