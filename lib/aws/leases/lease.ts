/** Leases: locks on external storage and managed hosts. Each lease is an object in the bucket, and is never deleted. */
import { FsxbenchError, makeRefusal } from '../../shapes/errors';
import { LOCKS_PREFIX, getLockKey } from '../../shapes/layout';
import { toHostLockId, type ManagedHost } from './host-locks';
import { listCopies, type Plan } from '../../shapes/plan';
import { listKeys, readWithEtag, replaceIfMatch, writeOnce } from '../bucket';
import type { Context } from '../context';

/** Stored at `leases/<hash of the store>.json`. */
export interface Lease {
  readonly version: 1;
  /** Name of the locked storage by its kind, e.g. `nfs:10.20.0.15`; of a host `host:<id>`. */
  readonly store: string;
  /** Role of a host; absent for storage. */
  readonly role?: string;
  readonly executionId: string;
  readonly experiment: string;
  /** Start time, ISO 8601: distinguishes an execution from a later one with the same name. */
  readonly startedAt: string;
  /** Rigs that use the storage or host. */
  readonly rigs: readonly string[];
  /** Epoch seconds. After this time, any execution may take the lease. */
  readonly expiresAt: number;
  readonly released: boolean;
}

export interface FoundLease {
  readonly key: string;
  readonly etag: string;
  readonly lease: Lease;
}

export type Lessee = Pick<Plan, 'executionId' | 'experiment' | 'rigs'> & {
  readonly startedAt: string;
  /** Managed hosts of all rigs of the execution. */
  readonly hosts?: readonly ManagedHost[];
};

/** Attempts of a conditional write, which may collide with writes of other executions. */
const MAX_TRIES = 4;

/**
 * Takes or extends the leases of all storage and managed hosts of a plan: all or none.
 * @param until epoch seconds
 * @throws FsxbenchError `StorageInUse` that names everything that another execution has leased
 */
export async function takeLeases(plan: Lessee, until: number, context: Context): Promise<void> {
  const wanted = makeLeases(plan, until);
  const taken: Lease[] = [];
  const held: Lease[] = [];
  for (const lease of wanted) {
    // Takes leases in a fixed order up to the first held one. In other orders, two executions could refuse each other.
    const holder = held.length === 0 ? await takeLease(lease, context) : await findHolder(lease, context);
    if (holder !== null) held.push(holder);
    else if (held.length === 0) taken.push(lease);
  }
  if (held.length === 0) return;
  for (const { store } of taken) await releaseLease(getLockKey(store), plan, context);
  const uses = held.every(({ role }) => role !== undefined) ? 'uses these hosts' : 'measures this storage';
  throw makeRefusal(
    'StorageInUse',
    `another execution ${uses}; simultaneous loads would distort the results of both:`,
    held.map(
      ({ store, executionId, experiment, expiresAt }) =>
        `${store}: execution '${executionId}' of ${experiment}, until ` +
        `${new Date(1000 * expiresAt).toISOString()} at the latest`,
    ),
    'Start again when that execution has ended and has its cleanup receipt.',
    { stores: held.map(({ store }) => store) },
  );
}

/** Releases only the leases of this start of the execution. */
export async function releaseLeases(plan: Lessee, context: Context): Promise<void> {
  for (const { store } of makeLeases(plan, 0)) await releaseLease(getLockKey(store), plan, context);
}

export async function listHeldLeases(executionId: string, context: Context): Promise<FoundLease[]> {
  return (await listAllLeases(executionId, context)).filter(({ lease }) => !lease.released);
}

/** Lists leases that an execution holds, or was the last to hold. */
export async function listAllLeases(executionId: string, context: Context): Promise<FoundLease[]> {
  const keys = await listKeys(context, LOCKS_PREFIX);
  const found = await Promise.all(keys.map((key) => findLease(key, context)));
  return found.flatMap((one) => (one?.lease.executionId === executionId ? [one] : []));
}

/** Extends a lease to at least `until`, epoch seconds. @returns false if another execution has taken it */
export async function extendLease({ key, etag, lease }: FoundLease, until: number, context: Context): Promise<boolean> {
  if (lease.expiresAt >= until) return true;
  return replaceIfMatch(context, key, JSON.stringify({ ...lease, expiresAt: until } satisfies Lease), etag);
}

/** Releases one lease, but only if the execution holds it. */
export async function releaseLease(
  key: string,
  holder: { readonly executionId: string; readonly startedAt?: string },
  context: Context,
): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const found = await findLease(key, context);
    if (found === null || found.lease.released || !isHolder(found.lease, holder)) return;
    const text = JSON.stringify({ ...found.lease, released: true } satisfies Lease);
    if (await replaceIfMatch(context, key, text, found.etag)) return;
  }
  throw new FsxbenchError('LeaseContended', `${key} collided with other writes too often`, { facts: { key } });
}

/** Makes the leases of a plan, always in the same order, so that two executions never refuse each other. */
function makeLeases(plan: Lessee, expiresAt: number): Lease[] {
  const { executionId, experiment, startedAt } = plan;
  const rigs = new Map<string, Set<string>>();
  for (const { rig, external } of listCopies(plan))
    for (const store of external?.stores ?? []) rigs.set(store, (rigs.get(store) ?? new Set()).add(rig));
  const roles = new Map<string, string>();
  for (const { id, role } of plan.hosts ?? []) {
    rigs.set(toHostLockId(id), new Set(plan.rigs.map(({ rig }) => rig)));
    roles.set(toHostLockId(id), role);
  }
  return [...rigs]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([store, its]): Lease => {
      const role = roles.get(store);
      const own = { version: 1, store, ...(role === undefined ? {} : { role }) } as const;
      return { ...own, executionId, experiment, startedAt, rigs: [...its], expiresAt, released: false };
    });
}

/** Finds the execution that holds a lease; null if the lease is free. */
async function findHolder(lease: Lease, context: Context): Promise<Lease | null> {
  const found = await findLease(getLockKey(lease.store), context);
  return found === null || isFree(found.lease, context) || isHolder(found.lease, lease) ? null : found.lease;
}

function isFree({ released, expiresAt }: Lease, { now }: Context): boolean {
  return released || 1000 * expiresAt <= now();
}

/** @returns null if this call took the lease, else the holder */
async function takeLease(lease: Lease, context: Context): Promise<Lease | null> {
  const key = getLockKey(lease.store);
  const text = JSON.stringify(lease);
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const found = await findLease(key, context);
    if (found === null) {
      if (await writeOnce(context, key, text)) return null;
      continue;
    }
    if (!isFree(found.lease, context) && !isHolder(found.lease, lease)) return found.lease;
    if (await replaceIfMatch(context, key, text, found.etag)) return null;
  }
  throw new FsxbenchError('LeaseContended', `${key} collided with other writes too often`, { facts: { key } });
}

function isHolder(
  lease: Lease,
  { executionId, startedAt = lease.startedAt }: { readonly executionId: string; readonly startedAt?: string },
): boolean {
  return lease.executionId === executionId && lease.startedAt === startedAt;
}

/** A corrupt lease counts as free, because it would block all executions. */
async function findLease(key: string, context: Context): Promise<FoundLease | null> {
  const found = await readWithEtag(context, key);
  if (found === null) return null;
  return { key, etag: found.etag, lease: parseLease(found.text) ?? FREE_LEASE };
}

const FREE_LEASE: Lease = {
  version: 1,
  store: '',
  executionId: '',
  experiment: '',
  startedAt: '',
  rigs: [],
  expiresAt: 0,
  released: true,
};

function parseLease(text: string): Lease | null {
  try {
    const found = JSON.parse(text) as Partial<Lease> | null;
    const { executionId, experiment, expiresAt, rigs } = found ?? {};
    const whole = typeof executionId === 'string' && typeof experiment === 'string' && typeof expiresAt === 'number';
    return whole && Array.isArray(rigs) ? (found as Lease) : null;
  } catch {
    return null;
  }
}

/** Finds the last holder of a lease; null if the lease never had a holder. */
export async function findLastHolder(store: string, context: Context): Promise<string | null> {
  return (await findLease(getLockKey(store), context))?.lease.executionId ?? null;
}
