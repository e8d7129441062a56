/** Makes the complete plan of a spec, before anything is created. Equal input gives equal bytes. */
import { CONTRACT_VERSION } from '../../shapes/contract-version';
import { FsxbenchError } from '../../shapes/errors';
import { NO_PRICES } from '../../pricing/price-book';
import type { PriceBook } from '../../shapes/price';
import type { ScriptFiles } from '../../workloads/contract';
import { type ResolvedCell, listFactors } from '../design/cells';
import { planDecision } from '../design/decide';
import { dropUndefined } from '../../shapes/canonical-json';
import { sumAll } from '../../shapes/collections';
import { ScriptStore } from './commands';
import type { PlanObject } from '../../shapes/documents';
import { expandSpec, type ExpandedSpec } from '../design/expand';
import { adviseTargets, warnEarlyTimeouts, adviseShortTrials } from './advice';
import { type SecondZone, renderObjects } from './objects';
import { countFiles } from './file-count';
import { computeHorizonSeconds, buildTiming, type TeardownWork } from './timing';
import { isLocalSpec, type Kinds, adaptKinds } from '../kinds';
import { EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { layout } from '../../shapes/layout';
import { priceAlternative, adviseComparison, planComparison, type PlanInput } from './comparison';
import { checkRigDisks, checkQuotas } from './quotas';
import { getFirstCost, orderCandidates, planWalk } from './walk';
import type { PlannedWalk } from '../../shapes/walk';
import { estimateCost, type MissingPrice, type PricedRig } from './estimate';
import { collectMeasuredMetrics, planCell } from './plan-cell';
import type { RigDraft } from './rig/draft';
import { type DocumentContext, computeMaintenanceTime, makeRigDocument } from './documents';
import { numberBatches } from './number-batches';
import type { Cell, Plan, Scripts } from '../../shapes/plan';
import { locateProblems } from '../language/yaml';
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { adjustToShortestMonth } from '../../pricing/months';
import type { FoundImage } from '../../shapes/images';
import { couldWalk } from '../design/walk';
import {
  checkAvailability,
  checkRegions,
  LIMIT_PROBLEM_CODES,
  checkBudget,
  checkSchedule,
  warnPastSchedule,
  checkStepLengths,
  checkTrialCount,
  refuseUnpriced,
} from './refusals';
import { findContradictions } from './rig/rig-targets';
import type { Spec } from '../../shapes/spec';
import { checkWorstCase, computeWorstCase } from './worst-case';

/** Default of parallel rigs in AWS: few enough for the quotas of new accounts. */
const DEFAULT_PARALLEL_RIGS = 3;
/** In a walk by price: more at once measure more that are not needed, fewer take longer (simulated). */
const DEFAULT_WALK_RIGS = 2;
const PLACEHOLDER_BUCKET = 'RESULTS-BUCKET';

export interface PlanOptions {
  readonly executionId: string;
  readonly stack: string;
  /** Tags of the user, on all created resources. Default: none. */
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  /** Takes precedence over `design.seed`; without both, the order follows from the executionId. */
  readonly seed?: string;
  /** Additional accepted reasons (`decide.accept`). Default: none. */
  readonly accept?: readonly string[];
  readonly startedAt: number;
  /** Texts of `workloads/`, by path below it, e.g. `fio/measure.sh`. */
  readonly scripts: ScriptFiles;
  readonly prices?: PriceBook;
  readonly simulated?: boolean;
  /** Name of the results bucket, for the boot scripts of hosts in AWS. Default: a placeholder. */
  readonly bucket?: string;
  /** The spec as written, stored next to the plan. Default: the spec in YAML. */
  readonly specText?: string;
  readonly kinds?: Kinds;
}

/** A plan with all objects that admission must write, or the problems. */
export type PlanResult =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly scripts: Scripts;
      /** The objects of the bucket as text, rendered on demand with the images and zone that admission found. */
      readonly objects: (images?: readonly FoundImage[], place?: SecondZone | null) => readonly PlanObject[];
      readonly advice: readonly Problem[];
      readonly takesUp: readonly QuotaUse[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** The plan, for display, if only the limits of the spec refuse it. */
      readonly beyond?: Plan;
    };

/**
 * Makes the plan of a spec that {@link readSpec} accepted. Problems: contradicting fixtures (`UnknownSlot`,
 * `CyclicNeeds`, `SlotTaken`); too many trials, events or bytes; an estimate above `limits.maxUsd` (`OverBudget`) or
 * `limits.maxHours` (`OverTime`); missing prices.
 * @throws FsxbenchError `Unexpected` for bugs: a malformed executionId, or a missing script
 */
export function makePlan(spec: Spec, options: PlanOptions): PlanResult {
  const { executionId } = options;
  if (!EXECUTION_ID_PATTERN.test(executionId))
    throw new FsxbenchError('Unexpected', `executionId is '${executionId}', expected ${String(EXECUTION_ID_PATTERN)}`);
  const kinds = adaptKinds(spec.fleet, options.kinds);
  const expanded = expandSpec(spec, kinds);
  const errors = expanded.problems.filter((problem) => problem.severity === 'error');
  const impossible =
    errors.length > 0 ? [] : findContradictions({ spec, kinds, scripts: options.scripts }, expanded.cells);
  const refused = [...errors, ...checkTrialCount(spec.design, expanded.cells), ...impossible];
  if (refused.length > 0) return { ok: false, problems: locateProblems(spec, refused) };
  return assemblePlan(spec, options, kinds, expanded);
}

function assemblePlan(spec: Spec, options: PlanOptions, kinds: Kinds, expanded: ExpandedSpec): PlanResult {
  const { executionId, startedAt } = options;
  const whole = buildPlanInput(spec, options, kinds, expanded);
  const { local, timing, book } = whole;
  const commands = new ScriptStore(whole.keys, timing);
  const cells = expanded.cells.map((cell) => planCell(cell, options.prices ?? NO_PRICES));
  const ordered = orderWalk(whole, cells, expanded);
  if (ordered.fails) return { ok: false, problems: locateProblems(spec, ordered.problems) };
  const measured = { ...whole, cells: ordered.cells };
  const { drafts, rigs: priced, unknown, estimate: all } = planComparison(measured, spec.design.comparison, commands);
  const walk = ordered.plan?.(priced, all.usd);
  const estimate =
    walk === undefined ? all : estimateCost(priced.slice(0, walk.expectedRigs), timing, whole.parallelRigs);
  const alternative = priceAlternative(whole, spec.design.comparison, drafts);
  const frame = makeFrame(whole, options);
  const rigs = priced.map((rig) => numberBatches(frame, rig, local));
  const loads = rigs.map(({ plan, batches, startingSeconds }) => ({
    document: makeRigDocument(frame, plan, batches, startingSeconds),
    batches,
  }));
  const worstCase = computeWorstCase(timing, whole.horizonSeconds, loads, walk === undefined ? 1 : loads.length);
  const least = walk === undefined ? { ...estimate, of: '' } : getFirstCost(walk, priced);
  const offers = local ? [] : checkAvailability(expanded.cells, book.region);
  const problems = [
    ...checkDrafts(whole, drafts, unknown),
    ...offers.filter(({ severity }) => severity === 'error'),
    ...checkBudget(spec, least, alternative, couldWalk(spec, expanded) && all.usd <= cells.length * spec.limits.maxUsd),
    ...checkSchedule(spec, estimate),
    ...checkWorstCase(worstCase, loads),
  ];
  const impossible = problems.some(({ code }) => !LIMIT_PROBLEM_CODES.includes(code));
  if (impossible) return { ok: false, problems: locateProblems(spec, problems) };
  const { takesUp, over } = checkQuotas(drafts, whole.parallelRigs, (kind) => kinds.targetOf(kind));
  const plan: Plan = {
    schemaVersion: CONTRACT_VERSION,
    experiment: spec.experiment,
    executionId,
    question: spec.question ?? null,
    seed: whole.seed,
    local,
    region: local ? null : book.region,
    simulated: options.simulated ?? false,
    startedAt: new Date(startedAt).toISOString(),
    deadline: frame.deadline,
    expiresAt: frame.expiresAt,
    spec,
    ...planDecision(spec, expanded.decide, options.accept),
    published: expanded.published,
    ...collectMeasuredMetrics(expanded.cells),
    factors: listFactors(expanded.space, expanded.cells),
    references: expanded.references,
    ...(expanded.searches.length === 0 ? {} : { searches: expanded.searches }),
    comparison: spec.design.comparison,
    alternative,
    ...dropUndefined({ walk }),
    cells,
    rigs: rigs.map((rig) => rig.plan),
    trials: drafts.flatMap((draft) => draft.stretches.flatMap((stretch) => stretch.trials)),
    parallelRigs: whole.parallelRigs,
    timing,
    estimate,
    worstCase,
  };
  if (problems.length > 0) return { ok: false, problems: locateProblems(spec, [...problems, ...over]), beyond: plan };
  const known = [...ordered.problems, ...offers, ...over, ...adviseTargets(drafts, expanded, kinds)];
  const advice = locateProblems(spec, [...known, ...advisePlan(plan, kinds)]);
  const scripts = commands.scripts();
  const written = [plan, loads, scripts, options] as const;
  return { ok: true, plan, advice, takesUp, scripts, objects: (...found) => renderObjects(...written, ...found) };
}

/** What all documents of the plan share. */
function makeFrame(
  { spec, timing, expiresAt }: PlanInput,
  { executionId, startedAt, stack, tags: given = [] }: PlanOptions,
): DocumentContext {
  const { experiment, limits } = spec;
  const tags = given.map(({ key, value }) => ({ Key: key, Value: value }));
  const deadline = Math.floor(startedAt / 1000 + limits.maxHours * 3600);
  const maintenance = computeMaintenanceTime(startedAt);
  return { experiment, executionId, stack, tags, maintenance, deadline, expiresAt, timing };
}

/** Problems of the rigs, before their batches are known. */
function checkDrafts(
  { kinds, local, book, cells }: PlanInput,
  drafts: readonly RigDraft[],
  unknown: readonly MissingPrice[],
): Problem[] {
  return [
    ...checkRigDisks(drafts, (kind) => kinds.targetOf(kind)),
    ...(local ? [] : checkRegions(cells, book.region)),
    ...refuseUnpriced(unknown, book),
    ...(local ? [] : checkStepLengths(drafts, cells)),
  ];
}

/** The configurations to measure, cheapest first; in other comparisons all, as they are. */
function orderWalk(
  { spec, local, cells: all, parallelRigs }: PlanInput,
  cells: readonly Cell[],
  { decide, cells: resolved }: ExpandedSpec,
): {
  readonly cells: PlanInput['cells'];
  /** Makes the walk from its rigs; absent without one. */
  readonly plan?: (rigs: readonly PricedRig[], allUsd: number) => PlannedWalk;
  readonly problems: readonly Problem[];
  /** One of them is an error. */
  readonly fails: boolean;
} {
  if (spec.design.comparison !== 'cheapestFirst' || decide === null) return { cells: all, problems: [], fails: false };
  const { metrics } = collectMeasuredMetrics(resolved);
  const { candidates, problems } = orderCandidates({ cells, local, decide, metrics });
  const byId = new Map(all.map((cell) => [cell.cellId, cell]));
  const able = candidates.flatMap(({ cell, pruned }) => (pruned === null ? (byId.get(cell) ?? []) : []));
  return {
    cells: able,
    plan: (rigs, allUsd) => planWalk(decide, candidates, rigs, { parallelRigs, allUsd }),
    problems,
    fails: problems.some(({ severity }) => severity === 'error'),
  };
}

function advisePlan(plan: Plan, kinds: Kinds): Problem[] {
  const { spec, startedAt } = plan;
  const past = warnPastSchedule(spec, Date.parse(startedAt));
  return [...past, ...warnEarlyTimeouts(plan), ...adviseShortTrials(plan, spec, kinds), ...adviseComparison(plan)];
}

export function buildPlanInput(
  spec: Spec,
  options: PlanOptions,
  kinds: Kinds,
  { cells, searches, looks }: ExpandedSpec,
): PlanInput {
  const { executionId, startedAt, scripts, seed, bucket = PLACEHOLDER_BUCKET, prices = NO_PRICES } = options;
  const local = isLocalSpec(spec, kinds);
  // Parallel rigs on one external store would disturb each other.
  const shared = Object.values(spec.targets).some((entry) => kinds.targetOf(entry.kind)?.external !== undefined);
  const { maxHours, parallelRigs } = spec.limits;
  const isWalk = spec.design.comparison === 'cheapestFirst';
  const toRemove: TeardownWork = {
    files: local ? countFiles(spec, cells, scripts) : 0,
    asked: Object.values(spec.targets).flatMap(
      ({ kind }) => kinds.targetOf(kind)?.resources?.teardownAllowanceSeconds ?? [],
    ),
  };
  const horizonSeconds = computeHorizonSeconds(local, maxHours, toRemove);
  const expiresAt = Math.ceil(startedAt / 1000 + horizonSeconds);
  return {
    spec,
    kinds,
    cells,
    searches,
    looks,
    scripts,
    executionId,
    seed: seed ?? (spec.design.seed === undefined ? executionId : String(spec.design.seed)),
    timing: buildTiming(local, computeMaxHosts(cells), toRemove),
    keys: layout(spec.experiment, executionId),
    bucket,
    horizonSeconds,
    expiresAt,
    local,
    region: prices.region,
    book: adjustToShortestMonth(prices, startedAt, 1000 * expiresAt),
    parallelRigs: parallelRigs ?? (local || shared ? 1 : isWalk ? DEFAULT_WALK_RIGS : DEFAULT_PARALLEL_RIGS),
  };
}

function computeMaxHosts(cells: readonly ResolvedCell[]): number {
  return Math.max(0, ...cells.map(({ fleet }) => sumAll(Object.values(fleet).map(({ count }) => count))));
}
