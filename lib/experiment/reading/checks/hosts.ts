/** Rules for created hosts: whether their image can mount the targets, and whether their instance type is known. */
import rules from '../../rules.json';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { problemAt, problemIf, type Problem, prefixPaths, type Rule } from '../../../shapes/problem';
import { groupBy } from '../../../shapes/collections';
import type { Role, Spec } from '../../../shapes/spec';
import { getAssumedType, isKnownType, explainNoEfa } from '../../../targets/instance-types';
import { nfsMountSchema } from '../../../targets/nfs-mount';
import type { BuiltInDisks, MountRefusal } from '../../../targets/contract';
import type { WorkloadRole } from '../../../workloads/role';
import type { ResolvedCell } from '../../design/cells';
import { joinNames } from '../../../shapes/suggest';

function listUsedRoles({ workloadKind, params, fleet }: ResolvedCell): readonly WorkloadRole[] {
  return workloadKind.roles(params, Object.keys(fleet));
}

/** Rules of workloads about the number of their hosts. */
export function checkHostCounts(cell: ResolvedCell): Problem[] {
  const { workload, workloadKind, params, fleet, targetKind, targetConfig, mounts } = cell;
  const role = listUsedRoles(cell)[0]?.role;
  const hosts = role === undefined ? undefined : fleet[role]?.count;
  if (role === undefined || hosts === undefined) return [];
  const model = targetKind.performance.model(targetConfig, mounts?.[role]);
  const isNetworked = model !== null && model.writeback !== 'late';
  const own = workloadKind.hosts?.check?.(params, hosts, fleet, isNetworked) ?? [];
  const found = [...own, ...checkHostGroup(cell, role)];
  return prefixPaths(['workloads', workload], found);
}

/** Rules for hosts of one job, and for hosts that share a file tree; paths are relative to the workload. */
function checkHostGroup(cell: ResolvedCell, role: string): Problem[] {
  const { targetKind: target, targetConfig, fleet, mounts } = cell;
  const { kind, needs: { oneTree, oneJob } = {} } = cell.workloadKind;
  const { count = 1, managed } = fleet[role] ?? {};
  if (oneJob === true && managed !== undefined) return [problemAt(rules.oneJobOnManaged, ['role'], { kind })];
  if (oneJob === true && hasSeveralMounts(cell, role)) return [problemAt(rules.oneJobOnVolumes, ['role'], { kind })];
  if (oneTree !== true || count === 1 || target.performance.model(targetConfig, mounts?.[role])?.eachHost !== true)
    return [];
  return [problemAt(rules.oneTreeOnOwnDisks, ['role'], { kind, count, kind2: target.kind })];
}

function hasSeveralMounts({ targetKind: target, targetConfig, mounts }: ResolvedCell, role: string): boolean {
  const mount = target.mounting.schema.safeParse(mounts?.[role] ?? {});
  return mount.success && (target.mounting.volumes?.(targetConfig, mount.data).atOnce ?? 1) > 1;
}

export function checkHosts(cell: ResolvedCell): Problem[] {
  const made = cell.targetKind.local
    ? []
    : Object.entries(cell.fleet).filter(([, { managed }]) => managed === undefined);
  return made.flatMap(([role, host]) => [
    ...(host.instanceType === undefined || isKnownType(host.instanceType)
      ? []
      : [reportUnknownType(role, host.instanceType)]),
    ...(host.mount === 'none' ? [] : [...checkImage(cell, role, host), ...checkEfa(cell, role, host)]),
  ]);
}

function checkImage(cell: ResolvedCell, role: string, { image = DEFAULT_IMAGE }: Role): Problem[] {
  const lacks = cell.targetKind.mounting.checkImage?.(image, cell.targetConfig, cell.mounts?.[role]);
  if (lacks === undefined) return [];
  const facts = { image: IMAGES[image].title, target: cell.target, why: lacks.why };
  const rule = addSeverity(lacks, { ...rules.notOnImage, source: lacks.source });
  return [problemAt(rule, ['fleet', role, 'image'], facts)];
}

function checkEfa({ target: name, targetKind, targetConfig }: ResolvedCell, role: string, host: Role): Problem[] {
  const { instanceType } = host;
  const lacks =
    instanceType === undefined || targetKind.hosts?.hasEfa?.(targetConfig) !== true ? null : explainNoEfa(instanceType);
  if (instanceType === undefined || lacks === null) return [];
  const facts = { instanceType, name, why: lacks.why };
  return [problemAt(addSeverity(lacks, rules.noEfa), ['fleet', role, 'instanceType'], facts)];
}

function addSeverity({ sure }: Pick<MountRefusal, 'sure'>, rule: Omit<Rule, 'severity'>): Rule {
  return { severity: sure ? 'error' : 'warning', ...rule };
}

/** Time estimates and rehearsals assume a similar type for unknown types. Prices are never assumed. */
function reportUnknownType(role: string, instanceType: string): Problem {
  const facts = { instanceType, instanceType2: getAssumedType(instanceType) };
  return problemAt(rules.unknownType, ['fleet', role, 'instanceType'], facts);
}

/** Problems of the number of hosts are reported at the target. */
export function checkCellHosts(cell: ResolvedCell): Problem[] {
  const uses = listUsedRoles(cell);
  const apart = (role: string): boolean => {
    const its = uses.filter((one) => one.role === role);
    return its.length > 0 && !its.some(({ mounts }) => mounts);
  };
  const mounting = Object.entries(cell.fleet).filter(([role, { mount }]) => mount !== 'none' && !apart(role));
  const hosts = mounting.reduce((sum, [, { count }]) => sum + count, 0);
  return prefixPaths(['targets', cell.target], cell.targetKind.mounting.checkHosts?.(cell.targetConfig, hosts) ?? []);
}

/** Problems are reported at the mount of the role. */
export function checkCellMounts(cell: ResolvedCell): Problem[] {
  const { targetKind: target, targetConfig, fleet } = cell;
  return Object.entries(fleet).flatMap(([role, { mount }]) => {
    if (mount === 'none' || target.mounting.check === undefined) return [];
    const read = target.mounting.schema.parse(mount ?? {});
    return prefixPaths(['fleet', role, 'mount'], target.mounting.check(targetConfig, read));
  });
}

/**
 * Exports of one server that hosts of a rig mount with different numbers of connections: Linux gives all mounts of a
 * server and version the connections of the first one (SUSE support document 000019933).
 */
export function checkConnections(cells: readonly ResolvedCell[], { design }: Pick<Spec, 'design'>): Problem[] {
  // Each rig has one target and its own mounts.
  if (design.comparison !== 'interleaved') return [];
  const mounts = cells.flatMap(({ target, variantKey, targetKind, targetConfig, mounts: its = {}, fleet }) =>
    Object.entries(fleet).flatMap(([role, { mount }]) => {
      const read = nfsMountSchema.safeParse(its[role] ?? {});
      if (mount === 'none' || targetKind.mounting.schema !== nfsMountSchema || !read.success) return [];
      const { nconnect, nfsvers } = read.data;
      const stores = targetKind.external?.stores(targetConfig) ?? [];
      return stores.map((store) => ({ target, variantKey, role, store, nconnect, nfsvers }));
    }),
  );
  const shared = groupBy(mounts, ({ role, store, nfsvers }) => JSON.stringify([role, store, nfsvers]));
  return [...shared.values()].flatMap((its) => {
    const counts = new Set(its.map(({ nconnect }) => nconnect));
    const exported = new Set(its.map(({ target, variantKey }) => JSON.stringify([target, variantKey])));
    const [{ role, nfsvers } = { role: '', nfsvers: '' }] = its;
    const facts = {
      targets: joinNames([...new Set(its.map(({ target }) => target))]),
      nfsvers,
      counts: [...counts].join(' and '),
    };
    const path = ['fleet', role, 'mount'];
    return problemIf(counts.size > 1 && exported.size > 1, rules.sharedConnections, path, facts);
  });
}

/** Reports a problem at the target if it is not a disk of one host, or at the workload if its role lacks the disk. */
export function checkDisks(cell: ResolvedCell): Problem[] {
  const { target, targetKind, targetConfig, fleet } = cell;
  const needs = targetKind.hosts?.getNeeds?.(targetConfig);
  if (needs === undefined) return [];
  const path = ['targets', target, 'roles'];
  const missing = (needs.roles ?? []).filter((role) => !Object.hasOwn(fleet, role));
  if (missing.length > 0) {
    const facts = { missing: missing.join(', '), known: Object.keys(fleet).join(', ') };
    return [problemAt(needs.disk === undefined ? rules.unknownDiskRole : rules.diskOfNoHost, path, facts)];
  }
  if (needs.disk === undefined) return checkBuiltInDisks(cell, needs);
  const { roles } = needs;
  const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
  if (hosts !== 1) return [problemAt(rules.severalHosts, path, { roles: roles.join(', '), hosts })];
  const types = new Set(roles.flatMap((role) => fleet[role]?.instanceType ?? []));
  const ofTypes = [...types].flatMap((type) => needs.checkType?.(type) ?? []);
  return [...prefixPaths(['targets', target], ofTypes), ...checkDiskRoles(cell, roles)];
}

/** Roles that need local disks, with instance types that lack them. */
function checkBuiltInDisks(cell: ResolvedCell, needs: BuiltInDisks): Problem[] {
  const { fleet } = cell;
  const mounting = Object.keys(fleet).filter((role) => fleet[role]?.mount !== 'none');
  const { roles = mounting } = needs;
  const misfits = roles.flatMap((role) => {
    const type = fleet[role]?.instanceType;
    const problem = type === undefined || !mounting.includes(role) ? null : needs.checkHostType(type);
    return problem === null ? [] : prefixPaths(['fleet', role], [problem]);
  });
  return [...misfits, ...checkDiskRoles(cell, roles)];
}

/** Roles that measure the disk, with hosts that lack it. */
function checkDiskRoles(cell: ResolvedCell, roles: readonly string[]): Problem[] {
  const { target, workload } = cell;
  const path = ['workloads', workload, 'role'];
  return listUsedRoles(cell)
    .filter(({ role, mounts }) => mounts && !roles.includes(role))
    .map(({ role }) => problemAt(rules.diskOfOthers, path, { role, target, roles: joinNames(roles) }));
}
