/** Which configurations the question of an experiment asks about, and whether looks may end their trials early. */
import { type DecisionRule, hasThreshold, LOOK_ROUNDS_MAX, LOOK_ROUNDS_MIN } from '../../shapes/decision-rule';
import type { CellReference } from '../../shapes/plan';
import type { Spec } from '../../shapes/spec';
import { listStages } from '../language/settings';
import type { ResolvedCell } from './cells';

/** Whether a configuration has the factor values of `decide.where`. */
export function isCompetingCell(cell: Pick<ResolvedCell, 'levels'>, decide: DecisionRule | null): boolean {
  return Object.entries(decide?.where ?? {}).every(
    ([factor, label]) => Object.hasOwn(cell.levels, factor) && cell.levels[factor] === label,
  );
}

/**
 * Ids of the configurations that the question needs: those of `decide.where` that report its metric, with `noWorse`
 * also their references. All, if a search chooses the values to measure, or if nothing can answer the question.
 */
export function listAskedCells(
  { design }: Spec,
  decide: DecisionRule | null,
  cells: readonly ResolvedCell[],
  references: readonly CellReference[],
): ReadonlySet<string> | null {
  if (decide === null || design.search !== undefined) return null;
  const able = filterByMetric(
    decide,
    cells.filter((cell) => isCompetingCell(cell, decide)),
  );
  const asked = new Set(able.map(({ cellId }) => cellId));
  const compared = decide.noWorse === undefined ? [] : references.filter(({ cell }) => asked.has(cell));
  return asked.size === 0 ? null : new Set([...asked, ...compared.map(({ to }) => to)]);
}

/**
 * Whether trials after the fourth round may depend on the rounds before: a threshold, the cheapest of several to meet
 * it, one rig, and nothing that changes meanwhile. Of one configuration alone, four rounds seldom show a fall. Rule
 * 15 of docs/statistics.md.
 */
export function canLook(spec: Spec, decide: DecisionRule | null, cells: readonly ResolvedCell[]): boolean {
  return spec.design.earlyStop !== false && explainNoLook(spec, decide, cells) === null;
}

/** Why no look can end trials early; null if looks can. */
export function explainNoLook(
  { design, targets }: Pick<Spec, 'design' | 'targets'>,
  decide: DecisionRule | null,
  cells: readonly ResolvedCell[],
): string | null {
  const { blocks, comparison, replicates, search } = design;
  const asked = cells.filter(({ isAsked }) => isAsked);
  const fleets = new Set(asked.map(({ fleetKey }) => fleetKey));
  const reasons: readonly (readonly [is: boolean, why: string])[] = [
    [decide === null || !hasThreshold(decide), '`decide` has no threshold'],
    [decide?.prefer !== 'cheapest', '`decide.prefer` is not `cheapest`'],
    [comparison !== 'interleaved', `\`comparison\` is \`${comparison}\``],
    [blocks > 1, `\`blocks\` is ${blocks}`],
    [search !== undefined, 'a search chooses the trials'],
    [
      replicates <= LOOK_ROUNDS_MIN || replicates > LOOK_ROUNDS_MAX,
      `\`replicates\` is ${replicates}; looks need ${LOOK_ROUNDS_MIN + 1} to ${LOOK_ROUNDS_MAX}`,
    ],
    [asked.length < 2, 'it asks about one configuration'],
    [fleets.size !== 1, 'the configurations have several fleets'],
    [cells.some(({ events }) => events.length > 0), 'trials have events'],
    [Object.values(targets).some((entry) => listStages(entry).length > 1), 'targets have stages'],
  ];
  return reasons.find(([is]) => is)?.[1] ?? null;
}

export function filterByMetric(
  { metric, operation }: Pick<DecisionRule, 'metric' | 'operation'>,
  cells: readonly ResolvedCell[],
): ResolvedCell[] {
  return cells.filter((cell) => {
    const operations = listOperations(cell, metric);
    return operation === undefined ? operations.length > 0 : operations.includes(operation);
  });
}

export function listOperations(cell: ResolvedCell, metric: string): (string | null)[] {
  return listMetricGroups(cell).flatMap(({ operation, metrics }) => (metrics.includes(metric) ? [operation] : []));
}

export function listMetricGroups({ workloadKind, params }: ResolvedCell) {
  return workloadKind.listMetrics(params);
}
