/** I/O pattern of each profile, and rates of the streams of one database. */
import type { DatabaseParams, LoadParams } from './schema';

/** Bytes per I/O and share of reads by profile, the usual models of mail servers and online transactions. */
export const PROFILES: Readonly<Record<DatabaseParams['profile'], { readonly bytes: number; readonly reads: number }>> =
  { mail: { bytes: 32 * 1024, reads: 0.6 }, sql: { bytes: 8 * 1024, reads: 0.7 } };

/** Log writes per database write, of the profile's size. Assumed. */
export const LOG_PER_WRITE = 0.5;

/** IOPS of one database. fio accepts only whole IOPS for each stream. */
export interface StreamRates {
  readonly read: number;
  readonly write: number;
  readonly log: number;
}

/** Maximum relative change of a stream's rate by rounding. */
const MAX_ROUNDING = 0.01;

type RatedLoad = Pick<LoadParams, 'profile' | 'databases'> & { readonly rate: number };

/** Splits the rate of a host; each stream has at least one IOPS. */
export function splitRate(load: RatedLoad): StreamRates {
  const { read, write, log } = computeExactRates(load);
  const round = (rate: number): number => Math.max(1, Math.round(rate));
  return { read: round(read), write: round(write), log: round(log) };
}

function computeExactRates({ profile, databases, rate }: RatedLoad): StreamRates {
  const each = rate / databases;
  const { reads } = PROFILES[profile];
  return { read: each * reads, write: each * (1 - reads), log: each * (1 - reads) * LOG_PER_WRITE };
}

/** Whether rounding changes no stream by more than 1%. */
export function isDivisible(load: RatedLoad): boolean {
  return computeRounding(load) <= MAX_ROUNDING;
}

/** Largest relative change of a stream's rate by rounding. */
function computeRounding(load: RatedLoad): number {
  const [exact, rounded] = [computeExactRates(load), splitRate(load)];
  return Math.max(
    ...(['read', 'write', 'log'] as const).map((stream) => Math.abs(rounded[stream] / exact[stream] - 1)),
  );
}

/** The nearest rates below and above without rounding; multiples of 20 IOPS per database always are. */
export function findExactRates(load: RatedLoad): readonly number[] {
  const may = (rate: number): boolean => computeRounding({ ...load, rate }) < 1e-9;
  let [below, above] = [load.rate - 1, load.rate + 1];
  while (below > 0 && !may(below)) below -= 1;
  while (!may(above)) above += 1;
  return below > 0 ? [below, above] : [above];
}
