/** Checks that the data of the hosts of a rig fits on its target. */
import rules from '../../rules.json';
import texts from '../../messages.json';
import { groupBy, sumAll } from '../../../shapes/collections';
import type { Target, VolumeLayout } from '../../../targets/contract';
import type { Workload } from '../../../workloads/contract';
import { formatBytes } from '../../../shapes/quantity';
import type { ResolvedCell } from '../../design/cells';
import { problemAt, type Problem, fillText } from '../../../shapes/problem';

/** Above this share a file system gets slower. The share does not include its metadata. */
const NEARLY_FULL = 0.9;

/** Capacity of a target that the caller knows, instead of that of its kind. */
type KnownCapacity = Pick<FillLevel, 'capacity' | 'holds'>;

/** `DataTooLarge`: an error if the data does not fit, a warning if it nearly fills the target. */
export function checkCapacity(cells: readonly ResolvedCell[], room?: KnownCapacity): Problem[] {
  const rigs = groupBy(cells, ({ fleetKey, variantKey }) => JSON.stringify([fleetKey, variantKey]));
  const found = [...rigs.values()].flatMap((its) => checkRigCapacity(its, room) ?? []);
  // Errors first, because only the first problem at a path is reported.
  return found.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

interface RoleData {
  readonly role: string;
  readonly hosts: number;
  /** Indivisible parts of each host's data. */
  readonly parts: readonly number[];
  readonly hostBytes: number;
  readonly bytes: number;
  readonly setting: string;
  readonly workload: string;
}

interface FillLevel {
  readonly bytes: number;
  readonly capacity: number;
  readonly laidOut: string;
  readonly holds: string;
}

function checkRigCapacity(cells: readonly ResolvedCell[], room?: KnownCapacity): Problem | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  const { targetKind: target } = first;
  // Host disks store only the data of their host; the disk checks report roles without the disk.
  const own = target.hosts?.(first.targetConfig).roles;
  const parts = listRoleData(cells)
    .filter(({ role }) => own?.includes(role) !== false)
    .sort((a, b) => b.bytes - a.bytes);
  const [largest] = parts;
  const fillings = [
    { ...computeTargetFill(cells, parts, target), ...room },
    ...cells.map((cell) => computeVolumeFill(cell, parts, target)),
    ...parts.map((part) => computeHostFill(first, part, target)),
  ];
  // The fullest of whole target, host disk and volume. If equal, the whole target.
  const fullest = fillings
    .filter((one) => one !== undefined)
    .reduce<FillLevel | undefined>(
      (most, one) => (most === undefined || getFillRatio(one) > getFillRatio(most) ? one : most),
      undefined,
    );
  if (largest === undefined || fullest === undefined || getFillRatio(fullest) <= NEARLY_FULL) return undefined;
  const least = formatBytes(Math.floor((largest.hostBytes * NEARLY_FULL) / getFillRatio(fullest)));
  const change = fillText(texts.layOutLess, { least, setting: largest.setting });
  const path = ['workloads', largest.workload, largest.setting];
  const { laidOut, holds } = fullest;
  return getFillRatio(fullest) > 1
    ? problemAt(rules.dataTooLarge, path, { laidOut, holds, change })
    : problemAt(rules.dataNearlyFills, path, { laidOut, holds, change });
}

function getFillRatio({ bytes, capacity }: FillLevel): number {
  return bytes / capacity;
}

/** Storage grows in place and never shrinks, so all data must fit into the smallest stage. */
function computeTargetFill(cells: readonly ResolvedCell[], parts: readonly RoleData[], target: Target): FillLevel {
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

function computeHostFill(cell: ResolvedCell, { role, hostBytes }: RoleData, target: Target): FillLevel | undefined {
  const needs = target.hosts?.(cell.targetConfig);
  const type = cell.fleet[role]?.instanceType;
  const capacity = needs?.disk !== undefined || type === undefined ? null : needs?.capacityBytes(type);
  if (capacity === null || capacity === undefined) return undefined;
  return {
    bytes: hostBytes,
    capacity,
    laidOut: `each host of role ${role} lays out ${formatBytes(hostBytes)} on its local disks`,
    holds: `the local disks of ${type ?? 'a host'} have ${formatBytes(capacity)}`,
  };
}

/** The fullest volume, if roles use several in turn, or one volume smaller than the whole target. */
function computeVolumeFill(cell: ResolvedCell, parts: readonly RoleData[], target: Target): FillLevel | undefined {
  const loads = new Map<number, number>();
  let all: VolumeLayout | undefined;
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
  const own = all.each === true ? 'the storage of the fullest host' : `the fullest of ${all.count} volumes`;
  const which = all.count === 1 ? 'the volume' : own;
  return {
    bytes,
    capacity: all.bytes,
    laidOut: `the hosts lay out ${formatBytes(bytes)} on ${which} of target \`${cell.target}\``,
    holds: `it holds ${formatBytes(all.bytes)}`,
  };
}

/** Data of each workload kind and role; all workloads of a kind share one set of files in a rig. */
function listRoleData(cells: readonly ResolvedCell[]): RoleData[] {
  return [...groupBy(cells, ({ workloadKind }) => workloadKind)].flatMap(([workload, its]) =>
    (workload.listStoredData?.(its.map(({ params }) => params)) ?? []).flatMap(({ role, parts, setting }) => {
      const hosts = its[0]?.fleet[role]?.count;
      // A missing role is reported by the checks of kinds.
      if (hosts === undefined) return [];
      const hostBytes = sumAll(parts);
      return [
        { role, hosts, parts, hostBytes, bytes: hosts * hostBytes, setting, workload: findLargestData(its, workload) },
      ];
    }),
  );
}

function findLargestData(cells: readonly ResolvedCell[], workload: Workload): string {
  const alone = (cell: ResolvedCell): number =>
    (workload.listStoredData?.([cell.params]) ?? []).reduce((sum, one) => sum + sumAll(one.parts), 0);
  return cells.reduce((best, cell) => (alone(cell) > alone(best) ? cell : best)).workload;
}
