/**
 * Which kinds an execution may have made, by its plan and its notes. Only asked for kinds that could not be listed: an
 * account that denies a service which an experiment never uses must not keep it from ending.
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

/** What of a plan says what it makes; a call that is none of ours makes it unreadable. */
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

/** Kinds that a plan may make: hosts, what it requests, and whatever exists in that. */
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
 * The same listing without the kinds that no execution of these may have made: they are passed over, and named.
 * That nothing was noted proves nothing, so the plan goes first; one that cannot be read, or such a note, may hold any.
 * @param whose those that the listing is for; null where nobody knows
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
    context.log.warn('what was made cannot be looked up: kinds that cannot be listed count as living', {
      error: String(error),
    });
    return listed;
  }
  const passed = listed.unlisted.filter(({ kind }) => !may.has(kind));
  context.log.warn('kinds that cannot be listed are passed over: none was made, by plan and notes', {
    kinds: passed.map(({ kind }) => kind),
  });
  return {
    ...listed,
    unlisted: listed.unlisted.filter(({ kind }) => may.has(kind)),
    passedOver: [...listed.passedOver, ...passed.map((one) => ({ ...one, neverMade: true as const }))],
  };
}

/** Null where the plan is lost, spoilt, of somebody else, or holds what this version does not know. */
async function readPlannedKinds({ experiment, executionId }: ExecutionRef, context: Context): Promise<Kinds> {
  const text = await readText(context, layout(experiment, executionId).plan);
  if (text === null) return null;
  try {
    const plan = PLAN_SCHEMA.parse(JSON.parse(text));
    return plan.executionId === executionId ? getPlanKinds(plan) : null;
  } catch (error) {
    context.log.warn('a plan cannot be read: it may hold any kind', { executionId, error: String(error) });
    return null;
  }
}

/** Null where a note is spoilt. */
async function readNotedKinds(of: ExecutionRef, context: Context): Promise<Kinds> {
  const { things, unread } = await readNotes(await listNotes(of, context), context);
  return unread.length > 0 ? null : new Set(things.map(({ kind }) => kind));
}

export interface ExecutionRef {
  readonly experiment: string;
  readonly executionId: string;
}

/** What notes say, and those of which nobody knows any more what they said. */
export interface Notes {
  readonly things: readonly ReceiptResource[];
  readonly unread: readonly ListingFailure[];
}

/** Keys of all notes of an execution: of what was made, and of what teardowns found before they deleted it. */
export function listNotes(of: ExecutionRef, context: Context): Promise<string[]> {
  return listKeys(context, getFolder(layout(of.experiment, of.executionId).seen('')));
}

/** The folder of a key, ending in `/`. */
export function getFolder(key: string): string {
  return key.replace(/[^/]*$/, '');
}

/**
 * Reads notes. One that somebody spoilt keeps no receipt from being written: the id of storage is in the note's name,
 * and of any other it is told that it cannot be read.
 */
export async function readNotes(keys: readonly string[], context: Context): Promise<Notes> {
  const unread: ListingFailure[] = [];
  const notes = await readTexts(context, keys);
  const things = notes.flatMap(({ key, text }): readonly ReceiptResource[] => {
    const found = parseOrNull<ReceiptResource[]>(text, key, context);
    if (Array.isArray(found)) return found;
    const id = key.slice(getFolder(key).length).replace(/\.json$/, '');
    if (isStorageId(id)) return [{ kind: getIdKind(id), id, rig: null, state: 'made' }];
    unread.push({ kind: 'note', why: `${key} is not as it was written; remove it once you know that nothing is left` });
    return [];
  });
  return { things, unread };
}

/** Null for what is no JSON. */
export function parseOrNull<T>(text: string, key: string, context: Context): T | null {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    context.log.error('what was written for the receipt is spoilt', { key, error: String(error) });
    return null;
  }
}
