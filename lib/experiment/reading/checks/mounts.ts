/** Whether the roles of a cell can mount its target as that is set: what neither of the two says alone. */
import type { Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';

/** Problems of so many hosts stand at the target that they mount. */
export function checkCellHosts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return cells.flatMap((cell) => {
    const uses = workloadOfCell(spec, cell, kinds).roles(cell.params, Object.keys(cell.fleet));
    const apart = (role: string): boolean => {
      const its = uses.filter((one) => one.role === role);
      return its.length > 0 && !its.some(({ mounts }) => mounts);
    };
    const hosts = Object.entries(cell.fleet).reduce(
      (sum, [role, { count, mount }]) => sum + (mount === 'none' || apart(role) ? 0 : count),
      0,
    );
    const found = targetOfCell(spec, cell, kinds).checkHosts?.(cell.targetConfig, hosts) ?? [];
    return found.map((problem) => ({ ...problem, path: ['targets', cell.target, ...problem.path] }));
  });
}

/** Problems stand at the mount of the role that has them. */
export function checkCellMounts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return cells.flatMap((cell) => {
    const target = targetOfCell(spec, cell, kinds);
    if (target.checkMount === undefined && target.mountedVolumes === undefined) return [];
    return Object.entries(cell.fleet).flatMap(([role, { mount }]) => {
      if (mount === 'none') return [];
      const read = target.mountSchema.parse(mount ?? {});
      const own = target.checkMount?.(cell.targetConfig, read) ?? [];
      const volumes = target.mountedVolumes?.(cell.targetConfig, read) ?? 1;
      const found = [...own, ...idleVolumes(spec, cell, role, volumes, kinds)];
      return found.map((problem) => ({ ...problem, path: ['fleet', role, 'mount', ...problem.path] }));
    });
  });
}

/** Each host begins with another volume, and goes on to the next with each of its jobs. */
function idleVolumes(spec: Spec, cell: ResolvedCell, role: string, volumes: number, kinds: Kinds): Problem[] {
  const workload = workloadOfCell(spec, cell, kinds);
  const measures = workload
    .roles(cell.params, Object.keys(cell.fleet))
    .some((one) => one.role === role && one.mounts && one.measures);
  const jobs = workload.volumesAtOnce?.(cell.params) ?? 1;
  const hosts = cell.fleet[role]?.count ?? 1;
  const used = jobs + hosts - 1;
  if (!measures || used >= volumes) return [];
  const message =
    `${volumes} volumes are mounted, and ${hosts} host(s) with ${jobs} job(s) of \`${workload.kind}\` each work on ` +
    `${used} of them: the others are measured with nothing on them. Take more jobs or hosts, or mount fewer`;
  return [{ severity: 'advice', code: 'IdleVolumes', path: ['volumes'], message }];
}
