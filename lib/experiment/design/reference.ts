/** Which cell each cell is compared with: `design.reference`. */
import type { CellReference } from '../../shapes/plan';
import type { Path, Problem } from '../../shapes/problem';
import type { PartialCell } from '../../shapes/spec';
import type { Cells } from './cells';
import { extra } from './design';
import type { Assignment, Space } from './space';

const PATH: Path = ['design', 'reference'];

/**
 * One reference a cell that has one: the cell that it becomes when the named levels are put in its place; where that is
 * not measured, the cell of the named levels and else first ones, with the same workload. An error where no cell is
 * compared with another one.
 * @param problems of the spec so far; what is wrong here is added
 */
export function referencesOf(
  reference: PartialCell | undefined,
  space: Space,
  assignments: readonly Assignment[],
  cells: Cells,
  problems: Problem[],
): readonly CellReference[] {
  if (reference === undefined) return [];
  const before = problems.length;
  const named = extra(space, reference, PATH, problems);
  if (named === undefined || problems.length > before) return [];
  const measured = new Set(cells.cells.map(({ cellId }) => cellId));
  const references = new Map<string, CellReference>();
  for (const assignment of assignments) {
    const cell = cells.idOf(assignment);
    if (cell === undefined || references.has(cell)) continue;
    const near = cells.idOf(become(assignment, reference, named, space));
    const far = cells.idOf({ ...named, workload: 'workload' in reference ? named.workload : assignment.workload });
    if (near !== undefined && measured.has(near)) references.set(cell, { cell, to: near, exact: true });
    else if (far !== undefined && measured.has(far)) references.set(cell, { cell, to: far, exact: false });
  }
  const found = [...references.values()];
  // Where cells are missing for another reason, that reason is reported.
  if (cells.complete && cells.cells.length > 0 && found.every(({ cell, to }) => cell === to))
    problems.push({ severity: 'error', code: 'NoCells', path: PATH, message: noRatio(found, cells) });
  return found;
}

/** The assignment with the named levels in its place; it keeps its stage where the target has one of that name. */
function become(assignment: Assignment, reference: PartialCell, named: Assignment, space: Space): Assignment {
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

function noRatio(found: readonly CellReference[], cells: Cells): string {
  if (found.length === 0)
    return (
      'no cell that is measured has these levels, so nothing can be compared with it: of each cell the one with ' +
      'these levels in its place is looked for, then the one of these and else first levels. Name levels that are ' +
      'measured'
    );
  const only = cells.cells.length === 1 ? 'it is the only cell' : 'all cells have these levels';
  return `nothing is compared: ${only}. A ratio of a cell to itself says nothing: name levels that not all cells have`;
}
