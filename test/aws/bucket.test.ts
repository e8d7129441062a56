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
  it('gives the text of an object', async () => {
    await account.put('a/b.txt', 'text');
    expect(await readText(context, 'a/b.txt')).toBe('text');
    expect(account.inputs('GetObject')).toEqual([{ Bucket: CONFIG.bucket, Key: 'a/b.txt' }]);
  });

  it('gives null where there is no such object', async () => {
    expect(await readText(context, 'nothing')).toBeNull();
  });

  // "May not look" must never look like "is not there": a fence would seem open.
  it.each(['AccessDenied', 'NoSuchBucket', 'SlowDown', 'NotFound'])('throws %s', async (name) => {
    account.refuse('GetObject', name);
    await expect(readText(context, 'a')).rejects.toMatchObject({ name });
  });
});

describe('readJson', () => {
  it('parses, gives null for an absent object, and throws for a broken one', async () => {
    await account.put('good', '{"a":1}');
    await account.put('broken', '{"a":');
    expect(await readJson(context, 'good')).toEqual({ a: 1 });
    expect(await readJson(context, 'absent')).toBeNull();
    await expect(readJson(context, 'broken')).rejects.toThrow(SyntaxError);
  });
});

describe('tryReadJson', () => {
  it('takes what is broken for absent: a receipt must not wait for what somebody has spoiled', async () => {
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
  ])('writes %s as %s', async (key, type) => {
    await writeText(context, key, 'x');
    expect(account.inputs('PutObject')[0]).toMatchObject({ Key: key, ContentType: type });
  });

  it('replaces what is there, without a condition', async () => {
    await account.put('a', 'old');
    await writeText(context, 'a', 'new');
    expect(await account.text('a')).toBe('new');
    expect(account.inputs('PutObject')[0]).not.toHaveProperty('IfNoneMatch');
  });
});

describe('replaceIfMatch', () => {
  it('replaces what is still as it was read, and nothing else', async () => {
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

describe('checkWriteOnce', () => {
  it('writes where there is nothing, and leaves what is there', async () => {
    expect(await writeOnce(context, 'a', 'first')).toBe(true);
    expect(await writeOnce(context, 'a', 'second')).toBe(false);
    expect(await account.text('a')).toBe('first');
  });

  it.each([true, false])('tries again where two writes met, whichever was first (%s)', async (ours) => {
    let met = 0;
    account.refuse('PutObject', 'ConditionalRequestConflict', () => (met += 1) <= 3);
    if (!ours) await account.put('a', 'theirs');
    expect(await writeOnce(context, 'a', 'ours')).toBe(ours);
    expect(await account.text('a')).toBe(ours ? 'ours' : 'theirs');
    expect(account.inputs('PutObject').map((input) => input['IfNoneMatch'])).toEqual(['*', '*', '*', '*']);
  });

  it.each(['AccessDenied', 'ConditionalRequestConflict', 'InternalError'])('throws %s', async (name) => {
    account.refuse('PutObject', name);
    await expect(writeOnce(context, 'a', 'x')).rejects.toMatchObject({ name });
  });
});

describe('listKeys', () => {
  it('reads every page, and only below the prefix', async () => {
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'b/1']) await account.put(key, '');
    expect(await listKeys(context, 'a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
    expect(account.inputs('ListObjectsV2')).toHaveLength(3);
    expect(account.inputs('ListObjectsV2')[0]).not.toHaveProperty('ContinuationToken');
  });

  it('tells of each object when the bucket had it, and its size', async () => {
    await account.put('a/1', '');
    expect(await listObjects(context, 'a/')).toEqual([
      { key: 'a/1', storedAt: Math.floor(context.now() / 1000), bytes: 0 },
    ]);
    expect(account.inputs('ListObjectsV2')).toHaveLength(1);
  });

  it('gives nothing where nothing is', async () => {
    expect(await listKeys(context, 'a/')).toEqual([]);
  });
});

describe('readTexts', () => {
  it('gives texts in the order of the keys, many at once but not all, without those that vanished', async () => {
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

  it('throws what is no absence', async () => {
    account.refuse('GetObject', 'AccessDenied');
    await expect(readTexts(context, ['a'])).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});

describe('listFolders and firstObject', () => {
  it('name what lies right below, over as many pages as there are', async () => {
    for (const key of ['e/b/1', 'e/a/1', 'e/a/2', 'e/c/1', 'e/file', 'f/1']) await account.put(key, 'text');
    expect(await listFolders(context, 'e/')).toEqual(['a', 'b', 'c']);
    expect(await listFolders(context, 'none/')).toEqual([]);
    expect(await findFirstObject(context, 'e/')).toMatchObject({ key: 'e/a/1' });
    expect(await findFirstObject(context, 'e/d')).toBeNull();
  });
});
