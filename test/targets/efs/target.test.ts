import fc from 'fast-check';
import { getEfsProvisioned, modelEfs } from '../../../lib/targets/efs/model';
import {
  listEfsLineItems,
  listMonthItems,
  listTransferItems,
  listStoredItems,
  efs,
  toEfsConfig,
} from '../../../lib/targets/efs/target';
import { MIB, getMaxRates, getReadRates, getWriteRates } from '../../../lib/targets/efs/limits';
import { makeEfsRequests, planEfsChange } from '../../../lib/targets/efs/requests';
import { type Efs, efsMountSchema } from '../../../lib/targets/efs/schema';
import { buildPriceBook, PRICED_REGIONS } from '../../../lib/pricing/aws';
import { MONTH_SECONDS, priceMonthlyAmounts } from '../../../lib/pricing/months';
import { CONFIG } from './config';
import type { PricedAmount } from '../../../lib/shapes/price';
import { checkEfs } from '../../../lib/targets/efs/check';
import { identifyTarget } from '../../../lib/targets/registry';
import { changeAndDescribe, createAndDescribe } from '../described-target';
import cases from './target.cases.json';

const GIB = 1024 ** 3;
const PROVISIONED: Efs = { ...CONFIG, throughputMode: 'provisioned', provisionedMiBps: 100 };
const BURSTING: Efs = { ...CONFIG, throughputMode: 'bursting', storedGiB: 1024 };

describe('makeEfsRequests', () => {
  it('creates a file system without backups and a mount target in the subnet of the hosts', () => {
    expect(makeEfsRequests({ ...PROVISIONED, zone: 'one-zone' })).toMatchObject(cases.requests);
    expect(makeEfsRequests(CONFIG)[0]?.input).not.toHaveProperty('AvailabilityZoneName');
    expect(makeEfsRequests(CONFIG)[0]?.input).not.toHaveProperty('ProvisionedThroughputInMibps');
  });
});

describe('limits of EFS', () => {
  it('matches the documented limits of zone, provisioned and bursting throughput', () => {
    expect(getMaxRates({ zone: 'one-zone', throughputMode: 'elastic' })).toMatchObject({
      readIops: 35_000,
      writeIops: 7000,
    });
    // Reads count a third of what is provisioned.
    expect([getWriteRates(PROVISIONED).baseline, getReadRates(PROVISIONED).baseline]).toEqual([100 * MIB, 300 * MIB]);
    // 50 KiB/s for each GiB, at least 1 MiB/s; 100 MiB/s for each TiB, at least 100.
    expect(getWriteRates(BURSTING)).toEqual({ baseline: 50 * MIB, burst: 100 * MIB });
    expect(getWriteRates({ ...BURSTING, storedGiB: 1 })).toEqual({ baseline: MIB, burst: 100 * MIB });
    expect(getWriteRates({ ...BURSTING, storedGiB: 4096 })).toEqual({ baseline: 200 * MIB, burst: 400 * MIB });
    expect(getReadRates({ ...PROVISIONED, provisionedMiBps: 3000 }).baseline).toBe(3 * GIB);
  });

  it('sets provisioned rates and the model for each mode', () => {
    expect(getEfsProvisioned(PROVISIONED)).toEqual({ bandwidth: 300 * MIB, written: 100 * MIB, iops: 55_000 });
    expect(getEfsProvisioned(BURSTING)).toEqual({
      bandwidth: 150 * MIB,
      written: 50 * MIB,
      iops: 35_000,
      burst: { bandwidth: 300 * MIB },
    });
    expect(modelEfs(BURSTING).read.burstSeconds).toBeCloseTo((2.1 * 1024 ** 4) / (100 * MIB), 3);
    expect(modelEfs(CONFIG).hostBytes).toBe(500 * MIB);
    // With the mount helper three times that, where throughput is elastic.
    expect(
      [modelEfs(CONFIG, { tls: true }), modelEfs(PROVISIONED, { tls: true })].map(({ hostBytes }) => hostBytes),
    ).toEqual([1500 * MIB, 500 * MIB]);
    const [all, one] = [modelEfs(CONFIG), modelEfs({ ...CONFIG, zone: 'one-zone' })];
    expect(one.latencyUs.write).toBeLessThan(all.latencyUs.write);
    expect(modelEfs({ ...BURSTING, performanceMode: 'maxIO' }).latencyUs.read).toBeGreaterThan(all.latencyUs.read);
  });
});

describe('prices of EFS', () => {
  const sumUsd = (items: readonly PricedAmount[]): number =>
    priceMonthlyAmounts(items, MONTH_SECONDS, buildPriceBook('us-east-1')).lines.reduce((sum, one) => sum + one.usd, 0);

  it('charges a month for storage and provisioned throughput', () => {
    // 100 GiB x 0.30
    expect(sumUsd(listMonthItems(CONFIG))).toBeCloseTo(30, 9);
    // 100 GiB x 0.16
    expect(sumUsd(listMonthItems({ ...CONFIG, zone: 'one-zone' }))).toBeCloseTo(16, 9);
    // 100 GiB x 0.30 + (100 - 100 / 20) MiB/s x 6
    expect(sumUsd(listMonthItems(PROVISIONED))).toBeCloseTo(600, 9);
  });

  it('charges an experiment for provisioned throughput and stored data', () => {
    expect(sumUsd(listEfsLineItems(CONFIG))).toBe(0);
    expect(sumUsd(listEfsLineItems(PROVISIONED))).toBeCloseTo(600, 9);
    expect(sumUsd(listStoredItems(PROVISIONED, 2 * GIB))).toBeCloseTo(0.6, 9);
    expect(listStoredItems(CONFIG, 1.5 * GIB)).toMatchObject([{ item: 'EFS regional, 1.5 GiB stored', amount: 1.5 }]);
  });

  it('charges GiB moved for elastic throughput only', () => {
    const bytes = { read: 3 * GIB, written: 2 * GIB };
    expect(listTransferItems(CONFIG, bytes)).toMatchObject([
      { dimension: 'throughput.elastic.read', amount: 3 },
      { dimension: 'throughput.elastic.write', amount: 2 },
    ]);
    for (const other of [PROVISIONED, BURSTING]) expect(listTransferItems(other, bytes)).toEqual([]);
  });

  it('has prices for all configurations in all priced Regions', () => {
    const bytes = { read: GIB, written: GIB };
    for (const region of PRICED_REGIONS)
      for (const zone of ['regional', 'one-zone'] as const) {
        const asked = [
          ...listEfsLineItems({ ...PROVISIONED, zone }),
          ...listStoredItems({ ...PROVISIONED, zone }, GIB),
          ...listTransferItems({ ...CONFIG, zone }, bytes),
        ];
        expect(priceMonthlyAmounts(asked, 1, buildPriceBook(region)).unknown).toEqual([]);
      }
  });

  it('remarks for elastic throughput that AWS bills each GiB', () => {
    expect(efs.performance.remarks?.(CONFIG)).toEqual([
      expect.stringContaining(
        'AWS bills each GiB moved: the price is for the rate of the threshold, else the measured rate, in every hour',
      ),
    ]);
    expect(efs.performance.remarks?.(PROVISIONED)).toEqual([]);
  });
});

describe('monthly price of provisioned EFS throughput', () => {
  it('subtracts the throughput included with stored data from the month, but not from an experiment', () => {
    const config = { ...PROVISIONED, provisionedMiBps: 500, storedGiB: 10_240 };
    const getProvisionedAmount = (items: readonly { dimension: string; amount: number }[]) =>
      items.find(({ dimension }) => dimension === 'throughput.provisioned')?.amount;
    expect([getProvisionedAmount(listEfsLineItems(config)), getProvisionedAmount(listMonthItems(config))]).toEqual([
      500, 0,
    ]);
    // 1 MiB/s for 20 GiB.
    expect(getProvisionedAmount(listMonthItems({ ...config, storedGiB: 100 }))).toBe(495);
  });
});

describe('identity and deletion of EFS', () => {
  it('ignores storedGiB in the identity', () => {
    expect(efs.identity?.({ ...CONFIG, storedGiB: 1 })).toEqual(efs.identity?.(CONFIG));
  });

  it('expects 80 s to delete mount target and file system', () =>
    expect(efs.resources?.teardownSeconds(CONFIG)).toBe(80));
});

const throughputs = fc.oneof(
  fc.record({ throughputMode: fc.constantFrom('elastic' as const, 'bursting' as const) }),
  fc.record({
    throughputMode: fc.constant('provisioned' as const),
    provisionedMiBps: fc.integer({ min: 1, max: 3414 }),
  }),
);
/** A new file system holds nothing: that is what EFS tells. */
const configs: fc.Arbitrary<Efs> = fc
  .record({
    throughput: throughputs,
    zone: fc.constantFrom('regional' as const, 'one-zone' as const),
    max: fc.boolean(),
    encrypted: fc.boolean(),
  })
  .map(({ throughput, zone, max, encrypted }) => {
    const maxIO = max && zone === 'regional' && throughput.throughputMode !== 'elastic';
    const performanceMode = maxIO ? 'maxIO' : 'generalPurpose';
    return { kind: 'efs', zone, ...throughput, performanceMode, encrypted, storedGiB: 0 };
  });

describe('diffMount of EFS', () => {
  const options = 'rw,vers=4.1,rsize=1048576,wsize=1048576,hard';
  const tunnel = '127.0.0.1:/';

  it.each([
    [{}, { source: '10.0.0.20:/' }, []],
    [{}, { source: '10.0.0.20:/', options: 'rw,vers=4.0' }, ['requested vers 4.1, but the kernel has 4.0']],
    [{ tls: true }, { source: tunnel }, []],
    [
      { tls: true },
      { source: '10.0.0.20:/' },
      ['requested tls, but the kernel mounts 10.0.0.20:/, which is not a tunnel'],
    ],
    [{}, { source: tunnel }, ['the kernel mounts the tunnel 127.0.0.1:/ without `tls: true`']],
    [{ tls: true }, { source: '', type: '', options: '' }, ['requested nfs4, but nothing is mounted']],
  ])('compares the settings %j with the mount %j', (mount, kernel, differences) => {
    expect(efs.mounting.diffMount(CONFIG, efsMountSchema.parse(mount), { type: 'nfs4', options, ...kernel })).toEqual(
      differences,
    );
  });
});

describe('toEfsConfig', () => {
  it('reads back every configuration that requests create', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        expect(checkEfs(config).filter(({ severity }) => severity === 'error')).toEqual([]);
        const found = await createAndDescribe(efs, config);
        expect(toEfsConfig(found)).toEqual(config);
        expect(identifyTarget(found)?.target.kind).toBe('efs');
      }),
    );
  });

  it('reads back configurations changed in place', async () => {
    await fc.assert(
      fc.asyncProperty(configs, throughputs, async (from, throughput) => {
        const { provisionedMiBps: _, ...fixed } = from;
        const to: Efs = { ...fixed, performanceMode: 'generalPurpose', ...throughput };
        fc.pre(from.performanceMode === 'generalPurpose');
        expect(planEfsChange(from, to).kind).toBe('inPlace');
        expect(toEfsConfig(await changeAndDescribe(efs, from, to))).toEqual(to);
      }),
    );
  });

  it('returns null for an unknown throughput mode and for an empty description', async () => {
    const { fileSystem, volumes } = await createAndDescribe(efs, CONFIG);
    expect(toEfsConfig({ fileSystem: { ...fileSystem, ThroughputMode: 'warp' }, volumes })).toBeNull();
    expect(toEfsConfig({ fileSystem: {}, volumes })).toBeNull();
  });
});
