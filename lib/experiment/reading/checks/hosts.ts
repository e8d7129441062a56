/** Hosts that are made: whether targets can be mounted from their image, and what is known of their instance type. */
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { errorAt, type Problem, warningAt } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import { assumedFor, isKnown } from '../../../targets/instance-types';
import type { Target } from '../../../targets/contract';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';

/** What workloads say of the number of their hosts, once for each workload and number. */
export function checkHostCounts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const found = new Map<string, Problem>();
  for (const cell of cells) {
    const workload = workloadOfCell(spec, cell, kinds);
    const [first] = workload.roles(cell.params, Object.keys(cell.fleet));
    const hosts = first === undefined ? undefined : cell.fleet[first.role]?.count;
    if (first === undefined || hosts === undefined) continue;
    const own = workload.ofHosts?.(cell.params, hosts) ?? [];
    for (const problem of [...own, ...together(spec, cell, first.role, kinds)])
      found.set(JSON.stringify([cell.workload, problem.code, problem.message]), {
        ...problem,
        path: ['workloads', cell.workload, ...problem.path],
      });
  }
  return [...found.values()];
}

/** Hosts of one job, and those that work on one tree of files; paths as of a workload. */
function together(spec: Spec, cell: ResolvedCell, role: string, kinds: Kinds): Problem[] {
  const { kind, oneTree, oneJob } = workloadOfCell(spec, cell, kinds);
  const target = targetOfCell(spec, cell, kinds);
  const { count = 1, managed } = cell.fleet[role] ?? {};
  if (oneJob === true && managed !== undefined) {
    const message =
      `the processes of \`${kind}\` are started by one host on all others, which only hosts that are made together ` +
      'let it do; on managed hosts: fio, metadata, tree-copy, command';
    return [errorAt('NotOnManaged', ['role'], message)];
  }
  if (oneJob === true && mountsSeveral(target, cell, role)) {
    const message =
      `all processes of \`${kind}\` work on one tree of files, which lies on one volume, and hosts mount several: ` +
      'what it gives would be held against all of them; mount one: `mount: { volumes: 1 }`';
    return [errorAt('NotShared', ['role'], message)];
  }
  if (oneTree !== true || count === 1) return [];
  if (target.model(cell.targetConfig, cell.mounts?.[role])?.eachHost !== true) return [];
  const message =
    `all processes of \`${kind}\` work on one tree of files, and each of ${count} hosts has an \`${target.kind}\` of ` +
    'its own; allowed: `count: 1`, or storage that all hosts mount';
  return [errorAt('NotShared', ['role'], message)];
}

function mountsSeveral(target: Target, cell: ResolvedCell, role: string): boolean {
  const mount = target.mountSchema.safeParse(cell.mounts?.[role] ?? {});
  return mount.success && (target.mountedVolumes?.(cell.targetConfig, mount.data) ?? 1) > 1;
}

/** Each role once for each thing that is said of it. */
export function checkHosts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const found = new Map<string, Problem>();
  for (const cell of cells) {
    const target = targetOfCell(spec, cell, kinds);
    if (target.local) continue;
    for (const [role, { instanceType, image = DEFAULT_IMAGE, mount, managed }] of Object.entries(cell.fleet)) {
      if (managed !== undefined) continue;
      if (instanceType !== undefined && !isKnown(instanceType))
        found.set(`${role} ${instanceType}`, unknownType(role, instanceType));
      const lacks = mount === 'none' ? undefined : target.onImage?.(image, cell.targetConfig, cell.mounts?.[role]);
      if (lacks === undefined || found.has(`${role} ${image} ${cell.target}`)) continue;
      found.set(`${role} ${image} ${cell.target}`, {
        severity: lacks.sure ? 'error' : 'warning',
        code: 'NotOnImage',
        path: ['fleet', role, 'image'],
        message: `hosts of ${IMAGES[image].title} mount \`${cell.target}\`: ${lacks.why}`,
        source: lacks.source,
      });
    }
  }
  return [...found.values()];
}

/** What is not known is assumed, in estimates of time and in rehearsals; prices are never. */
function unknownType(role: string, instanceType: string): Problem {
  return warningAt(
    'UnknownType',
    ['fleet', role, 'instanceType'],
    `network, processors and memory of ${instanceType} are not in the tables of this version: estimates of time, ` +
      `quotas and rehearsals take it for a ${assumedFor(instanceType)}`,
  );
}
