/** Hosts that are made: whether targets can be mounted from their image, and what is known of their instance type. */
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { errorAt, type Problem, warningAt } from '../../../shapes/problem';
import type { Role, Spec } from '../../../shapes/spec';
import { assumedFor, isKnown, withoutEfa } from '../../../targets/instance-types';
import type { Target } from '../../../targets/contract';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';

const EFA = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html';

/** What workloads say of the number of their hosts. */
export function checkHostCounts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return cells.flatMap((cell) => {
    const workload = workloadOfCell(spec, cell, kinds);
    const [first] = workload.roles(cell.params, Object.keys(cell.fleet));
    const hosts = first === undefined ? undefined : cell.fleet[first.role]?.count;
    if (first === undefined || hosts === undefined) return [];
    const found = [...(workload.ofHosts?.(cell.params, hosts) ?? []), ...together(spec, cell, first.role, kinds)];
    return found.map((problem) => ({ ...problem, path: ['workloads', cell.workload, ...problem.path] }));
  });
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

/** Images and instance types of hosts that are made. */
export function checkHosts(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return cells.flatMap((cell) => {
    const target = targetOfCell(spec, cell, kinds);
    const made = target.local ? [] : Object.entries(cell.fleet).filter(([, { managed }]) => managed === undefined);
    return made.flatMap(([role, host]) => [
      ...(host.instanceType === undefined || isKnown(host.instanceType) ? [] : [unknownType(role, host.instanceType)]),
      ...(host.mount === 'none'
        ? []
        : [...wrongImage(cell, role, host, target), ...noAdapter(cell, role, host, target)]),
    ]);
  });
}

function wrongImage(cell: ResolvedCell, role: string, { image = DEFAULT_IMAGE }: Role, target: Target): Problem[] {
  const lacks = target.onImage?.(image, cell.targetConfig, cell.mounts?.[role]);
  if (lacks === undefined) return [];
  const message = `hosts of ${IMAGES[image].title} mount \`${cell.target}\`: ${lacks.why}`;
  const path = ['fleet', role, 'image'];
  return [{ severity: lacks.sure ? 'error' : 'warning', code: 'NotOnImage', path, message, source: lacks.source }];
}

/** Targets that hosts reach by the Elastic Fabric Adapter. */
function noAdapter({ target: name, targetConfig }: ResolvedCell, role: string, host: Role, target: Target): Problem[] {
  const { instanceType } = host;
  const lacks = instanceType === undefined || target.efa?.(targetConfig) !== true ? null : withoutEfa(instanceType);
  if (lacks === null) return [];
  const message =
    `found ${String(instanceType)}; hosts reach \`${name}\` by the Elastic Fabric Adapter (\`efa: true\`): ` +
    lacks.why;
  const path = ['fleet', role, 'instanceType'];
  return [{ severity: lacks.sure ? 'error' : 'warning', code: 'NoEfa', path, message, source: EFA }];
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
