/** Finds ended executions without a mail: an event was lost, or `notify` could not be started. */
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
import { getPointerKey, getProofKey, TAG_KEYS } from '../../shapes/layout';
import { readText } from '../bucket';
import { findExecution, listRunningNames } from '../executions';
import type { Resource } from '../ledger/resource';

/** After this time the user has surely checked; it is longer than a guardian may read results. */
const SEARCH_SECONDS = 3 * 86_400;
/** Until then the regular mail may still be on its way. */
const GRACE_SECONDS = 900;
/** After the first failed mail, doubling after each further one. */
const RETRY_SECONDS = 3600;
/** Entries per page at most (API reference, ListExecutions). */
const PAGE_SIZE = 1000;

/**
 * Ids of executions of the experiment machine that ended some time ago and for which no execution of `notify` has
 * succeeded. Skips invalid names: the first state refuses them, which their user sees.
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
  const messages = await listStartedSince('notify', Math.min(...ended.map(({ startedAt }) => startedAt)), context);
  const due = await mapInBatches(ended, CONCURRENCY, async ({ name, given, status }) => {
    const own = messages.filter((one) => isOwnedBy(one.name ?? '', name) || one.name === makeRefusalName(given));
    const ofEnd = own.filter((one) => !isLeftoverMessage(one));
    if (!isDue(own, now) && (ofEnd.length === own.length || !isDue(ofEnd, now))) return [];
    // It was only planned: an execution that runs and succeeds has a pointer.
    if (status === 'SUCCEEDED' && (await readText(context, getPointerKey(name))) === null) return [];
    // A proof after a mail about leftovers deserves a mail of its own.
    return isDue(own, now) || (await readText(context, getProofKey(name))) !== null ? [name] : [];
  });
  return due.flat();
}

/** A mail during a teardown, not about the end. */
function isLeftoverMessage({ name = '' }: ExecutionListItem): boolean {
  return parseParts(name)[0] === 'left';
}

/** Whether a mail is due, given earlier attempts. */
function isDue(tried: readonly ExecutionListItem[], now: number): boolean {
  if (tried.some(({ status }) => status === 'SUCCEEDED' || status === 'RUNNING')) return false;
  const last = Math.max(0, ...tried.map(({ stopDate }) => stopDate?.getTime() ?? 0));
  return tried.length === 0 || now - last >= 1000 * RETRY_SECONDS * 2 ** (tried.length - 1);
}

/** If the bench stack is deleted, its executions are unknown: their guardians, which end later, replace them. */
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

/** Executions since a moment, epoch milliseconds, and some before it: the newest come first. */
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

/** Rigs to check in parallel. */
const CONCURRENCY = 8;

/**
 * A rig tears itself down, then its experiment does, then the event rule: each teardown may fail. Without this, its
 * resources could cost money for hours, until the guardian at the end of the experiment.
 * @param closed executions that get a guardian, which tears all their rigs down
 * @returns names of rigs (also their tags) that ended some time ago without a teardown; a teardown of a single target
 *   instance does not count
 */
export async function findEndedRigs(
  resources: readonly Resource[],
  closed: ReadonlySet<string>,
  context: Context,
): Promise<string[]> {
  const owning = new Set(resources.flatMap(({ living, tags }) => (living ? (tags[TAG_KEYS.rig] ?? []) : [])));
  const rigs = [...owning].filter((rig) => findMachine(rig) === 'rig' && !closed.has(parseExecutionId(rig)));
  const checked = await mapInBatches(rigs, CONCURRENCY, async (rig) => {
    const endedAt = (await findExecution(context, 'rig', rig))?.endedAt ?? null;
    return endedAt !== null && context.now() - endedAt >= 1000 * GUARDIAN_GRACE_SECONDS ? [rig] : [];
  });
  const ended = checked.flat();
  if (ended.length === 0) return [];
  const teardowns = await listRunningNames(context, 'teardown');
  return ended.filter((rig) => !teardowns.some((name) => name.startsWith(`${rig}__teardown__`)));
}
