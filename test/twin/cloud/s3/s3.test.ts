import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '../../../../lib/local/bucket-folder';
import { makeMemoryStore, type ObjectStore } from '../../../../lib/twin/cloud/s3/store';
import { makeS3 } from '../../../../lib/twin/cloud/s3/s3';
import type { Service } from '../../../../lib/twin/cloud/service';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { CALLER, T0, expectRefusal } from '../services';

const folder = mkdtempSync(join(tmpdir(), 's3-'));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;

const kinds: [string, () => ObjectStore][] = [
  ['memory', () => makeMemoryStore(makeVirtualClock(T0))],
  ['folder', () => openFolderStore(join(folder, `bucket-${stores++}`), makeVirtualClock(T0))],
];

describe.each(kinds)('S3 with a bucket in %s', (_kind, makeStore) => {
  let s3: Service;
  beforeEach(() => {
    s3 = makeS3({ results: makeStore() });
  });
  const call = async (action: string, input: object): Promise<Record<string, unknown>> =>
    (await s3[action]?.({ Bucket: 'results', ...input } as never, CALLER)) as Record<string, unknown>;
  const put = (Key: string, Body = 'text', more: object = {}) => call('PutObject', { Key, Body, ...more });
  const keysOf = (listing: Record<string, unknown>): string[] =>
    ((listing['Contents'] ?? []) as { Key: string }[]).map(({ Key }) => Key);

  it('returns an object with its body, an ETag in MD5 form and its length', async () => {
    const { ETag, ...rest } = await put('a/b.txt', 'grüße');
    expect(ETag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(rest).toEqual({ ServerSideEncryption: 'AES256' });
    expect(await call('GetObject', { Key: 'a/b.txt' })).toMatchObject({ Body: 'grüße', ETag, ContentLength: 7 });
  });

  it('overwrites an object by default, with another ETag', async () => {
    const first = await put('k', 'one');
    const second = await put('k', 'two');
    expect(second['ETag']).not.toBe(first['ETag']);
    expect(await call('GetObject', { Key: 'k' })).toMatchObject({ Body: 'two', ETag: second['ETag'] });
  });

  it('refuses a second write with IfNoneMatch: PreconditionFailed', async () => {
    await put('fences/e1.json', 'first', { IfNoneMatch: '*' });
    const again = put('fences/e1.json', 'second', { IfNoneMatch: '*' });
    await expectRefusal(again, 'PreconditionFailed', { statusCode: 412 });
    expect(await call('GetObject', { Key: 'fences/e1.json' })).toMatchObject({ Body: 'first' });
  });

  it('accepts exactly one of 20 concurrent writes with IfNoneMatch', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `writer ${n}`);
    const results = await Promise.allSettled(names.map((name) => put('fence', name, { IfNoneMatch: '*' })));
    const won = results.flatMap((result, n) => (result.status === 'fulfilled' ? [names[n]] : []));
    expect(won).toHaveLength(1);
    expect(await call('GetObject', { Key: 'fence' })).toMatchObject({ Body: won[0] });
  });

  it('reports NoSuchKey for a missing object, and NoSuchBucket for a missing bucket', async () => {
    await expectRefusal(call('GetObject', { Key: 'no' }), 'NoSuchKey', { statusCode: 404 });
    const elsewhere = { Bucket: 'other', Key: 'k' };
    await expectRefusal(call('GetObject', elsewhere), 'NoSuchBucket', { statusCode: 404 });
    await expectRefusal(call('ListObjectsV2', { Bucket: 'other' }), 'NoSuchBucket');
  });

  it("refuses keys with '..' and IfNoneMatch with an ETag", async () => {
    await expectRefusal(put('../escape'), 'InvalidArgument');
    await expectRefusal(call('GetObject', { Key: 'a/../../etc/passwd' }), 'InvalidArgument');
    await expect(put('k', 'x', { IfNoneMatch: 'etag' })).rejects.toMatchObject({ statusCode: 501 });
  });

  it('lists keys by prefix, sorted, in pages', async () => {
    for (const key of ['b/2', 'a/10', 'a/2', 'a/1', 'ab', 'c']) await put(key);
    expect(keysOf(await call('ListObjectsV2', { Prefix: 'a/' }))).toEqual(['a/1', 'a/10', 'a/2']);
    expect(keysOf(await call('ListObjectsV2', { Prefix: 'a' }))).toEqual(['a/1', 'a/10', 'a/2', 'ab']);
    const first = await call('ListObjectsV2', { MaxKeys: 4 });
    expect(first).toMatchObject({ KeyCount: 4, IsTruncated: true, MaxKeys: 4 });
    const second = await call('ListObjectsV2', { MaxKeys: 4, ContinuationToken: first['NextContinuationToken'] });
    expect(second).toMatchObject({ KeyCount: 2, IsTruncated: false });
    expect([...keysOf(first), ...keysOf(second)]).toEqual(['a/1', 'a/10', 'a/2', 'ab', 'b/2', 'c']);
    expect(keysOf(await call('ListObjectsV2', { StartAfter: 'a/2' }))).toEqual(['ab', 'b/2', 'c']);
  });

  it('groups keys by delimiter, each common prefix as one item of a page', async () => {
    for (const key of ['e/a/1', 'e/a/2', 'e/b', 'e/c/1/2', 'e/c/3', 'f/1']) await put(key);
    const all = await call('ListObjectsV2', { Prefix: 'e/', Delimiter: '/' });
    expect(all).toMatchObject({ KeyCount: 3, CommonPrefixes: [{ Prefix: 'e/a/' }, { Prefix: 'e/c/' }] });
    expect(keysOf(all)).toEqual(['e/b']);
    const first = await call('ListObjectsV2', { Prefix: 'e/', Delimiter: '/', MaxKeys: 1 });
    expect(first).toMatchObject({ KeyCount: 1, CommonPrefixes: [{ Prefix: 'e/a/' }], IsTruncated: true });
    const token = first['NextContinuationToken'];
    const rest = await call('ListObjectsV2', { Prefix: 'e/', Delimiter: '/', ContinuationToken: token });
    expect(rest).toMatchObject({ KeyCount: 2, CommonPrefixes: [{ Prefix: 'e/c/' }], IsTruncated: false });
    expect(await call('ListObjectsV2', { Prefix: 'e/a/', Delimiter: '/' })).not.toHaveProperty('CommonPrefixes');
  });

  it('lists key, size, ETag, storage class and date of an object, and no Contents for an empty list', async () => {
    const { ETag } = await put('k', '12345');
    const { Contents } = await call('ListObjectsV2', {});
    expect(Contents).toEqual([{ Key: 'k', Size: 5, ETag, StorageClass: 'STANDARD', LastModified: expect.any(Date) }]);
    const empty = await call('ListObjectsV2', { Prefix: 'none/' });
    expect(empty).toMatchObject({ KeyCount: 0, IsTruncated: false });
    expect(empty).not.toHaveProperty('Contents');
    expect(keysOf(await call('ListObjectsV2', { Prefix: '../' }))).toEqual([]);
  });

  it('refuses a continuation token that it did not create', async () => {
    await expectRefusal(call('ListObjectsV2', { ContinuationToken: 'x' }), 'InvalidArgument');
  });
});
