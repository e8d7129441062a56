/**
 * How often a job reads and writes, as fio 3.33 takes what a job file says (measured on Debian 12): rates of each
 * clone, for reads and writes apart after a comma, and the share of reads in a mix, of which nothing comes where both
 * have a rate (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-rate).
 */
import { directionsIn, type Rw } from './operations';
import type { OptionLine } from '../job-file/ini';
import { sizeOf, wholeOf } from '../job-file/values';

type Direction = 'read' | 'write';
const DIRECTIONS = ['read', 'write'] as const;

/** The rate of a job that has one. */
export interface JobRate {
  /** I/Os a second of each clone; empty where they are not known. */
  readonly iops: Readonly<Partial<Record<Direction, number>>>;
  /** Why they are not known, in words; null: they are. */
  readonly unknown: string | null;
  /** I/Os are due by chance. */
  readonly byChance: boolean;
}

/** @param lines in the order in which fio takes them @param job `bs`: bytes of an I/O, null where they differ */
export function rateOf(
  lines: readonly OptionLine[],
  { rw, bs }: { readonly rw: Rw; readonly bs: number | null },
): JobRate | null {
  const [bytes, ios] = [saidBy(lines, 'rate'), saidBy(lines, 'rate_iops')];
  const directions = directionsIn(rw);
  const rated = directions.filter((direction) => (bytes[direction] ?? ios[direction]) !== undefined);
  const [first] = rated;
  if (first === undefined) return null;
  const byChance = lines.findLast(({ name }) => name === 'rate_process')?.value === 'poisson';
  const unknown = (why: string): JobRate => ({ iops: {}, unknown: why, byChance });
  if (rated.length < directions.length) return unknown(`only its ${first}s have a rate`);
  // fio reckons by the smallest.
  if (bs === null) return unknown('its I/Os may differ in size');
  const iops = Object.fromEntries(
    directions.map((direction) => [direction, ios[direction] ?? (bytes[direction] ?? 0) / bs]),
  );
  return { iops, unknown: null, byChance };
}

/** What one option says: later lines win, each for the directions that it names. A rate of 0 is none. */
function saidBy(lines: readonly OptionLine[], option: string): Readonly<Partial<Record<Direction, number>>> {
  const said: Partial<Record<Direction, number>> = {};
  for (const { value } of lines.filter(({ name }) => name === option)) {
    const parts = value.split(',').map((part) => part.trim());
    for (const [index, direction] of DIRECTIONS.entries()) {
      const part = parts.length === 1 ? parts[0] : parts[index];
      if (part === undefined || part === '') continue;
      const rate = sizeOf(part) ?? 0;
      if (rate > 0) said[direction] = rate;
      else delete said[direction];
    }
  }
  return said;
}

/** Share of reads in a mix, %: of `rwmixread` and `rwmixwrite` the last wins, as each sets the other. */
export function mixOf(lines: readonly OptionLine[]): number {
  const last = lines.findLast(({ name }) => name === 'rwmixread' || name === 'rwmixwrite');
  const value = wholeOf(last?.value ?? '', 1, 99) ?? MIX;
  return last?.name === 'rwmixwrite' ? 100 - value : value;
}

/** fio's own share of reads, %. */
const MIX = 50;

/** What of it cannot be, by the option at which it points. */
export function rateFaults(
  lines: readonly OptionLine[],
  rw: Rw,
): readonly { readonly option: string; readonly why: string }[] {
  const found = lines.flatMap(({ name, value }) => {
    const words = name === 'rate' ? 'e.g. 10m' : 'e.g. 1000';
    if (name === 'rate' || name === 'rate_iops')
      return value.split(',').every((part) => part.trim() === '' || sizeOf(part.trim()) !== null)
        ? []
        : [
            {
              option: name,
              why: `${name}=${value} is not allowed; allowed: ${words}; reads and writes apart by a comma`,
            },
          ];
    const mixes = directionsIn(rw).length > 1 && (name === 'rwmixread' || name === 'rwmixwrite');
    return !mixes || wholeOf(value, 1, 99) !== null
      ? []
      : [{ option: name, why: `${name}=${value} is not allowed; allowed: 1 to 99; else take rw=randread, …` }];
  });
  const [bytes, ios] = [saidBy(lines, 'rate'), saidBy(lines, 'rate_iops')];
  if (Object.keys(bytes).length > 0 && Object.keys(ios).length > 0)
    found.push({ option: 'rate_iops', why: 'fio takes rate or rate_iops, and not both; leave one of them out' });
  return found;
}
