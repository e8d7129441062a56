/** Targets that hosts reach by the Elastic Fabric Adapter: whether their instance types have one. */
import type { Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import { withoutEfa } from '../../../targets/instance-types';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell } from '../../kinds';

const SOURCE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html';

/** Each type of a role once, for the first target that needs it. */
export function checkAdapters(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const found = new Map<string, Problem>();
  for (const cell of cells) {
    if (targetOfCell(spec, cell, kinds).efa?.(cell.targetConfig) !== true) continue;
    for (const [role, { instanceType, mount }] of Object.entries(cell.fleet)) {
      if (instanceType === undefined || mount === 'none') continue;
      const lacks = withoutEfa(instanceType);
      if (lacks === null || found.has(`${role} ${instanceType}`)) continue;
      found.set(`${role} ${instanceType}`, {
        severity: lacks.sure ? 'error' : 'warning',
        code: 'NoEfa',
        path: ['fleet', role, 'instanceType'],
        message:
          `found ${instanceType}; hosts reach \`${cell.target}\` by the Elastic Fabric Adapter (\`efa: true\`): ` +
          lacks.why,
        source: SOURCE,
      });
    }
  }
  return [...found.values()];
}
