/** The fence: a write-once object in the bucket. It closes an execution: nothing more may be created. */
import { FsxbenchError } from '../shapes/errors';
import { getFenceKey } from '../shapes/layout';
import { readText, writeOnce } from './bucket';
import type { Context } from './context';

export interface Fence {
  readonly executionId: string;
  /** Name of the guardian that closed the fence first. */
  readonly by: string;
  /** ISO 8601. */
  readonly fencedAt: string;
}

/** Closes the fence; later calls change nothing. @throws FsxbenchError `FenceUnreadable` after a close */
export async function closeFence(event: { executionId: string; by: string }, context: Context): Promise<Fence> {
  const fence: Fence = { ...event, fencedAt: new Date(context.now()).toISOString() };
  const key = getFenceKey(event.executionId);
  if (await writeOnce(context, key, JSON.stringify(fence))) return fence;
  const found = await readText(context, key);
  if (found === null)
    throw new FsxbenchError('FenceUnreadable', `${key} exists but cannot be read`, { facts: { key } });
  return parseFence(found) ?? { ...fence, by: 'unknown' };
}

/** @returns null if the content is no record, e.g. after a close by hand: any object closes the execution */
function parseFence(text: string): Fence | null {
  try {
    const found = JSON.parse(text) as Partial<Fence> | null;
    const { executionId, by, fencedAt } = found ?? {};
    return typeof executionId === 'string' && typeof by === 'string' && typeof fencedAt === 'string'
      ? { executionId, by, fencedAt }
      : null;
  } catch {
    return null;
  }
}
