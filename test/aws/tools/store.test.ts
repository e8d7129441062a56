/** Tool bundles in a bucket, by the requests that are sent and the answers of S3. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { listPointers, type BucketCalls, makeBucketStore } from '../../../lib/aws/tools/store';
import { temporaryFolder } from '../../temporary';

const SHA = 'ab'.repeat(32);

/** Objects by key; a put of one that is there is refused as S3 refuses it. */
function makeCalls(objects: Record<string, string>): BucketCalls & { readonly sent: Record<string, unknown>[] } {
  const sent: Record<string, unknown>[] = [];
  const answer = async (request: Record<string, unknown>): Promise<unknown> => {
    const { Body, ...rest } = request;
    const body = Body instanceof Readable ? await text(Body) : (Body as string | undefined);
    sent.push({ ...rest, ...(body === undefined ? {} : { Body: body }) });
    const key = String(request['Key']);
    if ('Prefix' in request) {
      const second = 'ContinuationToken' in request;
      const keys = Object.keys(objects).slice(second ? 1 : 0, second ? undefined : 1);
      return { Contents: keys.map((Key) => ({ Key })), ...(second ? {} : { NextContinuationToken: 'more' }) };
    }
    if (body !== undefined) {
      if (request['IfNoneMatch'] === '*' && objects[key] !== undefined)
        throw Object.assign(new Error('there'), { name: 'PreconditionFailed' });
      objects[key] = body;
      return {};
    }
    const found = objects[key];
    if (found === undefined) throw Object.assign(new Error('none'), { name: 'NoSuchKey' });
    if (found === 'denied') throw Object.assign(new Error('denied'), { name: 'AccessDenied' });
    return { Body: Object.assign(Readable.from([found]), { transformToString: async () => found }) };
  };
  return { sent, listObjectsV2: answer, getObject: answer, putObject: answer } as never;
}

describe('makeBucketStore', () => {
  it('stores a file once, with its SHA-256 checksum and If-None-Match', async () => {
    const file = join(temporaryFolder('fsxbench-store-'), 'a');
    writeFileSync(file, 'bytes');
    const s3 = makeCalls({});
    const store = makeBucketStore(s3, 'results');
    expect(await store.putOnce('tools/ior/x.tar.gz', file, SHA)).toBe(true);
    expect(s3.sent).toEqual([
      { Bucket: 'results', Prefix: 'tools/ior/x.tar.gz', MaxKeys: 1 },
      {
        Bucket: 'results',
        Key: 'tools/ior/x.tar.gz',
        Body: 'bytes',
        ChecksumSHA256: Buffer.from(SHA, 'hex').toString('base64'),
        IfNoneMatch: '*',
      },
    ]);
    expect(await store.putOnce('tools/ior/x.tar.gz', file, SHA)).toBe(false);
    expect(s3.sent).toHaveLength(3);
    // Somebody else was faster, between the look and the write.
    const late = { ...makeCalls({ 'tools/ior/x.tar.gz': 'theirs' }), listObjectsV2: async () => ({}) };
    expect(await makeBucketStore(late as never, 'results').putOnce('tools/ior/x.tar.gz', file, SHA)).toBe(false);
  });

  it('reads, writes and lists objects over all pages', async () => {
    const s3 = makeCalls({ 'tools/ior/a.txt': 'one', 'tools/ior/b.txt': 'two' });
    const store = makeBucketStore(s3, 'results');
    expect(store.where).toBe('s3://results');
    expect(await store.list('tools/')).toEqual(['tools/ior/a.txt', 'tools/ior/b.txt']);
    expect(await store.read('tools/ior/a.txt')).toBe('one');
    expect(await store.read('tools/none')).toBeNull();
    await store.write('tools/ior/c.txt', 'three');
    expect(await store.read('tools/ior/c.txt')).toBe('three');
    expect(await listPointers(store)).toMatchObject([
      { bundle: 'ior', system: 'a', says: 'the line "one" is invalid' },
      { bundle: 'ior', system: 'b', says: 'the line "two" is invalid' },
      { bundle: 'ior', system: 'c', says: 'the line "three" is invalid' },
    ]);
  });

  it('throws when reading an object is denied instead of returning null', async () => {
    const store = makeBucketStore(makeCalls({ 'tools/x': 'denied' }), 'results');
    await expect(store.read('tools/x')).rejects.toThrow('denied');
  });
});
