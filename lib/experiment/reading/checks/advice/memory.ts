/**
 * Reads that the caches of a target's servers would answer, before anything is paid: files that fit into them are read
 * from there once they were written or read, and disks are paid for that nobody measures.
 */
import type { Problem } from '../../../../shapes/problem';
import { formatBytes } from '../../../../shapes/quantity';
import type { Spec } from '../../../../shapes/spec';
import { isKnown } from '../../../../targets/instance-types';
import { inPhases, ofEachHost } from '../../../../workloads/demand';
import type { ResolvedCell } from '../../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../../kinds';

/** One cell whose reads fit. */
interface Fitting {
  readonly cell: ResolvedCell;
  /** Bytes that all hosts read again and again, and that the servers hold. */
  readonly workingBytes: number;
  readonly cacheBytes: number;
}

/** `ReadsOfMemory`, once for each workload of each target: of the cell that is nearest to what the servers hold. */
export function adviseOnMemory(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const found = new Map<string, Fitting[]>();
  for (const cell of cells) {
    const one = fitting(spec, cell, kinds);
    if (one === undefined) continue;
    const key = `${cell.target}\n${cell.workload}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].map((all) => {
    const { cell, workingBytes, cacheBytes } = all.reduce((most, one) =>
      one.workingBytes / one.cacheBytes > most.workingBytes / most.cacheBytes ? one : most,
    );
    const others = cells.filter(({ target, workload }) => target === cell.target && workload === cell.workload);
    const of = all.length === others.length ? '' : ` of ${all.length} of ${others.length} cells`;
    const message =
      `what is read${of} from \`${cell.target}\`, ${formatBytes(workingBytes)} of all hosts at most, fits into the ` +
      `caches of its servers (${formatBytes(cacheBytes)} of memory and fast disks, as it is modelled): reads have ` +
      'their speed, not that of the disks behind them, which much larger files would show';
    return { severity: 'advice', code: 'ReadsOfMemory', path: ['workloads', cell.workload], message };
  });
}

/** Undefined where nothing is read, more than fits, through the memory of hosts, or from what has no model. */
function fitting(spec: Spec, cell: ResolvedCell, kinds: Kinds): Fitting | undefined {
  const target = targetOfCell(spec, cell, kinds);
  const workload = workloadOfCell(spec, cell, kinds);
  const [first] = workload.roles(cell.params, Object.keys(cell.fleet));
  const its = first === undefined ? undefined : cell.fleet[first.role];
  if (target.local || target.foreign !== undefined || first === undefined || its?.instanceType === undefined)
    return undefined;
  const { count: hosts, instanceType } = its;
  const model = isKnown(instanceType)
    ? target.model(cell.targetConfig, cell.mounts?.[first.role], [instanceType])
    : null;
  if (model === null || model.cacheBytes === 0) return undefined;
  const reads = Object.values(workload.modelled?.demand(cell.params) ?? {})
    .flatMap(inPhases)
    .filter(({ unit, buffered, workingBytes }) => unit.reads.count > 0 && !buffered && workingBytes > 0)
    .map((demand) => hosts * ofEachHost(demand, hosts).workingBytes);
  const workingBytes = Math.max(0, ...reads);
  const { cacheBytes } = model;
  return workingBytes === 0 || workingBytes > cacheBytes ? undefined : { cell, workingBytes, cacheBytes };
}
