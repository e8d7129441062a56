/** Whether the roles of a cell can mount its target as that is set: what neither of the two says alone. */
import type { Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { ResolvedCell } from '../../cells/cells';
import { type Kinds, targetOfCell } from '../../kinds';

/** Each problem once, at the mount of the role that has it. */
export function checkCellMounts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const found = new Map<string, Problem>();
  for (const cell of cells) {
    const target = targetOfCell(spec, cell, kinds);
    if (target.checkMount === undefined) continue;
    for (const [role, { mount }] of Object.entries(cell.fleet)) {
      if (mount === 'none') continue;
      for (const problem of target.checkMount(cell.targetConfig, target.mountSchema.parse(mount ?? {}))) {
        const key = `${role} ${problem.code} ${problem.path.join('.')}`;
        if (!found.has(key)) found.set(key, { ...problem, path: ['fleet', role, 'mount', ...problem.path] });
      }
    }
  }
  return [...found.values()];
}
