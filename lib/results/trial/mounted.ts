/** Whether the kernel of a host has a mount as a trial asked for it: by the words of the target's kind. */
import type { TrialTarget } from '../../shapes/fixture';
import { targetOf } from '../../targets/registry';
import type { Stood } from './fixtures';

/** Type that modelled hosts tell: no kernel stands behind it. */
const MODELLED = 'modelled';

/** @returns undefined where nobody can say: plans of older versions, and kinds that this one does not know */
export function mountedAs(asked: TrialTarget | undefined): Stood['mounted'] {
  const target = asked === undefined ? undefined : targetOf(asked.kind);
  if (asked === undefined || target === undefined) return undefined;
  const { config, mounts } = asked;
  return (kernel, role) => {
    const mount = mounts[role];
    if (mount === undefined || kernel.type === MODELLED) return null;
    const read = target.mountSchema.safeParse(mount);
    const wrong = read.success ? target.mounted(config, read.data, kernel) : [];
    return wrong.length === 0 ? null : `mount: ${wrong.join(', ')}`;
  };
}
