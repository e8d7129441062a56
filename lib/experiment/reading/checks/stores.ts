/** Stores that others own: rigs that measure one at once would measure each other. */
import { errorAt, type Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { Kinds } from '../../kinds';
import { listed } from '../../../shapes/suggest';

/** Whether a spec wants several rigs at once on what they share. */
export function checkStores({ targets, limits }: Spec, kinds: Kinds): Problem[] {
  const { parallelRigs = 1 } = limits;
  const foreign = Object.keys(targets).filter(
    (name) => kinds.targetOf(targets[name]?.kind ?? '')?.foreign !== undefined,
  );
  if (parallelRigs <= 1 || foreign.length === 0) return [];
  const message =
    `found ${parallelRigs}; rigs at once would measure each other on ${listed(foreign)}, which is there once: ` +
    'write 1, or leave it out';
  return [errorAt('SharedStore', ['limits', 'parallelRigs'], message)];
}
