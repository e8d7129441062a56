/** Expands a valid spec to its configurations and its question, and runs the checks that need all parts. */
import rules from '../rules.json';
import { resolveCells, type ResolvedCell, formatCell } from './cells';
import { readCriteria, type MeasuredMetrics, collectMetrics, readDecide } from './decide';
import { addPublishedSeconds, listPublishedTimes, readPublished } from './published-figures';
import { buildSearchCells, checkSearch } from './search';
import type { SearchCell } from '../../shapes/guard';
import type { DecisionRule, Criterion } from '../../shapes/decision-rule';
import { applyDesign } from './design';
import { readFactors } from '../language/factors';
import type { Kinds } from '../kinds';
import type { CellReference } from '../../shapes/plan';
import type { PublishedStudy } from '../../shapes/published-study';
import { problemAt, problemIf, type Path, type Problem, checkName } from '../../shapes/problem';
import { dropUndefined } from '../../shapes/canonical-json';
import { listReferences } from '../language/reference';
import { listStages } from '../language/settings';
import { canLook, filterByMetric, isCompetingCell, listAskedCells, listMetricGroups, listOperations } from './question';
import { findReferenceCells } from './reference-cells';
import type { Assignment, Space } from './space';
import type { Spec } from '../../shapes/spec';
import { checkWalk } from './walk';
import { formatSeconds } from '../../shapes/quantity';
import { joinNames } from '../../shapes/suggest';

export interface ExpandedSpec {
  readonly space: Space;
  readonly assignments: readonly Assignment[];
  readonly cells: readonly ResolvedCell[];
  /** Null without a question, or if the question has a problem. */
  readonly decide: DecisionRule | null;
  /** Null without a study, or if it has a problem. */
  readonly published: PublishedStudy | null;
  /** The reference of each configuration; empty without `design.reference`. */
  readonly references: readonly CellReference[];
  /** Searched configurations; empty without `design.search`. */
  readonly searches: readonly SearchCell[];
  /** Whether later trials depend on a look at the earlier rounds, unless target instances change between them. */
  readonly looks: boolean;
  /** If one is an error, `cells` may be incomplete. If not, all are advice. */
  readonly problems: readonly Problem[];
}

export function buildSpace(spec: Pick<Spec, 'targets' | 'fleet' | 'workloads' | 'factors'>): Space {
  const listFactors = (value: unknown): string[] => listReferences(value, []).map(({ reference }) => reference.factor);
  const shared = new Set([spec.fleet, spec.workloads].flatMap(listFactors));
  const ofTargets = Object.entries(spec.targets).map(([name, entry]) => [name, new Set(listFactors(entry))] as const);
  const listForeign = (target: string): ReadonlySet<string> => {
    const own = ofTargets.find(([name]) => name === target)?.[1];
    const all = ofTargets.flatMap(([, factors]) => [...factors]);
    return new Set(all.filter((factor) => !shared.has(factor) && own?.has(factor) !== true));
  };
  return {
    targets: Object.entries(spec.targets).map(([name, entry]) => ({
      name,
      stages: listStages(entry),
      foreign: listForeign(name),
    })),
    workloads: Object.keys(spec.workloads),
    factors: readFactors(spec.factors).factors,
  };
}

/** Cache: reader and planner both expand a spec, which can have thousands of configurations. */
const EXPANSION_CACHE = new WeakMap<Spec, { readonly kinds: Kinds; readonly expanded: ExpandedSpec }>();

/**
 * Default replicates of configurations that `decide` does not ask about: 13–55% of the measuring cost of shipped
 * experiments fell to the configurations that it asks about. Intervals are 1.4 times as wide as with six.
 */
const OTHER_REPLICATES = 4;

/** Configurations, question and references of a spec. Never throws: see `problems`. */
export function expandSpec(spec: Spec, kinds: Kinds): ExpandedSpec {
  const known = EXPANSION_CACHE.get(spec);
  if (known?.kinds === kinds) return known.expanded;
  const expanded = computeExpansion(spec, kinds);
  EXPANSION_CACHE.set(spec, { kinds, expanded });
  return expanded;
}

function computeExpansion(spec: Spec, kinds: Kinds): ExpandedSpec {
  const space = buildSpace(spec);
  const chosen = applyDesign(space, spec.design);
  const { published } = readPublished(spec.published, { ...spec, space }, kinds);
  const resolved = resolveCells(spec, space, chosen.assignments, kinds);
  const times = listPublishedTimes(published);
  const decided =
    spec.decide === undefined ? undefined : readDecide(spec.decide, spec.workloads, space, kinds, spec.criteria);
  const decide = decided?.decide ?? null;
  const problems = [...chosen.problems, ...resolved.problems, ...(decided?.problems ?? [])];
  const references = findReferenceCells(spec.design.reference, space, chosen.assignments, resolved, problems);
  const asked = spec.decide === undefined ? null : listAskedCells(spec, decide, resolved.cells, references);
  const { replicates, otherReplicates = Math.min(OTHER_REPLICATES, replicates) } = spec.design;
  const cells = {
    ...resolved,
    cells: resolved.cells.map((one) => {
      const cell = addPublishedSeconds(one, times);
      return asked === null || asked.has(one.cellId) ? cell : { ...cell, isAsked: false, replicates: otherReplicates };
    }),
  };
  problems.push(...checkSearch(spec, space));
  if (decide?.noWorse !== undefined && (spec.design.reference === undefined || references.length > 0))
    problems.push(...checkPairs(references, cells.cells, decide));
  const measured = collectMetrics(spec.workloads, kinds);
  const { criteria } = readCriteria(spec.criteria ?? {}, measured);
  const searches = buildSearchCells(spec, { cells: cells.cells, space, criteria }, problems);
  const competing = cells.cells.filter((cell) => isCompetingCell(cell, decide));
  problems.push(...checkWalk(spec, decide, cells.cells, competing));
  // Configurations that are missing for another reason are reported there.
  if (cells.complete && cells.cells.length > 0)
    if (competing.length === 0) {
      problems.push(problemAt(rules.noCells, ['decide', 'where']));
    } else {
      problems.push(...checkAnswerable(spec, measured, cells.cells, competing, decide));
    }
  const { assignments } = chosen;
  const looks = canLook(spec, decide, cells.cells);
  return { space, assignments, cells: cells.cells, decide, published, references, searches, looks, problems };
}

/** Checks that `noWorse` has something to compare. */
function checkPairs(
  references: readonly CellReference[],
  cells: readonly ResolvedCell[],
  decide: DecisionRule,
): Problem[] {
  const asked = new Set(cells.filter((cell) => isCompetingCell(cell, decide)).map(({ cellId }) => cellId));
  const isWithout = !references.some(({ cell, to }) => cell !== to && asked.has(cell));
  const why =
    references.length === 0 ? 'write `design.reference`' : 'no configuration of `decide.where` has another one';
  return problemIf(isWithout, rules.gatePairs, ['decide', 'noWorse'], { why });
}

interface MetricQuery extends Pick<Criterion, 'metric' | 'operation' | 'everySeconds' | 'atMost'> {
  readonly path: Path;
  readonly of: string;
  readonly prefer?: DecisionRule['prefer'];
}

/**
 * Which configurations must report the metric: one; all; or all of each workload that reports it at all, because other
 * workloads do not compete.
 */
type RequiredCells = 'any' | 'all' | 'workload';

/**
 * Problems of the question and of `criteria`, by the metrics of the configurations.
 * @param cells at least one
 * @param competing those that `decide.where` leaves, at least one. Criteria outside `decide.require` apply to all
 * `cells`
 */
export function checkAnswerable(
  { criteria = {} }: Pick<Spec, 'criteria'>,
  { metrics }: Pick<MeasuredMetrics, 'metrics'>,
  cells: readonly ResolvedCell[],
  competing: readonly ResolvedCell[],
  decide: DecisionRule | null,
): Problem[] {
  const rivals = 'the competing configurations';
  const question = decide === null ? null : { ...decide, path: ['decide'], of: rivals };
  const able = question === null ? [] : filterByMetric(question, competing);
  const required = new Set(decide?.require?.map(({ name }) => name));
  const conditions = Object.entries(criteria).flatMap(([name, { metric, operation, every, atMost: most }]) => {
    // Metrics that no workload measures are reported already.
    if (!metrics.has(metric)) return [];
    const everySeconds = every === undefined ? undefined : Number(every);
    const atMost = most === undefined ? undefined : Number(most);
    const one = { ...dropUndefined({ metric, operation, everySeconds, atMost }), path: ['criteria', name] };
    return required.has(name)
      ? checkMetric({ ...one, of: rivals }, able.length === 0 ? competing : able, 'all')
      : checkMetric({ ...one, of: 'the configurations' }, cells, 'any');
  });
  return [...(question === null ? [] : checkMetric(question, competing, 'workload')), ...conditions];
}

function checkMetric(query: MetricQuery, cells: readonly ResolvedCell[], needed: RequiredCells): Problem[] {
  const { metric, operation, path, of } = query;
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
  return [
    ...checkWindows(query, cells),
    ...checkLowerBounds(query, cells),
    ...(needed === 'any' ? [] : checkMissingMetric(query, cells, needed)),
  ];
}

/** Checks that the metric has a time series for the window (`every`). */
function checkWindows(query: MetricQuery, cells: readonly ResolvedCell[]): Problem[] {
  const { metric, everySeconds } = query;
  const path = [...query.path, 'every'];
  const [first] = filterByMetric(query, cells);
  if (everySeconds === undefined || first === undefined) return [];
  const given = listMetricGroups(first).filter(({ operation }) => (query.operation ?? operation) === operation);
  const series = given.map((one) => one.series).find((one) => one?.metrics.includes(metric) === true);
  if (series === undefined) {
    const names = [...new Set(listMetricGroups(first).flatMap((one) => one.series?.metrics ?? []))];
    const those = names.length === 0 ? 'its workload reports no time series' : `time series: ${joinNames(names)}`;
    return [problemAt(rules.noSeries, path, { metric, those })];
  }
  const { measured } = first.workloadKind.duration(first.params);
  const [every, apart, most] = [everySeconds, series.everySeconds, measured].map(formatSeconds);
  const isWrong = everySeconds % series.everySeconds !== 0 || everySeconds > measured;
  return problemIf(isWrong, rules.overTime, path, { every: every ?? '', apart: apart ?? '', metric, most: most ?? '' });
}

/** Warns if a maximum, or the lowest value, is asked of what is only a lower bound. */
function checkLowerBounds({ metric, path, atMost, prefer }: MetricQuery, cells: readonly ResolvedCell[]): Problem[] {
  const bounded = cells.filter((cell) =>
    listMetricGroups(cell).some(({ lowerBounds = [] }) => lowerBounds.includes(metric)),
  );
  const [first] = bounded;
  if ((atMost === undefined && prefer !== 'lowest') || first === undefined) return [];
  const more = bounded.length > 1 ? `, and of ${bounded.length - 1} more,` : '';
  return [problemAt(rules.onlyLowerBounds, [...path, 'metric'], { metric, first: formatCell(first), more })];
}

/** Warns if some configurations of the query never report the metric. */
function checkMissingMetric(query: MetricQuery, cells: readonly ResolvedCell[], needed: RequiredCells): Problem[] {
  const { metric, operation, path, of } = query;
  const having = filterByMetric(query, cells);
  const workloads = new Set(having.map(({ workload }) => workload));
  const lacking = cells.filter((cell) => !having.includes(cell) && (needed === 'all' || workloads.has(cell.workload)));
  const { length } = lacking;
  const [first] = lacking;
  if (first === undefined) return [];
  const more = length > 1 ? `, and ${length - 1} more` : '';
  const what = `\`${metric}\`${operation === undefined ? '' : ` of \`${operation}\``}`;
  return [problemAt(rules.cannotAnswer, [...path, 'metric'], { length, of, what, first: formatCell(first), more })];
}
