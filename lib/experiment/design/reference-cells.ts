/** The reference of each configuration, by `design.reference`. */
import rules from '../rules.json';
import type { CellReference } from '../../shapes/plan';
import { problemAt, type Path, type Problem } from '../../shapes/problem';
import type { PartialCell } from '../../shapes/spec';
import type { CellSet } from './cells';
import { toAssignment } from './design';
import { type Assignment, readPartialCell, type Space } from './space';

const REFERENCE_PATH: Path = ['design', 'reference'];

/**
 * The reference of a configuration is the same configuration with the named values, and with the targets and workloads
 * to which a mapping leads from its own. If that one is not measured, the
 * reference has the named values, the same workload and the first value of all other factors. It is an error if every
 * configuration is its own reference.
 * @param problems of the spec so far; extended here
 */
export function findReferenceCells(
  reference: PartialCell | undefined,
  space: Space,
  assignments: readonly Assignment[],
  cells: CellSet,
  problems: Problem[],
): readonly CellReference[] {
  if (reference === undefined) return [];
  const before = problems.length;
  const { plain, names } = splitReference(reference, space, problems);
  const named = toAssignment(space, plain, REFERENCE_PATH, problems);
  if (named === undefined || problems.length > before) return [];
  const measured = new Set(cells.cells.map(({ cellId }) => cellId));
  const references = new Map<string, CellReference>();
  for (const assignment of assignments) {
    const cell = cells.idOf(assignment);
    if (cell === undefined || references.has(cell)) continue;
    const own = {
      ...assignment,
      target: names.get(`target ${assignment.target}`) ?? assignment.target,
      workload: names.get(`workload ${assignment.workload}`) ?? assignment.workload,
    };
    const near = cells.idOf(replaceLevels(own, plain, named, space));
    const far =
      names.size > 0
        ? undefined
        : cells.idOf({ ...named, workload: 'workload' in plain ? named.workload : assignment.workload });
    if (near !== undefined && measured.has(near)) references.set(cell, { cell, to: near, exact: true });
    else if (far !== undefined && measured.has(far)) references.set(cell, { cell, to: far, exact: false });
  }
  const found = [...references.values()];
  // Configurations that are missing for another reason are reported there.
  if (cells.complete && cells.cells.length > 0 && found.every(({ cell, to }) => cell === to))
    problems.push(
      found.length === 0
        ? problemAt(rules.noRatio, REFERENCE_PATH)
        : problemAt(rules.nothingCompared, REFERENCE_PATH, {
            only: cells.cells.length === 1 ? 'there is only one configuration' : 'all configurations have these values',
          }),
    );
  return found;
}

/** Separates mappings of names from values that hold for every configuration. */
function splitReference(
  reference: PartialCell,
  space: Space,
  problems: Problem[],
): { readonly plain: PartialCell; readonly names: ReadonlyMap<string, string> } {
  const isMapped = ([factor, level]: readonly [string, unknown]): boolean =>
    (factor === 'target' || factor === 'workload') && typeof level === 'object';
  const all = Object.entries(reference);
  const mapped = all
    .filter(isMapped)
    .flatMap(([factor, level]) => Object.entries(level).map(([from, to]) => ({ factor, from, to: String(to) })));
  for (const { factor, from, to } of mapped)
    for (const name of [from, to])
      problems.push(...readPartialCell(space, { [factor]: name }, REFERENCE_PATH).problems);
  return {
    plain: Object.fromEntries(all.filter((one) => !isMapped(one))),
    names: new Map(mapped.map(({ factor, from, to }) => [`${factor} ${from}`, to])),
  };
}

/** The assignment with the named values. It keeps its stage if the target has a stage of that name. */
function replaceLevels(assignment: Assignment, reference: PartialCell, named: Assignment, space: Space): Assignment {
  const factors = new Set(Object.keys(reference));
  const target = factors.has('target') ? named.target : assignment.target;
  const stages = space.targets.find(({ name }) => name === target)?.stages ?? [];
  const own = factors.has('stage') ? named.stage : assignment.stage;
  const levels = [...assignment.levels].map(([name, level]) => {
    return [name, factors.has(name) ? (named.levels.get(name) ?? level) : level] as const;
  });
  return {
    target,
    stage: stages.includes(own) ? own : (stages[0] ?? null),
    workload: factors.has('workload') ? named.workload : assignment.workload,
    levels: new Map(levels),
  };
}
