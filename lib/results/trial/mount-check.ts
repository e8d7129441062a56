/** Whether the kernel of a host has a mount as a trial asked for it: by the words of the target's kind. */
import type { TrialTarget } from '../../shapes/fixture';
import { findTarget } from '../../targets/registry';
import type { ExpectedFixtures } from './fixtures';

/** Type that modelled hosts tell: no kernel stands behind it. */
const SIMULATED_MOUNT = 'modelled';

/** @returns undefined where nobody can say: plans of older versions, and kinds that this one does not know */
export function makeMountCheck(asked: TrialTarget | undefined): ExpectedFixtures['mounted'] {
  const target = asked === undefined ? undefined : findTarget(asked.kind);
  if (asked === undefined || target === undefined) return undefined;
  const { config, mounts } = asked;
  return (kernel, role) => {
    const mount = mounts[role];
    if (mount === undefined || kernel.type === SIMULATED_MOUNT) return null;
    const read = target.mountSchema.safeParse(mount);
    const wrong = read.success ? target.diffMount(config, read.data, kernel) : [];
    return wrong.length === 0 ? null : `mount: ${wrong.join(', ')}`;
  };
}
