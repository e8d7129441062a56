/** All that must hold after any campaign. */
import type { PriceBook } from '../../../lib/shapes/price';
import { type Campaign, heals, rulesOf } from '../faults/campaign';
import type { Played } from '../faults/play';
import { checkExecution } from '../../../lib/twin/checkers/check';
import { type Complaint, nameComplaints } from '../../../lib/twin/checkers/facts';
import { type Aftermath, aftermathsOf, untaggedOf } from '../../../lib/twin/checkers/after/aftermath';
import { histories, paidFor, promisesAfter } from '../../../lib/twin/checkers/after/judge';
import { isOptional, type ResourceFacts, RESOURCES, serviceOf, STORAGE_KINDS } from '../../../lib/shapes/resources';
import { TRANSITION_USD } from '../../../lib/pricing/requests';
import { executionIdOf, isOf } from '../../../lib/shapes/execution-names';
import { machineOf } from '../../../lib/twin/rehearsal/machines';
import { kindsOfCall } from './kinds';
import type { Birth } from '../../../lib/twin/checkers/after/births';
import { passedOverKinds } from '../../../lib/twin/checkers/receipt-true';
import { checkEndsWell, checkNotKilled, checkSameAsCalm, type Digest, makeDigest, wasStruck } from './calm';
import { checkMails, checkResults } from './outcome';
import { checkReceiptWrites } from './witness';

/** What others made stays as it is, whatever it is called. */
function foreignUntouched({ births }: Pick<Played, 'births'>): Complaint[] {
  return births
    .filter(({ execution, goneAt }) => execution === '' && goneAt !== null)
    .map(({ kind, id }) => ({ checker: 'foreign', code: 'ForeignTouched', text: `${kind} ${id} of others is gone` }));
}

/**
 * Calls that make or look at what only tells, as alarms do, which fails no experiment. One that is there and cannot be
 * deleted is left, which has to be told.
 */
const ITS_CALLS: ReadonlySet<string> = new Set(
  STORAGE_KINDS.filter(isOptional).flatMap((kind) => {
    const { describe, tagsBy = describe }: ResourceFacts = RESOURCES[kind];
    return [RESOURCES[kind].create, describe, tagsBy].map((action) => `${serviceOf(kind)}:${action}`);
  }),
);

/** @returns a complaint where an experiment did not succeed, though nothing went wrong but such calls */
export function goesOn({ played, facts: { executionId } }: Aftermath<Played>): Complaint[] {
  if (!onlyTelling(played.campaign)) return [];
  const status = played.started.find((one) => one.executionId === executionId)?.execution?.status;
  if (status === 'SUCCEEDED') return [];
  const text = `${executionId} is ${status ?? 'not started'}, though nothing failed but calls of what only tells`;
  return [{ checker: 'goes-on', code: 'FailedForTelling', text }];
}

function onlyTelling({ rules, maxUsd }: Campaign): boolean {
  return (
    rules.length > 0 &&
    maxUsd === undefined &&
    rules.every(
      (rule) =>
        rule.fault === 'call' &&
        rule.effect !== 'slow' &&
        rule.effect !== 'time-out' &&
        ITS_CALLS.has(`${rule.service ?? ''}:${rule.action ?? ''}`),
    )
  );
}

/** Guardians that may come for what nobody can delete: some at first, then one an hour, after a day one a day. */
const GUARDIANS_FIRST = 9;
const GUARDIANS_HOURLY = 24;

/**
 * What is done again and again about things that nobody can delete is little, and bounded.
 * @param usdPerDay what state transitions of all that comes for it may cost
 */
function trouble({ played, facts, endedAt }: Aftermath, checker: string, usdPerDay: number): Complaint[] {
  const own = played.world.account.sfn.executions().filter(({ name }) => isOf(executionIdOf(name), facts.executionId));
  const all = own.filter(({ machineArn }) => machineOf(machineArn) === 'guardian');
  const guardians = all.length;
  // What is redriven ends a second time: since the first recovery came it has ended before.
  const recoveries = all.filter(({ name }) => name !== facts.executionId);
  const first = Math.min(endedAt ?? played.startedAt, ...recoveries.map(({ startDate }) => startDate));
  const hours = (played.now - first) / 3_600_000;
  const most =
    GUARDIANS_FIRST + Math.min(hours, GUARDIANS_HOURLY) + Math.ceil(Math.max(0, hours - GUARDIANS_HOURLY) / 24);
  const late = own.filter(({ startDate }) => startDate > (endedAt ?? played.now));
  const usd = TRANSITION_USD * late.reduce((sum, { history }) => sum + history.transitions, 0);
  return [
    ...(guardians > most
      ? [{ checker, code: 'TooOften', text: `${guardians} guardians came in ${hours.toFixed(1)} h` }]
      : []),
    ...(usd > usdPerDay * Math.max(1, hours / 24)
      ? [{ checker, code: 'TooDear', text: `$${usd.toFixed(2)} of state transitions in ${hours.toFixed(1)} h` }]
      : []),
  ];
}

/** Whether all that never heals is about single things: everybody else can do what he is there for. */
function onlyThings({ rules }: Campaign): boolean {
  const lasting = rules.filter((rule) => !heals(rule));
  return lasting.every((rule) => rule.fault === 'thing' || (rule.fault === 'call' && kindsOfCall(rule).length > 0));
}

/** Deletes are tried again for ever: state transitions of that may cost so much a day, and so much for each thing. */
const USD_PER_DAY = 0.25;
const USD_PER_DAY_AND_THING = 0.02;

/**
 * What holds where something never heals: a thing that nobody can delete, or that is never there. It is not asked to be
 * gone, but to be named by the receipt, to be told of, and to be looked after with measure; and nothing new is made.
 */
export function unhealedTold(aftermath: Aftermath<Played>): Complaint[] {
  const { played, births, facts } = aftermath;
  if (played.healedAt !== null || !onlyThings(played.campaign)) return [];
  const untagged = untaggedOf(aftermath);
  const left = births.filter(({ id, goneAt }) => goneAt === null && !untagged.has(id));
  if (left.length === 0) return [];
  const checker = 'unhealed';
  const { receipt, executionId } = facts;
  const mails = played.messages
    .filter(({ message }) => message.includes(executionId))
    .map(({ subject = '', message }) => `${subject}\n${message}`);
  const unlisted = new Set([...(receipt?.unlisted ?? []).map(({ kind }) => kind), ...passedOverKinds(receipt)]);
  const named = (receipt?.left ?? []).map(({ kind, id }) => `${kind} ${id}`).join('\n');
  return [
    ...left.flatMap((one) => [
      // Without a receipt another checker complains.
      ...(receipt === null || unlisted.has(one.kind) || named.includes(wordOf(one))
        ? []
        : [
            {
              checker,
              code: 'NotNamed',
              text: `${one.kind} ${one.id} exists, and is not among what the receipt says is left`,
            },
          ]),
      ...(mails.some((text) => tells(text, one, left.length) || [...unlisted].some((kind) => text.includes(kind)))
        ? []
        : [{ checker, code: 'LeftNotTold', text: `${one.kind} ${one.id} exists, and no mail names it` }]),
    ]),
    ...trouble(aftermath, checker, USD_PER_DAY + USD_PER_DAY_AND_THING * left.length),
  ];
}

/** By its name, or, where they are many, by their number: the receipt has the names. */
function tells(text: string, one: Birth, count: number): boolean {
  return text.includes(wordOf(one)) || Number(/\((\d+) resources?\)/.exec(text)?.[1] ?? 0) >= Math.max(count, 2);
}

/** What a receipt calls it: births know templates by their names, receipts by their ids. */
function wordOf({ kind, id }: Birth): string {
  return kind === 'ec2:launch-template' ? kind : id;
}

/** State transitions of all that comes for what lost its tags may cost so much a day. */
const USD_PER_DAY_UNTAGGED = 0.1;

/**
 * What a person took our tags off is no longer ours to delete: IAM refuses the delete of what does not carry them. So
 * it is not asked to be gone, but to be told of by its id, and by little trouble only.
 */
function untaggedTold(aftermath: Aftermath): Complaint[] {
  const left = untaggedOf(aftermath);
  if (left.size === 0) return [];
  const { played, facts } = aftermath;
  const { receipt, executionId } = facts;
  const checker = 'untagged';
  const complaints: Complaint[] = [];
  const mails = played.messages.filter(({ message }) => message.includes(executionId));
  for (const id of left) {
    // Without a receipt another checker complains; a clean one is none's that something exists.
    if (receipt !== null && !receipt.left.some((one) => one.id === id))
      complaints.push({
        checker,
        code: 'NotNamed',
        text: `${id} lost its tags, and the receipt does not name it as left`,
      });
    if (!mails.some(({ message }) => message.includes(id)))
      complaints.push({ checker, code: 'NotTold', text: `${id} lost its tags, and no mail names it` });
  }
  return [...complaints, ...trouble(aftermath, checker, USD_PER_DAY_UNTAGGED)];
}

// What a person must hear where functions of the deployment do not run for long: nobody deletes storage then.

/** A mail comes within this, seconds. */
const NOTICE_SECONDS = 3600;

/**
 * Where no function ran for more than an hour, while something of an execution lived and its guardian watched, a mail
 * of that hour names the execution.
 */
export function judgeUnable({ played, facts, births }: Aftermath<Played>): Complaint[] {
  const { executionId } = facts;
  const { startedAt, messages, world } = played;
  const guardian = world.account.sfn
    .executions()
    .find(({ name, machineArn }) => isGuardian(name, machineArn, executionId));
  if (guardian === undefined) return [];
  return outages(played.campaign).flatMap(({ from, until }): Complaint[] => {
    const begin = Math.max(startedAt + 1000 * from, guardian.startDate);
    const due = begin + 1000 * NOTICE_SECONDS;
    const isOver = (guardian.stopDate ?? Number.POSITIVE_INFINITY) < due || startedAt + 1000 * until < due;
    const costs = births.some(({ at, goneAt }) => at < due && (goneAt ?? Number.POSITIVE_INFINITY) > due);
    if (isOver || !costs) return [];
    if (messages.some(({ at, message }) => at >= begin && at <= due && message.includes(executionId))) return [];
    const text = `no function ran for an hour while ${executionId} cost money, and no mail named it`;
    return [{ checker: 'unable', code: 'OutageNotTold', text }];
  });
}

function isGuardian(name: string, machineArn: string, executionId: string): boolean {
  return name === executionId && machineArn.endsWith('guardian');
}

/** Seconds since the start of the experiment, of every rule that keeps all functions from being called. */
function outages(campaign: Campaign): { readonly from: number; readonly until: number }[] {
  return rulesOf(campaign, 'call').flatMap(({ rule }) => {
    const { service, action = 'Invoke', effect, role, state, execution, nth, rate, from = 0, until, lasts } = rule;
    const isAll = [role, state, execution, nth, rate, lasts].every((one) => one === undefined);
    const isOutage = service === 'lambda' && action === 'Invoke' && isAll;
    if (!isOutage || !['denied', 'error', 'throttled'].includes(effect)) return [];
    return [{ from, until: until ?? Number.POSITIVE_INFINITY }];
  });
}

/** What a campaign came to. */
export interface Judged {
  readonly complaints: readonly Complaint[];
  /** Status of each execution that was started, `-` where it could not be. */
  readonly statuses: readonly string[];
  /** Dollars of all executions: while they had a use, and after that. */
  readonly usedUsd: number;
  readonly afterUsd: number;
  /** Of those after: for what only a person can delete. */
  readonly personUsd: number;
  /** All that can be seen of it; empty where something was struck. */
  readonly digest: Digest;
}

/** Which of the facts of a clean run an unclean one is held against. */
export interface Clean {
  readonly afterUsd: number;
  readonly digest?: Digest;
}

/** Judges a world by its own state. */
export async function judge(
  played: Played,
  experiment: string,
  prices: PriceBook,
  clean: Clean = { afterUsd: 0 },
): Promise<Judged> {
  const aftermaths = await aftermathsOf(played, experiment, prices);
  const paid = aftermaths.map(paidFor);
  const isCalm = !wasStruck(played.campaign, played.struck.times);
  const digest: Digest = isCalm ? await makeDigest(played) : new Map();
  const results =
    played.healedAt === null || isSpoilt(played.campaign) ? [] : await Promise.all(aftermaths.map(checkResults));
  return {
    digest,
    complaints: [
      ...nameComplaints({
        'as-calm': isCalm && clean.digest !== undefined ? checkSameAsCalm(digest, clean.digest) : [],
        'ends-well': isCalm ? aftermaths.flatMap(checkEndsWell) : [],
        results: results.flat(),
        mails: aftermaths.flatMap(checkMails),
        'receipt-then': aftermaths.flatMap(({ facts }) => checkReceiptWrites(played.receipts, facts.executionId)),
        'not-killed': aftermaths.flatMap(checkNotKilled),
      }),
      ...aftermaths.flatMap((one) => judgeOne(one, clean)),
      ...foreignUntouched(played),
      ...histories(played),
    ],
    statuses: played.started.map(({ execution }) => execution?.status ?? '-'),
    usedUsd: paid.reduce((sum, { used }) => sum + used, 0),
    afterUsd: paid.reduce((sum, { after }) => sum + after, 0),
    personUsd: paid.reduce((sum, { forPerson }) => sum + forPerson, 0),
  };
}

function judgeOne(aftermath: Aftermath<Played>, { afterUsd }: Clean): Complaint[] {
  const healed = aftermath.played.healedAt !== null;
  const spoilt = isSpoilt(aftermath.played.campaign);
  const untagged = untaggedOf(aftermath);
  const excused = onlyThings(aftermath.played.campaign) ? ['ResourceLeft'] : UNHEALED;
  return [
    // While something goes wrong for ever, no receipt can be asked for, but of things that are for ever themselves;
    // that it says nothing false can.
    ...checkExecution(aftermath.facts)
      .filter((one) => healed || !excused.includes(one.code))
      // Nobody can make rows of a plan and raw files that somebody took away.
      .filter((one) => !spoilt || one.checker !== 'rows-complete')
      // It may not be deleted; that it is told of is asked below.
      .filter(({ id }) => id === undefined || !untagged.has(id)),
    ...untaggedTold(aftermath),
    ...unhealedTold(aftermath),
    ...promisesAfter(aftermath, afterUsd),
    ...goesOn(aftermath),
    ...judgeUnable(aftermath),
  ];
}

function isSpoilt(campaign: Campaign): boolean {
  return rulesOf(campaign, 'hand').some(({ rule }) => SPOILING.includes(rule.effect));
}

const SPOILING: readonly string[] = ['lose', 'spoil'];

/** Complaints that say only that it is not over yet. */
const UNHEALED: readonly string[] = ['ResourceLeft', 'NoReceipt', 'RowCount', 'NeverFenced'];
