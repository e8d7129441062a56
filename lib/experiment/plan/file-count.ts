/** Counts files and directories that trials and fixtures create: on a local machine, each must be deleted. */
import { canonicalize } from '../../shapes/canonical-json';
import { groupBy, sumAll } from '../../shapes/collections';
import type { Spec } from '../../shapes/spec';
import type { ScriptFiles, Step } from '../../workloads/contract';
import type { ResolvedCell } from '../design/cells';
import { pickScriptFiles } from './commands';

/** Upper bound of files and directories of all hosts, including files that the trials delete. */
export function countFiles({ design }: Spec, cells: readonly ResolvedCell[], scripts: ScriptFiles): number {
  const { blocks } = design;
  const trials = cells.map((cell) => {
    const { workloadKind: workload } = cell;
    return (
      cell.replicates *
      countCreated(workload.script(cell.params, pickScriptFiles(workload.kind, scripts), cell.events), cell)
    );
  });
  const copies = groupBy(cells, ({ variantKey, fleetKey, workloadKind: { kind } }) =>
    canonicalize([variantKey, fleetKey, kind]),
  );
  const prepared = [...copies.values()].map((its) => {
    const [first] = its;
    if (first === undefined) return 0;
    const { workloadKind: workload } = first;
    const params = its.map((cell) => cell.params);
    const files = pickScriptFiles(workload.kind, scripts);
    const fleet = Object.keys(first.fleet);
    const place = { copy: 'c1', copies: 1, fleet, mounts: [], stored: null, cells: params, files };
    const standing = params.flatMap((one) => workload.fixtures(one, place));
    return countCreated([...new Map(standing.map((one) => [`${one.slot} ${one.roles.join()}`, one])).values()], first);
  });
  return blocks * sumAll([...trials, ...prepared]);
}

function countCreated(steps: readonly Pick<Step, 'roles' | 'work'>[], { fleet }: ResolvedCell): number {
  return steps.reduce((sum, { work, roles }) => {
    const hosts = work?.ofAll === true ? 1 : roles.reduce((all, role) => all + (fleet[role]?.count ?? 0), 0);
    return sum + hosts * ((work?.operations.create ?? 0) + (work?.operations.mkdir ?? 0));
  }, 0);
}
