/** How a delete is accepted or refused, and how what was accepted goes. */
import type { FsxFaults } from '../options';
import { badRequest } from '../errors';
import type { FsxState } from '../state';

/** A delete that was accepted. Its token is remembered as long as it stands. */
export interface Deletion {
  /** False once it is undone. */
  stands: boolean;
}

/** What a delete needs to know of a file system or volume. */
interface Deletable {
  readonly id: string;
  readonly lifecycle: string;
  deletions: number;
}

/**
 * What stands against a delete now. A second delete while one is under way is documented nowhere: it is refused, the
 * harder case.
 * @returns the scripted fault of this attempt
 * @throws ServiceError BadRequest
 */
export function requireDeletable(state: FsxState, record: Deletable): ReturnType<NonNullable<FsxFaults['deletion']>> {
  const { id, lifecycle } = record;
  if (lifecycle === 'DELETING') throw badRequest(`'${id}' is being deleted already`);
  const whileCreating = state.options.deleteWhileCreating ?? 'refused';
  if (lifecycle === 'CREATING' && whileCreating === 'refused') {
    throw badRequest(`'${id}' is CREATING and cannot be deleted until it is AVAILABLE or FAILED`);
  }
  record.deletions++;
  const fault = state.options.faults?.deletion?.(id, record.deletions);
  if (fault === 'refused') throw badRequest(`'${id}' cannot be deleted at this time`);
  return fault;
}
