/** From a spec whose parts are right to cells and decision: the last rules, which need all parts. */
import rules from '../rules.json';
import { resolveCells, type ResolvedCell, type CellSet, formatCell } from './cells';
import { readCriteria, type MeasuredMetrics, collectMetrics, readDecide } from './decide';
import { buildSearchCells, checkSearch } from './search';
import type { SearchCell } from '../../shapes/guard';
import type { DecisionRule, Criterion } from '../../shapes/decision-rule';
import { applyDesign, toAssignment } from './design';
import { readFactors } from '../language/factors';
import type { Kinds } from '../kinds';
import type { CellReference } from '../../shapes/plan';
import { problemAt, problemIf, type Path, type Problem, checkName } from '../../shapes/problem';
import { dropUndefined } from '../../shapes/canonical-json';
import { listStages } from '../language/settings';
import type { Assignment, Space } from './space';
import type { Spec, PartialCell } from '../../shapes/spec';
import { formatSeconds } from '../../shapes/quantity';
import { joinNames } from '../../shapes/suggest';

export interface Expansion {
  readonly space: Space;
  readonly assignments: readonly Assignment[];
  readonly cells: readonly ResolvedCell[];
  /** Null where nothing is to be decided, or where the question has a problem. */
  readonly decide: DecisionRule | null;
  /** Which cell each is compared with; none where no reference is named. */
  readonly references: readonly CellReference[];
  /** Cells that are searched; none where nothing is. */
  readonly searches: readonly SearchCell[];
  /** Errors where `cells` cannot be trusted; else advice only. */
  readonly problems: readonly Problem[];
}

/** Everything that can vary in a spec. */
export function buildSpace(spec: Pick<Spec, 'targets' | 'workloads' | 'factors'>): Space {
  return {
    targets: Object.entries(spec.targets).map(([name, entry]) => ({ name, stages: listStages(entry) })),
    workloads: Object.keys(spec.workloads),
    factors: readFactors(spec.factors).factors,
  };
}

/** Of each spec that is there: it is read, then planned, and has thousands of cells. */
const EXPANSIONS = new WeakMap<Spec, { readonly kinds: Kinds; readonly expanded: Expansion }>();

/** Cells, decision and reference of a spec. Never throws: what is wrong is in `problems`. */
export function expandSpec(spec: Spec, kinds: Kinds): Expansion {
  const known = EXPANSIONS.get(spec);
  if (known?.kinds === kinds) return known.expanded;
  const expanded = computeExpansion(spec, kinds);
  EXPANSIONS.set(spec, { kinds, expanded });
  return expanded;
}

function computeExpansion(spec: Spec, kinds: Kinds): Expansion {
  const space = buildSpace(spec);
  const chosen = applyDesign(space, spec.design);
  const cells = resolveCells(spec, space, chosen.assignments, kinds);
  const decided =
    spec.decide === undefined ? undefined : readDecide(spec.decide, spec.workloads, space, kinds, spec.criteria);
  const decide = decided?.decide ?? null;
  const problems = [...chosen.problems, ...cells.problems, ...(decided?.problems ?? [])];
  const references = findReferenceCells(spec.design.reference, space, chosen.assignments, cells, problems);
  problems.push(...checkSearch(spec, space));
  const measured = collectMetrics(spec.workloads, kinds);
  const { criteria } = readCriteria(spec.criteria ?? {}, measured);
  const searches = buildSearchCells(spec, { cells: cells.cells, space, criteria }, problems);
  const competing = cells.cells.filter((cell) => isCompeting(cell, decide));
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
export function isCompeting(cell: Pick<ResolvedCell, 'levels'>, decide: DecisionRule | null): boolean {
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
export function findReferenceCells(
  reference: PartialCell | undefined,
  space: Space,
  assignments: readonly Assignment[],
  cells: CellSet,
  problems: Problem[],
): readonly CellReference[] {
  if (reference === undefined) return [];
  const before = problems.length;
  const named = toAssignment(space, reference, PATH, problems);
  if (named === undefined || problems.length > before) return [];
  const measured = new Set(cells.cells.map(({ cellId }) => cellId));
  const references = new Map<string, CellReference>();
  for (const assignment of assignments) {
    const cell = cells.idOf(assignment);
    if (cell === undefined || references.has(cell)) continue;
    const near = cells.idOf(replaceLevels(assignment, reference, named, space));
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

interface MetricQuery extends Pick<Criterion, 'metric' | 'operation' | 'everySeconds'> {
  /** Where it is asked. */
  readonly path: Path;
  /** Which cells are asked, in words. */
  readonly of: string;
}

/**
 * Which cells must have it: one of them; all; or all of each workload of which one has it, as a workload that never
 * has the metric is no rival in it.
 */
type RequiredCells = 'any' | 'all' | 'workload';

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
  decide: DecisionRule | null,
): Problem[] {
  const rivals = 'the cells that may be the answer';
  const question = decide === null ? null : { ...decide, path: ['decide'], of: rivals };
  const able = question === null ? [] : filterByMetric(question, competing);
  const required = new Set(decide?.require?.map(({ name }) => name));
  const conditions = Object.entries(criteria).flatMap(([name, { metric, operation, every }]) => {
    // What no workload of the spec measures is said already.
    if (!metrics.has(metric)) return [];
    const everySeconds = every === undefined ? undefined : Number(every);
    const one = { ...dropUndefined({ metric, operation, everySeconds }), path: ['criteria', name] };
    return required.has(name)
      ? checkMetric({ ...one, of: rivals }, able.length === 0 ? competing : able, 'all')
      : checkMetric({ ...one, of: 'the cells' }, cells, 'any');
  });
  return [...(question === null ? [] : checkMetric(question, competing, 'workload')), ...conditions];
}

function checkMetric(asked: MetricQuery, cells: readonly ResolvedCell[], needed: RequiredCells): Problem[] {
  const { metric, operation, path, of } = asked;
  const workloads = [...new Set(cells.map(({ workload }) => workload))];
  const names = [...new Set(cells.flatMap((cell) => listMetricGroups(cell).flatMap(({ metrics }) => metrics)))];
  const noMetric = checkName(rules.metricOfNone, [...path, 'metric'], metric, names, { of, workloads });
  if (noMetric.length > 0) return noMetric;
  const there = [...path, 'operation'];
  const operations = [...new Set(cells.flatMap((cell) => listOperations(cell, metric)))].map(String);
  const several = cells.map((cell) => listOperations(cell, metric)).find(({ length }) => length > 1);
  const wrong =
    operation === undefined
      ? problemIf(several !== undefined, rules.operationMissing, there, {
          metric,
          operations,
          first: String(several?.[0]),
        })
      : checkName(rules.unknownOperation, there, operation, operations, { of, metric });
  if (wrong.length > 0) return wrong;
  return [...checkWindows(asked, cells), ...(needed === 'any' ? [] : checkMissingMetric(asked, cells, needed))];
}

/** Whether there are points for the windows that are asked for. */
function checkWindows(asked: MetricQuery, cells: readonly ResolvedCell[]): Problem[] {
  const { metric, everySeconds } = asked;
  const path = [...asked.path, 'every'];
  const [first] = filterByMetric(asked, cells);
  if (everySeconds === undefined || first === undefined) return [];
  const given = listMetricGroups(first).filter(({ operation }) => (asked.operation ?? operation) === operation);
  const series = given.map((one) => one.series).find((one) => one?.metrics.includes(metric) === true);
  if (series === undefined) {
    const names = [...new Set(listMetricGroups(first).flatMap((one) => one.series?.metrics ?? []))];
    const those = names.length === 0 ? 'its workload gives nothing over time' : `given over time: ${joinNames(names)}`;
    return [problemAt(rules.noSeries, path, { metric, those })];
  }
  const { measured } = first.workloadKind.duration(first.params);
  const [every, apart, most] = [everySeconds, series.everySeconds, measured].map(formatSeconds);
  const isWrong = everySeconds % series.everySeconds !== 0 || everySeconds > measured;
  return problemIf(isWrong, rules.overTime, path, { every: every ?? '', apart: apart ?? '', metric, most: most ?? '' });
}

/** Some have it, some never: what stays open then. */
function checkMissingMetric(asked: MetricQuery, cells: readonly ResolvedCell[], needed: RequiredCells): Problem[] {
  const { metric, operation, path, of } = asked;
  const having = filterByMetric(asked, cells);
  const workloads = new Set(having.map(({ workload }) => workload));
  const lacking = cells.filter((cell) => !having.includes(cell) && (needed === 'all' || workloads.has(cell.workload)));
  const { length } = lacking;
  const [first] = lacking;
  if (first === undefined) return [];
  const more = length > 1 ? `, and ${length - 1} more` : '';
  const what = `\`${metric}\`${operation === undefined ? '' : ` of \`${operation}\``}`;
  return [problemAt(rules.cannotAnswer, [...path, 'metric'], { length, of, what, first: formatCell(first), more })];
}

function filterByMetric({ metric, operation }: MetricQuery, cells: readonly ResolvedCell[]): ResolvedCell[] {
  return cells.filter((cell) => {
    const operations = listOperations(cell, metric);
    return operation === undefined ? operations.length > 0 : operations.includes(operation);
  });
}

function listOperations(cell: ResolvedCell, metric: string): (string | null)[] {
  return listMetricGroups(cell).flatMap(({ operation, metrics }) => (metrics.includes(metric) ? [operation] : []));
}

function listMetricGroups({ workloadKind, params }: ResolvedCell) {
  return workloadKind.listMetrics(params);
}
