import { getOntapProvisioned, modelOntap } from '../../../lib/targets/fsx-ontap/model';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';

const rates = (config: typeof CONFIG) => {
  const { read, write, readIops } = modelOntap(config);
  return [read.baseline, write.baseline, readIops.baseline];
};

describe('the model of an ONTAP file system', () => {
  it('is bounded by its file servers, and by its disks', () => {
    expect(rates(CONFIG)).toEqual([512e6, 512e6, 3072]);
    expect(rates(KAFKA_2GBPS)).toEqual([1536e6, 1536e6, 40_000]);
    expect(rates(KAFKA_4GBPS)).toEqual([3840e6, 3840e6, 160_000]);
  });

  it('was paid for with bursts where its pairs are small', () => {
    const { bandwidth, iops, burst } = getOntapProvisioned({ ...CONFIG, throughputMBps: 128 });
    expect(burst?.bandwidth ?? 0).toBeGreaterThan(bandwidth ?? 0);
    expect(burst?.iops ?? iops ?? 0).toBeGreaterThanOrEqual(iops ?? 0);
    expect(getOntapProvisioned(KAFKA_4GBPS).burst).toBeUndefined();
  });

  it('of the second generation writes a third of what it reads, and 1024 MB/s a pair at most', () => {
    expect(rates(SECOND)).toEqual([6144e6, 2048e6, 24_576]);
    expect(rates({ ...SECOND, throughputMBpsPerPair: 6144, storageGiB: 65_536 }).slice(0, 2)).toEqual([
      12_288e6, 2048e6,
    ]);
  });

  it('is no larger than the pairs on which volumes lie', () => {
    const one = { ...SECOND, volumes: { count: 1, sizeGiB: 1024 } };
    expect(rates(one)).toEqual([3072e6, 1024e6, 12_288]);
    expect(rates({ ...one, volumes: { ...one.volumes, constituents: 4 } })).toEqual(rates(SECOND));
    // All of them are paid for.
    expect(getOntapProvisioned(one)).toEqual({ bandwidth: 6144e6, iops: 24_576 });
  });

  it('serves what fits from memory and NVMe of its servers, as fast as their network is', () => {
    const cache = (config: typeof CONFIG) => [modelOntap(config).cacheBytes, modelOntap(config).cacheRead];
    expect(cache(CONFIG)).toEqual([32e9, 625e6]);
    expect(cache(KAFKA_2GBPS)).toEqual([2528e9, 3125e6]);
    expect(cache({ ...SECOND, haPairs: 1 })).toEqual([3792e9, 4688e6]);
    expect(cache(SECOND)).toEqual([7584e9, 9376e6]);
  });

  it('waits for the other zone in writes', () => {
    expect(modelOntap(KAFKA_2GBPS).latencyUs.write).toBeGreaterThan(2 * modelOntap(CONFIG).latencyUs.write);
    expect(modelOntap(KAFKA_2GBPS).latencyUs.read).toBe(modelOntap(CONFIG).latencyUs.read);
  });
});
