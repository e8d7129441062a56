/** Orphans: executions that left something, or that nobody has proven clean, and that nobody looks after. */
import { isOf, EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { pointerKey, provenKey, TAG } from '../../shapes/layout';
import { inBatches } from '../batches';
import { listKeys, readJson, READS_AT_ONCE } from '../bucket';
import type { Context } from '../context';
import { describe, type Described } from '../executions';
import { listResources } from '../ledger/list';
import type { Resource } from '../ledger/resource';
import { guarding } from './guarding';
import type { Pointer } from './start-guardian';

export interface Orphan {
  readonly executionId: string;
  readonly experiment: string;
  readonly why: string;
  /** Epoch seconds until which its guardian may let it run; 0 where its time is over. */
  readonly until: number;
}

export interface Found {
  readonly orphans: readonly Orphan[];
  /** Kinds and executions that could not be looked at: the next pass tries again, and a person is told. */
  readonly unseen: readonly string[];
}

/** An execution to look at. */
interface Suspect {
  readonly executionId: string;
  readonly experiment: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
  /** Epoch seconds; null where only tags are known. */
  readonly startedAt: number | null;
}

/** A guardian that ended less than this ago may still be followed by the one that its end started. */
const GUARDIAN_OVER_SECONDS = 900;

/** Orphans of one pass; keeps its answer far below 256 KiB. */
const ORPHANS_MAX = 500;

/**
 * After so many milliseconds nothing more is asked: a call that hangs then is given up after 120 s (`production.ts`),
 * and the function has 290. What is left for want of time is looked at by the next pass.
 */
const LOOKING_MS = 150_000;
/** Executions looked at side by side: Step Functions answers some 15 a second for long (service quotas). */
const LOOKS_AT_ONCE = 8;
/** Golden section: places a pass apart spread evenly, so that nobody waits long for a turn, however many they are. */
const GOLDEN = 0.618_033_988_749_895;

/**
 * Executions of this stack that nobody looks after. Each is looked at on its own: one that cannot be keeps no other
 * waiting, and one that has expired needs no look at all.
 */
export async function findOrphans(context: Context): Promise<Found> {
  const end = context.now() + LOOKING_MS;
  const { resources, unlisted } = await listResources(context, { key: TAG.stack, value: context.config.stack });
  const unseen = unlisted.map(({ kind }) => kind);
  const suspects = suspectsOf(resources, context);
  // On one machine, what another process conducts is none of ours; what was killed is known by its note.
  if (!context.config.local) {
    const known = new Set(suspects.map(({ executionId }) => executionId));
    try {
      suspects.push(...(await unproven(known, unseen, context)));
    } catch (error) {
      context.log.error('executions without a receipt cannot be listed', { error: String(error) });
      unseen.push('pointers');
    }
  }
  const hurried = until(end, context);
  let missed = 0;
  const look = async (suspect: Suspect): Promise<Orphan[]> => {
    const { executionId, experiment } = suspect;
    try {
      const why = await judged(suspect, hurried);
      return why === null ? [] : [{ executionId, experiment, why, until: why === EXPIRED ? 0 : suspect.expiresAt }];
    } catch (error) {
      if ((error as Error).name === NO_TIME) missed += 1;
      else {
        context.log.error('an execution cannot be looked at', { executionId, error: String(error) });
        unseen.push(executionId);
      }
      return [];
    }
  };
  const orphans = (await inBatches(inTurn(suspects, context.now()), LOOKS_AT_ONCE, look)).flat();
  missed += Math.max(0, orphans.length - ORPHANS_MAX);
  if (missed > 0) unseen.push(`${missed} executions, for want of time`);
  return { orphans: orphans.slice(0, ORPHANS_MAX), unseen };
}

/** What has expired first: it needs no look. Then the others, each pass from another place on. */
function inTurn(suspects: readonly Suspect[], now: number): Suspect[] {
  const sorted = suspects.toSorted((a, b) => a.expiresAt - b.expiresAt);
  const over = sorted.filter(({ expiresAt }) => expiresAt < now / 1000);
  const rest = sorted.slice(over.length);
  const start = Math.floor(rest.length * ((Math.floor(now / 60_000) * GOLDEN) % 1));
  return [...over, ...rest.slice(start), ...rest.slice(0, start)];
}

const NO_TIME = 'NoTime';

/** The same, but that executions are not asked for any more once the time is over. */
function until(end: number, context: Context): Context {
  const { sfn } = context.aws;
  const describeExecution: typeof sfn.describeExecution = (input) => {
    if (context.now() < end) return sfn.describeExecution(input);
    return Promise.reject(Object.assign(new Error('the time of this pass is over'), { name: NO_TIME }));
  };
  return { ...context, aws: { ...context.aws, sfn: { ...sfn, describeExecution } } };
}

const EXPIRED = 'its expiry has passed';

async function judged(suspect: Suspect, context: Context): Promise<string | null> {
  const now = context.now() / 1000;
  const { executionId, expiresAt, startedAt } = suspect;
  // Whether a guardian runs already is seen by who starts one.
  if (now > expiresAt) return EXPIRED;
  return orphaned({
    now,
    startedAt,
    execution: await describe(context, 'experiment', executionId),
    guardians: await guarding(context, executionId),
  });
}

/** Why an execution whose time is not over is an orphan; null while somebody looks after it. Epoch seconds. */
export function orphaned(facts: {
  now: number;
  startedAt: number | null;
  execution: Described | null;
  guardians: readonly Described[];
}): string | null {
  if (facts.guardians.some((one) => one.status === 'RUNNING')) return null;
  const runs = facts.execution?.status === 'RUNNING';
  // A guardian is started a little later than its execution.
  const began = Math.max(facts.startedAt ?? 0, (facts.execution?.startedAt ?? 0) / 1000);
  const since = Math.max(began, ...facts.guardians.map((one) => (one.endedAt ?? 0) / 1000));
  if (facts.now - since < GUARDIAN_OVER_SECONDS) return null;
  return runs ? 'no guardian stands beside it' : 'its execution has ended and no guardian looks after it';
}

/** Executions that own something. */
function suspectsOf(resources: readonly Resource[], context: Context): Suspect[] {
  const suspects: Suspect[] = [];
  for (const [executionId, its] of byExecution(resources)) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) {
      // No execution has such a name, and no guardian can look for it; the others must not wait for a person.
      context.log.error('something carries no readable execution', { executionId, ids: its.map((one) => one.id) });
      continue;
    }
    const expiresAt = Math.min(...its.map((one) => expiry(one)));
    suspects.push({ executionId, experiment: experimentOf(executionId, its, context), expiresAt, startedAt: null });
  }
  return suspects;
}

/** Admitted executions that own nothing, as far as tags tell, and of which no receipt has proven that. */
async function unproven(known: ReadonlySet<string>, unseen: string[], context: Context): Promise<Suspect[]> {
  const [admitted, proven] = await Promise.all([namesBelow(pointerKey, context), namesBelow(provenKey, context)]);
  const done = new Set(proven);
  const suspects: Suspect[] = [];
  const asked = admitted.filter((one) => !done.has(one) && !known.has(one) && isOf(one, one));
  await inBatches(asked, READS_AT_ONCE, async (executionId) => {
    try {
      const pointer = await readJson<Pointer>(context, pointerKey(executionId));
      if (pointer === null) return;
      const { experiment, guardianUntil, timing, startedAt } = pointer;
      const expiresAt = guardianUntil + timing.teardownAllowanceSeconds;
      suspects.push({ executionId, experiment, expiresAt, startedAt: Date.parse(startedAt) / 1000 });
    } catch (error) {
      context.log.error('a pointer cannot be read', { executionId, error: String(error) });
      unseen.push(executionId);
    }
  });
  return suspects;
}

/** Names of the objects in the folder of a key. */
async function namesBelow(keyOf: (name: string) => string, context: Context): Promise<string[]> {
  const [before = '', after = ''] = keyOf('*').split('*');
  return (await listKeys(context, before)).map((key) => key.slice(before.length, key.length - after.length));
}

/** Unreadable means expired: something that nobody can date must not live for ever. */
function expiry(resource: Resource): number {
  const seconds = Number(resource.tags[TAG.expiresAt]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Stands for an experiment that no tag names; no spec may call itself so. */
const UNTAGGED = '_untagged';

/** A missing tag must not keep the guardian from deleting: only where its receipt is written depends on it. */
function experimentOf(executionId: string, its: readonly Resource[], context: Context): string {
  const [experiment] = its.flatMap(({ tags }) => tags[TAG.experiment] ?? []);
  if (experiment !== undefined) return experiment;
  context.log.error('what is left names no experiment', { executionId, ids: its.map(({ id }) => id) });
  return UNTAGGED;
}

/** Under undefined what has no tag of an execution. */
function byExecution(resources: readonly Resource[]): Map<string | undefined, Resource[]> {
  const groups = new Map<string | undefined, Resource[]>();
  for (const one of resources) {
    if (!one.living) continue;
    const id = one.tags[TAG.execution];
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  return groups;
}
