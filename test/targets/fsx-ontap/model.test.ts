import { getOntapProvisioned, modelOntap } from '../../../lib/targets/fsx-ontap/model';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';

const rates = (config: typeof CONFIG) => {
  const { read, write, readIops } = modelOntap(config);
  return [read.baseline, write.baseline, readIops.baseline];
};

describe('modelOntap', () => {
  it('limits rates by the throughput of file servers and by disks', () => {
    expect(rates(CONFIG)).toEqual([512e6, 512e6, 3072]);
    expect(rates(KAFKA_2GBPS)).toEqual([1536e6, 1536e6, 40_000]);
    expect(rates(KAFKA_4GBPS)).toEqual([3840e6, 3840e6, 160_000]);
  });

  it('adds burst rates to the provisioned rates only for small HA pairs', () => {
    const { bandwidth, burst } = getOntapProvisioned({ ...CONFIG, throughputMBps: 128 });
    expect([bandwidth, burst]).toEqual([128e6, { bandwidth: 600e6 }]);
    expect(getOntapProvisioned(KAFKA_4GBPS).burst).toBeUndefined();
  });

  it('limits writes of the second generation to a third of reads, and to 1024 MB/s per pair', () => {
    expect(rates(SECOND)).toEqual([6144e6, 2048e6, 24_576]);
    expect(rates({ ...SECOND, throughputMBpsPerPair: 6144, storageGiB: 65_536 }).slice(0, 2)).toEqual([
      12_288e6, 2048e6,
    ]);
  });

  it('models the third generation with 200,000 IOPS, and writes of a sixth above 6144 MB/s', () => {
    const third = { ...SECOND, deploymentType: 'SINGLE_AZ_3' as const, diskIops: 1_200_000, storageGiB: 98_304 };
    expect(rates({ ...third, throughputMBpsPerPair: 12_288 })).toEqual([24_576e6, 4096e6, 400_000]);
    expect(rates({ ...third, throughputMBpsPerPair: 1536 })).toEqual([3072e6, 1024e6, 100_000]);
  });

  it('limits rates to the HA pairs that have volumes', () => {
    const one = { ...SECOND, volumes: { count: 1, sizeGiB: 1024 } };
    expect(rates(one)).toEqual([3072e6, 1024e6, 12_288]);
    expect(rates({ ...one, volumes: { ...one.volumes, constituents: 4 } })).toEqual(rates(SECOND));
    // All of them are paid for.
    expect(getOntapProvisioned(one)).toEqual({ bandwidth: 6144e6, iops: 24_576 });
  });

  it('models cached reads at network speed from memory and the NVMe cache', () => {
    const cache = (config: typeof CONFIG) => [modelOntap(config).cacheBytes, modelOntap(config).cacheRead];
    expect(cache(CONFIG)).toEqual([32e9, 625e6]);
    expect(cache(KAFKA_2GBPS)).toEqual([2528e9, 3125e6]);
    expect(cache({ ...SECOND, haPairs: 1 })).toEqual([3792e9, 4688e6]);
    expect(cache(SECOND)).toEqual([7584e9, 9376e6]);
  });

  it('models slower writes for Multi-AZ', () => {
    expect(modelOntap(KAFKA_2GBPS).latencyUs.write).toBeGreaterThan(2 * modelOntap(CONFIG).latencyUs.write);
    expect(modelOntap(KAFKA_2GBPS).latencyUs.read).toBe(modelOntap(CONFIG).latencyUs.read);
  });
});
