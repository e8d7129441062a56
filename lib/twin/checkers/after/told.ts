/**
 * A person was told whenever an execution ended other than well, and whenever anything outlived its expiry; and not too
 * often.
 */
import { DETAIL_TYPE } from '../../../shapes/mail';
import type { Complaint } from '../facts';
import { passedOverKinds } from '../passed-over';
import { type Aftermath, goneAtOf } from './aftermath';

/** @returns a complaint where nobody was told of what somebody has to know */
export function told(aftermath: Aftermath): Complaint[] {
  const { played, facts, births } = aftermath;
  const { executionId, plan } = facts;
  const own = played.started.find((one) => one.executionId === executionId)?.execution;
  const mails = played.messages.filter(({ subject = '', message }) => `${subject}\n${message}`.includes(executionId));
  const complain = (code: string, text: string): Complaint => ({ checker: 'told', code, text });
  const complaints: Complaint[] = [];
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
