/** All that must hold after an execution of which everything was seen, from its first call until long after its end. */
import { MAX_EVENTS } from '../../../experiment/plan/worst-case';
import type { PriceBook } from '../../../shapes/price';
import { toMachineName, countMachineUse } from '../../rehearsal/machine-use';
import { checkExecution } from '../check-execution';
import { complain, type Complaint, type Finding, toComplaints } from '../facts';
import {
  type ExecutionRecord,
  gatherRecords,
  findGoneAt,
  MACHINE_DELETED,
  type Observations,
  listUntaggedIds,
  computeUnneededAt,
} from './execution-record';
import { checkNoOverlap, checkFixtures, checkHostsOverlap } from './valid-trials';
import { isOwnedBy } from '../../../shapes/execution-names';
import { formatSeconds } from '../../../shapes/quantity';
import { listCopies } from '../../../shapes/plan';
import { findTarget } from '../../../targets/registry';
import type { Durations, ExpectedTime } from '../../../targets/durations';
import { FSX_TIMING, computeStepMs } from '../../cloud/fsx/timing';
import { listOmittedKinds } from '../receipt-true';
import { DETAIL_TYPE } from '../../../shapes/mail';

/** Judges a world in which nothing went wrong by its own state. */
export async function checkWorld(seen: Observations, experiment: string, prices: PriceBook): Promise<Complaint[]> {
  const aftermaths = await gatherRecords(seen, experiment, prices);
  return [
    ...aftermaths.flatMap((one) => [...checkExecution(one.facts), ...checkPromises(one, 0)]),
    ...checkHistories(seen),
  ];
}

/**
 * What must hold long after an execution, whatever went wrong in it.
 * @param teardownUsd what the teardown of a clean run costs
 */
export function checkPromises(aftermath: ExecutionRecord, teardownUsd: number): Complaint[] {
  return toComplaints({
    'gone-in-time': [...checkNothingNew(aftermath), ...checkEndTimes(aftermath)],
    'receipt-lasts': checkReceiptLasts(aftermath),
    alone: checkNoOverlap(aftermath),
    together: checkHostsOverlap(aftermath),
    'as-stated': checkFixtures(aftermath),
    complete: checkCompleteness(aftermath),
    told: checkNotifications(aftermath),
    money: checkBudget(aftermath, teardownUsd),
  });
}

/** @returns a complaint about every machine whose history is longer than plans allow for */
export function checkHistories({ world }: Pick<Observations, 'world'>): Complaint[] {
  const history = countMachineUse(world.account)
    .filter(({ events }) => events > MAX_EVENTS)
    .map(({ machine, events }) =>
      complain('LongHistory', `an execution of ${machine} has ${events} events; at most ${MAX_EVENTS} are planned for`),
    );
  return toComplaints({ history });
}

// * Once nothing goes wrong any more, everything that nobody needs is gone within half an hour and the time that
// deletes take; and whatever happens, somebody stops running in the end.

/** After the faults have ceased: two looks of the janitor, one of which may find a guardian that ended just before. */
const GRACE_SECONDS = 30 * 60;

/** @returns everything that lived, or ran, too long. None of what goes wrong for ever. */
function checkEndTimes(aftermath: ExecutionRecord): Finding[] {
  return [...checkNoneRunning(aftermath), ...checkGoneInTime(aftermath)];
}

/** While something is left that may not be deleted, somebody comes again and again, each for less than this. */
function checkNoneRunning(aftermath: ExecutionRecord): Finding[] {
  const { played, births, facts } = aftermath;
  const untagged = listUntaggedIds(aftermath);
  if (played.healedAt === null && births.some(({ id, goneAt }) => goneAt === null && !untagged.has(id))) return [];
  return played.world.account.sfn
    .executions()
    .filter(({ name, status }) => status === 'RUNNING' && isOwnedBy(name, facts.executionId))
    .filter(({ startDate }) => untagged.size === 0 || startDate < played.now - GRACE_SECONDS * 1000)
    .map(({ name, machineArn }) => complain('RunsForEver', `${name} of ${toMachineName(machineArn)} still runs`));
}

function checkGoneInTime(aftermath: ExecutionRecord): Finding[] {
  const { played, births } = aftermath;
  const { healedAt, isStruck } = played;
  const untagged = listUntaggedIds(aftermath);
  const slack = 1000 * (GRACE_SECONDS + getDeleteSeconds(aftermath));
  return births.flatMap((birth): Finding[] => {
    if (untagged.has(birth.id)) return [];
    const struck = isStruck(birth);
    if (struck && healedAt === null) return [];
    const from = computeUnneededAt(aftermath, birth);
    const due = (struck ? Math.max(from, healedAt ?? from) : from) + slack;
    const gone = findGoneAt(aftermath, birth);
    if (gone === null) return [complain('TeardownIncomplete', `${birth.kind} ${birth.id} still exists`)];
    if (gone <= due) return [];
    const over = formatSeconds(Math.round((gone - due) / 1000));
    return [complain('GoneLate', `${birth.kind} ${birth.id} was there ${over} longer than it may be`)];
  });
}

/** How long after the end somebody may still be creating, seconds: who is slow in the call has looked before it. */
const LAST_CREATES_SECONDS = 3600;

/**
 * @returns everything that was made when nobody had a use for anything any more. What somebody made
 *   by hand, in the name of an execution that had ended, the fault itself has noted; that it goes is asked elsewhere.
 */
function checkNothingNew({ births, endedAt, played: { copied } }: ExecutionRecord): Finding[] {
  if (endedAt === null) return [];
  const last = endedAt + 1000 * LAST_CREATES_SECONDS;
  return births
    .filter(({ id, at }) => at > last && !copied.has(id))
    .map(({ kind, id }) => complain('MadeAfterEnd', `${kind} ${id} was made more than an hour after the end`));
}

// How long what an execution may have takes to go: the modelled lengths of the kinds in its plan.

/** Of the largest file system of a plan; a plan that names none is reckoned with what FSx asks for at least. */
const LEAST_GIB = 1200;
/** A host is shutting down for less. */
const HOSTS_SECONDS = 60;

/**
 * The longest that one thing may take from the moment at which somebody wants it gone, seconds: what was just asked for
 * has to be there first, what is in it goes before it, and a teardown pauses between the two.
 */
function getDeleteSeconds({ facts: { plan } }: Pick<ExecutionRecord, 'facts'>): number {
  const copies = plan === null ? [] : listCopies(plan);
  const lengths = copies.map(({ kind, targetConfig }) => {
    const capacity = Number(targetConfig['storageGiB'] ?? LEAST_GIB);
    return sumStepSeconds(findTarget(kind)?.durations ?? null, capacity);
  });
  return Math.max(HOSTS_SECONDS, ...lengths) + 2 * (plan?.timing.teardownPollSeconds ?? 0);
}

/** With all of the noise that the model knows. */
function sumStepSeconds(durations: Durations | null, capacityGiB: number): number {
  if (durations === null) return 0;
  const { create, delete: remove, volumes, mountTargets } = durations;
  const inside = [volumes, mountTargets].flatMap((its) => (its === undefined ? [] : [its.create, its.delete]));
  const steps: readonly ExpectedTime[] = [create, remove, ...inside];
  return steps.reduce((sum, step) => sum + computeStepMs(FSX_TIMING, step, capacityGiB, 1) / 1000, 0);
}

// * A clean receipt means that nothing made by the execution exists, by the record of creation, nor is born later;
// but for the kinds of which it says that nobody could look.

/** @returns everything that a clean receipt denies */
export function checkReceiptLasts({ facts: { receipt }, births }: ExecutionRecord): Finding[] {
  if (receipt?.clean !== true) return [];
  const verified = Date.parse(receipt.verifiedAt);
  const silent = listOmittedKinds(receipt);
  return births.flatMap(({ kind, id, at, goneAt }) => {
    if (at > verified) return [complain('BornLater', `${kind} ${id} was made after the clean receipt`)];
    if (goneAt === null && !silent.has(kind))
      return [complain('Denied', `the receipt is clean, but ${kind} ${id} exists`)];
    return [];
  });
}

// Results that call themselves complete have a row for every trial.

/** @returns something where somebody was told that all is there, and it is not */
export function checkCompleteness({ played, facts: { plan, rows, executionId } }: ExecutionRecord): Finding[] {
  const said = played.world.account.sfn
    .executions()
    .filter(({ name, machineArn }) => toMachineName(machineArn) === 'results' && isOwnedBy(name, executionId))
    .some(({ output }) => (output as { readonly complete?: unknown } | undefined)?.complete === true);
  const trials = plan?.trials.length ?? 0;
  if (!said || rows.length === trials) return [];
  return [complain('NotComplete', `said to be complete with ${rows.length} of ${trials} rows`)];
}

// * * A person was told whenever an execution ended other than well, and whenever anything outlived its expiry; and not
// too often.

/** @returns a complaint where nobody was told of what somebody has to know */
export function checkNotifications(aftermath: ExecutionRecord): Finding[] {
  const { played, facts, births } = aftermath;
  const { executionId, plan } = facts;
  const own = played.started.find((one) => one.executionId === executionId)?.execution;
  // Not those of another one whose id begins alike: `night` and `night-2`.
  const naming = new RegExp(`(?<![\\w-])${executionId}(?![A-Za-z0-9-])`);
  const mails = played.messages.filter(({ subject = '', message }) => naming.test(`${subject}\n${message}`));
  const complaints: Finding[] = [];
  if (own !== null && own !== undefined && own.status !== 'SUCCEEDED' && mails.length === 0 && !isSilenced(aftermath))
    complaints.push(complain('NotificationFailed', `${executionId} ended ${own.status}, and nobody was told`));
  const expiresAt = 1000 * (plan?.expiresAt ?? Number.POSITIVE_INFINITY);
  for (const [day, count] of countMailsByDay(mails))
    if (count > MAILS_PER_DAY) complaints.push(complain('TooManyMails', `${count} mails of what is left on ${day}`));
  // Of what only tells and nobody can list, the mail of the end says so: it costs cents, and is looked for always.
  const silent = listOmittedKinds(facts.receipt);
  const named = (kind: string): boolean => silent.has(kind) && mails.some(({ message }) => message.includes(kind));
  const outlived = births.find(
    (birth) => (findGoneAt(aftermath, birth) ?? played.now) > expiresAt && !named(birth.kind),
  );
  // Who was told shortly before knows already that it is left; he has to be told again in time.
  const known = mails.some(({ at, subject = '' }) => isLeftoverMail(subject) && played.now < at + NEXT_MAIL_MS);
  if (outlived !== undefined && !known && !mails.some(({ at }) => at > expiresAt))
    complaints.push(
      complain('ExpiryNotTold', `${outlived.kind} ${outlived.id} outlived its expiry, and nobody was told`),
    );
  return complaints;
}

/** Whether a person deleted its machine before it was admitted: nothing was created, and nothing is known of it. */
function isSilenced({ played, facts: { executionId } }: ExecutionRecord): boolean {
  const all = played.world.account.sfn.executions().filter(({ name }) => isOwnedBy(name, executionId));
  const deleted = all.some((one) => toMachineName(one.machineArn) === 'experiment' && one.error === MACHINE_DELETED);
  return deleted && !all.some((one) => toMachineName(one.machineArn) === 'guardian');
}

/** Mails of what is left of one execution, on one day, UTC. */
const MAILS_PER_DAY = 1;
/**
 * The next of them comes when a guardian ends on another day: each takes up to 10.5 h for its five rounds where what is
 * left refuses to go, so that from the first minute of a day on it is 24 h and one of them.
 */
const NEXT_MAIL_MS = 36 * 3_600_000;

function isLeftoverMail(subject: string): boolean {
  return subject.startsWith(DETAIL_TYPE.left);
}

function countMailsByDay(mails: ExecutionRecord['played']['messages']): Map<string, number> {
  const days = mails.flatMap(({ subject = '', at }) =>
    isLeftoverMail(subject) ? [new Date(at).toISOString().slice(0, 10)] : [],
  );
  return new Map(days.map((day) => [day, days.filter((one) => one === day).length]));
}

// What was paid: while it ran, never above the budget; after it, what could not be deleted sooner.

/** What was paid for an execution, dollars. */
interface PaidUsd {
  /** While somebody had a use for it. */
  readonly used: number;
  /** After that: teardown, and whatever was late. */
  readonly after: number;
  /** Of `after`: for what nobody here can, or may, delete, and a person has to. */
  readonly forPerson: number;
}

/** Splits what was paid at the moment from which nobody had a use for it. */
export function splitPaidUsd(aftermath: ExecutionRecord): PaidUsd {
  const births = new Map(aftermath.births.map((birth) => [birth.id, birth]));
  const untagged = listUntaggedIds(aftermath);
  let [used, after, forPerson] = [0, 0, 0];
  for (const { interval, usd } of aftermath.paid) {
    const birth = births.get(interval.id);
    const length = interval.until - interval.from;
    if (birth === undefined || length <= 0) continue;
    const late = Math.max(0, interval.until - Math.max(interval.from, computeUnneededAt(aftermath, birth)));
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
export function checkBudget(aftermath: ExecutionRecord, teardownUsd: number): Finding[] {
  const { plan } = aftermath.facts;
  if (plan === null) return [];
  const { maxUsd } = plan.spec.limits;
  // What somebody made by hand is in no budget; all else is, beside it too.
  const { copied } = aftermath.played;
  const { used } = splitPaidUsd({
    ...aftermath,
    paid: aftermath.paid.filter(({ interval }) => !copied.has(interval.id)),
  });
  if (used <= maxUsd + teardownUsd + ROUNDING_USD) return [];
  const text = `$${used.toFixed(2)} were spent while it ran; the budget is $${maxUsd.toFixed(2)}`;
  return [complain('OverBudget', text)];
}
