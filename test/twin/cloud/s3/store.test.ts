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

it('sorts keys by code units as S3 does, capitals first, and drops fractions of seconds', () => {
  const keys = ['b', 'a/1', 'a0', 'B', 'a'].map((key) => ({ key }));
  expect(keys.sort(compareKeys).map(({ key }) => key)).toEqual(['B', 'a', 'a/1', 'a0', 'b']);
  expect(floorToSeconds(1999)).toBe(1000);
});

/** A bucket in memory whose objects are as long as these keys. */
async function fillStore(keys: readonly string[]) {
  const store = makeMemoryStore({ now: () => 0 });
  for (const key of keys) await store.put(key, key, false);
  return { store, list: async (prefix: string) => (await store.list(prefix)).map(({ key }) => key) };
}

describe('bucket in memory', () => {
  const FLAT = ['a/b/c', 'a/b', 'a-b/c', 'a/bc', 'a0', 'ab/c/d', 'b'];
  const left = ['a1/started.json', 'a1/h1/measure/raw/f.json', 'a1/h10/measure/status.json', 'a2/ended.json'];
  const DEEP = [
    'e/x/y/plan.json',
    'e/x/y/raw/r1/note',
    ...['r1/t1/', 'r1/t10/', 'r2/t1/'].flatMap((trial) => left.map((one) => `e/x/y/raw/${trial}${one}`)),
  ];
  const rows = (keys: readonly string[], ...prefixes: string[]) => prefixes.map((prefix) => [prefix, keys] as const);

  it.each([
    ...rows(FLAT, '', 'a', 'a/', 'a/b', 'a/b/', 'a/bc', 'a/b/c', 'a/b/c/', 'ab/c/', 'c', 'x/y/z'),
    ...rows(DEEP, '', 'e/', 'e/x/y/raw', 'e/x/y/raw/r1/', 'e/x/y/raw/r1/t1', 'e/x/y/raw/r1/t1/'),
    ...rows(DEEP, 'e/x/y/raw/r1/t1/a1/h1'),
  ])("lists exactly the keys that begin with '%s', in the order of code units, of %j", async (prefix, keys) => {
    const { store, list } = await fillStore(keys);
    expect(await list(prefix)).toEqual(keys.filter((key) => key.startsWith(prefix)).sort());
    const [lost = ''] = keys.slice(-1);
    store.lose(lost);
    expect(await list(prefix)).toEqual(keys.filter((key) => key !== lost && key.startsWith(prefix)).sort());
    expect(await store.get(lost)).toBeUndefined();
  });

  it('lists objects written since the last listing, and new sizes of overwritten ones', async () => {
    const { store, list } = await fillStore(FLAT);
    expect(await list('a/')).not.toContain('a/new');
    await store.put('a/new', 'new', false);
    await store.put('a/b', 'other', false);
    expect(await list('a/')).toEqual(['a/b', 'a/b/c', 'a/bc', 'a/new']);
    expect((await store.list('a/')).find(({ key }) => key === 'a/b')?.size).toBe('other'.length);
  });

  it('stores bytes unchanged', async () => {
    const { store } = await fillStore(['é']);
    const bytes = Buffer.from([0x1f, 0x8b, 0xff, 0x00]);
    await store.put('a.gz', bytes, false);
    const found = await store.get('a.gz');
    expect([found?.size, Buffer.from(found!.bytes)]).toEqual([4, bytes]);
    expect(Buffer.from((await store.get('é'))!.bytes)).toEqual(Buffer.from('é'));
  });

  it('leaves listings unchanged after a refused write', async () => {
    const { store } = await fillStore(FLAT);
    expect(await store.put('b', 'other', true)).toBe('exists');
    expect((await store.list('b')).map(({ size }) => size)).toEqual(['b'.length]);
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
