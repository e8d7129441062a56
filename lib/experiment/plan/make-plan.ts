/** From a spec to its plan: everything that will happen, before anything is created. Same input, same bytes. */
import { CONTRACT_VERSION } from '../../shapes/contract-version';
import { FsxbenchError } from '../../shapes/errors';
import { NO_PRICES } from '../../pricing/price-book';
import type { PriceBook } from '../../shapes/price';
import type { ScriptFiles } from '../../workloads/contract';
import { type ResolvedCell, listFactors } from '../design/cells';
import { planDecision } from '../design/decide';
import { readPublished } from '../design/published-figures';
import { canonicalize } from '../../shapes/canonical-json';
import { groupBy, sumAll } from '../../shapes/collections';
import { Commands } from './commands';
import type { PlanObject } from '../../shapes/documents';
import { expandSpec, type Expansion } from '../design/expand';
import { adviseCopies, warnEarlyTimeouts, adviseShortTrials } from './advice';
import { type SecondZone, renderObjects } from './objects';
import { countFiles } from './file-count';
import { computeHorizon, buildTiming, type TeardownWork } from './timing';
import { isLocal, type Kinds, adaptKinds } from '../kinds';
import { EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { layout } from '../../shapes/layout';
import { priceAlternative, adviseComparison, planComparison, type PlanInput } from './comparison';
import { checkRigDisks, checkQuotas } from './quotas';
import { hostsPerHour, storageUsdPerHour } from './money';
import { priceTransfer } from './rig/transfer-cost';
import { type Frame, maintenanceTime, rigDocument } from './documents';
import { numberBatches } from './number-batches';
import type { Cell, Plan, Scripts } from '../../shapes/plan';
import { locateProblems } from '../language/yaml';
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { adjustToMonth } from '../../pricing/months';
import type { FoundImage } from '../../shapes/images';
import {
  checkAvailability,
  checkRegions,
  OVER_LIMITS,
  checkBudget,
  checkSchedule,
  checkStepLengths,
  checkTrialCount,
  refuseUnpriced,
} from './refusals';
import { findContradictions } from './rig/copies';
import type { Spec } from '../../shapes/spec';
import { checkWorstCase, computeWorstCase } from './worst-case';
import { resolveMetrics } from '../../shapes/metric';
import { toMetrics } from '../../shapes/telemetry';

/** Rigs at once in AWS, unless the spec says otherwise: few enough for fresh accounts' quotas. */
const PARALLEL_RIGS = 3;
const UNKNOWN_BUCKET = 'RESULTS-BUCKET';

export interface PlanOptions {
  readonly executionId: string;
  /** Value of the tag `fsxbench:stack`. */
  readonly stack: string;
  /** Of the user's own, on everything that is created. Default: none. */
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  /** Goes before `design.seed`; without both, the order follows from the executionId. */
  readonly seed?: string;
  /** Reasons of the surroundings that are accepted beside those of the spec. Default: none. */
  readonly accept?: readonly string[];
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Texts of `workloads/`, by path below it, e.g. `fio/measure.sh`. */
  readonly scripts: ScriptFiles;
  readonly prices?: PriceBook;
  readonly simulated?: boolean;
  /** Name of the results bucket, for the boot scripts of hosts in AWS. Default: a name that nobody has. */
  readonly bucket?: string;
  /** The spec as its writer wrote it, kept beside the plan; without it, the spec is written out. */
  readonly specText?: string;
  readonly kinds?: Kinds;
}

/** A plan with all that admit must write; or why there is none. */
export type PlanResult =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly scripts: Scripts;
      /** What lies in the bucket, as text: made when somebody writes it, with the images that were found till then. */
      readonly objects: (images?: readonly FoundImage[], place?: SecondZone | null) => readonly PlanObject[];
      /** What only a whole plan can tell. */
      readonly advice: readonly Problem[];
      /** What it takes up of an account's quotas, at the most at once. */
      readonly takesUp: readonly QuotaUse[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** What was asked for, where it is refused by nothing but the limits of its own spec: to look at. */
      readonly beyond?: Plan;
    };

/**
 * Makes the plan of a spec that {@link readSpec} has accepted. Refuses, as problems: contradicting fixtures
 * (`UnknownSlot`, `CyclicNeeds`, `SlotTaken`); too many trials, events or bytes; an estimate above `limits.maxUsd`
 * (`OverBudget`) or `limits.maxHours` (`OverTime`); hosts without a price.
 * @throws FsxbenchError `Unexpected` for bugs: an executionId of another form, or a missing script
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
  const refused = [...errors, ...checkTrialCount(spec.design, expanded.cells.length), ...impossible];
  if (refused.length > 0) return { ok: false, problems: locateProblems(spec, refused) };
  return assemble(spec, options, kinds, expanded);
}

function assemble(spec: Spec, options: PlanOptions, kinds: Kinds, expanded: Expansion): PlanResult {
  const { executionId, startedAt, stack } = options;
  const whole = buildPlanInput(spec, options, kinds, expanded);
  const { local, timing, book } = whole;
  const commands = new Commands(whole.keys, timing);
  const { drafts, rigs: priced, unknown, estimate } = planComparison(whole, spec.design.comparison, commands);
  const alternative = priceAlternative(whole, spec.design.comparison);
  const { experiment } = spec;
  const deadline = Math.floor(startedAt / 1000 + spec.limits.maxHours * 3600);
  const tags = (options.tags ?? []).map(({ key, value }) => ({ Key: key, Value: value }));
  const maintenance = maintenanceTime(startedAt);
  const { expiresAt } = whole;
  const frame: Frame = { experiment, executionId, stack, tags, maintenance, deadline, expiresAt, timing };
  const rigs = priced.map((rig) => numberBatches(frame, rig, local));
  const loads = rigs.map(({ plan, batches, startingSeconds }) => ({
    document: rigDocument(frame, plan, batches, startingSeconds),
    batches,
  }));
  const worst = computeWorstCase(timing, whole.horizonSeconds, loads);
  const offers = local ? [] : checkAvailability(expanded.cells, book.region);
  const problems = [
    ...checkRigDisks(drafts, (kind) => kinds.targetOf(kind)),
    ...(local ? [] : checkRegions(expanded.cells, book.region)),
    ...offers.filter(({ severity }) => severity === 'error'),
    ...refuseUnpriced(unknown, book),
    ...(local ? [] : checkStepLengths(drafts, expanded.cells)),
    ...checkBudget(spec, estimate, alternative),
    ...checkSchedule(spec, estimate),
    ...checkWorstCase(worst, loads),
  ];
  const impossible = problems.some(({ code }) => !OVER_LIMITS.includes(code));
  if (impossible) return { ok: false, problems: locateProblems(spec, problems) };
  const { takesUp, over } = checkQuotas(drafts, whole.parallelRigs, (kind) => kinds.targetOf(kind));
  const plan: Plan = {
    schemaVersion: CONTRACT_VERSION,
    experiment,
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
    published: readPublished(spec.published, { ...spec, space: expanded.space }, kinds).published,
    ...collectMeasured(expanded.cells),
    factors: listFactors(expanded.space, expanded.cells),
    references: expanded.references,
    ...(expanded.searches.length === 0 ? {} : { searches: expanded.searches }),
    comparison: spec.design.comparison,
    alternative,
    cells: expanded.cells.map((cell) => planCell(cell, options.prices ?? NO_PRICES)),
    rigs: rigs.map((rig) => rig.plan),
    trials: drafts.flatMap((draft) => draft.stretches.flatMap((stretch) => stretch.trials)),
    parallelRigs: whole.parallelRigs,
    timing,
    estimate,
    worst,
  };
  if (problems.length > 0) return { ok: false, problems: locateProblems(spec, problems), beyond: plan };
  const advised = [...warnEarlyTimeouts(plan), ...adviseShortTrials(plan, spec, kinds), ...adviseComparison(plan)];
  const advice = locateProblems(spec, [...offers, ...over, ...adviseCopies(drafts, expanded, kinds), ...advised]);
  const scripts = commands.scripts();
  const written = [plan, loads, scripts, options] as const;
  return { ok: true, plan, advice, takesUp, scripts, objects: (...found) => renderObjects(...written, ...found) };
}

/** What both comparisons of a plan share. */
export function buildPlanInput(
  spec: Spec,
  options: PlanOptions,
  kinds: Kinds,
  { cells, searches }: Expansion,
): PlanInput {
  const { executionId, startedAt, scripts, seed, bucket = UNKNOWN_BUCKET, prices = NO_PRICES } = options;
  const local = isLocal(spec, kinds);
  // Rigs that measure one store at once measure each other.
  const shared = Object.values(spec.targets).some((entry) => kinds.targetOf(entry.kind)?.external !== undefined);
  const { maxHours, parallelRigs } = spec.limits;
  const toRemove: TeardownWork = {
    files: local ? countFiles(spec, cells, scripts) : 0,
    asked: Object.values(spec.targets).flatMap(
      ({ kind }) => kinds.targetOf(kind)?.traits?.teardownAllowanceSeconds ?? [],
    ),
  };
  const horizonSeconds = computeHorizon(local, maxHours, toRemove);
  const expiresAt = Math.ceil(startedAt / 1000 + horizonSeconds);
  return {
    spec,
    kinds,
    cells,
    searches,
    scripts,
    executionId,
    seed: seed ?? (spec.design.seed === undefined ? executionId : String(spec.design.seed)),
    timing: buildTiming(local, maxHours, maxHosts(cells), toRemove),
    keys: layout(spec.experiment, executionId),
    bucket,
    horizonSeconds,
    expiresAt,
    local,
    region: prices.region,
    book: adjustToMonth(prices, startedAt, 1000 * expiresAt),
    parallelRigs: parallelRigs ?? (local || shared ? 1 : PARALLEL_RIGS),
  };
}

/** A cell as the plan has it: what its kinds promise stands in it, so that results need not ask them again. */
function planCell(cell: ResolvedCell, book: PriceBook): Cell {
  const { cellId, levels, target, stage, workload, params, targetConfig, mounts = {}, fleet } = cell;
  const { targetKind: kind, workloadKind: tool } = cell;
  const remarks = kind.remarks?.(targetConfig) ?? [];
  const load = tool.load?.(params) ?? null;
  const measuring = tool.roles(params, Object.keys(fleet)).filter(({ measures }) => measures);
  const asking = sumAll(measuring.map(({ role }) => fleet[role]?.count ?? 0));
  const hosts = Object.values(fleet).flatMap(({ count, instanceType, image }) =>
    kind.local || instanceType === undefined ? [] : [{ count, instanceType, image }],
  );
  return {
    cellId,
    levels,
    target,
    stage,
    workload,
    params,
    targetConfig,
    mounts,
    provisioned: kind.getProvisioned(targetConfig, listHostTypes(cell)),
    ...(remarks.length === 0 ? {} : { remarks }),
    held: tool.limits(params),
    ...(load === null ? {} : { load: { ...load, rate: load.rate * asking } }),
    // Lines of a month that holds what the spec says, where the target has such.
    storageUsdPerHour: storageUsdPerHour(
      { lineItems: (config) => kind.usage?.perMonth?.(config) ?? kind.lineItems(config) },
      targetConfig,
      book,
    ),
    hostsUsdPerHour: hostsPerHour(hosts, book),
    ...priceTransfer(kind, targetConfig, book),
    elsewhereUsdPerHour: kind.usdPerHour?.(targetConfig) ?? null,
    ...(kind.external === undefined ? {} : { foreign: true }),
  };
}

/** Instance types of the hosts that mount a target. */
function listHostTypes({ fleet, targetKind, targetConfig }: ResolvedCell): readonly string[] {
  const having = targetKind.hosts?.(targetConfig).roles;
  return Object.entries(fleet).flatMap(([role, { instanceType, mount }]) =>
    instanceType === undefined || mount === 'none' || having?.includes(role) === false ? [] : [instanceType],
  );
}

/** What servers are asked, once for each target and stage. */
function collectTelemetry(cells: readonly ResolvedCell[]): Plan['telemetry'] {
  return [...groupBy(cells, ({ target, stage }) => canonicalize([target, stage])).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { target, stage, targetKind, targetConfig } = first;
    const asked = targetKind.telemetry?.(targetConfig) ?? null;
    return asked === null ? [] : [{ target, stage, ...asked }];
  });
}

/** What is measured, and asked: metrics and facts of the workloads of the cells, and what servers are asked. */
function collectMeasured(cells: readonly ResolvedCell[]): Pick<Plan, 'metrics' | 'factWords' | 'telemetry'> {
  const each = [...new Map(cells.map((cell) => [cell.workload, cell])).values()];
  const metrics = each.map(({ workloadKind, params }) => resolveMetrics(workloadKind, params));
  const telemetry = collectTelemetry(cells);
  return {
    telemetry,
    metrics: Object.fromEntries([...metrics, toMetrics(telemetry)].flatMap((its) => Object.entries(its))),
    factWords: Object.fromEntries(each.flatMap(({ workloadKind }) => Object.entries(workloadKind.factWords))),
  };
}

function maxHosts(cells: readonly ResolvedCell[]): number {
  return Math.max(0, ...cells.map(({ fleet }) => sumAll(Object.values(fleet).map(({ count }) => count))));
}
