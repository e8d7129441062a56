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
  writeOnce,
  writeText,
} from '../../lib/aws/bucket';
import { CONFIG, makeAccount } from './account';

let account = makeAccount();
let context = account.context();
beforeEach(() => {
  account = makeAccount();
  context = account.context();
});

describe('readText', () => {
  it('returns the text of an object', async () => {
    await account.put('a/b.txt', 'text');
    expect(await readText(context, 'a/b.txt')).toBe('text');
    expect(account.inputs('GetObject')).toEqual([{ Bucket: CONFIG.bucket, Key: 'a/b.txt' }]);
  });

  it('returns null when the object does not exist', async () => {
    expect(await readText(context, 'nothing')).toBeNull();
  });

  // "May not look" must never look like "is not there": a fence would seem open.
  it.each(['AccessDenied', 'NoSuchBucket', 'SlowDown', 'NotFound'])('throws the S3 error %s', async (name) => {
    account.refuse('GetObject', name);
    await expect(readText(context, 'a')).rejects.toMatchObject({ name });
  });
});

describe('readJson', () => {
  it('parses an object, returns null for a missing one, and throws SyntaxError for invalid JSON', async () => {
    await account.put('good', '{"a":1}');
    await account.put('broken', '{"a":');
    expect(await readJson(context, 'good')).toEqual({ a: 1 });
    expect(await readJson(context, 'absent')).toBeNull();
    await expect(readJson(context, 'broken')).rejects.toThrow(SyntaxError);
  });
});

describe('tryReadJson', () => {
  it('returns null for a missing object and for invalid JSON', async () => {
    await account.put('good', '{"a":1}');
    await account.put('broken', '{"a":');
    const found = ['good', 'absent', 'broken'].map((key) => tryReadJson(context, key));
    expect(await Promise.all(found)).toEqual([{ a: 1 }, null, null]);
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
    await expect(replaceIfMatch(context, 'a', 'x', 'y')).rejects.toMatchObject({ name: 'AccessDenied' });
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
    await expect(writeOnce(context, 'a', 'x')).rejects.toMatchObject({ name });
  });
});

describe('listKeys', () => {
  it('lists the keys below the prefix over all pages', async () => {
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'b/1']) await account.put(key, '');
    expect(await listKeys(context, 'a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
    expect(account.inputs('ListObjectsV2')).toHaveLength(3);
    expect(account.inputs('ListObjectsV2')[0]).not.toHaveProperty('ContinuationToken');
  });

  it('returns the size of each object and when it was stored', async () => {
    await account.put('a/1', '');
    expect(await listObjects(context, 'a/')).toEqual([
      { key: 'a/1', storedAt: Math.floor(context.now() / 1000), bytes: 0 },
    ]);
    expect(account.inputs('ListObjectsV2')).toHaveLength(1);
  });

  it('returns an empty list when no key has the prefix', async () => {
    expect(await listKeys(context, 'a/')).toEqual([]);
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
    const found = await readTexts({ ...context, aws: { ...context.aws, s3: { ...s3, getObject } } }, keys);
    expect(found.map((one) => one.key)).toEqual(keys.filter((key) => key !== 'k33'));
    expect(found[69 - 1]).toEqual({ key: 'k69', text: 'text of k69' });
    expect(most).toBe(32);
  });

  it('throws AccessDenied instead of treating the object as missing', async () => {
    account.refuse('GetObject', 'AccessDenied');
    await expect(readTexts(context, ['a'])).rejects.toMatchObject({ name: 'AccessDenied' });
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
