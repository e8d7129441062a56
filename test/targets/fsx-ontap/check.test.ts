import { check, quotas } from '../../../lib/targets/fsx-ontap/check';
import { serverOf } from '../../../lib/targets/fsx-ontap/limits';
import type { FsxOntap } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';

const all = (changes: Partial<FsxOntap>, base: FsxOntap = CONFIG) => check({ ...base, ...changes });
const found = (changes: Partial<FsxOntap>, base: FsxOntap = CONFIG): string[] =>
  all(changes, base).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
const messageOf = (changes: Partial<FsxOntap>, code: string, base: FsxOntap = CONFIG): string =>
  all(changes, base).find((problem) => problem.code === code)?.message ?? '';
/** Without what is only worth knowing. */
const rules = (changes: Partial<FsxOntap>, base: FsxOntap = CONFIG): string[] =>
  found(changes, base).filter((one) => !one.startsWith('advice'));

describe('the file systems of the study', () => {
  it('break no rule', () => {
    expect(rules({}, KAFKA_2GBPS)).toEqual([]);
    expect(rules({}, KAFKA_4GBPS)).toEqual([]);
  });

  it('promise more than fits, and file servers faster than their disks', () => {
    expect(found({}, KAFKA_2GBPS)).toEqual([
      'advice DisksLimit storageGiB',
      'advice ServerCache throughputMBps',
      'advice ThinVolumes volumes',
    ]);
    expect(messageOf({}, 'DisksLimit', KAFKA_2GBPS)).toBe(
      '2048 GiB of SSD move about 1536 MB/s (768 for each TiB), file servers 2048: more is only reached from their ' +
        'caches',
    );
    expect(messageOf({}, 'ThinVolumes', KAFKA_2GBPS)).toBe(
      '6 x 2150 GiB may be written, more than the file system has: it is full before they are',
    );
  });
});

describe('HA pairs', () => {
  it('are one, but for SINGLE_AZ_2', () => {
    for (const deploymentType of ['SINGLE_AZ_1', 'MULTI_AZ_1', 'MULTI_AZ_2'] as const)
      expect(found({ deploymentType, haPairs: 2, storageGiB: 4096 })).toEqual(['error BadHaPairs haPairs']);
    expect(messageOf({ haPairs: 3 }, 'BadHaPairs')).toBe('found 3; SINGLE_AZ_1 has 1, only SINGLE_AZ_2 has up to 12');
    expect(rules({}, SECOND)).toEqual([]);
    const many: Partial<FsxOntap> = { haPairs: 12, storageGiB: 12 * 1024, throughputMBpsPerPair: 1536 };
    expect(found(many, SECOND)).toEqual([
      'advice DisksLimit storageGiB',
      'advice ServerCache throughputMBpsPerPair',
      'warning OverQuota throughputMBpsPerPair',
      'advice IdlePairs volumes',
    ]);
  });

  it('idle where no volume lies on them', () => {
    expect(messageOf({ volumes: { count: 1, sizeGiB: 1024 } }, 'IdlePairs', SECOND)).toContain(
      '1 of them use 1 of 2 pairs',
    );
    expect(messageOf({ volumes: { count: 1, sizeGiB: 1024, constituents: 4 } }, 'IdlePairs', SECOND)).toBe('');
  });
});

describe('storage', () => {
  it.each([
    [1024, CONFIG],
    [196_608, CONFIG],
    [2048, SECOND],
    [524_288, SECOND],
  ])('may be %d GiB', (storageGiB, base) => expect(rules({ storageGiB }, base)).not.toContain('BadStorage'));

  it.each([
    [1023, CONFIG],
    [524_289, CONFIG],
    [2047, SECOND],
    [1_048_577, SECOND],
  ])('may not be %d GiB', (storageGiB, base) => {
    expect(rules({ storageGiB }, base)).toContain('error BadStorage storageGiB');
  });

  it('says what it has to be, and is doubtful where pages contradict the API', () => {
    expect(messageOf({ storageGiB: 100 }, 'BadStorage')).toBe('found 100; allowed: 1024 to 524288 GiB');
    expect(messageOf({ storageGiB: 100 }, 'BadStorage', SECOND)).toContain('2048 to 1048576 GiB, 1024 for each of 2');
    expect(rules({ storageGiB: 200_000 })).toEqual(['warning DoubtfulStorage storageGiB']);
    expect(rules({ storageGiB: 200_000 }, SECOND)).toEqual([]);
  });
});

describe('throughput', () => {
  const FIRST = [128, 256, 512, 1024, 2048];

  it.each([
    ['SINGLE_AZ_1', 'throughputMBps', FIRST, 384],
    ['MULTI_AZ_1', 'throughputMBps', FIRST, 3072],
    ['SINGLE_AZ_2', 'throughputMBpsPerPair', [1536, 3072, 6144], 768],
    ['MULTI_AZ_2', 'throughputMBpsPerPair', [384, 768, 1536, 3072, 6144], 512],
  ] as const)('of %s has its own steps and its own word, %s', (deploymentType, setting, good, bad) => {
    const base = { ...CONFIG, deploymentType, storageGiB: 8192, throughputMBps: undefined };
    for (const asked of good) expect(rules({ [setting]: asked }, base)).toEqual([]);
    expect(rules({ [setting]: bad }, base)).toEqual([`error BadThroughput ${setting}`]);
    expect(messageOf({}, 'BadThroughput', base)).toMatch(
      new RegExp(`^\`${setting}\` is missing; ${deploymentType} has`),
    );
  });

  it('says which there are, and which word is meant', () => {
    expect(messageOf({ throughputMBps: 1000 }, 'BadThroughput')).toBe(
      'found 1000; SINGLE_AZ_1 has 128, 256, 512, 1024, 2048, 4096 MB/s',
    );
    expect(found({ throughputMBpsPerPair: 512 })).toEqual(['error BadThroughput throughputMBpsPerPair', ...found({})]);
    expect(messageOf({ throughputMBps: 3072 }, 'BadThroughput', SECOND)).toBe(
      'SINGLE_AZ_2 is told its throughput as `throughputMBpsPerPair` and not as `throughputMBps`; SINGLE_AZ_2 has ' +
        '1536, 3072, 6144 MB/s a pair',
    );
  });

  it('of the largest wants storage and operations: whether AWS refuses less is not sure', () => {
    expect(rules({ throughputMBps: 4096, storageGiB: 5119, diskIops: 160_000 })).toEqual([
      'warning LargestThroughput throughputMBps',
    ]);
    expect(rules({ throughputMBps: 4096, storageGiB: 5120, diskIops: 159_999 })).toEqual([
      'warning LargestThroughput throughputMBps',
    ]);
    expect(rules({ throughputMBps: 4096, storageGiB: 5120, diskIops: 160_000 })).toEqual([]);
    expect(rules({ throughputMBpsPerPair: 6144, haPairs: 1, storageGiB: 5119 }, SECOND)).toEqual([
      'warning LargestThroughput throughputMBpsPerPair',
    ]);
    expect(rules({ throughputMBpsPerPair: 6144, haPairs: 1, storageGiB: 5120 }, SECOND)).toEqual([]);
  });
});

describe('disk operations', () => {
  const FAST: Partial<FsxOntap> = { throughputMBps: 2048, storageGiB: 2048 };

  it.each([6144, 80_000])('may be %d for 2048 GiB', (diskIops) => {
    expect(rules({ ...FAST, diskIops })).toEqual([]);
  });

  it.each([
    [6143, CONFIG, FAST],
    [160_001, CONFIG, { ...FAST, storageGiB: 8192 }],
    [400_001, SECOND, {}],
  ])('may not be %d', (diskIops, base, changes) => {
    expect(rules({ ...changes, diskIops }, base)).toContain('error BadDiskIops diskIops');
  });

  it('says how many there may be, and where none can be provisioned', () => {
    expect(messageOf({ ...FAST, diskIops: 1 }, 'BadDiskIops')).toBe(
      'found 1; 2048 GiB have 6144 (3 for each GiB, which come with it) to 160000',
    );
    expect(messageOf({ storageGiB: 60_000, diskIops: 1 }, 'BadDiskIops')).toContain('write automatic');
  });

  it('may be more than the file servers carry, or than AWS gives to so few GiB', () => {
    expect(rules({ storageGiB: 2048, diskIops: 18_750 })).toEqual([]);
    expect(rules({ storageGiB: 2048, diskIops: 18_751 })).toEqual(['warning IopsOutOfReach diskIops']);
    expect(messageOf({ diskIops: 20_000 }, 'IopsOutOfReach')).toBe(
      'found 20000; file servers of 512 MB/s carry 18750: more is never reached',
    );
    expect(messageOf({ diskIops: 200_001 }, 'IopsOutOfReach', SECOND)).toContain('6144 MB/s carry 200000 (by the');
    expect(rules({ throughputMBps: 2048, diskIops: 51_201 })).toEqual(['warning IopsRatio diskIops']);
    expect(messageOf({ throughputMBps: 2048, diskIops: 61_440 }, 'IopsRatio')).toContain('60 for each GiB');
  });
});

describe('what is measured in place of the disks', () => {
  it('is memory of the servers, and their NVMe cache in two zones', () => {
    expect(messageOf({}, 'ServerCache')).toBe(
      'file servers of 512 MB/s have 32 GB of memory: reads of less than that, all hosts together, measure the ' +
        'cache, not the disks',
    );
    expect(messageOf({}, 'ServerCache', KAFKA_2GBPS)).toContain('have 128 GB of memory and 2400 GB of NVMe cache:');
    // Two pairs, and no table of their generation.
    expect(messageOf({}, 'ServerCache', SECOND)).toContain(
      '6144 MB/s have about (by the first generation: no page says it) 384 GB of memory and 7200 GB of NVMe cache',
    );
    // A pair on which nothing lies caches nothing.
    expect(messageOf({ volumes: { count: 1, sizeGiB: 1024 } }, 'ServerCache', SECOND)).toContain('192 GB of memory');
  });

  it('is a burst of small servers', () => {
    expect(messageOf({ throughputMBps: 128 }, 'Bursts')).toMatch(/^bursts from 128 to 600 MB\/s of disk/);
    expect(messageOf({ throughputMBps: 1024 }, 'Bursts')).toBe('');
    expect(found({ throughputMBps: 128, diskIops: 6001 })).toContain('advice IopsBurst diskIops');
    expect(rules({ throughputMBps: 128, diskIops: 18_751 })).toEqual(['warning IopsOutOfReach diskIops']);
    expect(messageOf({ throughputMBps: 128, diskIops: 18_751 }, 'IopsOutOfReach')).toContain(
      '6000 and burst to 18750:',
    );
  });
});

it('the least of disk operations is doubtful with several pairs', () => {
  expect(rules({ diskIops: 24_576 }, SECOND)).toEqual(['warning DoubtfulDiskIops diskIops']);
  expect(rules({ diskIops: 49_151 }, SECOND)).toEqual(['warning DoubtfulDiskIops diskIops']);
  expect(messageOf({ diskIops: 24_576 }, 'DoubtfulDiskIops', SECOND)).toContain('49152 for 2 pairs');
  expect(rules({ diskIops: 49_152 }, SECOND)).toEqual([]);
  expect(rules({ diskIops: 24_575 }, SECOND)).toEqual(['error BadDiskIops diskIops']);
});

describe('volumes', () => {
  const volumes = (settings: Partial<FsxOntap['volumes']>, base: FsxOntap = CONFIG) =>
    rules({ storageGiB: 400_000, volumes: { count: 1, sizeGiB: 1024, ...settings } }, base).filter((one) =>
      one.endsWith(' volumes'),
    );

  it.each([
    [{ constituents: 10 }, CONFIG, []],
    [{ constituents: 11 }, CONFIG, ['warning SmallConstituents volumes']],
    [{ constituents: 100, sizeGiB: 20_000 }, SECOND, []],
    [{ constituents: 101, sizeGiB: 30_000 }, SECOND, ['error BadConstituents volumes']],
    [{ constituents: 66, sizeGiB: 30_000 }, { ...SECOND, haPairs: 3 }, []],
    [{ constituents: 67, sizeGiB: 30_000 }, { ...SECOND, haPairs: 3 }, ['error BadConstituents volumes']],
    [{ sizeGiB: 307_200 }, CONFIG, []],
    [{ sizeGiB: 307_201 }, CONFIG, ['warning LargeFlexVol volumes']],
    [{ sizeGiB: 307_201, constituents: 8 }, CONFIG, []],
  ])('of %p', (settings, base, problems) => expect(volumes(settings, base)).toEqual(problems));
});

it('quotas count what all pairs have', () => {
  expect(quotas(SECOND).map(({ of, amount }) => [of, amount])).toEqual([
    ['GiB of ONTAP', 8192],
    ['MB/s of ONTAP', 6144],
    ['disk operations a second of ONTAP', 24_576],
    ['file systems of ONTAP', 1],
  ]);
  expect(rules({ haPairs: 2, throughputMBpsPerPair: 6144, storageGiB: 10_240 }, SECOND)).toEqual([
    'warning OverQuota throughputMBpsPerPair',
  ]);
});

it('volumes of as much as the file system has are not thin', () => {
  const thin = (sizeGiB: number): boolean =>
    found({ storageGiB: 2048, volumes: { count: 2, sizeGiB } }).includes('advice ThinVolumes volumes');
  expect([thin(1024), thin(1025)]).toEqual([false, true]);
});

it.each([
  [128, 6000],
  [256, 12_000],
  [512, 18_750],
  [1024, 40_000],
  [2048, 80_000],
  [4096, 160_000],
])('a pair of %d MB/s carries %d disk operations a second, as the table of the guide has it', (throughput, iops) => {
  expect(serverOf(CONFIG, throughput).iops.baseline).toBe(iops);
});

describe('LUNs', () => {
  const luns = { perHost: 4, sizeGiB: 64 };
  const one = { volumes: { count: 1, sizeGiB: 1024 } };

  it('break no rule where they are all that hosts have, and use every pair', () => {
    expect(rules({ luns })).toEqual([]);
    expect(found({ luns, ...one }, SECOND)).not.toContain('advice IdlePairs volumes');
  });

  it('are off with more than six pairs', () => {
    const pairs = (haPairs: number): Partial<FsxOntap> => ({
      ...one,
      luns,
      haPairs,
      storageGiB: 1024 * haPairs,
      throughputMBpsPerPair: 1536,
    });
    expect(messageOf(pairs(6), 'TooManyPairs', SECOND)).toBe('');
    expect(messageOf(pairs(7), 'TooManyPairs', SECOND)).toBe(
      'found LUNs on 7 pairs; iSCSI is off where there are more than 6',
    );
  });

  it('stand beside no volumes, and no words of NFS', () => {
    expect(rules({ luns, volumes: { count: 2, sizeGiB: 100 } })).toEqual(['error LunsAndVolumes volumes']);
    expect(messageOf({ luns, volumes: { count: 1, sizeGiB: 100, constituents: 1 } }, 'LunsAndVolumes')).toBe(
      'hosts have LUNs here, and need one small volume to tell each other what they see: leave it out',
    );
    expect(messageOf({ luns, transferSizeKiB: 64 }, 'LunsAndTransfer')).toBe(
      'is of NFS, and hosts have LUNs here: leave it out',
    );
  });
});
