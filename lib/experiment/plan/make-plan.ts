/** From a spec to its plan: everything that will happen, before anything is created. Same input, same bytes. */
import { CONTRACT_VERSION } from '../../shapes/contract-version';
import { FsxbenchError } from '../../shapes/errors';
import { NO_PRICES } from '../../pricing/price-book';
import type { PriceBook } from '../../shapes/price';
import type { ScriptFiles } from '../../workloads/contract';
import { type ResolvedCell, factorsOf } from '../design/cells';
import { planDecision } from '../design/decide';
import { readPublished } from '../design/published';
import { canonical } from '../../shapes/canonical';
import { groupBy, sumOf } from '../../shapes/group';
import { Commands } from './commands';
import type { PlanObject } from '../../shapes/documents';
import { expand, type Expanded } from '../design/expand';
import { copiesAdvice, givenUpEarly, shortTrials } from './advice';
import { type SecondZone, writtenOut } from './objects';
import { filesLeft } from './files-left';
import { horizonOf, timingOf, type ToRemove } from './timing';
import { isLocal, type Kinds, kindsOn } from '../kinds';
import { EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { layout } from '../../shapes/layout';
import { alternativeTo, comparisonAdvice, compared, type Whole } from './comparison';
import { wrongDisks, heldAgainstQuotas } from './quotas';
import { hostsPerHour, storageUsdPerHour } from './money';
import { movedPrice } from './rig/moved';
import { type Frame, maintenanceTime, rigDocument } from './documents';
import { numbered } from './numbered';
import type { Cell, Plan, Scripts } from '../../shapes/plan';
import { placedIn } from '../language/yaml';
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { billedIn } from '../../pricing/months';
import type { FoundImage } from '../../shapes/images';
import {
  notOffered,
  otherRegions,
  OVER_LIMITS,
  overLimits,
  startsTooOften,
  tooLong,
  tooMany,
  unpriced,
} from './refusals';
import { contradictionsIn } from './rig/copies';
import type { Spec } from '../../shapes/spec';
import { tooLarge, worstOf } from './worst-case';
import { metricsOfEntry } from '../../shapes/metric';
import { toldMetrics } from '../../shapes/telemetry';

/** Rigs at once in AWS, unless the spec says otherwise: few enough for fresh accounts' quotas. */
const PARALLEL_RIGS = 3;
/** Stands in plans that are only looked at: no bucket may be called so. */
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
  /** It will be rehearsed, not measured. Default: false. */
  readonly simulated?: boolean;
  /** Name of the results bucket, for the boot scripts of hosts in AWS. Default: a name that nobody has. */
  readonly bucket?: string;
  /** The spec as its writer wrote it, kept beside the plan; without it, the spec is written out. */
  readonly specText?: string;
  readonly kinds?: Kinds;
}

/** A plan with all that admit must write; or why there is none. */
export type Planned =
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
 * Makes the plan of a spec that {@link readSpec} has accepted.
 * Refuses, as problems: kinds whose fixtures contradict each other (`UnknownSlot`, `CyclicNeeds`, `SlotTaken`); too
 * many trials, events or bytes; an estimate above `limits.maxUsd` (`OverBudget`) or above `limits.maxHours`
 * (`OverTime`); hosts without a price.
 * @throws FsxbenchError `Unexpected` where executionId has no allowed form, or a script is missing: mistakes of the
 * program, not of a spec.
 */
export function makePlan(spec: Spec, options: PlanOptions): Planned {
  const { executionId } = options;
  if (!EXECUTION_ID_PATTERN.test(executionId))
    throw new FsxbenchError('Unexpected', `executionId is '${executionId}', expected ${String(EXECUTION_ID_PATTERN)}`);
  const kinds = kindsOn(spec.fleet, options.kinds);
  const expanded = expand(spec, kinds);
  const errors = expanded.problems.filter((problem) => problem.severity === 'error');
  const impossible =
    errors.length > 0 ? [] : contradictionsIn({ spec, kinds, scripts: options.scripts }, expanded.cells);
  const refused = [...errors, ...tooMany(spec.design, expanded.cells.length), ...impossible];
  if (refused.length > 0) return { ok: false, problems: placedIn(spec, refused) };
  return assemble(spec, options, kinds, expanded);
}

function assemble(spec: Spec, options: PlanOptions, kinds: Kinds, expanded: Expanded): Planned {
  const { executionId, startedAt, stack } = options;
  const whole = wholeOf(spec, options, kinds, expanded);
  const { local, timing, book } = whole;
  const commands = new Commands(whole.keys, timing);
  const { drafts, rigs: priced, unknown, estimate } = compared(whole, spec.design.comparison, commands);
  const alternative = alternativeTo(whole, spec.design.comparison);
  const { experiment } = spec;
  const deadline = Math.floor(startedAt / 1000 + spec.limits.maxHours * 3600);
  const tags = (options.tags ?? []).map(({ key, value }) => ({ Key: key, Value: value }));
  const maintenance = maintenanceTime(startedAt);
  const { expiresAt } = whole;
  const frame: Frame = { experiment, executionId, stack, tags, maintenance, deadline, expiresAt, timing };
  const rigs = priced.map((rig) => numbered(frame, rig, local));
  const loads = rigs.map(({ plan, batches, startingSeconds }) => ({
    document: rigDocument(frame, plan, batches, startingSeconds),
    batches,
  }));
  const worst = worstOf(timing, whole.horizonSeconds, loads);
  const offers = local ? [] : notOffered(expanded.cells, book.region);
  const problems = [
    ...wrongDisks(drafts, (kind) => kinds.targetOf(kind)),
    ...(local ? [] : otherRegions(expanded.cells, book.region)),
    ...offers.filter(({ severity }) => severity === 'error'),
    ...unpriced(unknown, book),
    ...(local ? [] : tooLong(drafts, expanded.cells)),
    ...overLimits(spec, estimate, alternative),
    ...startsTooOften(spec, estimate),
    ...tooLarge(worst, loads),
  ];
  const impossible = problems.some(({ code }) => !OVER_LIMITS.includes(code));
  if (impossible) return { ok: false, problems: placedIn(spec, problems) };
  const { takesUp, over } = heldAgainstQuotas(drafts, whole.parallelRigs, (kind) => kinds.targetOf(kind));
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
    ...measuredBy(expanded.cells),
    factors: factorsOf(expanded.space, expanded.cells),
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
  if (problems.length > 0) return { ok: false, problems: placedIn(spec, problems), beyond: plan };
  const advised = [...copiesAdvice(drafts, expanded, kinds), ...givenUpEarly(plan), ...shortTrials(plan, spec, kinds)];
  const advice = placedIn(spec, [...offers, ...over, ...advised, ...comparisonAdvice(plan)]);
  const scripts = commands.scripts();
  const written = [plan, loads, scripts, options] as const;
  return { ok: true, plan, advice, takesUp, scripts, objects: (...found) => writtenOut(...written, ...found) };
}

/** What both comparisons of a plan share. */
export function wholeOf(spec: Spec, options: PlanOptions, kinds: Kinds, { cells, searches }: Expanded): Whole {
  const { executionId, startedAt, scripts, seed, bucket = UNKNOWN_BUCKET, prices = NO_PRICES } = options;
  const local = isLocal(spec, kinds);
  // Rigs that measure one store at once measure each other.
  const shared = Object.values(spec.targets).some((entry) => kinds.targetOf(entry.kind)?.foreign !== undefined);
  const { maxHours, parallelRigs } = spec.limits;
  const toRemove: ToRemove = {
    files: local ? filesLeft(spec, cells, scripts) : 0,
    asked: Object.values(spec.targets).flatMap(
      ({ kind }) => kinds.targetOf(kind)?.traits?.teardownAllowanceSeconds ?? [],
    ),
  };
  const horizonSeconds = horizonOf(local, maxHours, toRemove);
  const expiresAt = Math.ceil(startedAt / 1000 + horizonSeconds);
  return {
    spec,
    kinds,
    cells,
    searches,
    scripts,
    executionId,
    seed: seed ?? (spec.design.seed === undefined ? executionId : String(spec.design.seed)),
    timing: timingOf(local, maxHours, mostHosts(cells), toRemove),
    keys: layout(spec.experiment, executionId),
    bucket,
    horizonSeconds,
    expiresAt,
    local,
    region: prices.region,
    book: billedIn(prices, startedAt, 1000 * expiresAt),
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
  const asking = sumOf(measuring.map(({ role }) => fleet[role]?.count ?? 0));
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
    provisioned: kind.entitlement(targetConfig, typesOn(cell)),
    ...(remarks.length === 0 ? {} : { remarks }),
    held: tool.limits(params),
    ...(load === null ? {} : { load: { ...load, rate: load.rate * asking } }),
    // Lines of a month that holds what the spec says, where the target has such.
    storageUsdPerHour: storageUsdPerHour(
      { lineItems: (config) => kind.usage?.ofMonth?.(config) ?? kind.lineItems(config) },
      targetConfig,
      book,
    ),
    hostsUsdPerHour: hostsPerHour(hosts, book),
    ...movedPrice(kind, targetConfig, book),
    elsewhereUsdPerHour: kind.usdPerHour?.(targetConfig) ?? null,
    ...(kind.foreign === undefined ? {} : { foreign: true }),
  };
}

/** Instance types of the hosts that mount a target. */
function typesOn({ fleet, targetKind, targetConfig }: ResolvedCell): readonly string[] {
  const having = targetKind.hosts?.(targetConfig).roles;
  return Object.entries(fleet).flatMap(([role, { instanceType, mount }]) =>
    instanceType === undefined || mount === 'none' || having?.includes(role) === false ? [] : [instanceType],
  );
}

/** What servers are asked, once for each target and stage. */
function telemetryOf(cells: readonly ResolvedCell[]): Plan['telemetry'] {
  return [...groupBy(cells, ({ target, stage }) => canonical([target, stage])).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { target, stage, targetKind, targetConfig } = first;
    const asked = targetKind.telemetry?.(targetConfig) ?? null;
    return asked === null ? [] : [{ target, stage, ...asked }];
  });
}

/** What is measured, and asked: metrics and facts of the workloads of the cells, and what servers are asked. */
function measuredBy(cells: readonly ResolvedCell[]): Pick<Plan, 'metrics' | 'factWords' | 'telemetry'> {
  const each = [...new Map(cells.map((cell) => [cell.workload, cell])).values()];
  const metrics = each.map(({ workloadKind, params }) => metricsOfEntry(workloadKind, params));
  const telemetry = telemetryOf(cells);
  return {
    telemetry,
    metrics: Object.fromEntries([...metrics, toldMetrics(telemetry)].flatMap((its) => Object.entries(its))),
    factWords: Object.fromEntries(each.flatMap(({ workloadKind }) => Object.entries(workloadKind.factWords))),
  };
}

function mostHosts(cells: readonly ResolvedCell[]): number {
  return Math.max(0, ...cells.map(({ fleet }) => sumOf(Object.values(fleet).map(({ count }) => count))));
}
