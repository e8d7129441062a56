/** Orphans: executions that left something, or that nobody has proven clean, and that nobody looks after. */
import { isOf, EXECUTION_ID_PATTERN } from '../../shapes/execution-names';
import { pointerKey, provenKey, TAG } from '../../shapes/layout';
import { listKeys, readJson } from '../bucket';
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
 * Executions of this stack that nobody looks after. Each is looked at on its own: one that cannot be keeps no other
 * waiting, and one that has expired needs no look at all.
 */
export async function findOrphans(context: Context): Promise<Found> {
  const { resources, unlisted } = await listResources(context, { key: TAG.stack, value: context.config.stack });
  const unseen = unlisted.map(({ kind }) => kind);
  const suspects = suspectsOf(resources, unseen, context);
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
  const orphans: Orphan[] = [];
  for (const suspect of suspects.sort((a, b) => a.expiresAt - b.expiresAt)) {
    const { executionId, experiment } = suspect;
    try {
      const why = await judged(suspect, context);
      const until = why === EXPIRED ? 0 : suspect.expiresAt;
      if (why !== null) orphans.push({ executionId, experiment, why, until });
    } catch (error) {
      context.log.error('an execution cannot be looked at', { executionId, error: String(error) });
      unseen.push(executionId);
    }
  }
  return { orphans: orphans.slice(0, ORPHANS_MAX), unseen };
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

/** Ids of one group that a failed pass names; its log names all. */
const NAMED_MAX = 20;

/** Executions that own something. */
function suspectsOf(resources: readonly Resource[], unseen: string[], context: Context): Suspect[] {
  const suspects: Suspect[] = [];
  for (const [executionId, its] of byExecution(resources)) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) {
      // No execution has such a name, and no guardian can look for it; the others must not wait for a person.
      const ids = its.map((one) => one.id);
      context.log.error('something carries no readable execution', { executionId, ids });
      unseen.push(`${ids.slice(0, NAMED_MAX).join(' ')} (the tag ${TAG.execution} names no execution)`);
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
  for (const executionId of admitted.filter((one) => !done.has(one) && !known.has(one) && isOf(one, one))) {
    try {
      const pointer = await readJson<Pointer>(context, pointerKey(executionId));
      if (pointer === null) continue;
      const { experiment, guardianUntil, timing, startedAt } = pointer;
      const expiresAt = guardianUntil + timing.teardownAllowanceSeconds;
      suspects.push({ executionId, experiment, expiresAt, startedAt: Date.parse(startedAt) / 1000 });
    } catch (error) {
      context.log.error('a pointer cannot be read', { executionId, error: String(error) });
      unseen.push(executionId);
    }
  }
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
