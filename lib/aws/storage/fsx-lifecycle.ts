/** What FSx's lifecycles and administrative actions say of a file system, a volume, or what else it holds. */
import type { AdministrativeAction } from '@aws-sdk/client-fsx';
import type { Sight } from './resource';

/** Lifecycles in which something can be used, or may be soon; every other one, an unknown one too, is a failure. */
const READY = ['AVAILABLE', 'CREATED'];
const BUSY = ['CREATING', 'PENDING', 'UPDATING'];
const MAKING = ['CREATING', 'PENDING'];
const DELETING = 'DELETING';
/** Statuses of an administrative action that is over (API reference, AdministrativeAction). */
const OVER = ['COMPLETED', 'FAILED', 'CANCELLED'];
const FAILED = ['FAILED', 'CANCELLED'];
/** A status that FSx leaves out: neither over nor failed. */
const UNTOLD = '';

/**
 * Whether something in this lifecycle may be deleted now. While it is made a delete is refused (nothing documents it),
 * and it costs nothing; whoever is asked in vain again and again is asked later when it does.
 */
export function deletableIn(lifecycle: string | undefined): boolean | 'seldom' {
  if (lifecycle === DELETING) return false;
  return MAKING.includes(lifecycle ?? UNTOLD) ? 'seldom' : true;
}

/** @param failure what FSx says of a lifecycle that is none of a thing that lives */
export function judged(
  lifecycle: string | undefined,
  failure: string | undefined,
  actions: readonly AdministrativeAction[] = [],
): Pick<Sight, 'state' | 'lifecycle' | 'why' | 'changedAt'> {
  // Only the newest of each type: a failure of last week says nothing about this change.
  const newest = [...actions].sort((a, b) => timeOf(b) - timeOf(a));
  const current = newest.filter((one, index) => index === newest.findIndex((other) => same(one, other)));
  const failed = current.find(({ Status = UNTOLD }) => FAILED.includes(Status));
  const underWay = current.find(({ Status = UNTOLD }) => !OVER.includes(Status));
  const [last] = newest;
  const told = { lifecycle: lifecycle ?? 'UNKNOWN', changedAt: last === undefined ? null : timeOf(last) / 1000 };
  if (failed !== undefined) {
    const said = failed.FailureDetails?.Message ?? 'no reason was given';
    return { ...told, state: 'failed', why: `${failed.AdministrativeActionType ?? 'a change'} failed: ${said}` };
  }
  if (READY.includes(told.lifecycle) && underWay === undefined) return { ...told, state: 'ready', why: '' };
  if (READY.includes(told.lifecycle) || BUSY.includes(told.lifecycle))
    return { ...told, state: 'busy', why: underWay?.AdministrativeActionType ?? '' };
  return { ...told, state: 'failed', why: failure ?? 'no reason was given' };
}

function timeOf({ RequestTime }: AdministrativeAction): number {
  return RequestTime === undefined ? 0 : new Date(RequestTime).getTime();
}

function same(a: AdministrativeAction, b: AdministrativeAction): boolean {
  return a.AdministrativeActionType === b.AdministrativeActionType;
}
