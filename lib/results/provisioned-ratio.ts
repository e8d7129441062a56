/** Ratios to provisioned rates. Bursts and server memory may exceed these: valid, but sustained load is slower. */
import type { ProvisionedRates, LimitedRate, LimitedRates } from '../shapes/metric';
import { type Measure, pickPrimary } from './measures';
import { listByteRates } from './byte-rates';

export interface ProvisionedRatio {
  /**
   * Provisioned rate of all hosts together, in the unit of the measure. In a mix of operations: the share of this
   * operation, as measured. Null for times, and if target or workload has no provisioned rate.
   */
  readonly provisioned: number | null;
  /** Typical value ÷ `provisioned`; null if `provisioned` is null. */
  readonly ofProvisioned: number | null;
  /** Typical value ÷ EBS baseline of the hosts, where volumes are faster; absent: unknown. */
  readonly ofEbsBaseline?: number | undefined;
}

/** Adds provisioned rates. Bytes and operations are one work: the tightest limit of all entries applies. */
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
    const { metric } = measure;
    const centre = measure.statistics?.centre ?? 0;
    const shares = holders.flatMap(({ rate, limits, total }) => {
      const limit = limits.get(metric);
      const applies = rates.has(measure) && isLimitFor(rate, measure) && Number.isFinite(limit) && centre > 0;
      return applies && limit !== undefined ? [total(metric) / limit] : [];
    });
    if (shares.length === 0) return { ...measure, provisioned: null, ofProvisioned: null };
    const ofProvisioned = Math.max(...shares);
    return { ...measure, provisioned: centre / ofProvisioned, ofProvisioned };
  });
}

/** Adds ratios to provisioned rates, and to EBS baselines of the hosts. @param held see {@link addProvisioned} */
export function addRatios(measures: readonly Measure[], rates: ProvisionedRates, held: readonly LimitedRates[]) {
  const { ofHost = [], ...all } = rates;
  const ofEbs = addProvisioned(measures, Object.fromEntries(ofHost.map((name) => [name, all[name]])), held);
  const ofStorage = addProvisioned(measures, rates, held);
  return ofStorage.map((one, nth) => ({ ...one, ofEbsBaseline: ofEbs[nth]?.ofProvisioned ?? undefined }));
}

/** If writes have a lower limit than reads, computes the limit for the measured mix. */
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

/** Limits of parallel operations, by metric; infinite if there is no provisioned rate. */
function computeLimits(
  entitlement: ProvisionedRates,
  { bytes, operations }: LimitedRates,
  total: (metric: string) => number,
): ReadonlyMap<string, number> {
  const limitOf = (held: LimitedRate | null): number => {
    // Rates of the instance type are not provisioned rates of the storage.
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

function pickTighter(...limits: readonly number[]): number {
  return Math.min(...limits.filter((limit) => limit > 0));
}
