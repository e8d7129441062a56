/** Finds ended executions without a mail, e.g. because an event was lost or `notify` could not start. */
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
import { getPointerKey, getProofKey } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import { readText } from '../bucket';
import { findExecution, listRunningNames } from '../executions';
import type { Resource } from '../ledger/resource';

/** Searches back this far. Until then, users have checked the execution; no guardian reads results for longer. */
const SEARCH_SECONDS = 3 * 86_400;
/** Seconds after an end, in which the regular mail may still be sent. */
const GRACE_SECONDS = 900;
/** Pause after the first failed mail; it doubles after each further one. */
const RETRY_SECONDS = 3600;
/** Entries per page at most (API reference, ListExecutions). */
const PAGE_SIZE = 1000;

/**
 * Lists executions that ended some time ago and for which no mail was sent: no execution of `notify` succeeded. Skips
 * invalid names: the experiment machine refuses them at once, visibly for the user.
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
    // Mails called `left` report leftovers during a teardown, not the end.
    const ofEnd = own.filter(({ name = '' }) => parseParts(name)[0] !== 'left');
    if (!isDue(own, now) && (ofEnd.length === own.length || !isDue(ofEnd, now))) return [];
    // Without a pointer, a successful execution was only planned.
    if (status === 'SUCCEEDED' && (await readText(context, getPointerKey(name))) === null) return [];
    // After a mail about leftovers, the proof needs a separate mail.
    return isDue(own, now) || (await readText(context, getProofKey(name))) !== null ? [name] : [];
  });
  return due.flat();
}

/** Whether a mail is due, given earlier attempts. */
function isDue(tried: readonly ExecutionListItem[], now: number): boolean {
  if (tried.some(({ status }) => status === 'SUCCEEDED' || status === 'RUNNING')) return false;
  const last = Math.max(0, ...tried.map(({ stopDate }) => stopDate?.getTime() ?? 0));
  return tried.length === 0 || now - last >= 1000 * RETRY_SECONDS * 2 ** (tried.length - 1);
}

/** Lists experiments; if the bench stack with them is deleted, their guardians, which end later. */
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

/** Lists executions started since a time (epoch milliseconds), and some earlier ones: pages list the newest first. */
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
 * Finds rigs without a teardown. The rig, its experiment and the event rule each start one, but all may fail. Resources
 * could then cost money for hours, until the experiment's guardian runs.
 * @param closed executions that get a guardian, which tears down all their rigs
 * @returns names of rigs (equal to their tags) that ended some time ago without a teardown; a teardown of a single
 * target instance does not count
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
