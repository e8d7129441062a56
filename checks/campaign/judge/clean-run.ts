/** A run without an applied fault: it succeeds, and equals the calm run with its seed in all that is visible. */
import { isNeedless } from '../../../lib/results/search/search-result';
import { sha256 } from '../../../lib/shapes/canonical-json';
import { getPointerKey, getProofKey, PAUSED_KEY } from '../../../lib/shapes/layout';
import { splitPaidUsd } from '../../oracles/check-promises';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import type { ExecutionRecord } from '../../oracles/execution-record';
import { type Campaign, pickRules } from '../faults/campaign';
import type { CampaignRun } from '../faults/run-campaign';
import { isQuestion } from './outcome';

/** Rows, figures, summaries, reports, receipts by their keys; mails by their number; statuses by their executions. */
export type Digest = ReadonlyMap<string, string>;

export async function makeDigest({ store, messages, started }: CampaignRun): Promise<Digest> {
  return new Map([
    ...started.map(({ executionId, execution }) => [`status of ${executionId}`, execution?.status ?? '-'] as const),
    ...messages.map(({ subject = '', message }, nth) => [`mail ${nth + 1}`, sha256(`${subject}\n${message}`)] as const),
    ...(await Promise.all(
      (await store.list('')).map(async ({ key }) => [key, sha256((await store.get(key))?.text ?? '')] as const),
    )),
  ]);
}

/** Whether a campaign changed anything: a rule applied, or the experiment differs from that of the calm run. */
export function wasAffected({ rules, hours: _, ...others }: Campaign, times: readonly number[]): boolean {
  return (
    times.some((count) => count > 0) ||
    rules.some(({ fault }) => fault === 'without') ||
    Object.values(others).some((one) => one !== undefined)
  );
}

/** @returns the first difference from the calm run */
export function checkSameAsCalm(digest: Digest, calm: Digest): Finding[] {
  const key = [...new Set([...calm.keys(), ...digest.keys()])].find((one) => calm.get(one) !== digest.get(one));
  if (key === undefined) return [];
  const how = digest.has(key)
    ? calm.has(key)
      ? 'differs from that of the calm run'
      : 'is not in the calm run'
    : 'is missing';
  return [complain('UnaffectedDiffers', `no fault was applied, but ${key} ${how}`)];
}

/** @returns every problem of a run without an applied fault */
export function checkEndsWell({ observations, facts }: ExecutionRecord<CampaignRun>): Finding[] {
  const { executionId, plan, rows } = facts;
  const own = observations.started.find((one) => one.executionId === executionId)?.execution;
  // The model has caches and credits: trials that use them are SUSPECT, and still measured.
  const other = rows.find(({ row }) => !isNeedless(row) && row.verdict !== 'VALID' && row.verdict !== 'SUSPECT')?.row;
  const why = other?.reasons.map(({ code }) => code).join(', ');
  const mails = observations.messages.filter(
    ({ subject = '' }) => subject.includes(executionId) && !isQuestion(subject),
  );
  return [
    ...(own?.status === 'SUCCEEDED'
      ? []
      : [complain('FaultlessFailed', `${executionId} is ${own?.status ?? 'not started'}`)]),
    ...(other === undefined
      ? []
      : [complain('FaultlessNotValid', `trial ${other.trial} is ${other.verdict} (${why ?? ''})`)]),
    ...(rows.length === plan?.trials.length ? [] : [complain('FaultlessRows', `there are ${rows.length} rows`)]),
    ...(mails.length === 1
      ? []
      : [complain('FaultlessMails', `${mails.length} mails were sent for a run without faults`)]),
  ];
}

// The guardian does not close an execution that works.

/**
 * The guardian closes an execution that it cannot see for at least half an hour, `guardian.asl.yaml`; a little less,
 * seconds.
 */
const BLIND_SECONDS = 25 * 60;

/** @returns a complaint where the guardian stopped a running experiment that was on time and visible */
export function checkNotKilled({
  observations,
  facts: { plan, executionId },
}: ExecutionRecord<CampaignRun>): Finding[] {
  const own = observations.started.find((one) => one.executionId === executionId)?.execution;
  if (plan === null || own?.error !== 'Closed' || own.stopDate === undefined) return [];
  const until = plan.deadline + plan.timing.teardownAllowanceSeconds / 2;
  const isBlind = observations.struck.spans.some(
    (span) => span !== null && span.last - span.first >= 1000 * BLIND_SECONDS,
  );
  const isTouched = observations.campaign.rules.some(({ fault }) => fault === 'hand' || fault === 'stack');
  if (own.stopDate >= 1000 * until || isBlind || isTouched || own.redriveCount > 0) return [];
  return [complain('HealthyKilled', `${executionId} was on time and visible, but was closed`)];
}

// Limits across executions: one start is one execution; concurrency and monthly cost have limits; pauses are respected.

/** One execution from its admission until its clean receipt. Epoch milliseconds. */
interface AdmittedExecution {
  readonly executionId: string;
  readonly from: number;
  readonly until: number;
}

/** @param teardownUsd cost of the teardown in a run without faults */
export function checkLimits(
  aftermaths: readonly ExecutionRecord<CampaignRun>[],
  observations: CampaignRun,
  teardownUsd: number,
): Finding[] {
  const { beside, limits: given = {} } = observations.campaign;
  // A register that a person deleted or damaged is replaced, and knows no earlier execution.
  const isForgotten = pickRules(observations.campaign, 'register').some(({ rule }) => FORGETTING.includes(rule.effect));
  const limits: typeof given = isForgotten ? {} : given;
  const admitted = aftermaths.flatMap((one) => listAdmitted(one.facts.executionId, observations.calls));
  const { maxRunning = Number.POSITIVE_INFINITY, maxUsdPerMonth = Number.POSITIVE_INFINITY } = limits;
  const most = Math.max(
    0,
    ...admitted.map(({ from }) => admitted.filter((one) => one.from <= from && one.until > from).length),
  );
  const usd = aftermaths.map(splitPaidUsd).reduce((sum, { used }) => sum + used, 0);
  const isOne = beside?.as === 'same-moment' && admitted.length > 1;
  return [
    ...(most > maxRunning ? [complain('TooManyRan', `${most} executions ran at once; allowed: ${maxRunning}`)] : []),
    ...(usd > maxUsdPerMonth + admitted.length * teardownUsd
      ? [complain('MonthOverspent', `$${usd.toFixed(2)} were spent; a month may cost $${maxUsdPerMonth}`)]
      : []),
    ...(isOne ? [complain('StartedTwice', `${admitted.length} executions were admitted for one scheduled time`)] : []),
    ...checkPauses(admitted, observations),
  ];
}

const FORGETTING: readonly string[] = ['gone', 'spoilt'];

/** None for a refused one. Both objects are written once; an answer may be lost. */
function listAdmitted(executionId: string, calls: readonly CallRecord[]): AdmittedExecution[] {
  const written = (key: string): number[] =>
    calls.flatMap(({ action, input, time }) =>
      action === 'PutObject' && (input as { readonly Key?: string }).Key === key ? [Date.parse(time)] : [],
    );
  const [from] = written(getPointerKey(executionId));
  if (from === undefined) return [];
  return [{ executionId, from, until: written(getProofKey(executionId))[0] ?? Number.POSITIVE_INFINITY }];
}

/** Admission registers a start, looks for a pause, and takes the name: no start that registered during a pause does. */
function checkPauses(admitted: readonly AdmittedExecution[], { calls, register }: CampaignRun): Finding[] {
  const writes = calls.flatMap(({ action, input, time, error }) => {
    const { Key, Body } = input as { readonly Key?: string; readonly Body?: unknown };
    if (action !== 'PutObject' || Key !== PAUSED_KEY || error !== undefined) return [];
    return [{ at: Date.parse(time), paused: String(Body).includes('"paused":true') }];
  });
  return admitted.flatMap(({ executionId, from }) => {
    const last = writes.findLast(({ at }) => at < from);
    const registered = register.find(
      ({ execution, text }) => execution === executionId && text.includes(`"executionId":"${executionId}"`),
    );
    if (last?.paused !== true || registered === undefined || registered.at - last.at < CALL_MS) return [];
    return [complain('StartedPaused', `${executionId} was admitted though starts were paused`)];
  });
}

/** Duration of the write of a pause, milliseconds. */
const CALL_MS = 100;
