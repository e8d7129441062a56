/** Whether the data that the hosts of a rig lay out fits on its target. */
import { groupBy } from '../../../shapes/group';
import type { Workload } from '../../../workloads/contract';
import { formatBytes } from '../../../shapes/quantity';
import type { ResolvedCell } from '../../cells/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import type { Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';

/** Above this share a file system is nearly full: it gets slower, and what it needs for itself is not counted. */
const NEARLY_FULL = 0.9;

/** `DataTooLarge` as an error where it does not fit, as a warning where it nearly fills the target. */
export function checkData(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const rigs = groupBy(cells, ({ fleetKey, variantKey }) => JSON.stringify([fleetKey, variantKey]));
  const found = new Map<string, Problem>();
  for (const its of rigs.values()) {
    const problem = ofRig(spec, its, kinds);
    // Targets of one size have one problem: it stands at the workload.
    const key = problem === undefined ? '' : JSON.stringify([problem.severity, problem.path]);
    if (problem !== undefined && !found.has(key)) found.set(key, problem);
  }
  return [...found.values()];
}

function ofRig(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  const target = targetOfCell(spec, first, kinds);
  const capacities = cells.flatMap((cell) => target.capacityBytes?.(cell.targetConfig) ?? []);
  // Storage grows in place and never shrinks: all that is laid out must fit into the smallest stage.
  const capacity = Math.min(...capacities);
  // A disk holds what its own host lays out: that others lay data out on it is told by the checks of disks.
  const own = target.hosts?.(first.targetConfig).roles;
  const parts = partsOf(spec, cells, kinds)
    .filter(({ role }) => own?.includes(role) !== false)
    .sort((a, b) => b.bytes - a.bytes);
  const [largest] = parts;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (largest === undefined || bytes <= NEARLY_FULL * capacity) return undefined;
  const what = parts.map(({ hosts, role, hostBytes }) => `${hosts} ${role} x ${formatBytes(hostBytes)}`).join(' and ');
  const all = `the hosts lay out ${formatBytes(bytes)} (${what})`;
  const has = `target \`${first.target}\` holds ${formatBytes(capacity)}`;
  const least = formatBytes(Math.floor((largest.hostBytes * NEARLY_FULL * capacity) / bytes));
  const change =
    `make that at most ${least} for each host: a smaller \`${largest.setting}\`, fewer jobs or hosts, ` +
    'or more storage';
  const path = ['workloads', largest.workload, largest.setting];
  return bytes > capacity
    ? { severity: 'error', code: 'DataTooLarge', path, message: `${all}; ${has}. To stay below 90 %, ${change}` }
    : {
        severity: 'warning',
        code: 'DataTooLarge',
        path,
        message: `${all}; ${has}, which is more than 90 % full then: full file systems are slower; ${change}`,
      };
}

/** Data of each workload kind and role; a rig has one set of files for all workloads of a kind. */
function partsOf(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds) {
  return [...groupBy(cells, (cell) => workloadOfCell(spec, cell, kinds))].flatMap(([workload, its]) =>
    (workload.laidOut?.(its.map(({ params }) => params)) ?? []).flatMap(({ role, hostBytes, setting }) => {
      const hosts = its[0]?.fleet[role]?.count;
      // A role that the fleet lacks is told by the checks of kinds.
      if (hosts === undefined) return [];
      return [{ role, hosts, hostBytes, bytes: hosts * hostBytes, setting, workload: largestOf(its, workload) }];
    }),
  );
}

/** The workload of the cell that alone lays out the most. */
function largestOf(cells: readonly ResolvedCell[], workload: Workload): string {
  const alone = (cell: ResolvedCell): number =>
    (workload.laidOut?.([cell.params]) ?? []).reduce((sum, one) => sum + one.hostBytes, 0);
  return cells.reduce((best, cell) => (alone(cell) > alone(best) ? cell : best)).workload;
}
