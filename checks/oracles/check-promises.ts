/** Promises that must hold for the time from the first call of an execution until long after its end. */
import { MAX_EVENTS } from '../../lib/experiment/plan/worst-case';
import type { PriceBook } from '../../lib/shapes/price';
import { toMachineName, countStateMachineUse } from '../../lib/twin/rehearsal/machine-use';
import { checkExecution } from './check-execution';
import { complain, type Complaint, type Finding, toComplaints } from '../../lib/twin/checkers/facts';
import {
  type ExecutionRecord,
  gatherRecords,
  findDeletionTime,
  MACHINE_DELETED_ERROR,
  type Observations,
  listUntaggedIds,
  computeUnneededTime,
} from './execution-record';
import {
  checkAttemptsShareNoHost,
  checkFenceEndsTrials,
  checkFixtures,
  checkHostsMeasureTogether,
} from './valid-trials';
import { isOwnedBy } from '../../lib/shapes/execution-names';
import { formatSeconds } from '../../lib/shapes/quantity';
import { listCopies } from '../../lib/shapes/plan';
import { findTarget } from '../../lib/targets/registry';
import type { OperationTimes, ExpectedTime } from '../../lib/targets/durations';
import { FSX_TIMING, computeStepMs } from '../../lib/twin/cloud/fsx/timing';
import { listOmittedKinds } from '../../lib/twin/checkers/receipt-true';
import { parseMailKind } from '../../lib/shapes/mail';

/** Checks a simulated deployment without faults: no run for comparison is needed. */
export async function checkFaultlessDeployment(
  observations: Observations,
  experiment: string,
  prices: PriceBook,
): Promise<Complaint[]> {
  const aftermaths = await gatherRecords(observations, experiment, prices);
  return [
    ...aftermaths.flatMap((one) => [...checkExecution(one.facts), ...checkPromises(one, 0)]),
    ...checkHistories(observations),
  ];
}

/** Checks promises long after an execution, with any faults. @param teardownUsd cost of a teardown without faults */
export function checkPromises(aftermath: ExecutionRecord, teardownUsd: number): Complaint[] {
  return toComplaints({
    'deleted-in-time': [...checkNoLateCreations(aftermath), ...checkEndTimes(aftermath)],
    'receipt-lasts': checkReceiptStaysTrue(aftermath),
    'no-overlap': checkAttemptsShareNoHost(aftermath),
    'fence-ends-trials': checkFenceEndsTrials(aftermath),
    'hosts-together': checkHostsMeasureTogether(aftermath),
    fixtures: checkFixtures(aftermath),
    completeness: checkCompleteness(aftermath),
    notifications: checkNotifications(aftermath),
    budget: checkBudget(aftermath, teardownUsd),
  });
}

/** @returns a complaint about every machine whose history is longer than plans allow for */
export function checkHistories({ deployment }: Pick<Observations, 'deployment'>): Complaint[] {
  const history = countStateMachineUse(deployment.account)
    .filter(({ events }) => events > MAX_EVENTS)
    .map(({ machine, events }) =>
      complain('LongHistory', `an execution of ${machine} has ${events} events; at most ${MAX_EVENTS} are planned for`),
    );
  return toComplaints({ history });
}

// Within half an hour plus delete times after the last fault, unneeded resources are gone and executions end.

/** Two runs of the janitor after the last fault: at the first, a guardian may just have ended. */
const JANITOR_GRACE_SECONDS = 30 * 60;

/** @returns resources that existed too long and executions that ran too long, except for faults that never end */
function checkEndTimes(aftermath: ExecutionRecord): Finding[] {
  return [...checkNoneRunning(aftermath), ...checkDeletedInTime(aftermath)];
}

/** Each guardian runs for less than this. New guardians start as long as undeletable resources are left. */
function checkNoneRunning(aftermath: ExecutionRecord): Finding[] {
  const { observations, creations, facts } = aftermath;
  const untagged = listUntaggedIds(aftermath);
  if (observations.healedAt === null && creations.some(({ id, goneAt }) => goneAt === null && !untagged.has(id)))
    return [];
  return observations.deployment.account.sfn
    .executions()
    .filter(({ name, status }) => status === 'RUNNING' && isOwnedBy(name, facts.executionId))
    .filter(({ startDate }) => untagged.size === 0 || startDate < observations.now - JANITOR_GRACE_SECONDS * 1000)
    .map(({ name, machineArn }) => complain('NeverEnds', `${name} of ${toMachineName(machineArn)} still runs`));
}

function checkDeletedInTime(aftermath: ExecutionRecord): Finding[] {
  const { observations, creations } = aftermath;
  const { healedAt, isStruck } = observations;
  const untagged = listUntaggedIds(aftermath);
  const slack = 1000 * (JANITOR_GRACE_SECONDS + getDeleteSeconds(aftermath));
  return creations.flatMap((birth): Finding[] => {
    if (untagged.has(birth.id)) return [];
    const struck = isStruck(birth);
    if (struck && healedAt === null) return [];
    const from = computeUnneededTime(aftermath, birth);
    const due = (struck ? Math.max(from, healedAt ?? from) : from) + slack;
    const gone = findDeletionTime(aftermath, birth);
    if (gone === null) return [complain('TeardownIncomplete', `${birth.kind} ${birth.id} still exists`)];
    if (gone <= due) return [];
    const over = formatSeconds(Math.round((gone - due) / 1000));
    return [complain('DeletedLate', `${birth.kind} ${birth.id} existed ${over} longer than allowed`)];
  });
}

/** Seconds after the end in which a slow create call may arrive. The call passed the fence before the end. */
const LATE_CREATE_SECONDS = 3600;

/** @returns resources created when no execution needed them, without those by persons, which other checkers check */
function checkNoLateCreations({ creations, endedAt, observations: { copied } }: ExecutionRecord): Finding[] {
  if (endedAt === null) return [];
  const last = endedAt + 1000 * LATE_CREATE_SECONDS;
  return creations
    .filter(({ id, at }) => at > last && !copied.has(id))
    .map(({ kind, id }) => complain('CreatedAfterEnd', `${kind} ${id} was made more than an hour after the end`));
}

// Time to delete resources: the simulated durations of the target kinds in the plan.

/** Assumed size of a file system if the plan has none: the minimum of FSx. */
const MIN_STORAGE_GIB = 1200;
/** Upper bound of the time to shut down a host. */
const HOST_SHUTDOWN_SECONDS = 60;

/** Maximum seconds to delete an unneeded resource: its creation, the delete of its content, a pause, and its delete. */
function getDeleteSeconds({ facts: { plan } }: Pick<ExecutionRecord, 'facts'>): number {
  const copies = plan === null ? [] : listCopies(plan);
  const lengths = copies.map(({ kind, targetConfig }) => {
    const capacity = Number(targetConfig['storageGiB'] ?? MIN_STORAGE_GIB);
    return sumStepSeconds(findTarget(kind)?.resources?.durations ?? null, capacity);
  });
  return Math.max(HOST_SHUTDOWN_SECONDS, ...lengths) + 2 * (plan?.timing.teardownPollSeconds ?? 0);
}

/** Sums durations of steps, with their maximum noise, in seconds. */
function sumStepSeconds(durations: OperationTimes | null, capacityGiB: number): number {
  if (durations === null) return 0;
  const { create, delete: remove, volumes, mountTargets } = durations;
  const inside = [volumes, mountTargets].flatMap((its) => (its === undefined ? [] : [its.create, its.delete]));
  const steps: readonly ExpectedTime[] = [create, remove, ...inside];
  return steps.reduce((sum, step) => sum + computeStepMs(FSX_TIMING, step, capacityGiB, 1) / 1000, 0);
}

// A clean receipt: by the creation log nothing exists or follows, except kinds that the receipt lists as not checked.

/** @returns resources that contradict a clean receipt */
export function checkReceiptStaysTrue({ facts: { receipt }, creations }: ExecutionRecord): Finding[] {
  if (receipt?.clean !== true) return [];
  const verified = Date.parse(receipt.verifiedAt);
  const silent = listOmittedKinds(receipt);
  return creations.flatMap(({ kind, id, at, goneAt }) => {
    if (at > verified) return [complain('CreatedAfterCleanReceipt', `${kind} ${id} was made after the clean receipt`)];
    if (goneAt === null && !silent.has(kind))
      return [complain('Denied', `the receipt is clean, but ${kind} ${id} exists`)];
    return [];
  });
}

// Complete results have a row for every trial.

/** @returns a complaint if results were reported as complete, but rows are missing */
export function checkCompleteness({ observations, facts: { plan, rows, executionId } }: ExecutionRecord): Finding[] {
  const said = observations.deployment.account.sfn
    .executions()
    .filter(({ name, machineArn }) => toMachineName(machineArn) === 'results' && isOwnedBy(name, executionId))
    .some(({ output }) => (output as { readonly complete?: unknown } | undefined)?.complete === true);
  const trials = plan?.trials.length ?? 0;
  if (!said || rows.length === trials) return [];
  return [complain('RowsIncomplete', `reported as complete with ${rows.length} of ${trials} rows`)];
}

// fsxbench sends an email when an execution fails, and when a resource outlives its expiry: at most one a day.

/** @returns a complaint for each missing or superfluous mail */
export function checkNotifications(aftermath: ExecutionRecord): Finding[] {
  const { observations, facts, creations } = aftermath;
  const { executionId, plan } = facts;
  const own = observations.started.find((one) => one.executionId === executionId)?.execution;
  // Exclude ids with the same prefix: `night` and `night-2`.
  const naming = new RegExp(`(?<![\\w-])${executionId}(?![A-Za-z0-9-])`);
  const mails = observations.messages.filter(({ subject = '', message }) => naming.test(`${subject}\n${message}`));
  const complaints: Finding[] = [];
  if (
    own !== null &&
    own !== undefined &&
    own.status !== 'SUCCEEDED' &&
    mails.length === 0 &&
    !wasNeverAdmitted(aftermath)
  )
    complaints.push(complain('NotificationFailed', `${executionId} ended ${own.status} without a mail`));
  const expiresAt = 1000 * (plan?.expiresAt ?? Number.POSITIVE_INFINITY);
  // The janitor's mail about functions that do not run lists executions in its text: it is one more, once a day.
  for (const [day, count] of countMailsByDay(mails.filter(({ subject = '' }) => naming.test(subject))))
    if (count > MAILS_PER_DAY) complaints.push(complain('TooManyMails', `${count} mails about leftovers on ${day}`));
  // The email about the end names optional kinds that could not be listed. Resources of these kinds cost cents.
  const silent = listOmittedKinds(facts.receipt);
  const named = (kind: string): boolean => silent.has(kind) && mails.some(({ message }) => message.includes(kind));
  const outlived = creations.find(
    (birth) => (findDeletionTime(aftermath, birth) ?? observations.now) > expiresAt && !named(birth.kind),
  );
  // An email shortly before may already have reported this resource. The next email must follow in time.
  const known = mails.some(
    ({ at, subject = '' }) => isLeftoverMail(subject) && observations.now < at + MAX_MAIL_INTERVAL_MS,
  );
  if (outlived !== undefined && !known && !mails.some(({ at }) => at > expiresAt))
    complaints.push(
      complain(
        'ExpiryNotReported',
        `${outlived.kind} ${outlived.id} still existed after its expiry, and no mail names it`,
      ),
    );
  return complaints;
}

/** Whether a person deleted the state machine before admission, so that no resources and no facts exist. */
function wasNeverAdmitted({ observations, facts: { executionId } }: ExecutionRecord): boolean {
  const all = observations.deployment.account.sfn.executions().filter(({ name }) => isOwnedBy(name, executionId));
  const deleted = all.some(
    (one) => toMachineName(one.machineArn) === 'experiment' && one.error === MACHINE_DELETED_ERROR,
  );
  return deleted && !all.some((one) => toMachineName(one.machineArn) === 'guardian');
}

/** Maximum emails about leftovers of one execution per day (UTC). */
const MAILS_PER_DAY = 1;
/** Guardians that end on another day send the next email. Five rounds of a failing delete take 10.5 h: 24 + 10.5 h. */
const MAX_MAIL_INTERVAL_MS = 36 * 3_600_000;

function isLeftoverMail(subject: string): boolean {
  return parseMailKind(subject) === 'resources-left';
}

function countMailsByDay(mails: ExecutionRecord['observations']['messages']): Map<string, number> {
  const days = mails.flatMap(({ subject = '', at }) =>
    isLeftoverMail(subject) ? [new Date(at).toISOString().slice(0, 10)] : [],
  );
  return new Map(days.map((day) => [day, days.filter((one) => one === day).length]));
}

// Cost stays within the budget until the end. Afterwards only resources that could not be deleted sooner cost money.

/** Cost of an execution, dollars. */
interface PaidUsd {
  /** While the resources were needed. */
  readonly used: number;
  /** Afterwards: teardown, and late deletes. */
  readonly after: number;
  /** Part of `after`: resources that only a person can or may delete. */
  readonly forPerson: number;
}

/** Splits the cost of each resource at the moment at which it became unneeded. */
export function splitPaidUsd(aftermath: ExecutionRecord): PaidUsd {
  const creations = new Map(aftermath.creations.map((birth) => [birth.id, birth]));
  const untagged = listUntaggedIds(aftermath);
  let [used, after, forPerson] = [0, 0, 0];
  for (const { interval, usd } of aftermath.paid) {
    const birth = creations.get(interval.id);
    const length = interval.until - interval.from;
    if (birth === undefined || length <= 0) continue;
    const late = Math.max(0, interval.until - Math.max(interval.from, computeUnneededTime(aftermath, birth)));
    after += (usd * late) / length;
    const never = aftermath.observations.healedAt === null && birth.goneAt === null;
    if (never || untagged.has(birth.id)) forPerson += (usd * late) / length;
    used += (usd * (length - late)) / length;
  }
  return { used, after, forPerson };
}

/** Tolerance of one cent: AWS bills by the second, and a step may end a little after its deadline. */
const ROUNDING_USD = 0.01;

/** @param teardownUsd cost of a teardown without faults @returns a complaint above the budget plus a teardown */
export function checkBudget(aftermath: ExecutionRecord, teardownUsd: number): Finding[] {
  const { plan } = aftermath.facts;
  if (plan === null) return [];
  const { maxUsd } = plan.spec.limits;
  // Budgets exclude resources that a person created by hand.
  const { copied } = aftermath.observations;
  const { used } = splitPaidUsd({
    ...aftermath,
    paid: aftermath.paid.filter(({ interval }) => !copied.has(interval.id)),
  });
  if (used <= maxUsd + teardownUsd + ROUNDING_USD) return [];
  const text = `$${used.toFixed(2)} were spent during the execution; the budget is $${maxUsd.toFixed(2)}`;
  return [complain('OverBudget', text)];
}
