/** How many files the trials of a spec lay: on one machine each has to be removed. */
import { canonical } from '../../shapes/canonical';
import { groupBy } from '../../shapes/group';
import type { Spec } from '../../shapes/spec';
import type { ScriptFiles, Step } from '../../workloads/contract';
import type { ResolvedCell } from '../design/cells';
import { type Kinds, workloadOfCell } from '../kinds';
import { filesOf } from './commands';

/** At most: what trials delete, or remove to make room, is counted too. Files and directories of all hosts. */
export function filesLeft(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds, scripts: ScriptFiles): number {
  const { blocks, replicates } = spec.design;
  const trials = cells.map((cell) => {
    const workload = workloadOfCell(spec, cell, kinds);
    return replicates * made(workload.script(cell.params, filesOf(workload.kind, scripts)), cell);
  });
  const copies = groupBy(cells, (cell) =>
    canonical([cell.variantKey, cell.fleetKey, workloadOfCell(spec, cell, kinds).kind]),
  );
  const prepared = [...copies.values()].map((its) => {
    const [first] = its;
    if (first === undefined) return 0;
    const workload = workloadOfCell(spec, first, kinds);
    const params = its.map((cell) => cell.params);
    const files = filesOf(workload.kind, scripts);
    const fleet = Object.keys(first.fleet);
    const place = { copy: 'c1', copies: 1, fleet, mounts: [], stored: null, cells: params, files };
    const standing = params.flatMap((one) => workload.fixtures(one, place));
    return made([...new Map(standing.map((one) => [`${one.slot} ${one.roles.join()}`, one])).values()], first);
  });
  return blocks * [...trials, ...prepared].reduce((sum, one) => sum + one, 0);
}

function made(steps: readonly Pick<Step, 'roles' | 'work'>[], { fleet }: ResolvedCell): number {
  return steps.reduce((sum, { work, roles }) => {
    const hosts = work?.ofAll === true ? 1 : roles.reduce((all, role) => all + (fleet[role]?.count ?? 0), 0);
    return sum + hosts * ((work?.operations.create ?? 0) + (work?.operations.mkdir ?? 0));
  }, 0);
}
