import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openFolderStore } from '../../lib/local/bucket-folder';
import { makeVirtualClock } from '../../lib/asl/clock/virtual';
import { T0 } from '../twin/cloud/services';
import { temporaryFolder } from '../temporary';

const root = join(temporaryFolder('folder-store-'), 'bucket');
const store = openFolderStore(root, makeVirtualClock(T0));

const keys = async (prefix: string): Promise<string[]> => (await store.list(prefix)).map(({ key }) => key);

describe('openFolderStore', () => {
  it('lists no objects before the first write', async () => {
    expect(await store.list('')).toEqual([]);
    expect(await store.get('a')).toBeUndefined();
  });

  it('keeps objects as files under their keys, and leaves no other files', async () => {
    await store.put('raw/r1/status.json', '{}', false);
    await store.put('raw/r1/status.json', '{"rc":0}', false);
    expect(await store.put('raw/r1/status.json', 'late', true)).toBe('exists');
    expect(readFileSync(join(root, 'raw/r1/status.json'), 'utf8')).toBe('{"rc":0}');
    expect(readdirSync(join(root, 'raw/r1'))).toEqual(['status.json']);
  });

  it('stores bytes unchanged', async () => {
    const bytes = Buffer.from([0x1f, 0x8b, 0xff, 0x00]);
    await store.put('tables/a=1/b.gz', bytes, false);
    const found = await store.get('tables/a=1/b.gz');
    expect([found?.size, Buffer.from(found!.bytes)]).toEqual([4, bytes]);
  });

  it('lists whole files that hosts wrote, and skips partial files and symbolic links', async () => {
    mkdirSync(join(root, 'host/raw'), { recursive: true });
    writeFileSync(join(root, 'host/raw/.fio.json.part'), 'half');
    writeFileSync(join(root, 'host/raw/one.json'), 'one');
    linkSync(join(root, 'host/raw/one.json'), join(root, 'host/raw/two.json'));
    symlinkSync('/etc/passwd', join(root, 'host/raw/link'));
    expect(await keys('host/')).toEqual(['host/raw/one.json', 'host/raw/two.json']);
    expect((await store.get('host/raw/one.json'))?.text).toBe('one');
    expect(await store.put('host/raw/one.json', 'other', true)).toBe('exists');
  });

  it('detects a file that another program replaced', async () => {
    await store.put('k', 'one', false);
    const before = await store.head('k');
    rmSync(join(root, 'k'));
    writeFileSync(join(root, 'k'), 'three');
    expect(await store.head('k')).toMatchObject({ size: 5 });
    expect((await store.head('k'))?.etag).not.toBe(before?.etag);
  });

  it('lists a file of 3 GiB with its size', async () => {
    await store.put('large/small', 'x', false);
    truncateSync(join(root, 'large/small'), 3 * 2 ** 30);
    const [found] = await store.list('large/');
    expect(found?.size).toBe(3 * 2 ** 30);
    expect(await store.head('large/small')).toEqual(found);
    rmSync(join(root, 'large'), { recursive: true });
  });

  it('returns undefined for a folder and for a key below a file', async () => {
    await store.put('d/file', 'x', false);
    expect(await store.get('d')).toBeUndefined();
    expect(await store.head('d')).toBeUndefined();
    expect(await store.get('d/file/below')).toBeUndefined();
  });

  it('lists by a prefix that ends within a folder name', async () => {
    await store.put('p/t0001/a', '1', false);
    await store.put('p/t0002/a', '2', false);
    await store.put('p/u', '3', false);
    expect(await keys('p/t000')).toEqual(['p/t0001/a', 'p/t0002/a']);
    expect(await keys('p/t0001/')).toEqual(['p/t0001/a']);
    expect(await keys('/p/')).toEqual([]);
    expect(await keys('p/../p/')).toEqual([]);
  });

  it('pauses a virtual clock while it writes', async () => {
    const clock = makeVirtualClock(T0);
    const slow = openFolderStore(root, clock);
    const order: string[] = [];
    const slept = clock.sleep(3_600_000).then(() => order.push('an hour later'));
    await slow.put('clock', 'x', false).then(() => order.push('put'));
    await slept;
    expect(order).toEqual(['put', 'an hour later']);
  });
});
