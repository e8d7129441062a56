import { check } from '../../../lib/targets/fsx-lustre/check';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/settings/config';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';
import cases from './check.cases.json';

const found = (config: FsxLustre): string[] =>
  check(config).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
const messages = (config: FsxLustre): string[] => check(config).map(({ message }) => message);
const errors = (config: FsxLustre): string[] =>
  check(config)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
const warnings = (config: FsxLustre): string[] =>
  check(config)
    .filter(({ severity }) => severity === 'warning')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
const STEADY = { ...PERSISTENT, perUnitMBps: 500 } as const;

describe('storage', () => {
  it.each([1200, 2400, 4800, 7200, 100_800])('may be %d GiB', (storageGiB) => {
    expect(found({ ...STEADY, storageGiB })).toEqual([]);
  });

  it.each(cases.refusedGiB as [number, string][])('may not be %d GiB', (storageGiB, near) => {
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

describe('storage of other types', () => {
  const efa = (perUnitMBps: 125 | 250 | 500 | 1000, storageGiB: number): FsxLustre => ({
    ...PERSISTENT,
    efa: true,
    perUnitMBps,
    storageGiB,
  });

  it.each<[FsxLustre, string]>([
    [
      { ...SCRATCH_1, storageGiB: 4800 },
      'SCRATCH_1 has 1200 GiB, 2400 GiB or a multiple of 3600 GiB: write 3600 or 7200',
    ],
    [
      { ...PERSISTENT_1, storageGiB: 3600 },
      'PERSISTENT_1 has 1200 GiB, 2400 GiB or a multiple of 2400 GiB: write 2400 or 4800',
    ],
    [
      { ...HARD_DISK, storageGiB: 7200 },
      'PERSISTENT_1 on HDD with 12 MB/s for each TiB has a multiple of 6000 GiB: write 6000 or 12000',
    ],
    [
      { ...HARD_DISK, perUnitMBps: 40 as const, storageGiB: 1200 },
      'PERSISTENT_1 on HDD with 40 MB/s for each TiB has a multiple of 1800 GiB: write 1800',
    ],
    [efa(1000, 2400), 'PERSISTENT_2 with EFA and 1000 MB/s for each TiB has a multiple of 4800 GiB: write 4800'],
    [efa(500, 4800), 'PERSISTENT_2 with EFA and 500 MB/s for each TiB has a multiple of 9600 GiB: write 9600'],
    [efa(250, 9600), 'PERSISTENT_2 with EFA and 250 MB/s for each TiB has a multiple of 19200 GiB: write 19200'],
    [
      efa(125, 48_000),
      'PERSISTENT_2 with EFA and 125 MB/s for each TiB has a multiple of 38400 GiB: write 38400 or 76800',
    ],
  ])('may not be %p', (config, message) => {
    const { storageGiB } = config as { storageGiB?: number };
    expect(errors(config)).toEqual([`BadStorage storageGiB: found ${storageGiB}; ${message}`]);
  });

  it.each<[FsxLustre]>([
    [{ ...SCRATCH_1, storageGiB: 2400 }],
    [{ ...SCRATCH_1, storageGiB: 3600 }],
    [{ ...PERSISTENT_1, storageGiB: 1200 }],
    [{ ...HARD_DISK, storageGiB: 12_000 }],
    [{ ...HARD_DISK, perUnitMBps: 40 as const, storageGiB: 1800 }],
    [efa(1000, 4800)],
    [efa(500, 9600)],
    [efa(250, 19_200)],
    [efa(125, 38_400)],
  ])('may be %p', (config) => {
    expect(errors(config)).toEqual([]);
  });

  it('may need a higher quota, of hard disks for each file system', () => {
    expect(warnings({ ...PERSISTENT_1, storageGiB: 103_200 })).toEqual([
      'OverQuota storageGiB: found 103200; an account may have 100800 GiB of PERSISTENT_1 at first, all file systems ' +
        'together: ask for a higher quota before',
    ]);
    expect(warnings({ ...HARD_DISK, storageGiB: 108_000 })).toEqual([
      'OverQuota storageGiB: found 108000; an account may have 102000 GiB in a file system at first, on HDD: ask for ' +
        'a higher quota before',
    ]);
    expect(warnings({ ...HARD_DISK, storageGiB: 102_000 })).toEqual([]);
  });
});

describe('Intelligent-Tiering', () => {
  it.each([4000, 8000, 100_000])('may have %d MB/s', (throughputMBps) => {
    const config = { ...TIERED, throughputMBps, readCacheGiB: 'none' } as const;
    expect([...errors(config), ...warnings(config)]).toEqual([]);
  });

  it('may have as much as there is, which no account may at first', () => {
    expect(errors({ ...TIERED, throughputMBps: 2_000_000, readCacheGiB: 'none' as const })).toEqual([]);
  });

  it.each([1000, 4001, 6000, 2_004_000])('may not have %d MB/s', (throughputMBps) => {
    expect(errors({ ...TIERED, throughputMBps })).toEqual([
      `BadThroughput throughputMBps: found ${throughputMBps}; allowed: a multiple of 4000 up to 2000000`,
    ]);
  });

  it('may need a higher quota', () => {
    expect(warnings({ ...TIERED, throughputMBps: 104_000 })).toEqual([
      'OverQuota throughputMBps: found 104000; an account may have 100000 MB/s of Intelligent-Tiering at first, all ' +
        'file systems together: ask for a higher quota before',
      'OverQuota readCacheGiB: found 520000; an account may have 100800 GiB of its read cache at first, all file ' +
        'systems together: ask for a higher quota before',
    ]);
  });

  it.each([
    [4000, 31, '4000 MB/s may have 32 to 131072 GiB'],
    [4000, 131_073, '4000 MB/s may have 32 to 131072 GiB'],
    [8000, 63, '8000 MB/s may have 64 to 262144 GiB'],
  ])('of %d MB/s may not have %d GiB of cache', (throughputMBps, readCacheGiB, allowed) => {
    expect(errors({ ...TIERED, throughputMBps, readCacheGiB })).toEqual([
      `BadReadCache readCacheGiB: found ${readCacheGiB}; ${allowed} of cache (32 to 131072 for each 4000 MB/s), ` +
        'none, or proportional',
    ]);
  });

  it.each([32, 131_072, 'none', 'proportional'] as const)('may have %p GiB of cache', (readCacheGiB) => {
    expect(errors({ ...TIERED, readCacheGiB })).toEqual([]);
  });

  it('tells of its cache, and what is billed by use', () => {
    expect(found(TIERED)).toEqual(['advice ServerCache readCacheGiB', 'advice BilledByUse storedGiB']);
    expect(messages(TIERED)).toEqual([
      '20000 GiB of SSD keep what was read: data that fit measure the cache once it is filled; what does not fit is ' +
        'read tens of milliseconds later, and each of these requests is billed',
      'what is stored and each request to the storage behind are billed, beside throughput, cache and metadata: the ' +
        'price of a month is reckoned with `storedGiB`, all of it in use; the estimate, and the bill of a rehearsal, ' +
        'have what trials lay out, and their requests as modelled, in blocks of 1 MiB (assumed, AWS tells no size). ' +
        'All metadata IOPS are billed: no page says that some come with it',
    ]);
    expect(check({ ...TIERED, readCacheGiB: 'none' as const })[0]).toMatchObject({
      code: 'NoCache',
      message:
        'what the memory of its servers does not hold is read from the storage behind, tens of milliseconds until ' +
        'the first byte, and each of these requests is billed',
    });
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

  it.each(cases.automaticIops)('of %d GiB are %d by themselves, and less may be refused', (storageGiB, automatic) => {
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

  it('tells of the bursts of the older generation, which some Regions cut', () => {
    expect(messages(PERSISTENT_1)).toEqual([
      'bursts: from 500 to 1300 MB/s for each TiB on the network, its disks from 100 to 240, while credits last; ' +
        'short trials on a new file system measure the burst, only long ones what stays; in some Regions the network ' +
        'bursts to 530 only',
    ]);
    expect(messages({ ...HARD_DISK, driveCache: 'NONE' as const })).toEqual([
      'bursts: from 40 to 375 MB/s for each TiB on the network, its disks from 12 to 80 (writes 50), while credits ' +
        'last; short trials on a new file system measure the burst, only long ones what stays',
    ]);
  });

  it('tells what the cache of hard disks does', () => {
    expect(found(HARD_DISK)).toEqual(['advice Bursts perUnitMBps', 'advice ServerCache driveCache']);
    expect(messages(HARD_DISK)[1]).toBe(
      '1200 GiB of SSD keep what was read: reads of less than that, all hosts together, measure the cache once it is ' +
        'filled, not the disks; writes always measure the disks',
    );
  });

  it('tells that there is a newer scratch type', () => {
    expect(found(SCRATCH_1)).toEqual(['advice OlderType deploymentType']);
    expect(messages(SCRATCH_1)).toEqual([
      'SCRATCH_2 costs the same, bursts higher, grows in place and encrypts what is on its way; what SCRATCH_1 ' +
        'bursts to AWS does not say, and rehearsals have it without',
    ]);
  });

  it('tells what EFA needs of Regions and hosts', () => {
    const config = { ...STEADY, efa: true, storageGiB: 9600 } as const;
    expect(messages(config)).toEqual([
      'not every Region offers file systems for EFA, and one takes 1024 adapters of hosts at most: each host has one ' +
        'with one network card, and two with several',
    ]);
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
