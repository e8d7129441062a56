/** Checks whether the kernel of a host has the mount that a trial requested, by the rules of the target's kind. */
import type { TrialTarget } from '../../shapes/fixture';
import { findTarget } from '../../targets/registry';
import type { ExpectedFixtures } from './fixtures';

/** Mount type that simulated hosts report. */
const SIMULATED_MOUNT = 'modelled';

/** @returns undefined if no check is possible: plans of older versions, and unknown kinds */
export function makeMountCheck(requested: TrialTarget | undefined): ExpectedFixtures['mounted'] {
  const target = requested === undefined ? undefined : findTarget(requested.kind);
  if (requested === undefined || target === undefined) return undefined;
  const { config, mounts } = requested;
  return (kernel, role) => {
    const mount = mounts[role];
    if (mount === undefined || kernel.type === SIMULATED_MOUNT) return null;
    const read = target.mounting.schema.safeParse(mount);
    const wrong = read.success ? target.mounting.diffMount(config, read.data, kernel) : [];
    return wrong.length === 0 ? null : `mount: ${wrong.join(', ')}`;
  };
}
