/**
 * What was measured against what was paid for. A file system may give more for a while: from burst credits, or from the
 * memory of its servers. Such numbers are true, and a load that lasts does not get them.
 */
import type { Cell, Plan } from '../shapes/plan';
import { targetOf } from '../targets/registry';
import { type Measure, primaryMeasures } from './measures';

/** How a measure stands to what is provisioned. */
export interface Held {
  /**
   * What is paid for, in the unit of the measure, for all hosts together; of a mix of operations the part of this one,
   * shared out as measured. Null for times, and where target or workload does not say.
   */
  readonly provisioned: number | null;
  /** Median ÷ `provisioned`; null with it. */
  readonly ofProvisioned: number | null;
}

/** Up to this many times of what is provisioned, rounding and noise may be all that there is to it. */
export const BEYOND = 1.1;

/** Limits by name, as targets give them; see `Target.entitlement`. */
type Entitlement = Readonly<Record<string, number>>;

/** What a cell's target is entitled to in the cell's stage; nothing for kinds and settings that are not known. */
export function entitlementOf(plan: Pick<Plan, 'rigs'>, cell: Pick<Cell, 'target' | 'targetConfig'>): Entitlement {
  const kind = plan.rigs.find(({ target }) => target === cell.target)?.kind;
  const target = kind === undefined ? undefined : targetOf(kind);
  // A plan may be older than the kinds of today.
  const config = target?.schema.safeParse(cell.targetConfig);
  return target === undefined || config?.success !== true ? {} : target.entitlement(config.data);
}

/** Which limits hold a load: names in an entitlement; null where none does. */
interface Limits {
  readonly bytes: string | null;
  readonly operations: string | null;
}

/** Operations on files move no data: engines of fio that create, look up or delete. */
const OF_FILES: Readonly<Record<string, string | null>> = {
  filecreate: 'metadataCreates',
  filedelete: 'metadataDeletes',
  filestat: null,
};

/** Operations that follow each other on the medium. */
const SEQUENTIAL: ReadonlySet<unknown> = new Set(['read', 'write', 'rw']);

function limitsOf(params: Cell['params']): Limits {
  const ofFiles = OF_FILES[String(params['engine'])];
  if (ofFiles !== undefined) return { bytes: null, operations: ofFiles };
  // Small requests that follow each other reach the disks as few large ones: only their bytes are held to account.
  return { bytes: 'bandwidth', operations: SEQUENTIAL.has(params['operation']) ? null : 'iops' };
}

/**
 * Measures with what is provisioned for them. Bytes and operations of a cell are the same I/Os, so each is held by the
 * tighter of both limits.
 * @param params of the cell's workload
 */
export function heldMeasures<M extends Measure>(
  measures: readonly M[],
  entitlement: Entitlement,
  params: Cell['params'],
): readonly (M & Held)[] {
  const rates = new Set<Measure>(primaryMeasures(measures));
  const total = (metric: string): number =>
    measures.reduce(
      (sum, one) => (one.metric === metric && rates.has(one) ? sum + (one.statistics?.median ?? 0) : sum),
      0,
    );
  const totals: Readonly<Record<string, number>> = { bandwidth: total('bandwidth'), iops: total('iops') };
  const limits = wholeLimits(entitlement, limitsOf(params), totals);
  return measures.map((measure) => {
    const limit = rates.has(measure) ? limits[measure.metric] : undefined;
    const all = totals[measure.metric] ?? 0;
    const median = measure.statistics?.median ?? 0;
    if (limit === undefined || !Number.isFinite(limit) || !(median > 0)) {
      return { ...measure, provisioned: null, ofProvisioned: null };
    }
    return { ...measure, provisioned: limit * (median / all), ofProvisioned: all / limit };
  });
}

/** Limits of all operations together, by metric; infinite where nothing is promised. */
function wholeLimits(
  entitlement: Entitlement,
  { bytes, operations }: Limits,
  totals: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const limit = (name: string | null): number => (name === null ? undefined : entitlement[name]) ?? Number.NaN;
  const size = (totals['bandwidth'] ?? 0) / (totals['iops'] ?? 0);
  return {
    bandwidth: tighter(limit(bytes), bytes === null ? Number.NaN : limit(operations) * size),
    iops: tighter(limit(operations), limit(bytes) / size),
  };
}

/** The smaller of those that are known. */
function tighter(...limits: readonly number[]): number {
  return Math.min(...limits.filter((limit) => limit > 0));
}
