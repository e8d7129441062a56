/** Checks that the data of the hosts of a rig fits on its target: its bytes, and its files and directories. */
import rules from '../../rules.json';
import texts from '../../messages.json';
import { groupBy, sumAll } from '../../../shapes/collections';
import { groupDigits } from '../../../shapes/group-digits';
import type { Capacity, VolumeLayout } from '../../../targets/contract';
import type { Workload } from '../../../workloads/contract';
import type { StoredData } from '../../../workloads/plannable';
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import type { ResolvedCell } from '../../design/cells';
import { problemAt, problemIf, type Problem, fillText } from '../../../shapes/problem';

/** Above this share a file system gets slower. The share does not include its metadata. */
const NEARLY_FULL = 0.9;

/** Capacity of a target that the caller knows, instead of that of its kind. */
export interface KnownCapacity {
  readonly capacity: Capacity;
  /** Whose capacity it is, e.g. `the file system of target x`. */
  readonly of: string;
  /** After the amount, e.g. `, and two targets share it`. */
  readonly shared: string;
}

/** `DataTooLarge`: an error if the data does not fit, a warning if it nearly fills the target or is cut. */
export function checkCapacity(cells: readonly ResolvedCell[], room?: KnownCapacity): Problem[] {
  const rigs = groupBy(cells, ({ fleetKey, variantKey }) => JSON.stringify([fleetKey, variantKey]));
  const found = [...rigs.values()].flatMap((its) =>
    MEASURES.flatMap((measure) => checkRigCapacity(its, measure, room)),
  );
  // Errors first, because only the first problem at a path is reported.
  return found.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

/** An amount that a file system limits. */
interface Measure {
  readonly name: 'bytes' | 'names';
  /** Amounts of the indivisible parts of a host, or of all hosts. */
  readonly parts: (data: StoredData) => readonly number[];
  readonly setting: (data: StoredData) => string;
  readonly format: (amount: number) => string;
  /** What is counted, after an amount. */
  readonly unit: string;
  /** What hosts do with the amount: all, and each host. */
  readonly verbs: readonly [all: string, each: string];
  /** How a capacity is stated. */
  readonly holds: (capacity: string) => string;
  readonly goal: string;
  /** The share from which a warning is due. */
  readonly warnFrom: number;
  readonly change: string;
}

const MEASURES: readonly Measure[] = [
  {
    name: 'bytes',
    parts: ({ parts }) => parts,
    setting: ({ setting }) => setting,
    format: formatBytes,
    unit: '',
    verbs: ['lay out', 'lays out'],
    holds: (capacity) => `holds ${capacity}`,
    goal: 'To stay below 90%, ',
    warnFrom: NEARLY_FULL,
    change: texts.layOutLess,
  },
  {
    name: 'names',
    parts: ({ names }) => (names === undefined ? [] : [names.count]),
    setting: ({ setting, names }) => names?.setting ?? setting,
    format: (amount) => groupDigits(Math.floor(amount)),
    unit: ' files and directories',
    verbs: ['create', 'creates'],
    holds: (capacity) => `has ${capacity} inodes`,
    goal: 'To fit, ',
    warnFrom: 1,
    change: texts.createFewer,
  },
];

interface RoleData {
  readonly role: string;
  readonly hosts: number;
  /** Amounts of each host's indivisible parts. */
  readonly parts: readonly number[];
  readonly ofHost: number;
  readonly ofAll: number;
  readonly setting: string;
  readonly workload: string;
  readonly uncut: StoredData['uncut'];
  /** The workload that writes most of what is deleted. */
  readonly cut: string;
}

interface FillLevel {
  readonly amount: number;
  readonly capacity: number;
  readonly laidOut: string;
  readonly holds: string;
}

function checkRigCapacity(cells: readonly ResolvedCell[], measure: Measure, room?: KnownCapacity): Problem[] {
  const [first] = cells;
  if (first === undefined) return [];
  const { targetKind: target } = first;
  // Host disks store only the data of their host; the disk checks report roles without the disk.
  const own = target.hosts?.getNeeds?.(first.targetConfig).roles;
  const parts = listRoleData(cells, measure)
    .filter(({ role }) => own?.includes(role) !== false)
    .sort((a, b) => b.ofAll - a.ofAll);
  const [largest] = parts;
  const whole = computeTargetFill(cells, parts, measure, room);
  const fillings = [
    whole,
    ...cells.map((cell) => computeVolumeFill(cell, parts, measure)),
    ...parts.map((part) => computeHostFill(first, part, measure)),
  ];
  // The fullest of whole target, host disk and volume. If equal, the whole target.
  const fullest = fillings
    .filter((one) => one !== undefined)
    .reduce<FillLevel | undefined>(
      (most, one) => (most === undefined || getFillRatio(one) > getFillRatio(most) ? one : most),
      undefined,
    );
  if (largest === undefined || fullest === undefined) return [];
  const path = ['workloads', largest.workload, largest.setting];
  if (getFillRatio(fullest) <= measure.warnFrom) return warnOfCut(parts, sumSpace(first, parts, whole.capacity));
  const { laidOut, holds } = fullest;
  const least = measure.format(Math.floor((largest.ofHost * measure.warnFrom) / getFillRatio(fullest)));
  const change = fillText(measure.change, { least: `${least}${measure.unit}`, setting: largest.setting });
  const rule = getFillRatio(fullest) <= 1 ? rules.dataNearlyFills : rules.dataTooLarge;
  return [problemAt(rule, path, { laidOut, holds, goal: measure.goal, change })];
}

/** Warns where a workload would keep more than fits and deletes its oldest data instead. */
function warnOfCut(parts: readonly RoleData[], space: number): Problem[] {
  return parts.flatMap(({ uncut, cut, setting }) => {
    if (uncut === undefined) return [];
    const { bytes, seconds, keptShare, keptBytes } = uncut;
    const kept = Math.min(keptBytes, keptShare * space);
    const last = formatSeconds(Math.round((seconds * kept) / bytes));
    const facts = { bytes: formatBytes(bytes), seconds: formatSeconds(seconds), kept: formatBytes(kept), last };
    return problemIf(bytes > kept, rules.dataCut, ['workloads', cut, setting], facts);
  });
}

/** Space of all hosts together. @param capacity of the target instance; infinite if each host has its own disks */
function sumSpace(
  { targetKind, targetConfig, fleet }: ResolvedCell,
  parts: readonly RoleData[],
  capacity: number,
): number {
  const needs = targetKind.hosts?.getNeeds?.(targetConfig);
  if (Number.isFinite(capacity) || needs === undefined || needs.disk !== undefined) return capacity;
  return sumAll(
    parts.map(({ role, hosts }) => hosts * (needs.capacity(fleet[role]?.instanceType ?? '').bytes ?? Infinity)),
  );
}

function getFillRatio({ amount, capacity }: FillLevel): number {
  return amount / capacity;
}

/** Storage grows in place and never shrinks, so all data must fit into the smallest stage. */
function computeTargetFill(
  cells: readonly ResolvedCell[],
  parts: readonly RoleData[],
  { name, format, unit, verbs, holds }: Measure,
  room?: KnownCapacity,
): FillLevel {
  const stages =
    room === undefined
      ? cells.map((cell) => cell.targetKind.performance.capacity?.(cell.targetConfig))
      : [room.capacity];
  const capacity = Math.min(...stages.flatMap((one) => one?.[name] ?? []));
  const amount = sumAll(parts.map(({ ofAll }) => ofAll));
  const what = parts.map(({ hosts, role, ofHost }) => `${hosts} ${role} x ${format(ofHost)}`).join(' and ');
  const { of, shared } = room ?? { of: `target \`${cells[0]?.target ?? ''}\``, shared: '' };
  return {
    amount,
    capacity,
    laidOut: `the hosts ${verbs[0]} ${format(amount)}${unit} (${what})`,
    holds: `${of} ${holds(format(capacity))}${shared}`,
  };
}

function computeHostFill(cell: ResolvedCell, part: RoleData, measure: Measure): FillLevel | undefined {
  const { role, ofHost } = part;
  const { name, format, unit, verbs, holds } = measure;
  const needs = cell.targetKind.hosts?.getNeeds?.(cell.targetConfig);
  const type = cell.fleet[role]?.instanceType;
  if (needs === undefined || needs.disk !== undefined || type === undefined) return undefined;
  const capacity = needs.capacity(type)[name];
  if (capacity === null || capacity === undefined) return undefined;
  return {
    amount: ofHost,
    capacity,
    laidOut: `each host of role ${role} ${verbs[1]} ${format(ofHost)}${unit} on its local disks`,
    holds: `each host of type ${type} ${holds(format(capacity))}`,
  };
}

/** The fullest volume, if roles use several in turn, or one volume smaller than the whole target. */
function computeVolumeFill(
  cell: ResolvedCell,
  parts: readonly RoleData[],
  { name, format, unit, verbs, holds }: Measure,
): FillLevel | undefined {
  const { targetKind: target } = cell;
  const loads = new Map<number, number>();
  let all: VolumeLayout | undefined;
  for (const { role, hosts, parts: its } of parts) {
    const mount = cell.fleet[role]?.mount;
    if (target.mounting.volumes === undefined || mount === 'none') continue;
    const read = target.mounting.schema.parse(mount ?? {});
    const volumes = target.mounting.volumes(cell.targetConfig, read);
    const { atOnce = 1 } = volumes;
    for (let host = 0; host < hosts; host += 1)
      for (const [index, amount] of its.entries()) {
        const volume = (host + (index % atOnce)) % volumes.count;
        loads.set(volume, (loads.get(volume) ?? 0) + amount);
      }
    all = volumes.count > (all?.count ?? 0) ? volumes : all;
  }
  const capacity = all?.[name];
  if (all === undefined || capacity === undefined || capacity === null || loads.size === 0) return undefined;
  const amount = Math.max(...loads.values());
  const own = all.each === true ? 'the storage of the fullest host' : `the fullest of ${all.count} volumes`;
  const which = all.count === 1 ? 'the volume' : own;
  return {
    amount,
    capacity,
    laidOut: `the hosts ${verbs[0]} ${format(amount)}${unit} on ${which} of target \`${cell.target}\``,
    holds: `it ${holds(format(capacity))}`,
  };
}

/** Data of each workload kind and role; all workloads of a kind share one set of files in a rig. */
function listRoleData(cells: readonly ResolvedCell[], measure: Measure): RoleData[] {
  return [...groupBy(cells, ({ workloadKind }) => workloadKind)].flatMap(([workload, its]) =>
    (workload.traffic.listStoredData?.(its.map(({ params }) => params)) ?? []).flatMap((data) => {
      const { role, ofTrial, uncut } = data;
      const hosts = its[0]?.fleet[role]?.count;
      const whole = measure.parts(data);
      // A missing role is reported by the checks of kinds.
      if (hosts === undefined || whole.length === 0) return [];
      const parts = ofTrial === true ? whole.map((amount) => amount / hosts) : whole;
      const ofHost = sumAll(parts);
      const setting = measure.setting(data);
      const named = findLargestData(its, workload, (one) => sumAll(measure.parts(one)));
      const cut = findLargestData(its, workload, (one) => one.uncut?.bytes ?? 0);
      return [{ role, hosts, parts, ofHost, ofAll: hosts * ofHost, setting, workload: named, cut, uncut }];
    }),
  );
}

/** The workload whose data alone has the largest amount. */
function findLargestData(
  cells: readonly ResolvedCell[],
  workload: Workload,
  measure: (data: StoredData) => number,
): string {
  const alone = (cell: ResolvedCell): number =>
    sumAll((workload.traffic.listStoredData?.([cell.params]) ?? []).map(measure));
  return cells.reduce((best, cell) => (alone(cell) > alone(best) ? cell : best)).workload;
}
