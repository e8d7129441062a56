/** From a spec whose parts are right to cells and decision: the last rules, which need all parts. */
import { Answerable } from './answerable';
import { cellsOf, type ResolvedCell } from './cells';
import { readCriteria } from './criteria';
import { metricsOf, readDecide } from './decide';
import { searchCellsOf } from './search';
import { searchProblems } from './search-rules';
import type { SearchCell } from '../../shapes/guard';
import type { Decide } from '../../shapes/decide';
import { choose } from './design';
import { readFactors } from '../language/factors';
import type { Kinds } from '../kinds';
import type { CellReference } from '../../shapes/plan';
import { errorAt, type Problem } from '../../shapes/problem';
import { referencesOf } from './reference';
import { stagesOf } from '../language/settings';
import type { Assignment, Space } from './space';
import type { Spec } from '../../shapes/spec';

export interface Expanded {
  readonly space: Space;
  readonly assignments: readonly Assignment[];
  readonly cells: readonly ResolvedCell[];
  /** Null where nothing is to be decided, or where the question has a problem. */
  readonly decide: Decide | null;
  /** Which cell each is compared with; none where no reference is named. */
  readonly references: readonly CellReference[];
  /** Cells that are searched; none where nothing is. */
  readonly searches: readonly SearchCell[];
  /** Errors where `cells` cannot be trusted; else advice only. */
  readonly problems: readonly Problem[];
}

/** Everything that can vary in a spec. */
export function spaceOf(spec: Pick<Spec, 'targets' | 'workloads' | 'factors'>): Space {
  return {
    targets: Object.entries(spec.targets).map(([name, entry]) => ({ name, stages: stagesOf(entry) })),
    workloads: Object.keys(spec.workloads),
    factors: readFactors(spec.factors).factors,
  };
}

/** Of each spec that is there: it is read, then planned, and has thousands of cells. */
const KNOWN = new WeakMap<Spec, { readonly kinds: Kinds; readonly expanded: Expanded }>();

/** Cells, decision and reference of a spec. Never throws: what is wrong is in `problems`. */
export function expand(spec: Spec, kinds: Kinds): Expanded {
  const known = KNOWN.get(spec);
  if (known?.kinds === kinds) return known.expanded;
  const expanded = expandedOf(spec, kinds);
  KNOWN.set(spec, { kinds, expanded });
  return expanded;
}

function expandedOf(spec: Spec, kinds: Kinds): Expanded {
  const space = spaceOf(spec);
  const chosen = choose(space, spec.design);
  const cells = cellsOf(spec, space, chosen.assignments, kinds);
  const decided =
    spec.decide === undefined ? undefined : readDecide(spec.decide, spec.workloads, space, kinds, spec.criteria);
  const decide = decided?.decide ?? null;
  const problems = [...chosen.problems, ...cells.problems, ...(decided?.problems ?? [])];
  const references = referencesOf(spec.design.reference, space, chosen.assignments, cells, problems);
  problems.push(...searchProblems(spec, space));
  const { criteria } = readCriteria(spec.criteria ?? {}, metricsOf(spec.workloads, kinds));
  const searches = searchCellsOf(spec, { cells: cells.cells, space, criteria }, kinds, problems);
  const competing = cells.cells.filter((cell) => competes(cell, decide));
  // Where cells are missing for another reason, that reason is reported.
  if (cells.complete && cells.cells.length > 0)
    if (competing.length === 0) {
      const message =
        'no cell that is measured has these levels; check `design`, and that the settings refer to these factors';
      problems.push(errorAt('NoCells', ['decide', 'where'], message));
    } else {
      problems.push(...new Answerable(spec, kinds).problems(cells.cells, competing, decide));
    }
  return { space, assignments: chosen.assignments, cells: cells.cells, decide, references, searches, problems };
}

/** Whether a cell has the levels that the decision asks for. */
export function competes(cell: Pick<ResolvedCell, 'levels'>, decide: Decide | null): boolean {
  return Object.entries(decide?.where ?? {}).every(
    ([factor, label]) => Object.hasOwn(cell.levels, factor) && cell.levels[factor] === label,
  );
}
