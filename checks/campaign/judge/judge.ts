/** All that must hold after any campaign. */
import type { PriceBook } from '../../../lib/shapes/price';
import { type Campaign, pickRules } from '../faults/campaign';
import type { CampaignRun } from '../faults/run-campaign';
import { checkExecution } from '../../../lib/twin/checkers/check-execution';
import { type Complaint, toComplaints } from '../../../lib/twin/checkers/facts';
import {
  type ExecutionRecord,
  gatherRecords,
  listUntaggedIds,
} from '../../../lib/twin/checkers/after/execution-record';
import { checkHistories, splitPaidUsd, checkPromises } from '../../../lib/twin/checkers/after/check-promises';
import { isOptional, type ResourceFacts, RESOURCES, getService, STORAGE_KINDS } from '../../../lib/shapes/resources';
import {
  checkEndsWell,
  checkLimits,
  checkNotKilled,
  checkSameAsCalm,
  type Digest,
  makeDigest,
  wasStruck,
} from './clean-run';
import { checkMails, checkResults } from './outcome';
import { judgeUnable, onlyThings, unhealedTold, untaggedTold } from './permanent-faults';
import { checkReceiptWrites } from './receipt-snapshots';

/** What others made stays as it is, whatever it is called. */
function foreignUntouched({ births }: Pick<CampaignRun, 'births'>): Complaint[] {
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
    return [RESOURCES[kind].create, describe, tagsBy].map((action) => `${getService(kind)}:${action}`);
  }),
);

/** @returns a complaint where an experiment did not succeed, though nothing went wrong but such calls */
export function goesOn({ played, facts: { executionId } }: ExecutionRecord<CampaignRun>): Complaint[] {
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

/** What a campaign came to. */
export interface CampaignResult {
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
  played: CampaignRun,
  experiment: string,
  prices: PriceBook,
  clean: Clean = { afterUsd: 0 },
): Promise<CampaignResult> {
  const aftermaths = await gatherRecords(played, experiment, prices);
  const paid = aftermaths.map(splitPaidUsd);
  const isCalm = !wasStruck(played.campaign, played.struck.times);
  const digest: Digest = isCalm ? await makeDigest(played) : new Map();
  const results =
    played.healedAt === null || isSpoilt(played.campaign) ? [] : await Promise.all(aftermaths.map(checkResults));
  return {
    digest,
    complaints: [
      ...toComplaints({
        'as-calm': isCalm && clean.digest !== undefined ? checkSameAsCalm(digest, clean.digest) : [],
        'ends-well': isCalm ? aftermaths.flatMap(checkEndsWell) : [],
        results: results.flat(),
        mails: aftermaths.flatMap(checkMails),
        'receipt-then': aftermaths.flatMap(({ facts }) => checkReceiptWrites(played.receipts, facts.executionId)),
        limits: checkLimits(aftermaths, played, clean.afterUsd),
        'not-killed': aftermaths.flatMap(checkNotKilled),
      }),
      ...aftermaths.flatMap((one) => judgeOne(one, clean)),
      ...foreignUntouched(played),
      ...checkHistories(played),
    ],
    statuses: played.started.map(({ execution }) => execution?.status ?? '-'),
    usedUsd: paid.reduce((sum, { used }) => sum + used, 0),
    afterUsd: paid.reduce((sum, { after }) => sum + after, 0),
    personUsd: paid.reduce((sum, { forPerson }) => sum + forPerson, 0),
  };
}

function judgeOne(aftermath: ExecutionRecord<CampaignRun>, { afterUsd }: Clean): Complaint[] {
  const healed = aftermath.played.healedAt !== null;
  const spoilt = isSpoilt(aftermath.played.campaign);
  const untagged = listUntaggedIds(aftermath);
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
    ...checkPromises(aftermath, afterUsd),
    ...goesOn(aftermath),
    ...judgeUnable(aftermath),
  ];
}

function isSpoilt(campaign: Campaign): boolean {
  return pickRules(campaign, 'hand').some(({ rule }) => SPOILING.includes(rule.effect));
}

const SPOILING: readonly string[] = ['lose', 'spoil'];

/** Complaints that say only that it is not over yet. */
const UNHEALED: readonly string[] = ['ResourceLeft', 'NoReceipt', 'RowCount', 'NeverFenced'];
