import {
  compareKeys,
  checkKey,
  makeMemoryStore,
  floorToSeconds,
  addSimulatedTools,
} from '../../../../lib/twin/cloud/s3/store';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { parsePointer } from '../../../../lib/shapes/tool-bundles';

describe('checkKey', () => {
  it.each(['a', 'executions/x/e1/raw/r1/t0001/a1/client-0/measure/raw/fio.json', 'a/b c/d', 'a/b...c'])(
    'accepts %s',
    (key) => {
      expect(checkKey(key)).toBeUndefined();
    },
  );

  it.each(['', '/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a/.hidden', 'a\\b', 'a\u0000b', 'a\nb', 'x'.repeat(1025)])(
    'refuses %j',
    (key) => {
      expect(checkKey(key)).toEqual(expect.any(String));
    },
  );

  it('refuses a path segment of more than 255 bytes', () => {
    expect(checkKey(`a/${'b'.repeat(255)}`)).toBeUndefined();
    expect(checkKey(`a/${'b'.repeat(256)}`)).toContain('255 bytes');
  });
});

describe('compareKeys', () => {
  it('sorts by code units as S3 does: capitals first, slash before digits', () => {
    const keys = ['b', 'a/1', 'a0', 'B', 'a'].map((key) => ({ key }));
    expect(keys.sort(compareKeys).map(({ key }) => key)).toEqual(['B', 'a', 'a/1', 'a0', 'b']);
  });
});

describe('floorToSeconds', () => {
  it('drops the fraction of a second', () => {
    expect(floorToSeconds(1999)).toBe(1000);
  });
});

describe('memory store', () => {
  describe('a bucket in memory', () => {
    const KEYS = ['a/b/c', 'a/b', 'a-b/c', 'a/bc', 'a0', 'ab/c/d', 'b'];
    const filled = async () => {
      const store = makeMemoryStore({ now: () => 1_767_225_600_123 });
      for (const key of KEYS) await store.put(key, `text of ${key}`, false);
      return store;
    };

    it.each(['', 'a', 'a/', 'a/b', 'a/b/', 'a/bc', 'a/b/c', 'a/b/c/', 'ab/c/', 'c', 'x/y/z'])(
      "lists exactly the keys that begin with '%s', in the order of code units",
      async (prefix) => {
        const store = await filled();
        const keys = (await store.list(prefix)).map(({ key }) => key);
        expect(keys).toEqual(KEYS.filter((key) => key.startsWith(prefix)).sort());
      },
    );

    it.each(['', 'e/', 'e/x/y/raw', 'e/x/y/raw/r1/', 'e/x/y/raw/r1/t1', 'e/x/y/raw/r1/t1/', 'e/x/y/raw/r1/t1/a1/h1'])(
      "lists the keys below '%s' in a deep tree, and no other keys",
      async (prefix) => {
        const store = makeMemoryStore({ now: () => 0 });
        const trials = ['r1/t1/', 'r1/t10/', 'r2/t1/'].map((trial) => `e/x/y/raw/${trial}`);
        const left = ['a1/started.json', 'a1/h1/measure/raw/f.json', 'a1/h10/measure/status.json', 'a2/ended.json'];
        const keys = [
          'e/x/y/plan.json',
          'e/x/y/raw/r1/note',
          ...trials.flatMap((trial) => left.map((one) => trial + one)),
        ];
        for (const key of keys) await store.put(key, key, false);
        expect((await store.list(prefix)).map(({ key }) => key)).toEqual(
          keys.filter((key) => key.startsWith(prefix)).sort(),
        );
        const [lost = ''] = keys.slice(-1);
        store.lose(lost);
        expect((await store.list('e/x/y/raw/r2/t1/')).map(({ key }) => key)).not.toContain(lost);
        expect(await store.get(lost)).toBeUndefined();
      },
    );

    it('lists objects written since the last listing, and new sizes of overwritten ones', async () => {
      const store = await filled();
      const before = await store.list('a/');
      await store.put('a/new', 'new', false);
      await store.put('a/b', 'other', false);
      const after = await store.list('a/');
      expect(before.map(({ key }) => key)).not.toContain('a/new');
      expect(after.map(({ key }) => key)).toEqual(['a/b', 'a/b/c', 'a/bc', 'a/new']);
      expect(after.find(({ key }) => key === 'a/b')?.size).toBe('other'.length);
    });

    it('stores bytes unchanged', async () => {
      const store = makeMemoryStore({ now: () => 0 });
      const bytes = Buffer.from([0x1f, 0x8b, 0xff, 0x00]);
      await store.put('a.gz', bytes, false);
      const found = await store.get('a.gz');
      expect([found?.size, Buffer.from(found!.bytes)]).toEqual([4, bytes]);
      await store.put('a.txt', 'é', false);
      expect(Buffer.from((await store.get('a.txt'))!.bytes)).toEqual(Buffer.from('é'));
    });

    it('leaves listings unchanged after a refused write', async () => {
      const store = await filled();
      expect(await store.put('b', 'other', true)).toBe('exists');
      expect((await store.list('b')).map(({ size }) => size)).toEqual(['text of b'.length]);
    });
  });
});

const KEY = 'tools/ior/amzn-2023-x86_64.txt';

it('adds a version file of every tool for every operating system, and does not list them', async () => {
  const store = addSimulatedTools(makeMemoryStore(makeVirtualClock(0)));
  expect(parsePointer((await store.get(KEY))?.text ?? '', 'ior')).toMatchObject({ version: 'modelled' });
  expect((await store.get('tools/ior/ubuntu-24.04-aarch64.txt'))?.text).toBe((await store.get(KEY))?.text);
  expect(await store.list('')).toEqual([]);
});

it('returns stored objects before simulated tools, and undefined for other keys', async () => {
  const store = addSimulatedTools(makeMemoryStore(makeVirtualClock(0)));
  for (const key of ['tools/other/amzn-2023-x86_64.txt', 'tools/ior/nothing.txt', 'fences/x.json'])
    expect(await store.get(key)).toBeUndefined();
  await store.put(KEY, 'own', false);
  expect((await store.get(KEY))?.text).toBe('own');
});
