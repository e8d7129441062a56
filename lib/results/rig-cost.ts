/** What rigs cost, by the plan's prices and the times that they left: a bill comes a day later. */
import { ensure } from '../shapes/errors';
import type { RigOutcome } from '../shapes/outcomes';
import type { Plan, RigPlan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import { findTarget } from '../targets/registry';

export interface RigCost {
  /**
   * From when there is something to pay (FSx bills from AVAILABLE) to the end of the deletes, each time at what
   * everything in the rig costs then; the price before a change or after it, whichever is dearer, counts while it is
   * made. A rig that left no prices counts from the launch of its hosts, or its first mark, at its dearest. A copy
   * whose delete was asked for before its rig's counts until that should be done: where it was refused and it went with
   * its rig, the bill is higher.
   */
  readonly usd: number;
  /** Rigs that left no times, since they were stopped from outside: their money is not in it. */
  readonly unknown: readonly string[];
}

/**
 * Adds up rigs.
 * @param until ISO 8601: when a rig that left no end was certainly gone; null where nobody knows
 */
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

/** What copies cost while they are deleted: marks of their rig are without them from when that was asked for. */
function computeDeletingUsd({ copies }: RigPlan, failed: NonNullable<RigOutcome['failed']>): number {
  return failed.reduce((sum, { copy, deletedAt }) => {
    if (deletedAt === undefined) return sum;
    const { kind, targetConfig, usdPerHour } = ensure(
      copies.find((one) => one.copy === copy),
      `the copy ${copy} of a rig`,
    );
    return sum + (usdPerHour * (findTarget(kind)?.teardownSeconds(targetConfig) ?? 0)) / 3600;
  }, 0);
}

/**
 * What an execution has spent, US dollars by list prices.
 * @returns null where a rig left no times, there is no receipt yet, or something is billed by the GiB that was moved
 */
export function findExactSpend(
  plan: Pick<Plan, 'rigs' | 'cells'>,
  outcomes: readonly Pick<RigOutcome, 'rig' | 'marks' | 'failed'>[],
  receipt: Pick<Receipt, 'verifiedAt'> | null,
): number | null {
  if (receipt === null || plan.cells.some(({ movedUsdPerGiB }) => movedUsdPerGiB !== undefined)) return null;
  const { usd, unknown } = sumRigCosts(plan, outcomes, receipt.verifiedAt);
  return unknown.length === 0 ? usd : null;
}

/** What `summary.json` says of money and rigs. */
interface SummaryCost {
  readonly cost: { readonly spendUsd: number | null };
  readonly outcomes: readonly Pick<RigOutcome, 'rig' | 'marks' | 'failed'>[];
}

/**
 * At most what an execution has spent, US dollars by list prices. Rigs that were stopped leave no times: they count
 * from the start to the receipt. What is billed by the GiB that was moved leaves none either: such plans count as their
 * estimate at least.
 * @returns null where a rig left no times and there is no receipt
 */
export function boundSpend(
  plan: Pick<Plan, 'rigs' | 'cells' | 'estimate' | 'startedAt'>,
  { cost, outcomes }: SummaryCost,
  receipt: Pick<Receipt, 'verifiedAt'> | null,
): number | null {
  if (cost.spendUsd !== null) return cost.spendUsd;
  const { usd, unknown } = sumRigCosts(plan, outcomes, receipt?.verifiedAt ?? null);
  if (unknown.length > 0 && receipt === null) return null;
  const hours = receipt === null ? 0 : (Date.parse(receipt.verifiedAt) - Date.parse(plan.startedAt)) / 3_600_000;
  const stopped = plan.rigs.reduce((sum, one) => sum + (unknown.includes(one.rig) ? one.usdPerHour * hours : 0), 0);
  const isMoved = plan.cells.some(({ movedUsdPerGiB }) => movedUsdPerGiB !== undefined);
  return Math.max(usd + stopped, isMoved ? plan.estimate.usd : 0);
}
