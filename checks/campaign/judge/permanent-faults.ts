/**
 * Requirements for resources that fsxbench can never delete: the receipt names them, mails report them, and retries are
 * limited.
 */
import { TRANSITION_USD } from '../../../lib/pricing/overhead';
import { parseExecutionId, isOwnedBy } from '../../../lib/shapes/execution-names';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import { listCallKinds } from './kinds';
import type { Creation } from '../../oracles/creation-log';
import { listOmittedKinds } from '../../../lib/twin/checkers/receipt-true';
import { type ExecutionRecord, listUntaggedIds } from '../../oracles/execution-record';
import type { Complaint } from '../../../lib/twin/checkers/facts';
import { type Campaign, pickRules } from '../faults/campaign';
import { canEnd } from '../faults/healing';
import type { CampaignRun } from '../faults/run-campaign';

/** Maximum guardians for undeletable resources: some at first, then one an hour, after a day one a day. */
const GUARDIANS_FIRST = 9;
const GUARDIANS_HOURLY = 24;

/**
 * Retries for undeletable resources are limited.
 * @param usdPerDay maximum cost of their state transitions
 */
function checkRetries(
  { observations, facts, endedAt }: ExecutionRecord,
  checker: string,
  usdPerDay: number,
): Complaint[] {
  const own = observations.deployment.account.sfn
    .executions()
    .filter(({ name }) => isOwnedBy(parseExecutionId(name), facts.executionId));
  const all = own.filter(({ machineArn }) => toMachineName(machineArn) === 'guardian');
  const guardians = all.length;
  // A redriven execution ends twice: it had ended before the first recovery.
  const recoveries = all.filter(({ name }) => name !== facts.executionId);
  const first = Math.min(endedAt ?? observations.startedAt, ...recoveries.map(({ startDate }) => startDate));
  const hours = (observations.now - first) / 3_600_000;
  const most =
    GUARDIANS_FIRST + Math.min(hours, GUARDIANS_HOURLY) + Math.ceil(Math.max(0, hours - GUARDIANS_HOURLY) / 24);
  const late = own.filter(({ startDate }) => startDate > (endedAt ?? observations.now));
  const usd = TRANSITION_USD * late.reduce((sum, { history }) => sum + history.transitions, 0);
  return [
    ...(guardians > most
      ? [{ checker, code: 'TooOften', text: `${guardians} guardians started in ${hours.toFixed(1)} h` }]
      : []),
    ...(usd > usdPerDay * Math.max(1, hours / 24)
      ? [{ checker, code: 'TooExpensive', text: `$${usd.toFixed(2)} of state transitions in ${hours.toFixed(1)} h` }]
      : []),
  ];
}

/** Whether all permanent faults are about single resources: everything else works. */
export function isAboutResources({ rules }: Campaign): boolean {
  const lasting = rules.filter((rule) => !canEnd(rule));
  return lasting.every((rule) => rule.fault === 'thing' || (rule.fault === 'call' && listCallKinds(rule).length > 0));
}

/** Deletes are retried for ever: maximum cost of state transitions a day, and for each resource. */
const USD_PER_DAY = 0.25;
const USD_PER_DAY_AND_THING = 0.02;

/**
 * Promises with a permanent fault of a resource, which cannot be deleted or never becomes available. The receipt must
 * name it, mails must report it, retries are limited, and nothing new is created.
 */
export function checkPermanentFaults(aftermath: ExecutionRecord<CampaignRun>): Complaint[] {
  const { observations, creations, facts } = aftermath;
  if (observations.healedAt !== null || !isAboutResources(observations.campaign)) return [];
  const untagged = listUntaggedIds(aftermath);
  const left = creations.filter(({ id, goneAt }) => goneAt === null && !untagged.has(id));
  if (left.length === 0) return [];
  const checker = 'unhealed';
  const { receipt, executionId } = facts;
  const mails = observations.messages
    .filter(({ message }) => message.includes(executionId))
    .map(({ subject = '', message }) => `${subject}\n${message}`);
  const unlisted = new Set([...(receipt?.unlisted ?? []).map(({ kind }) => kind), ...listOmittedKinds(receipt)]);
  const named = (receipt?.remaining ?? []).map(({ kind, id }) => `${kind} ${id}`).join('\n');
  return [
    ...left.flatMap((one) => [
      // Without a receipt another checker complains.
      ...(receipt === null || unlisted.has(one.kind) || named.includes(toReceiptId(one))
        ? []
        : [
            {
              checker,
              code: 'NotNamed',
              text: `${one.kind} ${one.id} exists, but the receipt does not list it`,
            },
          ]),
      ...(mails.some((text) => mentions(text, one, left.length) || [...unlisted].some((kind) => text.includes(kind)))
        ? []
        : [{ checker, code: 'LeftoverNotReported', text: `${one.kind} ${one.id} exists, and no mail names it` }]),
    ]),
    ...checkRetries(aftermath, checker, USD_PER_DAY + USD_PER_DAY_AND_THING * left.length),
  ];
}

/** By its name, or, where they are many, by their number: the receipt has the names. */
function mentions(text: string, one: Creation, count: number): boolean {
  return text.includes(toReceiptId(one)) || Number(/\((\d+) resources?\)/.exec(text)?.[1] ?? 0) >= Math.max(count, 2);
}

/** Its id in a receipt: the creation log has names of templates, receipts have ids. */
function toReceiptId({ kind, id }: Creation): string {
  return kind === 'ec2:launch-template' ? kind : id;
}

/** Maximum daily cost of state transitions for untagged resources. */
const USD_PER_DAY_UNTAGGED = 0.1;

/** Resources whose tags a person removed: IAM refuses their delete. They must be reported by id, with few retries. */
export function checkUntagged(aftermath: ExecutionRecord): Complaint[] {
  const left = listUntaggedIds(aftermath);
  if (left.size === 0) return [];
  const { observations, facts } = aftermath;
  const { receipt, executionId } = facts;
  const checker = 'untagged';
  const complaints: Complaint[] = [];
  const mails = observations.messages.filter(({ message }) => message.includes(executionId));
  for (const id of left) {
    // Without a receipt another checker complains; a clean receipt is not denied by their existence.
    if (receipt !== null && !receipt.remaining.some((one) => one.id === id))
      complaints.push({
        checker,
        code: 'NotNamed',
        text: `${id} lost its tags, and the receipt does not list it`,
      });
    if (!mails.some(({ message }) => message.includes(id)))
      complaints.push({ checker, code: 'NotificationFailed', text: `${id} lost its tags, and no mail names it` });
  }
  return [...complaints, ...checkRetries(aftermath, checker, USD_PER_DAY_UNTAGGED)];
}

// Mails about functions of the deployment that do not run for long: then storage is not deleted.

/** Maximum seconds until a mail. */
const NOTICE_SECONDS = 3600;

/**
 * Where no function ran for more than an hour while resources of an execution existed and its guardian watched, a mail
 * of that hour names the execution.
 */
export function judgeUnable({ observations, facts, creations }: ExecutionRecord<CampaignRun>): Complaint[] {
  const { executionId } = facts;
  const { startedAt, messages, deployment } = observations;
  const guardian = deployment.account.sfn
    .executions()
    .find(({ name, machineArn }) => isGuardian(name, machineArn, executionId));
  if (guardian === undefined) return [];
  return listOutages(observations.campaign).flatMap(({ from, until }): Complaint[] => {
    const begin = Math.max(startedAt + 1000 * from, guardian.startDate);
    const due = begin + 1000 * NOTICE_SECONDS;
    const isOver = (guardian.stopDate ?? Number.POSITIVE_INFINITY) < due || startedAt + 1000 * until < due;
    const costs = creations.some(({ at, goneAt }) => at < due && (goneAt ?? Number.POSITIVE_INFINITY) > due);
    if (isOver || !costs) return [];
    if (messages.some(({ at, message }) => at >= begin && at <= due && message.includes(executionId))) return [];
    const text = `no function ran for an hour while ${executionId} cost money, and no mail named it`;
    return [{ checker: 'outage', code: 'OutageNotReported', text }];
  });
}

function isGuardian(name: string, machineArn: string, executionId: string): boolean {
  return name === executionId && machineArn.endsWith('guardian');
}

/** Seconds since the start of the experiment, for every rule that blocks all functions. */
function listOutages(campaign: Campaign): { readonly from: number; readonly until: number }[] {
  return pickRules(campaign, 'call').flatMap(({ rule }) => {
    const { service, action = 'Invoke', effect, role, state, execution, nth, rate, from = 0, until, lasts } = rule;
    const isAll = [role, state, execution, nth, rate, lasts].every((one) => one === undefined);
    const isOutage = service === 'lambda' && action === 'Invoke' && isAll;
    if (!isOutage || !['denied', 'error', 'throttled'].includes(effect)) return [];
    return [{ from, until: until ?? Number.POSITIVE_INFINITY }];
  });
}
