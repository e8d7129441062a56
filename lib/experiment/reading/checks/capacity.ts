/** Whether the data that the hosts of a rig lay out fits on its target. */
import rules from '../../rules.json';
import texts from '../../messages.json';
import { groupBy, sumAll } from '../../../shapes/collections';
import type { Target, Volumes } from '../../../targets/contract';
import type { Workload } from '../../../workloads/contract';
import { formatBytes } from '../../../shapes/quantity';
import type { ResolvedCell } from '../../design/cells';
import { problemAt, type Problem, fillText } from '../../../shapes/problem';

/** Above this share a file system is nearly full: it gets slower, and what it needs for itself is not counted. */
const NEARLY_FULL = 0.9;

/** What is known of the room on a target, beyond what its kind knows. */
type Capacity = Pick<Filling, 'capacity' | 'holds'>;

/** `DataTooLarge` as an error where it does not fit, as a warning where it nearly fills the target. */
export function checkData(cells: readonly ResolvedCell[], room?: Capacity): Problem[] {
  const rigs = groupBy(cells, ({ fleetKey, variantKey }) => JSON.stringify([fleetKey, variantKey]));
  const found = [...rigs.values()].flatMap((its) => checkRig(its, room) ?? []);
  // Of one place the error is told, not that another target is nearly full as well.
  return found.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

/** What hosts of a role lay out. */
interface RoleData {
  readonly role: string;
  readonly hosts: number;
  /** Of each host: what stays together. */
  readonly parts: readonly number[];
  readonly hostBytes: number;
  readonly bytes: number;
  readonly setting: string;
  readonly workload: string;
}

/** What is filled, how far, and the words for both. */
interface Filling {
  readonly bytes: number;
  readonly capacity: number;
  readonly laidOut: string;
  readonly holds: string;
}

function checkRig(cells: readonly ResolvedCell[], room?: Capacity): Problem | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  const { targetKind: target } = first;
  // A disk holds what its own host lays out: that others lay data out on it is told by the checks of disks.
  const own = target.hosts?.(first.targetConfig).roles;
  const parts = listRoleData(cells)
    .filter(({ role }) => own?.includes(role) !== false)
    .sort((a, b) => b.bytes - a.bytes);
  const [largest] = parts;
  const fillings = [
    { ...fillTarget(cells, parts, target), ...room },
    ...cells.map((cell) => fillVolume(cell, parts, target)),
    ...parts.map((part) => fillHost(first, part, target)),
  ];
  // What is fullest: the first of equal ones, which is the whole.
  const fullest = fillings
    .filter((one) => one !== undefined)
    .reduce<Filling | undefined>(
      (most, one) => (most === undefined || fillRatio(one) > fillRatio(most) ? one : most),
      undefined,
    );
  if (largest === undefined || fullest === undefined || fillRatio(fullest) <= NEARLY_FULL) return undefined;
  const least = formatBytes(Math.floor((largest.hostBytes * NEARLY_FULL) / fillRatio(fullest)));
  const change = fillText(texts.layOutLess, { least, setting: largest.setting });
  const path = ['workloads', largest.workload, largest.setting];
  const { laidOut, holds } = fullest;
  return fillRatio(fullest) > 1
    ? problemAt(rules.dataTooLarge, path, { laidOut, holds, change })
    : problemAt(rules.dataNearlyFills, path, { laidOut, holds, change });
}

function fillRatio({ bytes, capacity }: Filling): number {
  return bytes / capacity;
}

/** Storage grows in place and never shrinks: all that is laid out must fit into the smallest stage. */
function fillTarget(cells: readonly ResolvedCell[], parts: readonly RoleData[], target: Target): Filling {
  const capacity = Math.min(...cells.flatMap((cell) => target.capacityBytes?.(cell.targetConfig) ?? []));
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const what = parts.map(({ hosts, role, hostBytes }) => `${hosts} ${role} x ${formatBytes(hostBytes)}`).join(' and ');
  return {
    bytes,
    capacity,
    laidOut: `the hosts lay out ${formatBytes(bytes)} (${what})`,
    holds: `target \`${cells[0]?.target ?? ''}\` holds ${formatBytes(capacity)}`,
  };
}

/** What hosts with storage of their own lay out, each for itself. */
function fillHost(cell: ResolvedCell, { role, hostBytes }: RoleData, target: Target): Filling | undefined {
  const needs = target.hosts?.(cell.targetConfig);
  const type = cell.fleet[role]?.instanceType;
  const capacity = needs?.disk !== undefined || type === undefined ? null : needs?.capacityBytes(type);
  if (capacity === null || capacity === undefined) return undefined;
  return {
    bytes: hostBytes,
    capacity,
    laidOut: `each host of role ${role} lays out ${formatBytes(hostBytes)} on its own disks`,
    holds: `those of ${type ?? 'a host'} hold ${formatBytes(capacity)}`,
  };
}

/** The volume with most on it, where the roles of a cell take several in turn or one that is less than the whole. */
function fillVolume(cell: ResolvedCell, parts: readonly RoleData[], target: Target): Filling | undefined {
  const loads = new Map<number, number>();
  let all: Volumes | undefined;
  for (const { role, hosts, parts: its } of parts) {
    const mount = cell.fleet[role]?.mount;
    if (target.volumes === undefined || mount === 'none') continue;
    const read = target.mountSchema.parse(mount ?? {});
    const volumes = target.volumes(cell.targetConfig, read);
    const { atOnce = 1 } = volumes;
    for (let host = 0; host < hosts; host += 1)
      for (const [index, bytes] of its.entries()) {
        const volume = (host + (index % atOnce)) % volumes.count;
        loads.set(volume, (loads.get(volume) ?? 0) + bytes);
      }
    all = volumes.count > (all?.count ?? 0) ? volumes : all;
  }
  if (all === undefined) return undefined;
  const bytes = Math.max(...loads.values());
  const own = all.each === true ? 'what the fullest host has' : `the fullest of ${all.count} volumes`;
  const which = all.count === 1 ? 'the volume' : own;
  return {
    bytes,
    capacity: all.bytes,
    laidOut: `the hosts lay out ${formatBytes(bytes)} on ${which} of target \`${cell.target}\``,
    holds: `it holds ${formatBytes(all.bytes)}`,
  };
}

/** Data of each workload kind and role; a rig has one set of files for all workloads of a kind. */
function listRoleData(cells: readonly ResolvedCell[]): RoleData[] {
  return [...groupBy(cells, ({ workloadKind }) => workloadKind)].flatMap(([workload, its]) =>
    (workload.listStoredData?.(its.map(({ params }) => params)) ?? []).flatMap(({ role, parts, setting }) => {
      const hosts = its[0]?.fleet[role]?.count;
      // A role that the fleet lacks is told by the checks of kinds.
      if (hosts === undefined) return [];
      const hostBytes = sumAll(parts);
      return [
        { role, hosts, parts, hostBytes, bytes: hosts * hostBytes, setting, workload: findLargest(its, workload) },
      ];
    }),
  );
}

/** The workload of the cell that alone lays out the most. */
function findLargest(cells: readonly ResolvedCell[], workload: Workload): string {
  const alone = (cell: ResolvedCell): number =>
    (workload.listStoredData?.([cell.params]) ?? []).reduce((sum, one) => sum + sumAll(one.parts), 0);
  return cells.reduce((best, cell) => (alone(cell) > alone(best) ? cell : best)).workload;
}
