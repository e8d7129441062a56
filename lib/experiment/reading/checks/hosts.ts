/** Hosts that are made: whether targets can be mounted from their image, and what is known of their instance type. */
import texts from '../../messages.json';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { adviceAt, errorAt, type Problem, warningAt, say } from '../../../shapes/problem';
import type { Role, Spec } from '../../../shapes/spec';
import { assumedFor, isKnown, withoutEfa } from '../../../targets/instance-types';
import type { Target, LaunchedDisk, OwnDisks } from '../../../targets/contract';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import { listed } from '../../../shapes/suggest';

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
    const message = say(texts.oneJobOnManaged, { kind });
    return [errorAt('NotOnManaged', ['role'], message)];
  }
  if (oneJob === true && mountsSeveral(target, cell, role)) {
    const message = say(texts.oneJobOnVolumes, { kind });
    return [errorAt('NotShared', ['role'], message)];
  }
  if (oneTree !== true || count === 1) return [];
  if (target.model(cell.targetConfig, cell.mounts?.[role])?.eachHost !== true) return [];
  const message = say(texts.oneTreeOnOwnDisks, { kind, count, kind2: target.kind });
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
    say(texts.unknownType, { instanceType, instanceType2: assumedFor(instanceType) }),
  );
}

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
  const message = say(texts.idleVolumes, { volumes, hosts, jobs, kind: workload.kind, used });
  return [adviceAt('IdleVolumes', ['volumes'], message)];
}

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
        say(texts.diskOfOthers, { role, target, roles: listed(roles) }),
      ),
    );
}

function wrongHosts(roles: readonly string[], fleet: ResolvedCell['fleet']): string | null {
  const known = Object.keys(fleet);
  const missing = roles.filter((role) => !known.includes(role));
  if (missing.length > 0) return `found ${missing.join(', ')}; the fleet has ${known.join(', ')}`;
  const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
  return hosts === 1 ? null : say(texts.severalHosts, { roles: roles.join(', '), hosts });
}
