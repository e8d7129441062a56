/** What EFS's lifecycles say of a file system or a mount target. API reference, FileSystemDescription. */
import type { LifeCycleState } from '@aws-sdk/client-efs';
import type { Sight } from '../resource';

/** One that nobody has heard of, or that is left out, exists. */
export function isThere(state: LifeCycleState | undefined): boolean {
  return state !== 'deleted';
}

/** While it is made a delete is refused, as far as we know: nothing documents it, and it costs nothing. */
export function deletableIn(state: LifeCycleState | undefined): boolean | 'seldom' {
  if (state === 'deleting' || state === 'deleted') return false;
  return state === 'creating' ? 'seldom' : true;
}

/** EFS tells no reason of `error`, and no moment of a change. */
export function judged(state: LifeCycleState | undefined): Pick<Sight, 'state' | 'lifecycle' | 'why' | 'changedAt'> {
  const told = { lifecycle: state ?? 'unknown', changedAt: null };
  if (state === 'available') return { ...told, state: 'ready', why: '' };
  if (state === 'creating' || state === 'updating') return { ...told, state: 'busy', why: '' };
  return { ...told, state: 'failed', why: 'EFS gives no reason' };
}
