/**
 * Resource kinds that an execution may have created, by its plan and notes (records of created or deleted resources).
 * They limit the effect of failed listings: a denied service must not block an experiment that never uses the service.
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

/** The part of a plan that defines created resources. A plan with an unknown call is unreadable. */
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

/** Kinds that a plan may create: hosts, requested resources, and resources inside them. */
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
 * Removes unlisted kinds that none of these executions may have created; receipts report them as skipped. Missing notes
 * prove nothing, so the plan must be readable. If a plan or note is unreadable, all kinds remain.
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
    context.log.warn('created kinds are unknown, so kinds that cannot be listed count as existing', {
      error: String(error),
    });
    return listed;
  }
  const passed = listed.unlisted.filter(({ kind }) => !may.has(kind));
  context.log.warn('skipping kinds that cannot be listed: plan and notes show that none was created', {
    kinds: passed.map(({ kind }) => kind),
  });
  return {
    ...listed,
    unlisted: listed.unlisted.filter(({ kind }) => may.has(kind)),
    skipped: [...listed.skipped, ...passed.map((one) => ({ ...one, neverCreated: true as const }))],
  };
}

/** @returns null if the plan is missing, corrupt, of another execution, or of an unknown version */
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

/** @returns null if a note is corrupt */
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

/** Keys of all notes of an execution: one per created resource, and one per resource that a teardown found. */
export function listNotes(of: ExecutionRef, context: Context): Promise<string[]> {
  return listKeys(context, getFolder(layout(of.experiment, of.executionId).seen('')));
}

/** The folder of a key, ending in `/`. */
export function getFolder(key: string): string {
  return key.replace(/[^/]*$/, '');
}

/** Corrupt notes about storage do not block the receipt: their names contain the id. Other notes are unreadable. */
export async function readNotes(keys: readonly string[], context: Context): Promise<Notes> {
  const unread: ListingFailure[] = [];
  const notes = await readTexts(context, keys);
  const things = notes.flatMap(({ key, text }): readonly ReceiptResource[] => {
    const found = parseOrNull<ReceiptResource[]>(text, key, context);
    if (Array.isArray(found)) return found;
    const id = key.slice(getFolder(key).length).replace(/\.json$/, '');
    if (isStorageId(id)) return [{ kind: getIdKind(id), id, rig: null, state: 'made' }];
    unread.push({ kind: 'note', why: `${key} is corrupt; check that no resource is left, then remove the object` });
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
