/** Orphans: executions without a guardian that left resources, have no clean receipt, or ended without a mail. */
import { replaceCalls } from '../calls';
import { STARTS_PREFIX } from '../../shapes/start-notes';
import { FsxbenchError } from '../../shapes/errors';
import { isOwnedBy, EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { getFenceKey, getPointerKey, getProofKey } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import { mapInBatches } from '../pages';
import { listKeys, READS_AT_ONCE, readText } from '../bucket';
import type { Context } from '../context';
import { findExecution, listGuardians } from '../executions';
import { listResources } from '../ledger/list';
import { type ExecutionRef, dropNeverMade } from '../ledger/possible-kinds';
import type { Resource } from '../ledger/resource';
import { findEndedRigs, listUnnotified } from './missing-mails';
import { judgeGuardians } from './guardians';
import { GUARDIAN_GRACE_SECONDS, judgeOrphan, getRetryPause } from './retry-schedule';
import { findName, findPointer, UNTAGGED } from './pointer';

export interface Orphan {
  /** The rig's name, for a rig that ended while its experiment continues. */
  readonly executionId: string;
  /** Null if unknown; a pointer may name the experiment. */
  readonly experiment: string | null;
  readonly why: string;
  /** Deadline of the execution, epoch seconds; 0 if the deadline has passed. */
  readonly until: number;
}

export interface OrphanReport {
  readonly orphans: readonly Orphan[];
  /** Kinds and executions that could not be checked: the next pass retries, and a mail reports them. */
  readonly unseen: readonly string[];
}

interface Suspect {
  readonly executionId: string;
  readonly experiment: string | null;
  readonly expiresAt: number;
  /** Deadline, epoch seconds; null if the execution was not admitted, or only its tags are known. */
  readonly startedAt: number | null;
  /** `owns`: tagged resources exist; `unproven`: no clean receipt; `untold`: no mail about the end. */
  readonly what: 'owns' | 'unproven' | 'untold';
}

/** Maximum orphans per pass: it keeps the answer far below 256 KiB. */
const ORPHANS_MAX = 500;

/** Calls start before this time, milliseconds: a hanging one takes 120 s (`production.ts`), the function has 290 s. */
const SEARCH_MS = 150_000;
/** Executions to check in parallel: Step Functions sustains about 15 calls a second (service quotas). */
const CONCURRENCY = 8;
/** Golden ratio: it spreads the start offsets of consecutive passes evenly, so that each suspect is soon checked. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/**
 * Finds executions of this stack without a guardian. Each is checked independently, so that one failed check delays no
 * other. An execution after its deadline needs no check.
 */
export async function findOrphans(context: Context): Promise<OrphanReport> {
  const end = context.now() + SEARCH_MS;
  const listed = await listResources(context, { key: TAG_KEYS.stack, value: context.config.stack });
  // Tags are the only data about an execution that was never admitted.
  const { resources, unlisted } = await dropNeverMade(
    listed,
    () => findPossibleOwners(listed.resources, context),
    context,
  );
  const unseen = unlisted.map(({ kind }) => kind);
  const suspects = listSuspects(resources, unseen, context);
  const more = async (what: string, find: (known: ReadonlySet<string>) => Promise<Suspect[]>): Promise<void> => {
    try {
      suspects.push(...(await find(new Set(suspects.map(({ executionId }) => executionId)))));
    } catch (error) {
      context.log.error('executions without resources could not be listed', { what, error: String(error) });
      unseen.push(what);
    }
  };
  // In local runs, another process may conduct an execution; notes identify executions of killed processes.
  if (!context.config.local) {
    await more('pointers', (known) => listOpenSuspects(known, unseen, context));
    await more('messages', async (known) => toSuspects(await listUnnotified(context), known));
  }
  const running = new Set(suspects.filter(({ what }) => what !== 'untold').map(({ executionId }) => executionId)).size;
  // Without executions nothing is written: a metric costs money in each hour with a value.
  if (running > 0) context.log.writeMetrics?.({ RunningExecutions: running });
  const blind = unlisted.length > 0;
  const hurried = withDeadline(end, context);
  let missed = 0;
  const look = async (suspect: Suspect): Promise<Orphan[]> => {
    const { executionId, experiment } = suspect;
    try {
      const why = await judgeSuspect(suspect, blind, hurried);
      const until = why === EXPIRED || !Number.isFinite(suspect.expiresAt) ? 0 : suspect.expiresAt;
      return why === null ? [] : [{ executionId, experiment, why, until }];
    } catch (error) {
      if ((error as Error).name === NO_TIME) missed += 1;
      else {
        context.log.error('an execution could not be checked', { executionId, error: String(error) });
        unseen.push(executionId);
      }
      return [];
    }
  };
  const orphans = (await mapInBatches(orderSuspects(suspects, context.now()), CONCURRENCY, look)).flat();
  // The next pass checks executions for which the time was too short.
  if (!context.config.local && missed === 0)
    orphans.push(...(await findRigOrphans(resources, orphans, unseen, hurried)));
  missed += Math.max(0, orphans.length - ORPHANS_MAX);
  if (missed > 0) unseen.push(`${missed} executions, because time ran out`);
  return { orphans: orphans.slice(0, ORPHANS_MAX), unseen };
}

/** Finds rigs without a teardown, of executions that still run. */
async function findRigOrphans(
  resources: readonly Resource[],
  orphans: readonly Orphan[],
  unseen: string[],
  context: Context,
): Promise<Orphan[]> {
  try {
    const rigs = await findEndedRigs(resources, new Set(orphans.map(({ executionId }) => executionId)), context);
    const why = 'the rig has ended without a teardown';
    return rigs.map((rig) => ({ executionId: rig, experiment: null, why, until: 0 }));
  } catch (error) {
    context.log.error('ended rigs could not be checked', { error: String(error) });
    unseen.push('rigs');
    return [];
  }
}

/** Puts expired owners of resources first, without a check. Other executions start at another offset in each pass. */
function orderSuspects(suspects: readonly Suspect[], now: number): Suspect[] {
  const isOver = ({ expiresAt, what }: Suspect): boolean => what === 'owns' && expiresAt < now / 1000;
  const over = suspects.filter(isOver).toSorted((a, b) => a.expiresAt - b.expiresAt);
  const rest = suspects.filter((one) => !isOver(one));
  const start = Math.floor(rest.length * ((Math.floor(now / 60_000) * GOLDEN_RATIO) % 1));
  return [...over, ...rest.slice(start), ...rest.slice(0, start)];
}

const NO_TIME = 'PassTimedOut';

/** A context whose calls fail after the deadline. */
function withDeadline(end: number, context: Context): Context {
  const { sfn } = context.aws;
  const describeExecution: typeof sfn.describeExecution = (input) => {
    if (context.now() < end) return sfn.describeExecution(input);
    return Promise.reject(new FsxbenchError(NO_TIME, 'this pass ran out of time'));
  };
  return { ...context, aws: { ...context.aws, sfn: replaceCalls(sfn, { describeExecution }) } };
}

const EXPIRED = 'its expiry has passed';

/** @param blind whether a kind could not be listed, so that unlisted resources may exist */
async function judgeSuspect(suspect: Suspect, blind: boolean, context: Context): Promise<string | null> {
  const now = context.now() / 1000;
  const { executionId, expiresAt, startedAt, what } = suspect;
  const expired = now > expiresAt;
  // No check for a running guardian here: `startGuardian` makes it.
  if (expired && (what === 'owns' || blind)) return EXPIRED;
  try {
    const execution = await findExecution(context, 'experiment', await findName(executionId, context));
    // A guardian that still reads results will send a mail, even after the proof.
    const look = what === 'untold' ? listGuardians : judgeGuardians;
    const facts = { now, startedAt, execution, guardians: await look(context, executionId) };
    const why = judgeOrphan(facts, what === 'owns' || blind ? GUARDIAN_GRACE_SECONDS : getRetryPause(facts.guardians));
    return why === null || what !== 'untold' ? why : 'it has ended without a mail';
  } catch (error) {
    if (expired && (error as Error).name !== NO_TIME) return EXPIRED;
    throw error;
  }
}

/** Makes suspects of executions of which only names are known; `startGuardian` reads the pointer. */
function toSuspects(names: readonly string[], known: ReadonlySet<string>): Suspect[] {
  return names.flatMap((executionId) =>
    known.has(executionId)
      ? []
      : [{ executionId, experiment: null, expiresAt: Infinity, startedAt: null, what: 'untold' as const }],
  );
}

/** Maximum ids per group in the error of a failed pass; the log names all. */
const NAMED_MAX = 20;

function listSuspects(resources: readonly Resource[], unseen: string[], context: Context): Suspect[] {
  const suspects: Suspect[] = [];
  for (const [executionId, its] of groupByExecution(resources)) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) {
      // No execution has such a name, so no guardian can find these resources. Recovery of other executions continues.
      const ids = its.map((one) => one.id);
      context.log.error('resources carry no readable execution tag', { executionId, ids });
      unseen.push(`${ids.slice(0, NAMED_MAX).join(' ')} (the tag ${TAG_KEYS.execution} names no execution)`);
      continue;
    }
    const expiresAt = Math.min(...its.map((one) => parseExpiry(one)));
    const experiment = findExperimentName(executionId, its, context);
    suspects.push({ executionId, experiment, expiresAt, startedAt: null, what: 'owns' });
  }
  return suspects;
}

/** Lists unproven executions without tagged resources. A fence without a pointer means that the pointer is lost. */
async function listOpenSuspects(known: ReadonlySet<string>, unseen: string[], context: Context): Promise<Suspect[]> {
  const suspects: Suspect[] = [];
  const open = (await listOpen(context)).filter((one) => !known.has(one));
  await mapInBatches(open, READS_AT_ONCE, async (executionId) => {
    try {
      const pointer = await findPointer(executionId, context);
      if (pointer === null) return;
      const { experiment, guardianUntil, timing, startedAt } = pointer;
      const expiresAt = guardianUntil + timing.teardownAllowanceSeconds;
      const began = Date.parse(startedAt) / 1000;
      suspects.push({ executionId, experiment, expiresAt, startedAt: began, what: 'unproven' });
    } catch (error) {
      context.log.error('a pointer cannot be read', { executionId, error: String(error) });
      unseen.push(executionId);
      // The first guardian's input has the contents of the lost pointer; without that input no guardian can start.
      suspects.push({ executionId, experiment: null, expiresAt: Infinity, startedAt: null, what: 'unproven' });
    }
  });
  return suspects;
}

/** An execution, with its wait, run and guardian, ends within this many days; one day is added. */
const RECENT_DAYS = 10;
/** Hour (UTC) whose passes check all executions of any age: several passes, in case one fails. */
const SWEEP_HOUR = 10;

/**
 * Lists unproven executions of the last days; once a day, of any age. So the cost of most passes does not grow with the
 * number of executions. Tags reveal resources of older executions in every pass.
 */
async function listOpen(context: Context): Promise<string[]> {
  const now = context.now();
  if (new Date(now).getUTCHours() === SWEEP_HOUR) return listUnproven(context);
  const first = new Date(now - RECENT_DAYS * 86_400_000).toISOString();
  const keys = await listKeys(context, STARTS_PREFIX, `${STARTS_PREFIX}${first}`);
  const names = new Set(keys.map((key) => key.slice(key.lastIndexOf('/') + 1, -'.json'.length)));
  const checked = await mapInBatches([...names], READS_AT_ONCE, async (one) =>
    (await readText(context, getProofKey(one))) === null && isOwnedBy(one, one) ? [one] : [],
  );
  return checked.flat();
}

/** Admitted or closed executions without a proof of a clean end. */
export async function listUnproven(context: Context): Promise<string[]> {
  const keys = [getPointerKey, getFenceKey, getProofKey];
  const [admitted = [], closed = [], proven] = await Promise.all(keys.map((keyOf) => listKeyNames(keyOf, context)));
  const done = new Set(proven);
  return [...new Set([...admitted, ...closed])].filter((one) => !done.has(one) && isOwnedBy(one, one));
}

/** Executions of any age that may own unlisted resources; null if any of their plans is missing. */
async function findPossibleOwners(resources: readonly Resource[], context: Context): Promise<ExecutionRef[] | null> {
  const found: ExecutionRef[] = [];
  for (const executionId of new Set([...groupByExecution(resources).keys(), ...(await listUnproven(context))])) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) return null;
    const pointer = await findPointer(executionId, context);
    // Without a pointer the plan cannot be found, so it may contain any kind.
    if (pointer === null) return null;
    found.push({ experiment: pointer.experiment, executionId });
  }
  return found;
}

async function listKeyNames(keyOf: (name: string) => string, context: Context): Promise<string[]> {
  const [before = '', after = ''] = keyOf('*').split('*');
  return (await listKeys(context, before)).map((key) => key.slice(before.length, key.length - after.length));
}

/** An unreadable expiry counts as expired: every resource must be deleted some day. */
function parseExpiry(resource: Resource): number {
  const seconds = Number(resource.tags[TAG_KEYS.expiresAt]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** A missing tag does not stop the guardian; it only changes the receipt's folder. */
function findExperimentName(executionId: string, its: readonly Resource[], context: Context): string {
  const [experiment] = its.flatMap(({ tags }) => tags[TAG_KEYS.experiment] ?? []);
  if (experiment !== undefined) return experiment;
  context.log.error('leftover resources carry no experiment tag', { executionId, ids: its.map(({ id }) => id) });
  return UNTAGGED;
}

/** Groups resources by execution tag; the key undefined has resources without the tag. */
function groupByExecution(resources: readonly Resource[]): Map<string | undefined, Resource[]> {
  const groups = new Map<string | undefined, Resource[]>();
  for (const one of resources) {
    if (!one.living) continue;
    const id = one.tags[TAG_KEYS.execution];
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  return groups;
}
