/**
 * Kinds that an execution may have created, by its plan and notes. Needed for kinds that could not be listed: an
 * account that denies a service must not block the end of an experiment that never uses it.
 */
import * as z from 'zod';
import { layout } from '../../shapes/layout';
import {
  HOST_KINDS,
  getCallKind,
  type ResourceFacts,
  type ResourceKind,
  RESOURCES,
  STORAGE_CALLS,
  type StorageCall,
} from '../../shapes/resources';
import { listKeys, readTexts, readText } from '../bucket';
import type { Context } from '../context';
import type { ListResult } from './list';
import type { ReceiptResource, ListingFailure } from '../../shapes/receipt';
import { isStorageId, getIdKind } from '../../shapes/resource-ids';

/** Null: any kind. */
type Kinds = ReadonlySet<string> | null;

/** The part of a plan that says what it creates; an unknown call makes it unreadable. */
const PLAN_SCHEMA = z.object({
  executionId: z.string(),
  rigs: z.array(
    z.object({ copies: z.array(z.object({ requests: z.array(z.object({ call: z.enum(STORAGE_CALLS) })) })) }),
  ),
});

type PlannedCalls = {
  readonly rigs: readonly {
    readonly copies: readonly { readonly requests: readonly { readonly call: StorageCall }[] }[];
  }[];
};

/** Kinds that a plan may create: hosts, requested resources, and those inside them. */
export function getPlanKinds({ rigs }: PlannedCalls): ReadonlySet<ResourceKind> {
  const calls = rigs.flatMap(({ copies }) => copies.flatMap(({ requests }) => requests.map(({ call }) => call)));
  const made = new Set<ResourceKind>([...HOST_KINDS, ...calls.map((call) => getCallKind(call))]);
  const children = (Object.keys(RESOURCES) as ResourceKind[]).filter((kind) => {
    const { parent }: ResourceFacts = RESOURCES[kind];
    return parent !== null && made.has(parent);
  });
  return new Set([...made, ...children]);
}

/**
 * Removes unlisted kinds that none of these executions may have created; they are reported as skipped. Missing notes
 * prove nothing, so the plan counts first. An unreadable plan or note may contain any kind.
 * @param whose executions of the listing; null if unknown
 */
export async function dropNeverMade(
  listed: ListResult,
  whose: () => Promise<readonly ExecutionRef[] | null>,
  context: Context,
): Promise<ListResult> {
  if (listed.unlisted.length === 0 || context.config.local) return listed;
  const doubted = new Set(listed.unlisted.map(({ kind }) => kind));
  const may = new Set<string>();
  try {
    const executions = await whose();
    if (executions === null) return listed;
    for (const one of executions) {
      const kinds = (await readPlannedKinds(one, context)) ?? doubted;
      const noted = [...doubted].every((kind) => kinds.has(kind)) ? kinds : await readNotedKinds(one, context);
      for (const kind of [...kinds, ...(noted ?? doubted)]) may.add(kind);
      if ([...doubted].every((kind) => may.has(kind))) return listed;
    }
  } catch (error) {
    context.log.warn('created kinds are unknown: kinds that cannot be listed count as existing', {
      error: String(error),
    });
    return listed;
  }
  const passed = listed.unlisted.filter(({ kind }) => !may.has(kind));
  context.log.warn('skipping kinds that cannot be listed: by plan and notes none was created', {
    kinds: passed.map(({ kind }) => kind),
  });
  return {
    ...listed,
    unlisted: listed.unlisted.filter(({ kind }) => may.has(kind)),
    passedOver: [...listed.passedOver, ...passed.map((one) => ({ ...one, neverMade: true as const }))],
  };
}

/** Null if the plan is lost, corrupt, of another execution, or unknown to this version. */
async function readPlannedKinds({ experiment, executionId }: ExecutionRef, context: Context): Promise<Kinds> {
  const text = await readText(context, layout(experiment, executionId).plan);
  if (text === null) return null;
  try {
    const plan = PLAN_SCHEMA.parse(JSON.parse(text));
    return plan.executionId === executionId ? getPlanKinds(plan) : null;
  } catch (error) {
    context.log.warn('a plan cannot be read: it may contain any kind', { executionId, error: String(error) });
    return null;
  }
}

/** Null if a note is corrupt. */
async function readNotedKinds(of: ExecutionRef, context: Context): Promise<Kinds> {
  const { things, unread } = await readNotes(await listNotes(of, context), context);
  return unread.length > 0 ? null : new Set(things.map(({ kind }) => kind));
}

export interface ExecutionRef {
  readonly experiment: string;
  readonly executionId: string;
}

/** Contents of notes, and the unreadable ones. */
export interface Notes {
  readonly things: readonly ReceiptResource[];
  readonly unread: readonly ListingFailure[];
}

/** Keys of all notes of an execution: created resources, and those that teardowns found before their deletes. */
export function listNotes(of: ExecutionRef, context: Context): Promise<string[]> {
  return listKeys(context, getFolder(layout(of.experiment, of.executionId).seen('')));
}

/** The folder of a key, ending in `/`. */
export function getFolder(key: string): string {
  return key.replace(/[^/]*$/, '');
}

/**
 * Reads notes. A corrupt note does not block the receipt: its name holds the id of storage. Other corrupt notes are
 * reported as unreadable.
 */
export async function readNotes(keys: readonly string[], context: Context): Promise<Notes> {
  const unread: ListingFailure[] = [];
  const notes = await readTexts(context, keys);
  const things = notes.flatMap(({ key, text }): readonly ReceiptResource[] => {
    const found = parseOrNull<ReceiptResource[]>(text, key, context);
    if (Array.isArray(found)) return found;
    const id = key.slice(getFolder(key).length).replace(/\.json$/, '');
    if (isStorageId(id)) return [{ kind: getIdKind(id), id, rig: null, state: 'made' }];
    unread.push({ kind: 'note', why: `${key} is corrupt; remove it once you know that no resource is left` });
    return [];
  });
  return { things, unread };
}

/** Null for invalid JSON. */
export function parseOrNull<T>(text: string, key: string, context: Context): T | null {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    context.log.error('a note for the receipt is corrupt', { key, error: String(error) });
    return null;
  }
}
