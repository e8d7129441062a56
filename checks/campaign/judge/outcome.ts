/** Mails and events are true at the time they are sent, and measured results are in the bucket. */
import { isNeedless } from '../../../lib/results/search/search-result';
import { layout } from '../../../lib/shapes/layout';
import type { Summary } from '../../../lib/results/summary';
import { VERDICTS } from '../../../lib/shapes/verdict';
import type { MailDetail } from '../../../lib/shapes/mail';
import type { ExecutionResult } from '../../../lib/shapes/result';
import { parseMailKind, MAIL_REASONS } from '../../../lib/shapes/mail';
import { isOwnedBy } from '../../../lib/shapes/execution-names';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import type { ExecutionRecord } from '../../oracles/execution-record';
import type { PutEvent } from '../../../lib/twin/cloud/messages';
import { pickRules } from '../faults/campaign';
import type { CampaignRun } from '../faults/run-campaign';

/** The function that writes receipts. */
const RECEIPT = 'write-receipt';

/** A mail that asks a person for a manual stage, `action.asl.yaml`: it is not about an end. */
export function isQuestion(subject: string): boolean {
  return subject.endsWith(' waits for your confirmation');
}

/** @returns every false statement in mails and events, and a missing mail about the end */
export function checkMails(aftermath: ExecutionRecord<CampaignRun>): Finding[] {
  const { observations, facts } = aftermath;
  const { executionId } = facts;
  const own = observations.started.find((one) => one.executionId === executionId)?.execution;
  // After a redrive there is another end than the reported one.
  if (own === null || own === undefined || own.redriveCount > 0) return [];
  // The mail of the janitor about unavailable functions is not about an end.
  const events = observations.events.filter(({ detail }) => {
    const { executionId: named, why } = detail as Partial<MailDetail>;
    return named === executionId && MAIL_REASONS.some((reason) => reason === why);
  });
  const mails = observations.messages.filter(
    ({ subject = '' }) =>
      !isQuestion(subject) && isOwnedBy(/^\[fsxbench\] (?:ACTION )?([\w-]+)/.exec(subject)?.[1] ?? '', executionId),
  );
  return [
    ...events.flatMap((one, nth) => checkDetail(one, nth === events.length - 1, aftermath)),
    ...checkFirstWord(
      aftermath,
      mails.map(({ at }) => at),
    ),
    ...mails.flatMap(({ subject = '', at }) => {
      if (subject.endsWith(UNABLE)) return [];
      const kind = parseMailKind(subject);
      return findFalseKind(kind ?? 'none', at, aftermath).map((why) => complain('MailFalse', `'${subject}': ${why}`));
    }),
  ];
}

/** End of the subject of the mail that the janitor sends without a function. */
const UNABLE = ': functions of the deployment do not run';

/** @param isLast unread trials are reported again: the last event counts */
function checkDetail({ detail, at }: PutEvent, isLast: boolean, aftermath: ExecutionRecord<CampaignRun>): Finding[] {
  // Without a function the machine sends an event with few members.
  const { kind, outcome, clean, why, trials, receipt } = detail as MailDetail & Partial<ExecutionResult>;
  const verdicts = trials?.verdicts ?? null;
  // The execution may still run: the janitor could call no function.
  if (String(why) === 'unable') return [];
  const { facts } = aftermath;
  const say = (text: string): Finding => complain('EventFalse', `an event of ${kind} says ${text}`);
  const found = findFalseKind(kind, at, aftermath).map((text) => say(`so, but ${text}`));
  if (why === 'refused') return found;
  const status = statusAt(at, aftermath);
  const rows = facts.rows.map(({ row }) => row);
  // Unread trials get their rows after the event.
  const read = Object.values(verdicts ?? {}).reduce((sum, count) => sum + count, 0) - (trials?.unread ?? 0);
  const valid = rows.filter(({ verdict }) => verdict === 'VALID').length;
  return [
    ...found,
    ...(outcome === status || outcome === 'UNKNOWN' ? [] : [say(`${outcome}, but the execution is ${status}`)]),
    ...(clean && findReceiptAt(at, aftermath)?.clean !== true ? [say('clean, but no receipt confirms it')] : []),
    ...(clean && (receipt?.remaining ?? []).length > 0 ? [say('clean, but names leftovers')] : []),
    ...(isLast && read === rows.length && verdicts !== null && verdicts.VALID !== valid
      ? [say(`${verdicts.VALID} trials are VALID, but ${valid} rows are`)]
      : []),
  ];
}

/** A mail about leftovers follows the first round that left any, not the last; seconds. */
const FIRST_WORD_SECONDS = 1800;

/** @param mails their times; checked only where no fault prevents mails */
function checkFirstWord({ observations, facts }: ExecutionRecord<CampaignRun>, mails: readonly number[]): Finding[] {
  if (!observations.campaign.rules.every(({ fault }) => fault === 'thing' || fault === 'hand')) return [];
  const own = observations.receipts.filter(({ receipt }) => receipt.executionId === facts.executionId);
  const [first] = own.filter(({ receipt }) => !receipt.clean);
  if (first === undefined || mails.some((at) => at >= first.at && at <= first.at + 1000 * FIRST_WORD_SECONDS))
    return [];
  return [complain('FirstMailLate', 'no mail within half an hour after a receipt with leftovers')];
}

/** Why a mail of this kind is false at a time; none where it is true. */
function findFalseKind(kind: string, at: number, aftermath: ExecutionRecord<CampaignRun>): string[] {
  const { creations, observations } = aftermath;
  const clean = findReceiptAt(at, aftermath)?.clean === true;
  const status = statusAt(at, aftermath);
  if (kind === 'finished') {
    return [
      ...(status === 'SUCCEEDED' ? [] : [`the execution is ${status}`]),
      ...(clean ? [] : ['no receipt confirms the cleanup']),
    ];
  }
  // A refused execution has created nothing, and has no receipt yet: a guardian writes one where its name was taken.
  if (kind === 'failed' && !clean && (creations.length > 0 || findReceiptAt(at, aftermath) !== undefined))
    return ['it is not a refusal, and no receipt confirms the cleanup'];
  // Where the function died after it had written the receipt, its guardian cannot know.
  const unanswered = pickRules(observations.campaign, 'function').some(
    ({ rule: { name = RECEIPT, effect } }) => name === RECEIPT && effect === 'memory',
  );
  if (kind === 'resources-left' && clean && !unanswered) return ['the receipt confirms the cleanup'];
  return kind === 'none' ? ['its subject has no known kind'] : [];
}

function statusAt(at: number, { observations, facts }: ExecutionRecord<CampaignRun>): string {
  const own = observations.started.find((one) => one.executionId === facts.executionId)?.execution;
  return own?.stopDate === undefined || own.stopDate > at ? 'RUNNING' : own.status;
}

function findReceiptAt(at: number, { observations, facts }: ExecutionRecord<CampaignRun>) {
  const own = observations.receipts.filter(({ receipt }) => receipt.executionId === facts.executionId);
  return own.findLast((one) => one.at <= at)?.receipt;
}

// Results: figures of each VALID trial, a summary of all rows, a report.

/** @returns everything that is missing in the results, or contradicts the rows */
export async function checkResults({
  observations: { store },
  facts,
}: ExecutionRecord<CampaignRun>): Promise<Finding[]> {
  const { plan, rows, experiment, executionId } = facts;
  if (plan === null || rows.length < plan.trials.length) return [];
  const keys = layout(experiment, executionId);
  const read = async (key: string): Promise<string> => (await store.get(key))?.text ?? '';
  const found: Finding[] = [];
  for (const { row } of rows) {
    const lines = (await read(keys.observations(row.trial))).split('\n').filter((line) => line !== '');
    const values = lines.map((line) => JSON.parse(line) as { readonly trial?: string; readonly value?: unknown });
    if (row.verdict === 'VALID' && values.length === 0)
      found.push(complain('NoObservations', `trial ${row.trial} is VALID and has no observation`));
    if (values.some(({ trial, value }) => trial !== row.trial || typeof value !== 'number'))
      found.push(
        complain('WrongFigures', `an observation of trial ${row.trial} has no number, or names another trial`),
      );
  }
  const text = await read(keys.summary);
  if (text === '') return [...found, complain('NoSummary', `${keys.summary} does not exist`)];
  const { verdicts, trials } = JSON.parse(text) as Summary;
  const counted = rows.filter(({ row }) => !isNeedless(row));
  const differing = VERDICTS.filter(
    (verdict) => (verdicts[verdict] ?? 0) !== counted.filter(({ row }) => row.verdict === verdict).length,
  );
  if (differing.length > 0 || trials.length !== counted.length)
    found.push(
      complain('SummaryMismatch', `the summary counts ${differing.join(', ') || 'trials'} other than the rows`),
    );
  if (!(await read(keys.report)).includes(executionId))
    found.push(complain('NoReport', `${keys.report} does not exist, or is about another execution`));
  return found;
}
