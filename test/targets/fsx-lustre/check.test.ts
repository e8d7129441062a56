import { check } from '../../../lib/targets/fsx-lustre/check';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/schema';
import { PERSISTENT, SCRATCH } from './config';

const found = (config: FsxLustre): string[] =>
  check(config).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
const messages = (config: FsxLustre): string[] => check(config).map(({ message }) => message);
const STEADY = { ...PERSISTENT, perUnitMBps: 500 } as const;

describe('storage', () => {
  it.each([1200, 2400, 4800, 7200, 100_800])('may be %d GiB', (storageGiB) => {
    expect(found({ ...STEADY, storageGiB })).toEqual([]);
  });

  it.each([
    [1, '1200 or 2400'],
    [1300, '1200 or 2400'],
    [3600, '2400 or 4800'],
    [2399, '1200 or 2400'],
    [1000, '1200 or 2400'],
  ])('may not be %d GiB', (storageGiB, near) => {
    const config = { ...STEADY, storageGiB };
    expect(found(config)).toEqual(['error BadStorage storageGiB']);
    expect(messages(config)).toEqual([
      `found ${storageGiB}; PERSISTENT_2 has 1200 GiB, 2400 GiB or a multiple of 2400 GiB: write ${near}`,
    ]);
    expect(check(config)[0]?.source).toContain('API_CreateFileSystem');
  });

  it('may need a higher quota', () => {
    expect(found({ ...STEADY, storageGiB: 103_200 })).toEqual(['warning OverQuota storageGiB']);
  });
});

describe('metadata operations', () => {
  it.each(['automatic', 'none', 3000, 6000, 12_000, 24_000, 192_000] as const)(
    'may be %p for 2400 GiB',
    (metadataIops) => {
      expect(found({ ...STEADY, metadataIops })).toEqual([]);
    },
  );

  it.each([1, 1501, 4500, 9000, 18_000, 204_000])('may not be %d', (metadataIops) => {
    expect(found({ ...STEADY, metadataIops })).toEqual(['error BadMetadataIops metadataIops']);
  });

  it.each([
    [1200, 1500],
    [2400, 3000],
    [4800, 6000],
    [9600, 6000],
    [12_000, 12_000],
    [45_600, 12_000],
    [48_000, 24_000],
    [72_000, 36_000],
  ])('of %d GiB are %d by themselves, and less may be refused', (storageGiB, automatic) => {
    expect(found({ ...STEADY, storageGiB, metadataIops: automatic })).toEqual([]);
    const less = automatic === 1500 ? undefined : automatic <= 6000 ? automatic / 2 : automatic - 12_000;
    if (less === undefined || less === 0) return;
    expect(found({ ...STEADY, storageGiB, metadataIops: less })).toEqual(['warning LittleMetadataIops metadataIops']);
  });
});

describe('advice', () => {
  it('tells of bursts where there are some', () => {
    expect(found(SCRATCH)).toEqual(['advice Bursts deploymentType']);
    expect(messages(SCRATCH)[0]).toContain('from 200 to 1300 MB/s for each TiB on the network, while');
    expect(messages({ ...PERSISTENT, perUnitMBps: 125 })[0]).toContain(
      'from 320 to 1300 MB/s for each TiB on the network, its disks from 125 to 500, while',
    );
    expect(found(PERSISTENT)).toEqual(['advice Bursts perUnitMBps']);
    expect(found({ ...PERSISTENT, perUnitMBps: 1000 })).toEqual([]);
  });

  it('tells that compressed numbers are true for one kind of data', () => {
    expect(found({ ...STEADY, compression: 'LZ4' })).toEqual(['advice Compression compression']);
  });

  it('tells that a file has no more stripes than there are targets', () => {
    expect(found({ ...STEADY, stripeCount: 2 })).toEqual([]);
    expect(found({ ...STEADY, stripeCount: -1 })).toEqual([]);
    expect(found({ ...STEADY, stripeCount: 3 })).toEqual(['advice ManyStripes stripeCount']);
    expect(messages({ ...STEADY, storageGiB: 1200, stripeCount: 3 })[0]).toContain('about 1 storage target, and');
  });

  it('says where it comes from', () => {
    const all = [...check({ ...SCRATCH, compression: 'LZ4', stripeCount: 9, storageGiB: 1 })];
    expect(all).toHaveLength(4);
    for (const { source } of all) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\//);
  });
});
