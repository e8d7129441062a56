/** Cost of rigs from planned prices and recorded times. The AWS bill is available only a day later. */
import { sumAll } from '../shapes/collections';
import { ensure } from '../shapes/errors';
import { narrowToWalk, type WalkBatch } from '../shapes/walk';
import type { RigOutcome } from '../shapes/outcomes';
import type { Plan, RigPlan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import { findTarget } from '../targets/registry';

export interface RigCost {
  /**
   * From the first billed moment (FSx bills from AVAILABLE) to the end of the deletes, at the rig price of each moment;
   * during a change, at the higher of the two prices. A rig without prices counts from the launch of its hosts, or its
   * first mark, at its highest price. A target instance deleted before its rig counts for its expected delete time; if
   * that delete was refused and it ended with its rig, the bill is higher.
   */
  readonly usd: number;
  /** Rigs that left no times, as they were stopped from outside. `usd` does not include these rigs. */
  readonly unknown: readonly string[];
}

/** Adds up rigs. @param until ISO 8601: time when rigs without an end were surely deleted; null if unknown */
export function sumRigCosts(
  plan: Pick<Plan, 'rigs'>,
  outcomes: readonly Pick<RigOutcome, 'rig' | 'marks' | 'failed'>[],
  until: string | null,
): RigCost {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.rig, outcome]));
  const unknown: string[] = [];
  let usd = 0;
  for (const planned of plan.rigs) {
    const { rig, usdPerHour } = planned;
    const { marks = [], failed = [] } = outcomeOf.get(rig) ?? {};
    const last = marks.at(-1);
    const end = last?.mark === 'done' ? last.at : until;
    if (marks.length === 0 || end === null) unknown.push(rig);
    else usd += computeRigUsd(marks, end, usdPerHour) + computeDeletingUsd(planned, failed);
  }
  return { usd, unknown };
}

function computeRigUsd(marks: RigOutcome['marks'], end: string, dearest: number): number {
  const priced = marks.flatMap(({ at, usdPerHour }) => (usdPerHour === undefined ? [] : [{ at, usdPerHour }]));
  const first = ensure(marks.find(({ mark }) => mark === 'launching') ?? marks[0], 'a mark').at;
  const steps = priced.length === 0 ? [{ at: first, usdPerHour: dearest }] : priced;
  return steps.reduce((sum, { at, usdPerHour }, index) => {
    const hours = (Date.parse(steps[index + 1]?.at ?? end) - Date.parse(at)) / 3_600_000;
    return sum + usdPerHour * Math.max(0, hours);
  }, 0);
}

/** Cost of target instances while they are deleted: the rig marks exclude an instance once its delete is requested. */
function computeDeletingUsd({ copies }: RigPlan, failed: NonNullable<RigOutcome['failed']>): number {
  return failed.reduce((sum, { copy: target, deletedAt }) => {
    if (deletedAt === undefined) return sum;
    const { kind, targetConfig, usdPerHour } = ensure(
      copies.find((one) => one.copy === target),
      `target instance ${target} of a rig`,
    );
    return sum + (usdPerHour * (findTarget(kind)?.resources?.teardownSeconds(targetConfig) ?? 0)) / 3600;
  }, 0);
}

/** Spend, US dollars by list prices. @returns null without rig times or receipt, or if transferred GiB are billed */
export function computeExactSpend(
  plan: Pick<Plan, 'rigs' | 'cells' | 'trials'>,
  outcomes: readonly Pick<RigOutcome, 'rig' | 'marks' | 'failed'>[],
  receipt: Pick<Receipt, 'verifiedAt'> | null,
): number | null {
  const measured = new Set(plan.trials.map(({ cell }) => cell));
  const isMoved = plan.cells.some((one) => one.transferUsdPerGiB !== undefined && measured.has(one.cellId));
  if (receipt === null || isMoved) return null;
  const { usd, unknown } = sumRigCosts(plan, outcomes, receipt.verifiedAt);
  return unknown.length === 0 ? usd : null;
}

/** The cost fields of `summary.json`, and the rigs. */
interface SummaryCost {
  readonly cost: { readonly spendUsd: number | null };
  readonly outcomes: readonly Pick<RigOutcome, 'rig' | 'marks' | 'failed'>[];
  readonly walk?: { readonly batches: readonly WalkBatch[] };
}

/**
 * Upper bound, US dollars by list prices: rigs without times count from start to receipt, billed transfers at least as
 * estimated. @returns null if a rig has no times and there is no receipt
 */
export function computeSpendBound(
  whole: Pick<Plan, 'rigs' | 'cells' | 'estimate' | 'startedAt' | 'walk' | 'trials'>,
  { cost, outcomes, walk }: SummaryCost,
  receipt: Pick<Receipt, 'verifiedAt'> | null,
): number | null {
  if (cost.spendUsd !== null) return cost.spendUsd;
  const plan = narrowToWalk(whole, walk?.batches);
  const { usd, unknown } = sumRigCosts(plan, outcomes, receipt?.verifiedAt ?? null);
  if (unknown.length > 0 && receipt === null) return null;
  const hours = receipt === null ? 0 : (Date.parse(receipt.verifiedAt) - Date.parse(plan.startedAt)) / 3_600_000;
  const stopped = plan.rigs.reduce((sum, one) => sum + (unknown.includes(one.rig) ? one.usdPerHour * hours : 0), 0);
  const measured = new Set(plan.trials.map(({ cell }) => cell));
  const isMoved = plan.cells.some((one) => one.transferUsdPerGiB !== undefined && measured.has(one.cellId));
  const estimate = sumAll(plan.rigs.map(({ estimateUsd }) => estimateUsd));
  return Math.max(usd + stopped, isMoved ? estimate : 0);
}
