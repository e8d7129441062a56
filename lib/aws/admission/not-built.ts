/** What this version can only plan is refused at the start, by name. */
import { notBuiltIn } from '../../experiment/reading/not-built';
import { FsxbenchError } from '../../shapes/errors';
import type { Spec } from '../../shapes/spec';

/** @throws FsxbenchError `NotBuilt` with every part that cannot be executed */
export function refuseNotBuilt(spec: Spec): void {
  const later = notBuiltIn(spec);
  if (later !== undefined) throw new FsxbenchError('NotBuilt', later.message);
}
