/** From a spec whose parts are right to cells and decision: the last rules, which need all parts. */
import rules from '../rules.json';
import { cellsOf, type ResolvedCell, type Cells, described } from './cells';
import { readCriteria, type MeasuredMetrics, metricsOf, readDecide } from './decide';
import { searchCellsOf, searchProblems } from './search';
import type { SearchCell } from '../../shapes/guard';
import type { Decide, Criterion } from '../../shapes/decide';
import { choose, extra } from './design';
import { readFactors } from '../language/factors';
import type { Kinds } from '../kinds';
import type { CellReference } from '../../shapes/plan';
import { problemAt, problemIf, type Path, type Problem, unknownName } from '../../shapes/problem';
import { dropUndefined } from '../../shapes/canonical';
import { stagesOf } from '../language/settings';
import type { Assignment, Space } from './space';
import type { Spec, PartialCell } from '../../shapes/spec';
import { formatSeconds } from '../../shapes/quantity';
import { listed } from '../../shapes/suggest';

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
  const measured = metricsOf(spec.workloads, kinds);
  const { criteria } = readCriteria(spec.criteria ?? {}, measured);
  const searches = searchCellsOf(spec, { cells: cells.cells, space, criteria }, problems);
  const competing = cells.cells.filter((cell) => competes(cell, decide));
  // Where cells are missing for another reason, that reason is reported.
  if (cells.complete && cells.cells.length > 0)
    if (competing.length === 0) {
      problems.push(problemAt(rules.noCells, ['decide', 'where']));
    } else {
      problems.push(...checkAnswerable(spec, measured, cells.cells, competing, decide));
    }
  return { space, assignments: chosen.assignments, cells: cells.cells, decide, references, searches, problems };
}

/** Whether a cell has the levels that the decision asks for. */
export function competes(cell: Pick<ResolvedCell, 'levels'>, decide: Decide | null): boolean {
  return Object.entries(decide?.where ?? {}).every(
    ([factor, label]) => Object.hasOwn(cell.levels, factor) && cell.levels[factor] === label,
  );
}

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
    problems.push(
      found.length === 0
        ? problemAt(rules.noRatio, PATH)
        : problemAt(rules.nothingCompared, PATH, {
            only: cells.cells.length === 1 ? 'it is the only cell' : 'all cells have these levels',
          }),
    );
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

interface Asked extends Pick<Criterion, 'metric' | 'operation' | 'everySeconds'> {
  /** Where it is asked. */
  readonly path: Path;
  /** Which cells are asked, in words. */
  readonly of: string;
}

/**
 * Which cells must have it: one of them; all; or all of each workload of which one has it, as a workload that never
 * has the metric is no rival in it.
 */
type Needed = 'any' | 'all' | 'workload';

/**
 * What is wrong with the question and with the section `criteria`, by what cells give.
 * @param cells at least one
 * @param competing those of them that `decide.where` leaves; at least one. What `decide.require` does not name is
 * held against all cells
 */
export function checkAnswerable(
  { criteria = {} }: Pick<Spec, 'criteria'>,
  { metrics }: Pick<MeasuredMetrics, 'metrics'>,
  cells: readonly ResolvedCell[],
  competing: readonly ResolvedCell[],
  decide: Decide | null,
): Problem[] {
  const rivals = 'the cells that may be the answer';
  const question = decide === null ? null : { ...decide, path: ['decide'], of: rivals };
  const able = question === null ? [] : cellsHaving(question, competing);
  const required = new Set(decide?.require?.map(({ name }) => name));
  const conditions = Object.entries(criteria).flatMap(([name, { metric, operation, every }]) => {
    // What no workload of the spec measures is said already.
    if (!metrics.has(metric)) return [];
    const everySeconds = every === undefined ? undefined : Number(every);
    const one = { ...dropUndefined({ metric, operation, everySeconds }), path: ['criteria', name] };
    return required.has(name)
      ? checkAsked({ ...one, of: rivals }, able.length === 0 ? competing : able, 'all')
      : checkAsked({ ...one, of: 'the cells' }, cells, 'any');
  });
  return [...(question === null ? [] : checkAsked(question, competing, 'workload')), ...conditions];
}

function checkAsked(asked: Asked, cells: readonly ResolvedCell[], needed: Needed): Problem[] {
  const { metric, operation, path, of } = asked;
  const workloads = [...new Set(cells.map(({ workload }) => workload))];
  const names = [...new Set(cells.flatMap((cell) => givenBy(cell).flatMap(({ metrics }) => metrics)))];
  const noMetric = unknownName(rules.metricOfNone, [...path, 'metric'], metric, names, { of, workloads });
  if (noMetric.length > 0) return noMetric;
  const there = [...path, 'operation'];
  const operations = [...new Set(cells.flatMap((cell) => operationsOf(cell, metric)))].map(String);
  const several = cells.map((cell) => operationsOf(cell, metric)).find(({ length }) => length > 1);
  const wrong =
    operation === undefined
      ? problemIf(several !== undefined, rules.operationMissing, there, {
          metric,
          operations,
          first: String(several?.[0]),
        })
      : unknownName(rules.unknownOperation, there, operation, operations, { of, metric });
  if (wrong.length > 0) return wrong;
  return [...checkWindows(asked, cells), ...(needed === 'any' ? [] : checkLacking(asked, cells, needed))];
}

/** Whether there are points for the windows that are asked for. */
function checkWindows(asked: Asked, cells: readonly ResolvedCell[]): Problem[] {
  const { metric, everySeconds } = asked;
  const path = [...asked.path, 'every'];
  const [first] = cellsHaving(asked, cells);
  if (everySeconds === undefined || first === undefined) return [];
  const given = givenBy(first).filter(({ operation }) => (asked.operation ?? operation) === operation);
  const series = given.map((one) => one.series).find((one) => one?.metrics.includes(metric) === true);
  if (series === undefined) {
    const names = [...new Set(givenBy(first).flatMap((one) => one.series?.metrics ?? []))];
    const those = names.length === 0 ? 'its workload gives nothing over time' : `given over time: ${listed(names)}`;
    return [problemAt(rules.noSeries, path, { metric, those })];
  }
  const { measured } = first.workloadKind.duration(first.params);
  const [every, apart, most] = [everySeconds, series.everySeconds, measured].map(formatSeconds);
  const isWrong = everySeconds % series.everySeconds !== 0 || everySeconds > measured;
  return problemIf(isWrong, rules.overTime, path, { every: every ?? '', apart: apart ?? '', metric, most: most ?? '' });
}

/** Some have it, some never: what stays open then. */
function checkLacking(asked: Asked, cells: readonly ResolvedCell[], needed: Needed): Problem[] {
  const { metric, operation, path, of } = asked;
  const having = cellsHaving(asked, cells);
  const workloads = new Set(having.map(({ workload }) => workload));
  const lacking = cells.filter((cell) => !having.includes(cell) && (needed === 'all' || workloads.has(cell.workload)));
  const { length } = lacking;
  const [first] = lacking;
  if (first === undefined) return [];
  const more = length > 1 ? `, and ${length - 1} more` : '';
  const what = `\`${metric}\`${operation === undefined ? '' : ` of \`${operation}\``}`;
  return [problemAt(rules.cannotAnswer, [...path, 'metric'], { length, of, what, first: described(first), more })];
}

function cellsHaving({ metric, operation }: Asked, cells: readonly ResolvedCell[]): ResolvedCell[] {
  return cells.filter((cell) => {
    const operations = operationsOf(cell, metric);
    return operation === undefined ? operations.length > 0 : operations.includes(operation);
  });
}

function operationsOf(cell: ResolvedCell, metric: string): (string | null)[] {
  return givenBy(cell).flatMap(({ operation, metrics }) => (metrics.includes(metric) ? [operation] : []));
}

function givenBy({ workloadKind, params }: ResolvedCell) {
  return workloadKind.gives(params);
}
