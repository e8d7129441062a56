/**
 * What was measured against what was paid for. A file system may give more for a while: from burst credits, or from the
 * memory of its servers. Such numbers are true, and a load that lasts does not get them.
 */
import type { ProvisionedRates, LimitedRate, LimitedRates } from '../shapes/metric';
import { type Measure, pickPrimary } from './measures';
import { listByteRates } from './byte-rates';

/** How a measure stands to what is provisioned. */
export interface ProvisionedRatio {
  /**
   * What is paid for, in the unit of the measure, for all hosts together; of a mix of operations the part of this one,
   * shared out as measured. Null for times, and where target or workload does not say.
   */
  readonly provisioned: number | null;
  /** What is shown of it ÷ `provisioned`; null with it. */
  readonly ofProvisioned: number | null;
}

/** Up to this many times of what is provisioned, rounding and noise may be all that there is to it. */
export const BURST_RATIO = 1.1;

/**
 * Measures with what is provisioned for them. Bytes and operations of a cell are the same work, so each is held by the
 * tighter of both limits.
 * @param held the metrics that are rates, and what holds them; the first entry that names operation and metric counts
 */
export function addProvisioned<M extends Measure>(
  measures: readonly M[],
  entitlement: ProvisionedRates,
  held: readonly LimitedRates[],
): readonly (M & ProvisionedRatio)[] {
  const rates = new Set<Measure>(pickPrimary(measures));
  const holders = held.map((rate) => {
    const own = measures.filter((one) => rates.has(one) && isLimitFor(rate, one));
    const total = (metric: string): number =>
      own.reduce((sum, one) => (one.metric === metric ? sum + (one.statistics?.centre ?? 0) : sum), 0);
    return { rate, total, limits: computeLimits(adjustForWrites(entitlement, rate, own), rate, total) };
  });
  return measures.map((measure) => {
    const holder = rates.has(measure)
      ? holders.find(({ rate, limits }) => isLimitFor(rate, measure) && limits.has(measure.metric))
      : undefined;
    const limit = holder?.limits.get(measure.metric);
    const centre = measure.statistics?.centre ?? 0;
    if (holder === undefined || limit === undefined || !Number.isFinite(limit) || !(centre > 0)) {
      return { ...measure, provisioned: null, ofProvisioned: null };
    }
    const all = holder.total(measure.metric);
    return { ...measure, provisioned: limit * (centre / all), ofProvisioned: all / limit };
  });
}

/** Where writes have less than reads, the limit of bytes is that of the mix that was measured. */
function adjustForWrites(
  entitlement: ProvisionedRates,
  rate: LimitedRates,
  measures: readonly Measure[],
): ProvisionedRates {
  const { bandwidth, written } = entitlement;
  const [moved] = listByteRates([rate], measures);
  if (bandwidth === undefined || written === undefined || moved === undefined) return entitlement;
  return { ...entitlement, bandwidth: moved.work / (moved.read / bandwidth + moved.written / written) };
}

function isLimitFor({ of }: LimitedRates, { operation }: Measure): boolean {
  return of === null || (operation !== null && of.includes(operation));
}

/** Limits of operations that are done at once, by metric; infinite where nothing is promised. */
function computeLimits(
  entitlement: ProvisionedRates,
  { bytes, operations }: LimitedRates,
  total: (metric: string) => number,
): ReadonlyMap<string, number> {
  const limitOf = (held: LimitedRate | null): number => {
    // What the instance type gives is not provisioned of the storage.
    const name = held?.limit ?? null;
    const limit = name === null || entitlement.ofHost?.includes(name) === true ? undefined : entitlement[name];
    return limit ?? Number.NaN;
  };
  const size = bytes === null || operations === null ? Number.NaN : total(bytes.metric) / total(operations.metric);
  const limits = new Map<string, number>();
  if (bytes !== null) limits.set(bytes.metric, pickTighter(limitOf(bytes), limitOf(operations) * size));
  if (operations !== null) limits.set(operations.metric, pickTighter(limitOf(operations), limitOf(bytes) / size));
  return limits;
}

/** The smaller of those that are known. */
function pickTighter(...limits: readonly number[]): number {
  return Math.min(...limits.filter((limit) => limit > 0));
}
