import fc from 'fast-check';
import { check as read } from '../../../lib/experiment/spec/schema-problems';
import { bookOf } from '../../../lib/pricing/aws';
import { monthlyPrices } from '../../../lib/pricing/months';
import { check } from '../../../lib/targets/ebs/check';
import { type Ebs, schema } from '../../../lib/targets/ebs/schema';
import { mountSchema } from '../../../lib/targets/disk-mount';
import { ebs } from '../../../lib/targets/ebs/target';
import { describedDisk } from '../../../lib/targets/registry';
import { CONFIG } from './config';

const MONTH = 730 * 3600;
const rules = (changes: Partial<Ebs>): string[] =>
  check({ ...CONFIG, ...changes })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
const usd = (changes: Partial<Ebs>, region = 'us-east-1'): number[] =>
  monthlyPrices(ebs.lineItems({ ...CONFIG, ...changes }), MONTH, bookOf(region)).lines.map((line) =>
    Number(line.usd.toFixed(2)),
  );

describe('settings of ebs', () => {
  it('have defaults, and are the same when they are read again', () => {
    expect(schema.parse({ kind: 'ebs', volumeType: 'gp3', sizeGiB: 64 })).toEqual(CONFIG);
    expect(schema.parse(CONFIG)).toEqual(CONFIG);
  });

  it('say what a key is called here', () => {
    const { problems } = read(schema, { ...CONFIG, throughputMBps: 125 }, []);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('throughputMiBps')]);
  });

  it.each<[string, Partial<Ebs>]>([
    ['gp3 as it comes', {}],
    ['gp3 with what comes with it, however small', { sizeGiB: 1, iops: 3000 }],
    ['the most of gp3', { sizeGiB: 65_536, iops: 80_000, throughputMiBps: 2000 }],
    ['io2', { volumeType: 'io2', sizeGiB: 256, iops: 256_000 }],
    ['io2 with its least', { volumeType: 'io2', sizeGiB: 4 }],
  ])('may be %s', (_what, changes) => expect(rules(changes)).toEqual([]));

  it.each<[Partial<Ebs>, string]>([
    [{ sizeGiB: 65_537 }, 'BadStorage sizeGiB: found 65537; gp3 has 1 to 65536 GiB'],
    [{ volumeType: 'io2', sizeGiB: 3 }, 'BadStorage sizeGiB: found 3; io2 has 4 to 65536 GiB'],
    [{ iops: 2999 }, 'BadDiskIops iops: found 2999; gp3 has 3000 to 80000'],
    [{ iops: 32_001 }, 'BadDiskIops iops: found 32001; gp3 has 500 for each GiB at most, here 32000'],
    [{ volumeType: 'io2', iops: 64_001 }, 'found 64001; io2 has 1000 for each GiB at most, here 64000'],
    [{ throughputMiBps: 124 }, 'BadThroughput throughputMiBps: found 124; gp3 has 125 to 2000 MiB/s'],
    [{ throughputMiBps: 751 }, 'found 751; gp3 has 0.25 MiB/s for each operation a second at most, here 750'],
    [{ volumeType: 'io2', throughputMiBps: 500 }, 'has no meaning for io2, whose throughput follows its iops'],
  ])('may not be %p', (changes, message) => {
    expect(rules(changes)).toEqual([expect.stringContaining(message)]);
  });
});

describe('the price of a volume', () => {
  it('is its storage; what comes with gp3 costs nothing', () => {
    expect(usd({ sizeGiB: 100 })).toEqual([8]);
    expect(usd({ sizeGiB: 100, iops: 3000, throughputMiBps: 125 })).toEqual([8]);
    expect(usd({ sizeGiB: 100, iops: 5000, throughputMiBps: 225 })).toEqual([8, 10, 4]);
    expect(usd({ sizeGiB: 100, iops: 5000, throughputMiBps: 225 }, 'ap-northeast-1')).toEqual([9.6, 12, 4.8]);
  });

  it('has operations of io2 by tiers', () => {
    const io2 = { volumeType: 'io2', sizeGiB: 1000 } as const;
    expect(usd({ ...io2, iops: 100 })).toEqual([125, 6.5]);
    expect(usd({ ...io2, iops: 100_000 })).toEqual([125, 2080, 1456, 1146.6]);
  });
});

const configs: fc.Arbitrary<Ebs> = fc
  .record({
    volumeType: fc.constantFrom('gp3' as const, 'io2' as const),
    sizeGiB: fc.integer({ min: 200, max: 65_536 }),
    iops: fc.option(fc.integer({ min: 3000, max: 80_000 }), { nil: undefined }),
    throughputMiBps: fc.option(fc.integer({ min: 125, max: 750 }), { nil: undefined }),
  })
  .map(({ volumeType, sizeGiB, iops, throughputMiBps }) => ({
    ...CONFIG,
    volumeType,
    sizeGiB,
    ...(iops === undefined ? {} : { iops }),
    ...(volumeType === 'io2' || throughputMiBps === undefined ? {} : { throughputMiBps }),
  }));

describe('a disk of a launch template', () => {
  it('is read back with all that has a price', () => {
    fc.assert(
      fc.property(configs, (config) => {
        expect(rules(config)).toEqual([]);
        const { disk } = ebs.hosts?.(config) ?? {};
        const found = disk === undefined ? undefined : describedDisk(disk);
        expect(found?.target).toBe(ebs);
        expect(ebs.lineItems(found?.config as Ebs)).toEqual(ebs.lineItems(config));
      }),
    );
  });

  it('says the operations of io2, which EC2 must be told, and of gp3 only what was asked for', () => {
    expect(ebs.hosts?.({ ...CONFIG, volumeType: 'io2' }).disk).toEqual({
      VolumeType: 'io2',
      VolumeSize: 64,
      Iops: 100,
    });
    expect(ebs.hosts?.(CONFIG)).toEqual({ roles: ['client'], disk: { VolumeType: 'gp3', VolumeSize: 64 } });
    expect(describedDisk({ VolumeType: 'st1', VolumeSize: 500 })).toBeUndefined();
  });
});

describe('a volume', () => {
  it('is modelled and held against what was paid for, at all times', () => {
    expect(ebs.entitlement(CONFIG)).toEqual({ bandwidth: 125 * 1024 ** 2, iops: 3000 });
    const io2 = ebs.model({ ...CONFIG, volumeType: 'io2', iops: 20_000 });
    expect(io2?.read).toEqual({ baseline: 4000 * 1024 ** 2, burst: 4000 * 1024 ** 2, burstSeconds: 0 });
    expect(io2?.writeIops.baseline).toBe(20_000);
  });

  it('is made with its host, whatever changes', () => {
    const change = ebs.change(CONFIG, { ...CONFIG, sizeGiB: 128 });
    expect(change).toEqual({ kind: 'recreate', why: 'sizeGiB 64 to 128: a volume is made with its host' });
    expect(ebs.requests(CONFIG, { executionId: 'e', rig: 'r1', rigTag: 'e__r1' })).toEqual([]);
  });

  it('is mounted as the kernel says', () => {
    const kernel = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw,relatime,attr2,inode64,logbufs=8,noquota' };
    expect(ebs.mounted(CONFIG, mountSchema.parse({}), kernel)).toEqual([]);
    expect(ebs.mounted(CONFIG, { noatime: true }, kernel)).toEqual(['noatime was asked for, the kernel has it not']);
    expect(ebs.mounted({ ...CONFIG, fileSystem: 'ext4' }, { noatime: false }, kernel)).toEqual([
      'ext4 was asked for, the kernel has xfs',
    ]);
  });
});
