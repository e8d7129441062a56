/** Orphans: executions without a guardian that left resources, have no clean receipt, or whose end was not mailed. */
import { STARTS } from '../../shapes/start-notes';
import { FsxbenchError } from '../../shapes/errors';
import { isOwnedBy, EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { fenceKey, pointerKey, proofKey, TAG } from '../../shapes/layout';
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
  /** Of a rig that ended, while its experiment goes on, the name of the rig. */
  readonly executionId: string;
  /** Null where only its name is known: a pointer may tell. */
  readonly experiment: string | null;
  readonly why: string;
  /** Epoch seconds until which its guardian may let it run; 0 where its time is over. */
  readonly until: number;
}

export interface OrphanReport {
  readonly orphans: readonly Orphan[];
  /** Kinds and executions that could not be looked at: the next pass tries again, and a person is told. */
  readonly unseen: readonly string[];
}

/** An execution to look at. */
interface Suspect {
  readonly executionId: string;
  readonly experiment: string | null;
  /** Epoch seconds. */
  readonly expiresAt: number;
  /** Epoch seconds; null where it was not admitted, or only tags are known. */
  readonly startedAt: number | null;
  /** Something lives that carries its tag; no receipt of it is clean; nobody was told of its end. */
  readonly what: 'owns' | 'unproven' | 'untold';
}

/** Orphans of one pass; keeps its answer far below 256 KiB. */
const ORPHANS_MAX = 500;

/** No call starts after so many ms: one that hangs ends after 120 s (`production.ts`), the function after 290. */
const SEARCH_MS = 150_000;
/** Executions looked at side by side: Step Functions answers some 15 a second for long (service quotas). */
const CONCURRENCY = 8;
/** Golden section: places a pass apart spread evenly, so that nobody waits long for a turn, however many they are. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/**
 * Executions of this stack that nobody looks after. Each is looked at on its own: one that cannot be keeps no other
 * waiting, and one that has expired needs no look at all.
 */
export async function findOrphans(context: Context): Promise<OrphanReport> {
  const end = context.now() + SEARCH_MS;
  const listed = await listResources(context, { key: TAG.stack, value: context.config.stack });
  // What nobody was admitted for is known by its tags alone.
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
      context.log.error('executions that own nothing cannot be listed', { what, error: String(error) });
      unseen.push(what);
    }
  };
  // On one machine, what another process conducts is none of ours; what was killed is known by its note.
  if (!context.config.local) {
    await more('pointers', (known) => listOpenSuspects(known, unseen, context));
    await more('messages', async (known) => toSuspects(await listUnnotified(context), known));
  }
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
        context.log.error('an execution cannot be looked at', { executionId, error: String(error) });
        unseen.push(executionId);
      }
      return [];
    }
  };
  const orphans = (await mapInBatches(orderSuspects(suspects, context.now()), CONCURRENCY, look)).flat();
  // Where time was short already, the next pass looks.
  if (!context.config.local && missed === 0)
    orphans.push(...(await findRigOrphans(resources, orphans, unseen, hurried)));
  missed += Math.max(0, orphans.length - ORPHANS_MAX);
  if (missed > 0) unseen.push(`${missed} executions, for want of time`);
  return { orphans: orphans.slice(0, ORPHANS_MAX), unseen };
}

/** Rigs that nobody tears down, of executions that are well. */
async function findRigOrphans(
  resources: readonly Resource[],
  orphans: readonly Orphan[],
  unseen: string[],
  context: Context,
): Promise<Orphan[]> {
  try {
    const rigs = await findEndedRigs(resources, new Set(orphans.map(({ executionId }) => executionId)), context);
    const why = 'the rig has ended and no teardown looks after it';
    return rigs.map((rig) => ({ executionId: rig, experiment: null, why, until: 0 }));
  } catch (error) {
    context.log.error('rigs that ended cannot be looked at', { error: String(error) });
    unseen.push('rigs');
    return [];
  }
}

/** What has expired and owns something first: it needs no look. Then the others, each pass from another place on. */
function orderSuspects(suspects: readonly Suspect[], now: number): Suspect[] {
  const isOver = ({ expiresAt, what }: Suspect): boolean => what === 'owns' && expiresAt < now / 1000;
  const over = suspects.filter(isOver).toSorted((a, b) => a.expiresAt - b.expiresAt);
  const rest = suspects.filter((one) => !isOver(one));
  const start = Math.floor(rest.length * ((Math.floor(now / 60_000) * GOLDEN_RATIO) % 1));
  return [...over, ...rest.slice(start), ...rest.slice(0, start)];
}

const NO_TIME = 'PassTimedOut';

/** The same, but that executions are not asked for any more once the time is over. */
function withDeadline(end: number, context: Context): Context {
  const { sfn } = context.aws;
  const describeExecution: typeof sfn.describeExecution = (input) => {
    if (context.now() < end) return sfn.describeExecution(input);
    return Promise.reject(new FsxbenchError(NO_TIME, 'the time of this pass is over'));
  };
  return { ...context, aws: { ...context.aws, sfn: { ...sfn, describeExecution } } };
}

const EXPIRED = 'its expiry has passed';

/** @param blind some kind could not be listed, so that something may live that nobody has seen */
async function judgeSuspect(suspect: Suspect, blind: boolean, context: Context): Promise<string | null> {
  const now = context.now() / 1000;
  const { executionId, expiresAt, startedAt, what } = suspect;
  const expired = now > expiresAt;
  // Whether a guardian runs already is seen by who starts one.
  if (expired && (what === 'owns' || blind)) return EXPIRED;
  try {
    const execution = await findExecution(context, 'experiment', await findName(executionId, context));
    // Who still reads results has a word to say, too, though all is proven.
    const look = what === 'untold' ? listGuardians : judgeGuardians;
    const facts = { now, startedAt, execution, guardians: await look(context, executionId) };
    const why = judgeOrphan(facts, what === 'owns' || blind ? GUARDIAN_GRACE_SECONDS : getRetryPause(facts.guardians));
    return why === null || what !== 'untold' ? why : 'it has ended and nobody was told';
  } catch (error) {
    if (expired && (error as Error).name !== NO_TIME) return EXPIRED;
    throw error;
  }
}

/** Of none of them more than the name is known: where there is a pointer, who starts a guardian reads it. */
function toSuspects(names: readonly string[], known: ReadonlySet<string>): Suspect[] {
  return names.flatMap((executionId) =>
    known.has(executionId)
      ? []
      : [{ executionId, experiment: null, expiresAt: Infinity, startedAt: null, what: 'untold' as const }],
  );
}

/** Ids of one group that a failed pass names; its log names all. */
const NAMED_MAX = 20;

/** Executions that own something. */
function listSuspects(resources: readonly Resource[], unseen: string[], context: Context): Suspect[] {
  const suspects: Suspect[] = [];
  for (const [executionId, its] of groupByExecution(resources)) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) {
      // No execution has such a name, and no guardian can look for it; the others must not wait for a person.
      const ids = its.map((one) => one.id);
      context.log.error('something carries no readable execution', { executionId, ids });
      unseen.push(`${ids.slice(0, NAMED_MAX).join(' ')} (the tag ${TAG.execution} names no execution)`);
      continue;
    }
    const expiresAt = Math.min(...its.map((one) => parseExpiry(one)));
    const experiment = getExperiment(executionId, its, context);
    suspects.push({ executionId, experiment, expiresAt, startedAt: null, what: 'owns' });
  }
  return suspects;
}

/**
 * Admitted executions that own nothing, as far as tags tell, and of which no receipt has proven that. What has a fence
 * and no pointer has lost it.
 */
async function listOpenSuspects(known: ReadonlySet<string>, unseen: string[], context: Context): Promise<Suspect[]> {
  const suspects: Suspect[] = [];
  const asked = (await listOpen(context)).filter((one) => !known.has(one));
  await mapInBatches(asked, READS_AT_ONCE, async (executionId) => {
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
      // Its first guardian was told all that the pointer says; where there was none, nobody can come.
      suspects.push({ executionId, experiment: null, expiresAt: Infinity, startedAt: null, what: 'unproven' });
    }
  });
  return suspects;
}

/** Days after its start in which an execution, its wait for a turn and its guardian have ended, with one to spare. */
const RECENT_DAYS = 10;
/** Passes in this hour, UTC, look at all that there ever was: several, so that one that fails is made up for. */
const SWEEP_HOUR = 10;

/**
 * Executions that no receipt has proven clean: of those that were started in the last days, so that a pass costs the
 * same however many there have been; once a day of all. Of older ones whatever lives is found by its tags.
 */
async function listOpen(context: Context): Promise<string[]> {
  const now = context.now();
  if (new Date(now).getUTCHours() === SWEEP_HOUR) return listUnproven(context);
  const first = new Date(now - RECENT_DAYS * 86_400_000).toISOString();
  const keys = await listKeys(context, STARTS, `${STARTS}${first}`);
  const names = new Set(keys.map((key) => key.slice(key.lastIndexOf('/') + 1, -'.json'.length)));
  const looked = await mapInBatches([...names], READS_AT_ONCE, async (one) =>
    (await readText(context, proofKey(one))) === null && isOwnedBy(one, one) ? [one] : [],
  );
  return looked.flat();
}

/** Executions that were admitted or closed, and that no receipt has proven clean. */
export async function listUnproven(context: Context): Promise<string[]> {
  const keys = [pointerKey, fenceKey, proofKey];
  const [admitted = [], closed = [], proven] = await Promise.all(keys.map((keyOf) => listKeyNames(keyOf, context)));
  const done = new Set(proven);
  return [...new Set([...admitted, ...closed])].filter((one) => !done.has(one) && isOwnedBy(one, one));
}

/** Executions of any age that may own what could not be listed; null where a plan of them cannot be found. */
async function findPossibleOwners(resources: readonly Resource[], context: Context): Promise<ExecutionRef[] | null> {
  const found: ExecutionRef[] = [];
  for (const executionId of new Set([...groupByExecution(resources).keys(), ...(await listUnproven(context))])) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) return null;
    const pointer = await findPointer(executionId, context);
    // Only its fence or its resources are known: the plan cannot be found, and may hold any kind.
    if (pointer === null) return null;
    found.push({ experiment: pointer.experiment, executionId });
  }
  return found;
}

/** Names of the objects in the folder of a key. */
async function listKeyNames(keyOf: (name: string) => string, context: Context): Promise<string[]> {
  const [before = '', after = ''] = keyOf('*').split('*');
  return (await listKeys(context, before)).map((key) => key.slice(before.length, key.length - after.length));
}

/** Unreadable means expired: something that nobody can date must not live for ever. */
function parseExpiry(resource: Resource): number {
  const seconds = Number(resource.tags[TAG.expiresAt]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** A missing tag must not keep the guardian from deleting: only where its receipt is written depends on it. */
function getExperiment(executionId: string, its: readonly Resource[], context: Context): string {
  const [experiment] = its.flatMap(({ tags }) => tags[TAG.experiment] ?? []);
  if (experiment !== undefined) return experiment;
  context.log.error('what is left names no experiment', { executionId, ids: its.map(({ id }) => id) });
  return UNTAGGED;
}

/** Under undefined what has no tag of an execution. */
function groupByExecution(resources: readonly Resource[]): Map<string | undefined, Resource[]> {
  const groups = new Map<string | undefined, Resource[]>();
  for (const one of resources) {
    if (!one.living) continue;
    const id = one.tags[TAG.execution];
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  return groups;
}
