/** What was paid: while it ran, never above the budget; after it, what could not be deleted sooner. */
import type { Complaint } from '../facts';
import { type Aftermath, untaggedOf, uselessFrom } from './aftermath';

/** What was paid for an execution, dollars. */
export interface Paid {
  /** While somebody had a use for it. */
  readonly used: number;
  /** After that: teardown, and whatever was late. */
  readonly after: number;
  /** Of `after`: for what nobody here can, or may, delete, and a person has to. */
  readonly forPerson: number;
}

/** Splits what was paid at the moment from which nobody had a use for it. */
export function paidFor(aftermath: Aftermath): Paid {
  const births = new Map(aftermath.births.map((birth) => [birth.id, birth]));
  const untagged = untaggedOf(aftermath);
  let [used, after, forPerson] = [0, 0, 0];
  for (const { interval, usd } of aftermath.paid) {
    const birth = births.get(interval.id);
    const length = interval.until - interval.from;
    if (birth === undefined || length <= 0) continue;
    const late = Math.max(0, interval.until - Math.max(interval.from, uselessFrom(aftermath, birth)));
    after += (usd * late) / length;
    const never = aftermath.played.healedAt === null && birth.goneAt === null;
    if (never || untagged.has(birth.id)) forPerson += (usd * late) / length;
    used += (usd * (length - late)) / length;
  }
  return { used, after, forPerson };
}

/** A cent: prices are by the second, and a step may end a little after it was asked to. */
const ROUNDING_USD = 0.01;

/**
 * @param teardownUsd what the teardown of a clean run costs
 * @returns a complaint where more was spent than the budget and a teardown
 */
export function withinBudget(aftermath: Aftermath, teardownUsd: number): Complaint[] {
  const { plan } = aftermath.facts;
  if (plan === null) return [];
  const { maxUsd } = plan.spec.limits;
  // What somebody made by hand is in no budget; all else is, beside it too.
  const { copied } = aftermath.played;
  const { used } = paidFor({ ...aftermath, paid: aftermath.paid.filter(({ interval }) => !copied.has(interval.id)) });
  if (used <= maxUsd + teardownUsd + ROUNDING_USD) return [];
  const text = `$${used.toFixed(2)} were spent while it ran; the budget is $${maxUsd.toFixed(2)}`;
  return [{ checker: 'money', code: 'OverBudget', text }];
}
