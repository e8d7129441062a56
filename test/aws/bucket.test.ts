import { replaceCalls } from '../../lib/aws/calls';
import { gzipSync } from 'node:zlib';
import {
  findFirstObject,
  listFolders,
  listKeys,
  listObjects,
  readTexts,
  tryReadJson,
  readJson,
  readWithEtag,
  readText,
  replaceIfMatch,
  writeBytes,
  writeOnce,
  writeText,
} from '../../lib/aws/bucket';
import { CONFIG, makeAccount } from './account';
import { expectRefusal } from './answers';

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

describe('readText, readJson and tryReadJson', () => {
  it('returns the content of an object, and null when there is none', async () => {
    await account.put('a/b.json', '{"a":1}');
    expect(await readText(context, 'a/b.json')).toBe('{"a":1}');
    expect(account.inputs('GetObject')).toEqual([{ Bucket: CONFIG.bucket, Key: 'a/b.json' }]);
    for (const read of [readJson, tryReadJson]) expect(await read(context, 'a/b.json')).toEqual({ a: 1 });
    for (const read of [readText, readJson, tryReadJson]) expect(await read(context, 'absent')).toBeNull();
  });

  it('throws SyntaxError for invalid JSON, for which tryReadJson returns null', async () => {
    await account.put('broken', '{"a":');
    await expect(readJson(context, 'broken')).rejects.toThrow(SyntaxError);
    expect(await tryReadJson(context, 'broken')).toBeNull();
  });

  it('decompresses objects whose key ends in `.gz`, with several members, and throws for corrupt ones', async () => {
    await writeBytes(context, 'a.jsonl.gz', Buffer.concat([gzipSync('ä\n'), gzipSync('b\n')]));
    expect(await readText(context, 'a.jsonl.gz')).toBe('ä\nb\n');
    await account.put('b.gz', 'no archive');
    await expect(readText(context, 'b.gz')).rejects.toThrow();
  });

  // "May not look" must never look like "is not there": a fence would seem open.
  it.each(['AccessDenied', 'NoSuchBucket', 'SlowDown', 'NotFound'])('throws the S3 error %s', async (name) => {
    account.refuse('GetObject', name);
    await expectRefusal(readText(context, 'a'), name);
  });
});

describe('writeText', () => {
  it.each([
    ['plan.json', 'application/json'],
    ['rows.jsonl', 'application/x-ndjson'],
    ['report/index.html', 'text/html; charset=utf-8'],
    ['spec.yaml', 'application/yaml'],
    ['hosts/r1.txt', 'text/plain; charset=utf-8'],
    ['scripts/abc.sh', 'text/plain; charset=utf-8'],
  ])('writes %s with the content type %s', async (key, type) => {
    await writeText(context, key, 'x');
    expect(account.inputs('PutObject')[0]).toMatchObject({ Key: key, ContentType: type });
  });

  it('replaces an existing object without a condition', async () => {
    await account.put('a', 'old');
    await writeText(context, 'a', 'new');
    expect(await account.text('a')).toBe('new');
    expect(account.inputs('PutObject')[0]).not.toHaveProperty('IfNoneMatch');
  });
});

describe('replaceIfMatch', () => {
  it('replaces an object only if its ETag is unchanged, and throws AccessDenied', async () => {
    expect(await readWithEtag(context, 'a')).toBeNull();
    await account.put('a', 'old');
    const found = await readWithEtag(context, 'a');
    expect(found?.text).toBe('old');
    expect(await replaceIfMatch(context, 'a', 'new', found?.etag ?? '')).toBe(true);
    expect(await replaceIfMatch(context, 'a', 'newer', found?.etag ?? '')).toBe(false);
    expect(await replaceIfMatch(context, 'absent', 'x', found?.etag ?? '')).toBe(false);
    expect(await account.text('a')).toBe('new');
    account.refuse('PutObject', 'AccessDenied');
    await expectRefusal(replaceIfMatch(context, 'a', 'x', 'y'), 'AccessDenied');
  });
});

describe('writeOnce', () => {
  it('writes a new object and returns true, and keeps an existing one and returns false', async () => {
    expect(await writeOnce(context, 'a', 'first')).toBe(true);
    expect(await writeOnce(context, 'a', 'second')).toBe(false);
    expect(await account.text('a')).toBe('first');
  });

  it.each([true, false])(
    'retries after ConditionalRequestConflict, and returns whether its own write won (%s)',
    async (ours) => {
      let met = 0;
      account.refuse('PutObject', 'ConditionalRequestConflict', () => (met += 1) <= 3);
      if (!ours) await account.put('a', 'theirs');
      expect(await writeOnce(context, 'a', 'ours')).toBe(ours);
      expect(await account.text('a')).toBe(ours ? 'ours' : 'theirs');
      expect(account.inputs('PutObject').map((input) => input['IfNoneMatch'])).toEqual(['*', '*', '*', '*']);
    },
  );

  it.each(['AccessDenied', 'ConditionalRequestConflict', 'InternalError'])('throws the S3 error %s', async (name) => {
    account.refuse('PutObject', name);
    await expectRefusal(writeOnce(context, 'a', 'x'), name);
  });
});

describe('listKeys and listObjects', () => {
  it('lists the objects below the prefix over all pages', async () => {
    expect(await listKeys(context, 'a/')).toEqual([]);
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'b/1']) await account.put(key, '');
    account.calls.length = 0;
    expect(await listKeys(context, 'a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
    expect(account.inputs('ListObjectsV2')).toHaveLength(3);
    expect(account.inputs('ListObjectsV2')[0]).not.toHaveProperty('ContinuationToken');
    const object = { key: 'b/1', storedAt: Math.floor(context.now() / 1000), bytes: 0 };
    expect(await listObjects(context, 'b/')).toEqual([object]);
  });
});

describe('readTexts', () => {
  it('returns texts in the order of the keys, 32 reads at a time, without objects that are missing', async () => {
    const keys = Array.from({ length: 70 }, (_, index) => `k${index}`);
    for (const key of keys) if (key !== 'k33') await account.put(key, `text of ${key}`);
    let open = 0;
    let most = 0;
    const { s3 } = context.aws;
    const getObject: typeof s3.getObject = async (input) => {
      open += 1;
      most = Math.max(most, open);
      return s3.getObject(input).finally(() => {
        open -= 1;
      });
    };
    const found = await readTexts({ ...context, aws: { ...context.aws, s3: replaceCalls(s3, { getObject }) } }, keys);
    expect(found.map((one) => one.key)).toEqual(keys.filter((key) => key !== 'k33'));
    expect(found[69 - 1]).toEqual({ key: 'k69', text: 'text of k69' });
    expect(most).toBe(32);
  });

  it('throws AccessDenied instead of treating the object as missing', async () => {
    account.refuse('GetObject', 'AccessDenied');
    await expectRefusal(readTexts(context, ['a']), 'AccessDenied');
  });
});

describe('listFolders and findFirstObject', () => {
  it('lists folders directly below the prefix over all pages, and finds its first object', async () => {
    for (const key of ['e/b/1', 'e/a/1', 'e/a/2', 'e/c/1', 'e/file', 'f/1']) await account.put(key, 'text');
    expect(await listFolders(context, 'e/')).toEqual(['a', 'b', 'c']);
    expect(await listFolders(context, 'none/')).toEqual([]);
    expect(await findFirstObject(context, 'e/')).toMatchObject({ key: 'e/a/1' });
    expect(await findFirstObject(context, 'e/d')).toBeNull();
  });
});
