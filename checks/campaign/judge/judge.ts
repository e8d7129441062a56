/** All promises that must hold after any campaign. */
import type { PriceBook } from '../../../lib/shapes/price';
import { type Campaign, pickRules } from '../faults/campaign';
import type { CampaignRun } from '../faults/run-campaign';
import { checkExecution } from '../../../checks/oracles/check-execution';
import { complain, type Complaint, type Finding, toComplaints } from '../../../lib/twin/checkers/facts';
import { type ExecutionRecord, gatherRecords, listUntaggedIds } from '../../oracles/execution-record';
import { checkHistories, splitPaidUsd, checkPromises } from '../../oracles/check-promises';
import { isOptional, type ResourceFacts, RESOURCES, getService, STORAGE_KINDS } from '../../../lib/shapes/resources';
import {
  checkEndsWell,
  checkLimits,
  checkNotKilled,
  checkSameAsCalm,
  type Digest,
  makeDigest,
  wasAffected,
} from './clean-run';
import { checkMails, checkResults } from './outcome';
import { judgeUnable, isAboutResources, checkPermanentFaults, checkUntagged } from './permanent-faults';
import { checkReceiptWrites } from './receipt-snapshots';
import { checkRegister } from './register';

/**
 * What `down` may delete: a stack without running executions, after everything that it looks after is gone.
 * @returns everything that contradicted the delete of a stack at its moment
 */
export function checkRemovals({ removals, creations, untagged, copied, campaign }: CampaignRun): Finding[] {
  const isResumed = pickRules(campaign, 'person').some(({ rule }) => rule.effect === 'resume');
  return removals.flatMap(({ part, at, running, paused }) => {
    const living = creations.filter(
      ({ id, execution, at: createdAt, goneAt }) =>
        execution !== '' && createdAt < at && (goneAt ?? at + 1) > at && !untagged.has(id) && !copied.has(id),
    );
    return [
      ...running.map((name) => complain('DownTooEarly', `${name} ran when the ${part} stack was deleted`)),
      ...living.map(({ kind, id }) => complain('DownTooEarly', `${kind} ${id} existed when ${part} was deleted`)),
      ...(paused || isResumed ? [] : [complain('DownNotPaused', `starts were possible when ${part} was deleted`)]),
    ];
  });
}

/** External resources are unchanged, whatever their names. */
function checkForeign({ creations }: Pick<CampaignRun, 'creations'>): Complaint[] {
  return creations
    .filter(({ execution, goneAt }) => execution === '' && goneAt !== null)
    .map(({ kind, id }) => ({ checker: 'external', code: 'ExternalChanged', text: `external ${kind} ${id} is gone` }));
}

/**
 * Calls that make or list optional resources, such as alarms: their errors fail no experiment. An optional resource
 * that cannot be deleted is left and has to be reported.
 */
const ITS_CALLS: ReadonlySet<string> = new Set(
  STORAGE_KINDS.filter(isOptional).flatMap((kind) => {
    const { describe, tagsBy = describe }: ResourceFacts = RESOURCES[kind];
    return [RESOURCES[kind].create, describe, tagsBy].map((action) => `${getService(kind)}:${action}`);
  }),
);

/** @returns a complaint where an experiment failed though only such calls had faults */
export function checkContinues({ observations, facts: { executionId } }: ExecutionRecord<CampaignRun>): Complaint[] {
  if (!onlyTelling(observations.campaign)) return [];
  const status = observations.started.find((one) => one.executionId === executionId)?.execution?.status;
  if (status === 'SUCCEEDED') return [];
  const text = `${executionId} is ${status ?? 'not started'}, though only calls of optional resources failed`;
  return [{ checker: 'notifications', code: 'FailedByNotification', text }];
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

/** The result of a campaign. */
export interface CampaignResult {
  readonly complaints: readonly Complaint[];
  /** Status of each started execution, `-` where the start failed. */
  readonly statuses: readonly string[];
  /** Cost of all executions in dollars: while the resources were needed, and afterwards. */
  readonly usedUsd: number;
  readonly afterUsd: number;
  /** The part of the latter for resources that only a person can delete. */
  readonly personUsd: number;
  /** All visible facts; empty where a fault applied. */
  readonly digest: Digest;
}

/** Facts of a run without faults, for comparison. */
export type Clean = Pick<CampaignResult, 'afterUsd' | 'usedUsd'> & Partial<Pick<CampaignResult, 'digest'>>;

/** Checks a deployment by its own state. */
export async function judge(
  observations: CampaignRun,
  experiment: string,
  prices: PriceBook,
  clean: Pick<Clean, 'afterUsd' | 'digest'> = { afterUsd: 0 },
): Promise<CampaignResult> {
  const aftermaths = await gatherRecords(observations, experiment, prices);
  const paid = aftermaths.map(splitPaidUsd);
  const isCalm = !wasAffected(observations.campaign, observations.struck.times);
  const digest: Digest = isCalm ? await makeDigest(observations) : new Map();
  const results =
    observations.healedAt === null || isSpoilt(observations.campaign)
      ? []
      : await Promise.all(aftermaths.map(checkResults));
  return {
    digest,
    complaints: [
      ...toComplaints({
        'same-as-faultless': isCalm && clean.digest !== undefined ? checkSameAsCalm(digest, clean.digest) : [],
        'ends-well': isCalm ? aftermaths.flatMap(checkEndsWell) : [],
        results: results.flat(),
        mails: aftermaths.flatMap(checkMails),
        'receipt-snapshots': aftermaths.flatMap(({ facts }) =>
          checkReceiptWrites(observations.receipts, facts.executionId),
        ),
        register: checkRegister(observations),
        down: isSpoilt(observations.campaign) ? [] : checkRemovals(observations),
        limits: checkLimits(aftermaths, observations, clean.afterUsd),
        'not-killed': aftermaths.flatMap(checkNotKilled),
      }),
      ...aftermaths.flatMap((one) => judgeOne(one, clean)),
      ...checkForeign(observations),
      ...checkHistories(observations),
    ],
    statuses: observations.started.map(({ execution }) => execution?.status ?? '-'),
    usedUsd: paid.reduce((sum, { used }) => sum + used, 0),
    afterUsd: paid.reduce((sum, { after }) => sum + after, 0),
    personUsd: paid.reduce((sum, { forPerson }) => sum + forPerson, 0),
  };
}

function judgeOne(aftermath: ExecutionRecord<CampaignRun>, { afterUsd }: Pick<Clean, 'afterUsd'>): Complaint[] {
  const healed = aftermath.observations.healedAt !== null;
  const spoilt = isSpoilt(aftermath.observations.campaign);
  const untagged = listUntaggedIds(aftermath);
  // Where a person removed the stack with the machine, an execution that has created nothing may end without a mail.
  const isForgotten = hasLostBench(aftermath.observations) && aftermath.creations.length === 0;
  const excused = isAboutResources(aftermath.observations.campaign) ? ['ResourceLeft'] : UNHEALED;
  return [
    // While a fault never ends, a receipt is not required, except for resources with permanent faults; but it must not
    // be false.
    ...checkExecution(aftermath.facts)
      .filter((one) => healed || !excused.includes(one.code))
      // Rows cannot be made where a person removed the plan or raw files.
      .filter((one) => !spoilt || one.checker !== 'rows-complete')
      // fsxbench may not delete it; whether it is reported is checked below.
      .filter(({ id }) => id === undefined || !untagged.has(id)),
    ...checkUntagged(aftermath),
    ...checkPermanentFaults(aftermath),
    ...checkPromises(aftermath, afterUsd),
    ...checkContinues(aftermath),
    ...judgeUnable(aftermath),
  ].filter(({ code }) => !isForgotten || code !== 'NotificationFailed');
}

function hasLostBench({ removals, campaign }: CampaignRun): boolean {
  return removals.some(({ part }) => part === 'bench') || pickRules(campaign, 'stack').length > 0;
}

function isSpoilt(campaign: Campaign): boolean {
  return pickRules(campaign, 'hand').some(({ rule }) => SPOILING.includes(rule.effect));
}

const SPOILING: readonly string[] = ['lose', 'spoil'];

/** Complaints that only say that an execution is not over yet. */
const UNHEALED: readonly string[] = ['ResourceLeft', 'NoReceipt', 'RowCount', 'NeverFenced'];
