/** A listing in S3 as the items of a distributed Map. */
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { asPayload } from '../history/payload';
import { edge } from './edge';

/** The part of ListObjectsV2's answer that is read. */
interface Page {
  readonly Contents?: readonly Readonly<Record<string, unknown>>[];
  readonly NextContinuationToken?: string;
}

/**
 * Items of a listing, page by page: `{ Etag, Key, LastModified, Size, StorageClass }` (`Etag`, unlike S3's own `ETag`).
 */
export async function listObjects(
  frame: Frame<MapState>,
  resource: string,
  args: unknown,
  most: number,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let token: string | undefined;
  do {
    const more = token === undefined ? {} : { ContinuationToken: token };
    const page = asPayload(await edge(frame, resource, { ...(args as object), ...more })) as Page;
    for (const object of page.Contents ?? []) items.push(item(object));
    token = page.NextContinuationToken;
  } while (token !== undefined && items.length < most);
  return items;
}

function item(object: Readonly<Record<string, unknown>>): unknown {
  return {
    Etag: object['ETag'] ?? null,
    Key: object['Key'],
    LastModified: object['LastModified'] ?? null,
    Size: object['Size'] ?? 0,
    StorageClass: object['StorageClass'] ?? 'STANDARD',
  };
}
