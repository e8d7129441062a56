/** Executions that have ended and of which nobody was told: an event was lost, or `tell` could not be started. */
import type { ExecutionListItem } from '@aws-sdk/client-sfn';
import {
  EXECUTION_NAME_PATTERN,
  parseExecutionId,
  isOwnedBy,
  findMachine,
  parseParts,
  toExecutionId,
} from '../../shapes/execution-names';
import type { MachineName } from '../../shapes/machines';
import type { Context } from '../context';
import { makeRefusalName } from '../mail/notify';
import { readPages, mapInBatches } from '../pages';
import { GUARDIAN_GRACE_SECONDS, MAX_RUN_SECONDS } from './retry-schedule';
import { pointerKey, proofKey, TAG } from '../../shapes/layout';
import { readText } from '../bucket';
import { findExecution, listRunningNames } from '../executions';
import type { Resource } from '../ledger/resource';

/** After this, whoever started one has looked himself; longer than a guardian may go on reading results. */
const SEARCH_SECONDS = 3 * 86_400;
/** Until then whoever should have told may still be about to. */
const GRACE_SECONDS = 900;
/** After the first message that failed, and twice as long after each further one: its event may fail and no mail. */
const RETRY_SECONDS = 3600;
/** Entries of a page at most (API reference, ListExecutions). */
const PAGE_SIZE = 1000;

/**
 * Ids of executions of the experiment machine that ended some time ago and of which no execution of `tell` has
 * succeeded. A name that no execution may have is refused by the first state: whoever gave it sees that.
 */
export async function listUnnotified(context: Context): Promise<string[]> {
  const now = context.now();
  const ended = (await listExperimentRuns(now - 1000 * (SEARCH_SECONDS + MAX_RUN_SECONDS), context)).flatMap(
    ({ name = '', stopDate, startDate, status }) => {
      if (stopDate === undefined || startDate === undefined || !EXECUTION_NAME_PATTERN.test(name)) return [];
      const ago = (now - stopDate.getTime()) / 1000;
      return ago < GRACE_SECONDS || ago > SEARCH_SECONDS
        ? []
        : [{ name: toExecutionId(name), given: name, status, startedAt: startDate.getTime() }];
    },
  );
  if (ended.length === 0) return [];
  const messages = await listStartedSince('tell', Math.min(...ended.map(({ startedAt }) => startedAt)), context);
  const due = await mapInBatches(ended, CONCURRENCY, async ({ name, given, status }) => {
    const own = messages.filter((one) => isOwnedBy(one.name ?? '', name) || one.name === makeRefusalName(given));
    const ofEnd = own.filter((one) => !isLeftoverMessage(one));
    if (!isDue(own, now) && (ofEnd.length === own.length || !isDue(ofEnd, now))) return [];
    // It was only planned: what is executed and succeeds has a pointer.
    if (status === 'SUCCEEDED' && (await readText(context, pointerKey(name))) === null) return [];
    // People know that something was left, and not that nothing is any more.
    return isDue(own, now) || (await readText(context, proofKey(name))) !== null ? [name] : [];
  });
  return due.flat();
}

/** A message in the midst of a teardown, which is not that of the end. */
function isLeftoverMessage({ name = '' }: ExecutionListItem): boolean {
  return parseParts(name)[0] === 'left';
}

/** Whether somebody must be told by now, by the messages that were tried. */
function isDue(tried: readonly ExecutionListItem[], now: number): boolean {
  if (tried.some(({ status }) => status === 'SUCCEEDED' || status === 'RUNNING')) return false;
  const last = Math.max(0, ...tried.map(({ stopDate }) => stopDate?.getTime() ?? 0));
  return tried.length === 0 || now - last >= 1000 * RETRY_SECONDS * 2 ** (tried.length - 1);
}

/** Where the bench stack was deleted nothing is known of its executions: their guardians are asked, which end later. */
async function listExperimentRuns(moment: number, context: Context): Promise<ExecutionListItem[]> {
  try {
    return await listStartedSince('experiment', moment, context);
  } catch (error) {
    if ((error as Error).name !== 'StateMachineDoesNotExist') throw error;
    return (await listStartedSince('guardian', moment, context)).filter(
      ({ name = '' }) => name === parseExecutionId(name),
    );
  }
}

/** Executions that began after a moment, epoch milliseconds, and some before: the newest come first. */
async function listStartedSince(
  machine: MachineName,
  moment: number,
  { aws, config }: Context,
): Promise<ExecutionListItem[]> {
  const pages = await readPages(async (token) => {
    const more = token === undefined ? {} : { nextToken: token };
    const page = await aws.sfn.listExecutions({
      stateMachineArn: config.machineArns[machine],
      maxResults: PAGE_SIZE,
      ...more,
    });
    const oldest = page.executions?.at(-1)?.startDate?.getTime() ?? moment;
    return oldest < moment ? { executions: page.executions } : page;
  });
  return pages.flatMap((page) => page.executions ?? []);
}

/** Rigs looked at side by side. */
const CONCURRENCY = 8;

/**
 * A rig deletes what is its own, then who started it does, then the event rule: each teardown may break. What the
 * guardian would find at the end of the experiment may be paid for during hours.
 * @param closed executions that get a guardian: it tears all of them down
 * @returns names of rigs, which are their tags, that ended some time ago and that no teardown looks after: one that
 *   drops a single copy does not
 */
export async function findEndedRigs(
  resources: readonly Resource[],
  closed: ReadonlySet<string>,
  context: Context,
): Promise<string[]> {
  const owning = new Set(resources.flatMap(({ living, tags }) => (living ? (tags[TAG.rig] ?? []) : [])));
  const rigs = [...owning].filter((rig) => findMachine(rig) === 'rig' && !closed.has(parseExecutionId(rig)));
  const looked = await mapInBatches(rigs, CONCURRENCY, async (rig) => {
    const endedAt = (await findExecution(context, 'rig', rig))?.endedAt ?? null;
    return endedAt !== null && context.now() - endedAt >= 1000 * GUARDIAN_GRACE_SECONDS ? [rig] : [];
  });
  const ended = looked.flat();
  if (ended.length === 0) return [];
  const teardowns = await listRunningNames(context, 'teardown');
  return ended.filter((rig) => !teardowns.some((name) => name.startsWith(`${rig}__teardown__`)));
}
