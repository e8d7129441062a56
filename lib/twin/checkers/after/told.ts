/**
 * A person was told whenever an execution ended other than well, and whenever anything outlived its expiry; and not too
 * often.
 */
import { DETAIL_TYPE } from '../../../shapes/mail';
import { complain, type Finding } from '../facts';
import { passedOverKinds } from '../receipt-true';
import { type Aftermath, goneAtOf, untaggedOf, uselessFrom } from './aftermath';

/** @returns a complaint where nobody was told of what somebody has to know */
export function told(aftermath: Aftermath): Finding[] {
  const { played, facts, births } = aftermath;
  const { executionId, plan } = facts;
  const own = played.started.find((one) => one.executionId === executionId)?.execution;
  const mails = played.messages.filter(({ subject = '', message }) => `${subject}\n${message}`.includes(executionId));
  const complaints: Finding[] = [];
  if (own !== null && own !== undefined && own.status !== 'SUCCEEDED' && mails.length === 0)
    complaints.push(complain('NotTold', `${executionId} ended ${own.status}, and nobody was told`));
  const expiresAt = 1000 * (plan?.expiresAt ?? Number.POSITIVE_INFINITY);
  for (const [day, count] of leftByDay(mails))
    if (count > LEFT_PER_DAY) complaints.push(complain('TooManyMails', `${count} mails of what is left on ${day}`));
  // Of what only tells and nobody can list, the mail of the end says so: it costs cents, and is looked for always.
  const silent = passedOverKinds(facts.receipt);
  const named = (kind: string): boolean => silent.has(kind) && mails.some(({ message }) => message.includes(kind));
  const outlived = births.find((birth) => (goneAtOf(aftermath, birth) ?? played.now) > expiresAt && !named(birth.kind));
  // Who was told shortly before knows already that it is left; he has to be told again in time.
  const known = mails.some(({ at, subject = '' }) => isLeft(subject) && played.now < at + NEXT_MAIL_MS);
  if (outlived !== undefined && !known && !mails.some(({ at }) => at > expiresAt))
    complaints.push(
      complain('ExpiryNotTold', `${outlived.kind} ${outlived.id} outlived its expiry, and nobody was told`),
    );
  return complaints;
}

/** Mails of what is left of one execution, on one day, UTC. */
const LEFT_PER_DAY = 1;
/**
 * The next of them comes when a guardian ends on another day: each takes up to 10.5 h for its five rounds where what is
 * left refuses to go, so that from the first minute of a day on it is 24 h and one of them.
 */
const NEXT_MAIL_MS = 36 * 3_600_000;

function isLeft(subject: string): boolean {
  return subject.startsWith(DETAIL_TYPE.left);
}

function leftByDay(mails: Aftermath['played']['messages']): Map<string, number> {
  const days = mails.flatMap(({ subject = '', at }) =>
    isLeft(subject) ? [new Date(at).toISOString().slice(0, 10)] : [],
  );
  return new Map(days.map((day) => [day, days.filter((one) => one === day).length]));
}

// What was paid: while it ran, never above the budget; after it, what could not be deleted sooner.

/** What was paid for an execution, dollars. */
interface Paid {
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
export function withinBudget(aftermath: Aftermath, teardownUsd: number): Finding[] {
  const { plan } = aftermath.facts;
  if (plan === null) return [];
  const { maxUsd } = plan.spec.limits;
  // What somebody made by hand is in no budget; all else is, beside it too.
  const { copied } = aftermath.played;
  const { used } = paidFor({ ...aftermath, paid: aftermath.paid.filter(({ interval }) => !copied.has(interval.id)) });
  if (used <= maxUsd + teardownUsd + ROUNDING_USD) return [];
  const text = `$${used.toFixed(2)} were spent while it ran; the budget is $${maxUsd.toFixed(2)}`;
  return [complain('OverBudget', text)];
}
