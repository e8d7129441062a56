/** Who competes for the answer, with what value, and whether it passes the limits. */
import type { Decide } from '../../shapes/decide';
import type { Drift } from '../statistics/drift';
import type { Held } from '../entitled';
import { type Measure, primaryMeasures } from '../measures';
import type { Unit } from '../../shapes/observation';
import { type Interval, meanInterval } from '../statistics/interval';
import { deviationOf } from '../statistics/moments';
import type { BlockSpread } from '../statistics/statistics';

/** What the decision is told about a cell. */
export interface Candidate {
  readonly cell: string;
  /** What it is called; the decision gives it the levels that tell it from the others. */
  readonly label: string;
  readonly levels: Readonly<Record<string, string>>;
  /** Price of one hour of the cell's rig; null where it is not known. */
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; absent or null where it is not known. */
  readonly storageUsdPerHour?: number | null;
  readonly measures: readonly CandidateMeasure[];
}

/** A measure with what else is known of it. */
type CandidateMeasure = Measure & Partial<Held & { readonly drift: Drift | null }>;

export interface Contender {
  readonly cell: string;
  readonly label: string;
  /** The asked statistic over the trials that count, in `unit`. */
  readonly value: number;
  readonly unit: Unit;
  readonly operation: string | null;
  readonly n: number;
  /** Null for one trial, and for the statistics min and max. */
  readonly interval: Interval | null;
  /** Standard deviation of the trials, in `unit`; null for one trial. */
  readonly deviation: number | null;
  readonly blocks: BlockSpread | null;
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; null where it is not known. */
  readonly storageUsdPerHour: number | null;
  /** What is provisioned of it, in `unit`; null where nothing is known, and for times. */
  readonly provisioned: number | null;
  /** `value` ÷ `provisioned`; for times that of the load that they were measured under. */
  readonly ofProvisioned: number | null;
  /** Its later trials were much worse than its earlier ones; null where they were not. */
  readonly drift: Drift | null;
  /**
   * Against atLeast and atMost: `yes` value and interval pass; `likely` the value does, the interval not wholly;
   * `unlikely` the value does not, the interval reaches in; null where there are no limits.
   */
  readonly qualifies: 'yes' | 'likely' | 'unlikely' | 'no' | null;
}

/** A cell that should compete and cannot. */
export interface LeftOut {
  readonly cell: string;
  readonly label: string;
  readonly why: string;
}

/** Sorts candidates into contenders and those that cannot compete. */
export function contendersOf(
  decide: Decide,
  candidates: readonly Candidate[],
): { readonly contenders: readonly Contender[]; readonly leftOut: readonly LeftOut[] } {
  const contenders: Contender[] = [];
  const leftOut: LeftOut[] = [];
  for (const candidate of candidates) {
    const { cell, label } = candidate;
    const result = contenderOf(decide, candidate);
    if (typeof result === 'string') leftOut.push({ cell, label, why: result });
    else contenders.push(result);
  }
  return { contenders, leftOut };
}

function contenderOf(decide: Decide, candidate: Candidate): Contender | string {
  const all = primaryMeasures(candidate.measures, decide.metric).filter(
    ({ operation }) => decide.operation === undefined || operation === decide.operation,
  );
  const counting = all.filter(({ statistics }) => statistics !== null);
  const [measure] = counting;
  if (counting.length > 1) {
    const names = counting.map(({ operation }) => operation ?? 'none').join(', ');
    return `has several operations (${names}): name one in decide.operation`;
  }
  const statistics = measure?.statistics ?? null;
  if (measure === undefined || statistics === null) {
    return all.length === 0 ? `no trial measured ${decide.metric}` : 'no trial of it is valid';
  }
  const { unit, operation, provisioned = null, drift = null } = measure;
  const values = measure.values.filter(({ counted }) => counted).map(({ value }) => value);
  const value = statistics[decide.statistic];
  const interval = { median: statistics.interval, mean: meanInterval(values), min: null, max: null }[decide.statistic];
  return {
    cell: candidate.cell,
    label: candidate.label,
    value,
    unit,
    operation,
    interval,
    n: statistics.n,
    deviation: deviationOf(values),
    blocks: statistics.blocks,
    usdPerHour: candidate.usdPerHour,
    storageUsdPerHour: candidate.storageUsdPerHour ?? null,
    provisioned,
    ofProvisioned: provisioned === null ? loadOf(candidate) : value / provisioned,
    drift,
    qualifies: qualifies(decide, value, interval),
  };
}

/** The most that any rate of the cell has of what is provisioned; null where that is not known of any. */
function loadOf({ measures }: Candidate): number | null {
  const known = measures.flatMap(({ ofProvisioned }) => ofProvisioned ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function qualifies({ atLeast, atMost }: Decide, value: number, interval: Interval | null): Contender['qualifies'] {
  if (atLeast === undefined && atMost === undefined) return null;
  const low = atLeast ?? Number.NEGATIVE_INFINITY;
  const high = atMost ?? Number.POSITIVE_INFINITY;
  const ends = interval ?? { low: value, high: value };
  if (value >= low && value <= high) return ends.low >= low && ends.high <= high ? 'yes' : 'likely';
  return ends.high >= low && ends.low <= high ? 'unlikely' : 'no';
}

/** It competes: its value lies within the limits, or there are none. */
export function passes({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies === null || qualifies === 'yes' || qualifies === 'likely';
}

/** Both intervals are known and lie apart, and so do the medians of their blocks, where there are several. */
export function separated(a: Contender, b: Contender): boolean {
  if (a.interval === null || b.interval === null) return false;
  return apart(a.interval, b.interval) && blocksApart(a, b);
}

/** Copies differ less than the configurations do: the block medians of one lie all on one side of the other's. */
export function blocksApart(a: Contender, b: Contender): boolean {
  const range = ({ blocks, value }: Contender): { low: number; high: number } => {
    const medians = blocks?.medians.map(({ median }) => median) ?? [value];
    return { low: Math.min(...medians), high: Math.max(...medians) };
  };
  return apart(range(a), range(b));
}

function apart(a: { low: number; high: number }, b: { low: number; high: number }): boolean {
  return a.low > b.high || a.high < b.low;
}
