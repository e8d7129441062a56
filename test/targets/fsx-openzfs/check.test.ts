import { check } from '../../../lib/targets/fsx-openzfs/check';
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import { CONFIG } from './config';
import { type Rule, saidOf } from '../rule-world';
import cases from './check.cases.json';

const all = (changes: Partial<FsxOpenZfs>) => check({ ...CONFIG, ...changes });
const found = (changes: Partial<FsxOpenZfs>): string[] =>
  all(changes).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
/** Without the advice that every server gives. */
const rules = (changes: Partial<FsxOpenZfs>): string[] =>
  found(changes).filter((one) => !one.startsWith('advice ServerCache') && !one.startsWith('advice Bursts'));
const messageOf = (changes: Partial<FsxOpenZfs>, code: string): string =>
  all(changes).find((problem) => problem.code === code)?.message ?? '';

describe('storage', () => {
  it.each([64, 1000, 65_536])('may be %d GiB', (storageGiB) => expect(rules({ storageGiB })).toEqual([]));

  it.each([63, 524_289])('may not be %d GiB', (storageGiB) => {
    expect(rules({ storageGiB })).toContain('error BadStorage storageGiB');
  });

  it('may need a higher quota', () => {
    expect(rules({ storageGiB: 65_537, throughputMBps: 10_240 })).toEqual(['warning OverQuota storageGiB']);
  });
});

describe('throughput', () => {
  const FIRST = [64, 128, 256, 512, 1024, 2048, 3072, 4096];
  const SECOND = [160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10_240];

  it.each([
    ['SINGLE_AZ_1', FIRST, SECOND],
    ['SINGLE_AZ_HA_1', FIRST, SECOND],
    ['SINGLE_AZ_2', SECOND, FIRST],
    ['SINGLE_AZ_HA_2', SECOND, FIRST],
    ['MULTI_AZ_1', SECOND.slice(0, 7), FIRST],
  ] as const)('of %s has its own steps', (deploymentType, good, bad) => {
    const small = { deploymentType, storageGiB: 64 };
    for (const throughputMBps of good) expect(rules({ ...small, throughputMBps })).toEqual([]);
    for (const throughputMBps of bad)
      expect(rules({ ...small, throughputMBps })).toEqual(['error BadThroughput throughputMBps']);
  });

  it('in two zones is not everywhere the same, nor all of it for writes', () => {
    const large = { deploymentType: 'MULTI_AZ_1', storageGiB: 64 } as const;
    expect(rules({ ...large, throughputMBps: 7680 })).toEqual([
      'warning MultiZoneThroughput throughputMBps',
      'advice MultiZoneWrites throughputMBps',
    ]);
  });

  it('says which there are', () => {
    expect(messageOf({ throughputMBps: 1000 }, 'BadThroughput')).toBe(
      'found 1000; SINGLE_AZ_2 has 160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240 MB/s',
    );
  });
});

describe('disk operations', () => {
  it.each([3000, 10_000, 50_000])('may be %d for 1000 GiB everywhere', (diskIops) => {
    expect(rules({ diskIops })).toEqual([]);
  });

  it.each([2999, 1_000_001])('may not be %d for 1000 GiB', (diskIops) => {
    expect(rules({ diskIops, throughputMBps: 10_240 })).toContain('error BadDiskIops diskIops');
    expect(messageOf({ diskIops }, 'BadDiskIops')).toContain('1000 GiB have 3000 (3 for each GiB');
  });

  it('may be too many for some Regions', () => {
    expect(rules({ diskIops: 50_001 })).toEqual(['warning IopsRatio diskIops']);
    expect(messageOf({ diskIops: 60_000 }, 'IopsRatio')).toContain('60 for each GiB; in Seoul, Mumbai');
  });

  it('may be more than the server carries, at all times or ever', () => {
    const server = { deploymentType: 'SINGLE_AZ_1', throughputMBps: 512, storageGiB: 1000 } as const;
    expect(rules({ ...server, diskIops: 20_000 })).toEqual([]);
    expect(rules({ ...server, diskIops: 20_001 })).toEqual(['advice IopsBurst diskIops']);
    expect(rules({ ...server, diskIops: 40_000 })).toEqual(['advice IopsBurst diskIops']);
    expect(rules({ ...server, diskIops: 40_001 })).toEqual(['warning IopsOutOfReach diskIops']);
    expect(messageOf({ ...server, diskIops: 40_001 }, 'IopsOutOfReach')).toBe(
      'found 40001; a server of 512 MB/s carries 20000 and bursts to 40000: more is never reached',
    );
  });

  it('that come with the storage are never too many', () => {
    expect(rules({ storageGiB: 40_000, throughputMBps: 160 })).toEqual([]);
  });

  it('may need a higher quota', () => {
    expect(rules({ storageGiB: 4000, throughputMBps: 5120, diskIops: 160_001 })).toEqual([
      'warning OverQuota diskIops',
    ]);
  });
});

describe('advice', () => {
  it('tells what the caches hold', () => {
    expect(messageOf({ throughputMBps: 160 }, 'ServerCache')).toContain(
      '8 GB of memory and 40 GB of NVMe cache: reads',
    );
    expect(messageOf({ throughputMBps: 64, deploymentType: 'SINGLE_AZ_1', storageGiB: 64 }, 'ServerCache')).toContain(
      'has 2 GB of memory: reads',
    );
  });

  it('tells of bursts where there are some', () => {
    expect(messageOf({ throughputMBps: 1280 }, 'Bursts')).toContain('from 1280 to 3125 MB/s of disk');
    expect(found({ throughputMBps: 2560 })).toEqual(['advice ServerCache throughputMBps']);
  });

  it('tells of compression, and of quotas that bound nothing', () => {
    expect(rules({ compression: 'ZSTD' })).toEqual(['advice Compression compression']);
    expect(rules({ volumes: { count: 1, quotaGiB: 1001 } })).toEqual(['advice LooseQuota volumes']);
    expect(rules({ volumes: { count: 1, quotaGiB: 1000 } })).toEqual([]);
  });
});

describe('asynchronous exports', () => {
  it('are a warning: writes that are answered early are no writes', () => {
    expect(rules({ nfsExport: 'async' })).toEqual(['warning AsyncExport nfsExport']);
    expect(messageOf({ nfsExport: 'async' }, 'AsyncExport')).toContain('before they are on disk');
  });
});

const RULES = cases.rules as readonly Rule[];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
