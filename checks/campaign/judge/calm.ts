/** A run that nothing struck: it ends well, and is the same as the calm run with its seed in all that can be seen. */
import { sha256 } from '../../../lib/shapes/canonical';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import type { Aftermath } from '../../../lib/twin/checkers/after/aftermath';
import type { Campaign } from '../faults/campaign';
import type { Played } from '../faults/play';
import { isQuestion } from './outcome';

/** Rows, figures, summaries, reports, receipts by their keys; mails by their number; statuses by their executions. */
export type Digest = ReadonlyMap<string, string>;

export async function makeDigest({ store, messages, started }: Played): Promise<Digest> {
  return new Map([
    ...started.map(({ executionId, execution }) => [`status of ${executionId}`, execution?.status ?? '-'] as const),
    ...messages.map(({ subject = '', message }, nth) => [`mail ${nth + 1}`, sha256(`${subject}\n${message}`)] as const),
    ...(await Promise.all(
      (await store.list('')).map(async ({ key }) => [key, sha256((await store.get(key))?.text ?? '')] as const),
    )),
  ]);
}

/** Whether a campaign changed anything: a rule struck, or the experiment is another one than the calm run's. */
export function wasStruck({ rules, hours: _, ...others }: Campaign, times: readonly number[]): boolean {
  return (
    times.some((count) => count > 0) ||
    rules.some(({ fault }) => fault === 'without') ||
    Object.values(others).some((one) => one !== undefined)
  );
}

/** @returns the first difference to the calm run */
export function checkSameAsCalm(digest: Digest, calm: Digest): Finding[] {
  const key = [...new Set([...calm.keys(), ...digest.keys()])].find((one) => calm.get(one) !== digest.get(one));
  if (key === undefined) return [];
  const how = digest.has(key)
    ? calm.has(key)
      ? 'differs from that of the calm run'
      : 'is not in the calm run'
    : 'is missing';
  return [complain('UnstruckDiffers', `nothing was struck, but ${key} ${how}`)];
}

/** @returns everything that is not well in a run that nothing struck */
export function checkEndsWell({ played, facts }: Aftermath<Played>): Finding[] {
  const { executionId, plan, rows } = facts;
  const own = played.started.find((one) => one.executionId === executionId)?.execution;
  // A model knows caches and credits: what they serve is SUSPECT, and measured all the same.
  const other = rows.find(({ row }) => row.verdict !== 'VALID' && row.verdict !== 'SUSPECT')?.row;
  const why = other?.reasons.map(({ code }) => code).join(', ');
  const mails = played.messages.filter(({ subject = '' }) => subject.includes(executionId) && !isQuestion(subject));
  return [
    ...(own?.status === 'SUCCEEDED'
      ? []
      : [complain('CalmFailed', `${executionId} is ${own?.status ?? 'not started'}`)]),
    ...(other === undefined
      ? []
      : [complain('CalmNotValid', `trial ${other.trial} is ${other.verdict} (${why ?? ''})`)]),
    ...(rows.length === plan?.trials.length ? [] : [complain('CalmRows', `there are ${rows.length} rows`)]),
    ...(mails.length === 1 ? [] : [complain('CalmMails', `${mails.length} mails were sent of a run without trouble`)]),
  ];
}

// An execution that is well is not closed before its time.

/** The guardian closes what it cannot see for half an hour at least, `guardian.asl.json`; a little less, seconds. */
const BLIND_SECONDS = 25 * 60;

/** @returns a complaint where the guardian stopped an experiment that ran, in time, and that it could see */
export function checkNotKilled({ played, facts: { plan, executionId } }: Aftermath<Played>): Finding[] {
  const own = played.started.find((one) => one.executionId === executionId)?.execution;
  if (plan === null || own?.error !== 'Closed' || own.stopDate === undefined) return [];
  const until = plan.deadline + plan.timing.teardownAllowanceSeconds / 2;
  const isBlind = played.struck.spans.some((span) => span !== null && span.last - span.first >= 1000 * BLIND_SECONDS);
  const isTouched = played.campaign.rules.some(({ fault }) => fault === 'hand' || fault === 'stack');
  if (own.stopDate >= 1000 * until || isBlind || isTouched || own.redriveCount > 0) return [];
  return [complain('HealthyKilled', `${executionId} ran in time, could be seen, and was closed`)];
}
