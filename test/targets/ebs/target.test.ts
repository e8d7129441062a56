import fc from 'fast-check';
import { checkSchema as read } from '../../../lib/experiment/language/schema-problems';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { priceMonthlyAmounts } from '../../../lib/pricing/months';
import { checkEbs, checkInstanceType } from '../../../lib/targets/ebs/check';
import { type Ebs, ebsSchema } from '../../../lib/targets/ebs/schema';
import { mountSchema } from '../../../lib/targets/disk-mount';
import type { LaunchedDisk } from '../../../lib/targets/contract';
import { ebs } from '../../../lib/targets/ebs/target';
import { identifyDisk } from '../../../lib/targets/registry';
import { CONFIG } from './config';
import cases from './target.cases.json';

const MONTH = 730 * 3600;
const listErrors = (changes: Partial<Ebs>): string[] =>
  checkEbs({ ...CONFIG, ...changes })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
const priceMonth = (changes: Partial<Ebs>, region = 'us-east-1'): number[] =>
  priceMonthlyAmounts(ebs.prices.lineItems({ ...CONFIG, ...changes }), MONTH, buildPriceBook(region)).lines.map(
    (line) => Number(line.usd.toFixed(2)),
  );

describe('settings of ebs', () => {
  it('has defaults, and parses a complete configuration unchanged', () => {
    expect(ebsSchema.parse({ kind: 'ebs', volumeType: 'gp3', sizeGiB: 64 })).toEqual(CONFIG);
    expect(ebsSchema.parse(CONFIG)).toEqual(CONFIG);
  });

  it('suggests throughputMiBps for throughputMBps', () => {
    const { problems } = read(ebsSchema, { ...CONFIG, throughputMBps: 125 }, []);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('throughputMiBps')]);
  });

  it.each(cases.allowed as [string, Partial<Ebs>][])('accepts %s', (_what, changes) =>
    expect(listErrors(changes)).toEqual([]),
  );

  it.each(cases.refused as [Partial<Ebs>, string][])('refuses %p', (changes, message) => {
    expect(listErrors(changes)).toEqual([expect.stringContaining(message)]);
  });
});

describe('EBS limits of the instance type', () => {
  const checkHost = (changes: Partial<Ebs>, type: string): string[] =>
    checkInstanceType({ ...CONFIG, ...changes }, type).map(({ severity, code, path, message }) => {
      return `${severity} ${code} ${path.join('.')}: ${message}`;
    });

  it('reports nothing when the instance type is as fast as the volumes', () => {
    expect(checkHost({}, 'c5n.2xlarge')).toEqual([]);
    expect(checkHost({ volumes: 3 }, 'm7i.48xlarge')).toEqual([]);
  });

  it('advises that the volumes reach their rate only in bursts of 30 minutes a day', () => {
    expect(checkHost({ volumes: 4 }, 'c7gn.large')).toEqual([
      'advice InstanceLimit volumeType: 4 volumes are provisioned for 12000 IOPS and 500 MiB/s; ' +
        'a c7gn.large moves 4167 IOPS and 124.2 MiB/s to and from EBS at all times, and up to ' +
        '40000 IOPS and 1192.1 MiB/s for 30 minutes a day. Shorter trials measure a burst, and ' +
        'results are compared with the sustained rate',
    ]);
  });

  it('warns when the instance type never reaches the provisioned rate', () => {
    expect(checkHost({ volumeType: 'io2', sizeGiB: 500, iops: 100_000 }, 'c5.4xlarge')).toEqual([
      'warning InstanceLimit volumeType: the volume is provisioned for 100000 IOPS and 4000 ' +
        'MiB/s; a c5.4xlarge moves 20000 IOPS and 566.2 MiB/s to and from EBS at all times. The ' +
        'rest is paid for but never reached. Use a larger type, or provision less',
    ]);
  });

  it('warns that one volume, or an odd number, cannot use both EBS cards of a type', () => {
    const fast = { iops: 30_000, throughputMiBps: 2000 };
    const [problem, ...more] = checkHost({ ...fast, volumes: 19 }, 'c8gb.48xlarge');
    expect(more).toEqual([]);
    expect(problem).toContain(
      '19 volumes are provisioned for 570000 IOPS and 38000 MiB/s; a c8gb.48xlarge moves 1368000 IOPS and ' +
        '33974.6 MiB/s to and from EBS at all times (for more, its 2 EBS cards need a multiple of 2 volumes)',
    );
    expect(checkHost({ ...fast, volumes: 16 }, 'c8gb.48xlarge')).toEqual([]);
  });

  it('ignores excess throughput of io2, which is included in the price of IOPS', () =>
    expect(checkHost({ volumeType: 'io2', sizeGiB: 100, iops: 4000 }, 'c5.4xlarge')).toEqual([]));

  it('warns that EBS limits of an unknown instance type are unknown', () => {
    expect(checkHost({}, 'c9z.large')).toEqual([
      'warning InstanceLimit volumeType: the volume is provisioned for 3000 IOPS and 125 MiB/s; ' +
        'the EBS limits of c9z.large are unknown here and may be lower. Results are compared with the volumes ' +
        'only',
    ]);
  });

  it('limits provisioned rates and the model to the instance type, with burst rates', () => {
    const four = { ...CONFIG, volumes: 4 };
    expect(ebs.performance.getProvisioned(four)).toEqual({ bandwidth: 500 * 1024 ** 2, iops: 12_000 });
    expect(ebs.performance.getProvisioned(four, ['m7i.48xlarge'])).toEqual(ebs.performance.getProvisioned(four));
    expect(ebs.performance.getProvisioned(four, ['c9z.large'])).toEqual(ebs.performance.getProvisioned(four));
    expect(ebs.performance.getProvisioned(four, ['c7gn.large'])).toEqual({
      bandwidth: 130_250_000,
      iops: 4167,
      burst: { bandwidth: 500 * 1024 ** 2, iops: 12_000 },
      ofHost: ['bandwidth', 'iops'],
    });
    expect(ebs.performance.model(four, undefined, ['c7gn.large'])?.readIops).toMatchObject({
      baseline: 4167,
      burst: 12_000,
    });
  });
});

describe('price of EBS volumes', () => {
  it('multiplies the amounts by the number of volumes of a stripe', () => {
    const items = ebs.prices.lineItems({ ...CONFIG, sizeGiB: 100, volumes: 4, iops: 5000 });
    expect(items.map(({ item, amount }) => [item, amount])).toEqual([
      ['EBS gp3, 100 GiB, of each of 4 volumes', 400],
      ['EBS gp3, 2000 IOPS above 3000, of each of 4 volumes', 8000],
      ['EBS gp3, 0 MiB/s above 125, of each of 4 volumes', 0],
    ]);
    expect(priceMonth({ sizeGiB: 100, volumes: 4, iops: 5000 })).toEqual([32, 40]);
    expect(ebs.performance.capacity?.({ ...CONFIG, volumes: 4 })?.bytes).toBe(256 * 1024 ** 3);
  });

  it('charges gp3 for storage, and for IOPS and throughput above 3000 and 125 MiB/s', () => {
    expect(priceMonth({ sizeGiB: 100 })).toEqual([8]);
    expect(priceMonth({ sizeGiB: 100, iops: 3000, throughputMiBps: 125 })).toEqual([8]);
    expect(priceMonth({ sizeGiB: 100, iops: 5000, throughputMiBps: 225 })).toEqual([8, 10, 4]);
    expect(priceMonth({ sizeGiB: 100, iops: 5000, throughputMiBps: 225 }, 'ap-northeast-1')).toEqual([9.6, 12, 4.8]);
  });

  it('charges other types by size, and io1 also by IOPS', () => {
    expect(priceMonth({ volumeType: 'gp2', sizeGiB: 100 })).toEqual([10]);
    expect(priceMonth({ volumeType: 'gp2', sizeGiB: 100 }, 'ap-northeast-1')).toEqual([12]);
    expect(priceMonth({ volumeType: 'io1', sizeGiB: 100, iops: 1000 })).toEqual([12.5, 65]);
    expect(priceMonth({ volumeType: 'st1', sizeGiB: 1000 })).toEqual([45]);
    expect(priceMonth({ volumeType: 'sc1', sizeGiB: 1000 })).toEqual([15]);
  });

  it('charges io2 IOPS by tiers', () => {
    const io2 = { volumeType: 'io2', sizeGiB: 1000 } as const;
    expect(priceMonth({ ...io2, iops: 100 })).toEqual([125, 6.5]);
    expect(priceMonth({ ...io2, iops: 100_000 })).toEqual([125, 2080, 1456, 1146.6]);
  });
});

const BY_SIZE = new Set<Ebs['volumeType']>(['gp2', 'st1', 'sc1']);
const getMaxIops = (type: Ebs['volumeType']): number => (type === 'io1' ? 64_000 : 80_000);
const configs: fc.Arbitrary<Ebs> = fc
  .record<Pick<Ebs, 'volumeType' | 'sizeGiB' | 'iops' | 'throughputMiBps'>>({
    volumeType: fc.constantFrom('gp3', 'gp2', 'io2', 'io1', 'st1', 'sc1'),
    sizeGiB: fc.integer({ min: 1600, max: 16_384 }),
    iops: fc.option(fc.integer({ min: 3000, max: 80_000 }), { nil: undefined }),
    throughputMiBps: fc.option(fc.integer({ min: 125, max: 750 }), { nil: undefined }),
  })
  .map(({ volumeType, sizeGiB, iops, throughputMiBps }) => ({
    ...CONFIG,
    volumeType,
    sizeGiB,
    ...(iops === undefined || BY_SIZE.has(volumeType) ? {} : { iops: Math.min(iops, getMaxIops(volumeType)) }),
    ...(volumeType !== 'gp3' || throughputMiBps === undefined ? {} : { throughputMiBps }),
  }));

describe('disk of a launch template', () => {
  it('is converted back by identifyDisk to an EBS configuration with equal line items', () => {
    fc.assert(
      fc.property(configs, (config) => {
        expect(listErrors(config)).toEqual([]);
        const { disk } = ebs.hosts?.getNeeds?.(config) ?? {};
        const found = disk === undefined ? undefined : identifyDisk(disk);
        expect(found?.target).toBe(ebs);
        expect(ebs.prices.lineItems(found?.config as Ebs)).toEqual(ebs.prices.lineItems(config));
      }),
    );
  });

  it('includes IOPS of io1 and io2, and for gp3 only what the spec sets', () => {
    expect(ebs.hosts?.getNeeds?.({ ...CONFIG, volumeType: 'io2' }).disk).toEqual({
      VolumeType: 'io2',
      VolumeSize: 64,
      Iops: 100,
    });
    expect(ebs.hosts?.getNeeds?.({ ...CONFIG, volumes: 2 })).toMatchObject({
      roles: ['client'],
      disk: { VolumeType: 'gp3', VolumeSize: 64 },
      count: 2,
    });
    const needs = ebs.hosts?.getNeeds?.(CONFIG) as LaunchedDisk | undefined;
    expect(needs?.checkType?.('c5n.2xlarge')).toEqual([]);
    expect(ebs.hosts?.getNeeds?.({ ...CONFIG, volumeType: 'io1' }).disk).toMatchObject({ Iops: 100 });
    expect(identifyDisk({ VolumeType: 'standard', VolumeSize: 500 })).toBeUndefined();
  });
});

describe('target ebs: rates and mount', () => {
  it('models gp3 and io2 at their provisioned rates without bursts', () => {
    expect(ebs.performance.getProvisioned(CONFIG)).toEqual({ bandwidth: 125 * 1024 ** 2, iops: 3000 });
    const io2 = ebs.performance.model({ ...CONFIG, volumeType: 'io2', iops: 20_000 });
    expect(io2?.read).toEqual({ baseline: 4000 * 1024 ** 2, burst: 4000 * 1024 ** 2, burstSeconds: 0 });
    expect(io2?.writeIops.baseline).toBe(20_000);
  });

  it('models bursts: gp2 by IOPS, st1 and sc1 by MiB/s', () => {
    const MIB = 1024 ** 2;
    const gp2 = { ...CONFIG, volumeType: 'gp2', sizeGiB: 100 } as const;
    // 5.4 million operations above 300 a second, at 3,000.
    expect(ebs.performance.model(gp2)?.readIops).toEqual({ baseline: 300, burst: 3000, burstSeconds: 2000 });
    expect(ebs.performance.getProvisioned(gp2)).toEqual({ bandwidth: 128 * MIB, iops: 300, burst: { iops: 3000 } });
    expect(ebs.performance.getProvisioned({ ...gp2, sizeGiB: 250 })).toEqual({
      bandwidth: 128 * MIB,
      iops: 750,
      burst: { bandwidth: 250 * MIB, iops: 3000 },
    });
    expect(ebs.performance.getProvisioned({ ...gp2, sizeGiB: 6000 })).toEqual({ bandwidth: 250 * MIB, iops: 16_000 });
    const st1 = { ...CONFIG, volumeType: 'st1', sizeGiB: 1024 } as const;
    expect(ebs.performance.getProvisioned(st1)).toEqual({
      bandwidth: 40 * MIB,
      iops: 500,
      burst: { bandwidth: 250 * MIB },
    });
    expect(ebs.performance.model(st1)?.read.burstSeconds).toBeCloseTo(1024 ** 2 / 210);
    expect(ebs.performance.getProvisioned({ ...st1, sizeGiB: 12_800 })).toEqual({ bandwidth: 500 * MIB, iops: 500 });
    expect(ebs.performance.getProvisioned({ ...st1, volumeType: 'sc1' })).toEqual({
      iops: 250,
      bandwidth: 12 * MIB,
      burst: { bandwidth: 80 * MIB },
    });
    const io1 = (iops: number): unknown =>
      ebs.performance.getProvisioned({ ...CONFIG, volumeType: 'io1', iops }).bandwidth;
    expect([1000, 10_000, 64_000].map(io1)).toEqual([250 * MIB, 500 * MIB, 1000 * MIB]);
    expect(ebs.check(gp2).flatMap(({ code, message }) => (code === 'Bursts' ? [message] : []))).toEqual([
      'bursts from 300 to 3000 IOPS while credits last, about 33 minutes on a new volume. ' +
        'Shorter trials measure the burst, longer ones the baseline',
    ]);
    expect(ebs.check(CONFIG).filter(({ code }) => code === 'Bursts')).toEqual([]);
  });

  it('lists the credits that limit its bursts: of the volume, of the host, of both, or none', () => {
    const gp2 = { ...CONFIG, volumeType: 'gp2', sizeGiB: 100 } as const;
    const getCredits = (config: Parameters<typeof ebs.performance.model>[0], type: string): unknown =>
      ebs.performance.model(config, undefined, [type])?.credits;
    expect(getCredits(CONFIG, 'c5n.9xlarge')).toEqual({ servers: null, hosts: null });
    // 650 Mbit/s and 4,000 IOPS are below its 125 MiB/s, and above its 3,000.
    expect(getCredits(CONFIG, 'c5n.large')).toEqual({ servers: null, hosts: ['bandwidth'] });
    expect(getCredits(gp2, 'c5n.9xlarge')).toEqual({ servers: ['iops'], hosts: null });
    expect(getCredits(gp2, 'c5n.2xlarge')).toEqual({ servers: ['iops'], hosts: [] });
    expect(getCredits(gp2, 't3.micro')).toEqual({ servers: ['iops'], hosts: ['bandwidth', 'iops'] });
    expect(getCredits(gp2, 'x9.unknown')).toEqual({ servers: ['iops'], hosts: null });
  });

  it('makes no requests, as the launch of the host creates the volume', () => {
    expect(ebs.resources).toBeUndefined();
  });

  it('compares the kernel mount with the requested file system and noatime', () => {
    const kernel = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw,relatime,attr2,inode64,logbufs=8,noquota' };
    expect(ebs.mounting.diffMount(CONFIG, mountSchema.parse({}), kernel)).toEqual([]);
    expect(ebs.mounting.diffMount(CONFIG, { noatime: true }, kernel)).toEqual([
      'requested noatime, but the kernel lacks it',
    ]);
    expect(ebs.mounting.diffMount({ ...CONFIG, fileSystem: 'ext4' }, { noatime: false }, kernel)).toEqual([
      'requested ext4, but the kernel has xfs',
    ]);
  });
});
