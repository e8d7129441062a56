/** What was noted of an execution as it was made and found: its ids outlast tags that somebody takes away. */
import { layout } from '../../shapes/layout';
import type { ReceiptResource, Unlisted } from '../../shapes/receipt';
import { isStorageId, kindOfId } from '../../shapes/resource-ids';
import { listKeys, readAll } from '../bucket';
import type { Context } from '../context';

export interface OfExecution {
  readonly experiment: string;
  readonly executionId: string;
}

/** What notes say, and those of which nobody knows any more what they said. */
export interface Notes {
  readonly things: readonly ReceiptResource[];
  readonly unread: readonly Unlisted[];
}

/** Keys of all notes of an execution: of what was made, and of what teardowns found before they deleted it. */
export function listNotes(of: OfExecution, context: Context): Promise<string[]> {
  return listKeys(context, folderOf(layout(of.experiment, of.executionId).seen('')));
}

/** The folder of a key, ending in `/`. */
export function folderOf(key: string): string {
  return key.replace(/[^/]*$/, '');
}

/**
 * Reads notes. One that somebody spoilt keeps no receipt from being written: the id of storage is in the note's name,
 * and of any other it is told that it cannot be read.
 */
export async function readNotes(keys: readonly string[], context: Context): Promise<Notes> {
  const unread: Unlisted[] = [];
  const notes = await readAll(context, keys);
  const things = notes.flatMap(({ key, text }): readonly ReceiptResource[] => {
    const found = parsedOrNull<ReceiptResource[]>(text, key, context);
    if (Array.isArray(found)) return found;
    const id = key.slice(folderOf(key).length).replace(/\.json$/, '');
    if (isStorageId(id)) return [{ kind: kindOfId(id), id, rig: null, state: 'made' }];
    unread.push({ kind: 'note', why: `${key} is not as it was written; remove it once you know that nothing is left` });
    return [];
  });
  return { things, unread };
}

/** Null for what is no JSON. */
export function parsedOrNull<T>(text: string, key: string, context: Context): T | null {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    context.log.error('what was written for the receipt is spoilt', { key, error: String(error) });
    return null;
  }
}
