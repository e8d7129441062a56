/**
 * How often a job reads and writes, as fio 3.33 takes what a job file says (measured on Debian 12): rates of each
 * clone, for reads and writes apart after a comma, and the share of reads in a mix, of which nothing comes where both
 * have a rate (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-rate).
 */
import { type ByDirection, blocksOf, isSaid, saidBy } from '../by-direction';
import { directionsIn, type Rw } from '../operations';
import type { OptionLine } from '../../job-file/ini';
import { wholeOf } from '../../job-file/values';

/** The rate of a job that has one. */
export interface JobRate {
  /** I/Os a second of each clone, of directions of which they are known. */
  readonly iops: ByDirection<number>;
  /** Why they are not known of all, in words; null: they are. */
  readonly unknown: string | null;
  /** I/Os are due by chance. */
  readonly byChance: boolean;
}

/** @param lines in the order in which fio takes them */
export function rateOf(lines: readonly OptionLine[], rw: Rw): JobRate | null {
  const [bytes, ios] = [saidBy(lines, 'rate'), saidBy(lines, 'rate_iops')];
  const directions = directionsIn(rw);
  // A rate of 0 is none.
  const rated = directions.filter((direction) => (bytes[direction] || ios[direction] || 0) > 0);
  const [first] = rated;
  if (first === undefined) return null;
  const byChance = lines.findLast(({ name }) => name === 'rate_process')?.value === 'poisson';
  const blocks = blocksOf(lines);
  // fio reckons by the smallest.
  if (blocks === null) return { iops: {}, unknown: 'its I/Os may differ in size', byChance };
  const iops = Object.fromEntries(
    rated.map((direction) => [direction, ios[direction] || (bytes[direction] ?? 0) / blocks[direction]]),
  );
  const unknown = rated.length < directions.length ? `only its ${first}s have a rate` : null;
  return { iops, unknown, byChance };
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
    if (name === 'rate' || name === 'rate_iops')
      return isSaid(value, 0) ? [] : [{ option: name, why: notRate(name, value) }];
    if (name === 'rate_process' && value !== 'linear' && value !== 'poisson')
      return [{ option: name, why: `${name}=${value} is not allowed; allowed: linear, poisson` }];
    const mixes = directionsIn(rw).length > 1 && (name === 'rwmixread' || name === 'rwmixwrite');
    return !mixes || wholeOf(value, 1, 99) !== null
      ? []
      : [{ option: name, why: `${name}=${value} is not allowed; allowed: 1 to 99; else take rw=randread, …` }];
  });
  const [bytes, ios] = ['rate', 'rate_iops'].map((name) => Object.values(saidBy(lines, name)).some((rate) => rate > 0));
  if (bytes === true && ios === true)
    found.push({ option: 'rate_iops', why: 'fio takes rate or rate_iops, and not both; leave one of them out' });
  return found;
}

function notRate(name: 'rate' | 'rate_iops', value: string): string {
  const plain = value.replace(/\/s(?:ec)?(?=$|,)/gi, '');
  const instead = isSaid(plain, 0) ? plain : `e.g. ${name === 'rate' ? '10m' : '1000'}`;
  return `${name}=${value} is not allowed; write it as ${instead}; reads and writes apart by a comma`;
}
