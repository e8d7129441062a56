/** How long what an execution may have takes to go: the modelled lengths of the kinds in its plan. */
import { copiesOfPlan } from '../../../shapes/plan';
import { targetOf } from '../../../targets/registry';
import type { Durations, Expected } from '../../../targets/durations';
import { FSX_TIMING, stepMs } from '../../cloud/fsx/timing';
import type { Aftermath } from './aftermath';

/** Of the largest file system of a plan; a plan that names none is reckoned with what FSx asks for at least. */
const LEAST_GIB = 1200;
/** A host is shutting down for less. */
const HOSTS_SECONDS = 60;

/**
 * The longest that one thing may take from the moment at which somebody wants it gone, seconds: what was just asked for
 * has to be there first, what is in it goes before it, and a teardown pauses between the two.
 */
export function deleteSeconds({ facts: { plan } }: Pick<Aftermath, 'facts'>): number {
  const copies = plan === null ? [] : copiesOfPlan(plan);
  const lengths = copies.map(({ kind, targetConfig }) => {
    const capacity = Number(targetConfig['storageGiB'] ?? LEAST_GIB);
    return ofKind(targetOf(kind)?.durations ?? null, capacity);
  });
  return Math.max(HOSTS_SECONDS, ...lengths) + 2 * (plan?.timing.teardownPollSeconds ?? 0);
}

/** With all of the noise that the model knows. */
function ofKind(durations: Durations | null, capacityGiB: number): number {
  if (durations === null) return 0;
  const { create, delete: remove, volumes, mountTargets } = durations;
  const inside = [volumes, mountTargets].flatMap((its) => (its === undefined ? [] : [its.create, its.delete]));
  const steps: readonly Expected[] = [create, remove, ...inside];
  return steps.reduce((sum, step) => sum + stepMs(FSX_TIMING, step, capacityGiB, 1) / 1000, 0);
}
