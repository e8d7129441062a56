/** Targets that are disks of hosts: whether the fleet has the hosts of each, and nobody else is to measure it. */
import { errorAt, type Problem } from '../../../shapes/problem';
import type { LaunchedDisk, OwnDisks } from '../../../targets/contract';
import type { Spec } from '../../../shapes/spec';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import { listed } from '../../../shapes/suggest';

/** Problems stand at the target that is no disk of one host, or at the workload whose role has no such disk. */
export function checkDisks(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return cells.flatMap((cell) => {
    const needs = targetOfCell(spec, cell, kinds).hosts?.(cell.targetConfig);
    if (needs === undefined) return [];
    if (needs.disk === undefined) return ownDisks(spec, cell, needs, kinds);
    const message = wrongHosts(needs.roles, cell.fleet);
    if (message !== null) return [errorAt('DiskOfOneHost', ['targets', cell.target, 'roles'], message)];
    return [...onTypes(cell, needs), ...strangers(spec, cell, needs.roles, kinds)];
  });
}

/** What is to be said of the types of the hosts that have a volume. */
function onTypes({ target, fleet }: ResolvedCell, needs: LaunchedDisk): Problem[] {
  const types = new Set(needs.roles.flatMap((role) => fleet[role]?.instanceType ?? []));
  return [...types].flatMap((type) =>
    (needs.onType?.(type) ?? []).map((problem) => ({ ...problem, path: ['targets', target, ...problem.path] })),
  );
}

/** Roles that are to have disks of their own and do not exist, or whose instance types have none. */
function ownDisks(spec: Spec, cell: ResolvedCell, needs: OwnDisks, kinds: Kinds): Problem[] {
  const { target, fleet } = cell;
  const known = Object.keys(fleet);
  const mounting = known.filter((role) => fleet[role]?.mount !== 'none');
  const { roles = mounting } = needs;
  const missing = roles.filter((role) => !known.includes(role));
  if (missing.length > 0) {
    const message = `found ${missing.join(', ')}; the fleet has ${known.join(', ')}`;
    return [errorAt('DiskOfOthers', ['targets', target, 'roles'], message)];
  }
  const misfits = roles.flatMap((role) => {
    const type = fleet[role]?.instanceType;
    const problem = type === undefined || !mounting.includes(role) ? null : needs.misfit(type);
    return problem === null ? [] : [{ ...problem, path: ['fleet', role, ...problem.path] }];
  });
  return [...misfits, ...strangers(spec, cell, roles, kinds)];
}

/** Roles that a workload measures the disk on, and whose hosts do not have it. */
function strangers(spec: Spec, cell: ResolvedCell, roles: readonly string[], kinds: Kinds): Problem[] {
  const { target, workload, params, fleet } = cell;
  return workloadOfCell(spec, cell, kinds)
    .roles(params, Object.keys(fleet))
    .filter(({ role, mounts }) => mounts && !roles.includes(role))
    .map(({ role }) =>
      errorAt(
        'DiskOfOthers',
        ['workloads', workload, 'role'],
        `found ${role}, whose hosts do not have the disk \`${target}\`: it is one of ${listed(roles)} ` +
          `(\`targets.${target}.roles\`). Write the same role in both, or \`exclude\` these cells`,
      ),
    );
}

function wrongHosts(roles: readonly string[], fleet: ResolvedCell['fleet']): string | null {
  const known = Object.keys(fleet);
  const missing = roles.filter((role) => !known.includes(role));
  if (missing.length > 0) return `found ${missing.join(', ')}; the fleet has ${known.join(', ')}`;
  const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
  return hosts === 1
    ? null
    : `found ${roles.join(', ')}, which have ${hosts} hosts; a volume is a disk of one host. Name a role of one ` +
        'host, or set its count to 1: volumes of several hosts would be several targets, with several times the price';
}
