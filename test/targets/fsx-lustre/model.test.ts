import { getLustreProvisioned, modelLustre } from '../../../lib/targets/fsx-lustre/model';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/config';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';
import cases from './model.cases.json';

describe('getLustreProvisioned', () => {
  it('returns the baseline read throughput of the disks', () => {
    expect(getLustreProvisioned(SCRATCH)).toMatchObject({ bandwidth: 240e6 });
    expect(getLustreProvisioned({ ...PERSISTENT, metadataIops: 'none' })).toMatchObject({ bandwidth: 600e6 });
  });

  it('adds burst rates of disks and network while credits last', () => {
    expect(getLustreProvisioned(SCRATCH).burst).toEqual({ network: 1560e6 });
    expect(getLustreProvisioned({ ...PERSISTENT, storageGiB: 1200, perUnitMBps: 250 }).burst).toEqual({
      bandwidth: 600e6,
      network: 1560e6,
    });
    expect(getLustreProvisioned({ ...PERSISTENT, perUnitMBps: 500 }).burst).toBeUndefined();
  });

  it('returns metadata IOPS and the rates of metadata operations they allow', () => {
    expect(getLustreProvisioned({ ...PERSISTENT, perUnitMBps: 1000, metadataIops: 12_000 })).toEqual(
      cases.metadataOperationsWorth,
    );
    expect(getLustreProvisioned(PERSISTENT)['metadataIops']).toBe(3000);
  });
});

describe('modelLustre', () => {
  it('models burst rates for 125 MB/s per TiB, and none for 500', () => {
    const { read, write, cacheRead, cacheBytes } = modelLustre({ ...PERSISTENT, perUnitMBps: 125 });
    expect(read).toMatchObject({ baseline: 300e6, burst: 1200e6 });
    expect(write).toEqual(read);
    expect(read.burstSeconds).toBeGreaterThan(0);
    expect(cacheRead).toBe(768e6);
    expect(cacheBytes / 1024 ** 3).toBeCloseTo(8.16, 6);
    expect(modelLustre({ ...PERSISTENT, perUnitMBps: 500 }).read).toMatchObject({ baseline: 1200e6, burst: 1200e6 });
  });

  it('models writes of scratch file systems at half the read rate', () => {
    const { read, write } = modelLustre(SCRATCH);
    expect(read).toMatchObject({ baseline: 240e6, burst: 240e6 });
    expect(write).toMatchObject({ baseline: 120e6, burst: 120e6 });
  });

  it('limits a host to one network flow per file server, and to 100 Gbit/s', () => {
    expect(modelLustre(SCRATCH).hostBytes).toBe(625e6);
    expect(modelLustre({ ...SCRATCH, storageGiB: 4800 }).hostBytes).toBe(1250e6);
    expect(modelLustre({ ...SCRATCH, storageGiB: 96_000 }).hostBytes).toBe(12.5e9);
    expect(modelLustre({ ...TIERED, throughputMBps: 1000 }).hostBytes).toBe(625e6);
  });

  it.each<[string, FsxLustre, number, number, number, number]>([
    ['PERSISTENT_1 with 50', { ...PERSISTENT_1, perUnitMBps: 50 }, 120e6, 576e6, 120e6, 576e6],
    ['PERSISTENT_1 with 100', PERSISTENT_1, 240e6, 576e6, 240e6, 576e6],
    ['PERSISTENT_1 with 200', { ...PERSISTENT_1, perUnitMBps: 200 }, 480e6, 576e6, 480e6, 576e6],
    ['hard disks with 12', HARD_DISK, 72e6, 480e6, 72e6, 300e6],
    ['hard disks with 40', { ...HARD_DISK, perUnitMBps: 40 as const }, 240e6, 1500e6, 240e6, 900e6],
    ['SCRATCH_1', SCRATCH_1, 240e6, 240e6, 120e6, 120e6],
    ['the smallest Intelligent-Tiering', { ...TIERED, throughputMBps: 1000 }, 1000e6, 1000e6, 1000e6, 1000e6],
    ['Intelligent-Tiering', { ...TIERED, throughputMBps: 8000 }, 8000e6, 8000e6, 8000e6, 8000e6],
  ])('models documented baseline and burst rates for %s', (_name, config, read, readBurst, write, writeBurst) => {
    expect(modelLustre(config)).toMatchObject({
      read: { baseline: read, burst: readBurst },
      write: { baseline: write, burst: writeBurst },
    });
    expect(getLustreProvisioned(config)).toMatchObject({ bandwidth: read });
  });

  it('models the caches of HDD and Intelligent-Tiering file systems', () => {
    const GIB = 1024 ** 3;
    expect(modelLustre(HARD_DISK)).toMatchObject({ cacheBytes: 1200 * GIB, cacheRead: 240e6 });
    expect(modelLustre({ ...HARD_DISK, driveCache: 'NONE' as const }).cacheBytes / GIB).toBeCloseTo(2.4, 6);
    expect(modelLustre(TIERED)).toMatchObject({ cacheBytes: 20_000 * GIB, cacheRead: 4000e6 });
    expect(modelLustre({ ...TIERED, readCacheGiB: 'none' as const })).toMatchObject({ cacheRead: 12_500e6 });
    expect(modelLustre({ ...TIERED, readCacheGiB: 'none' as const }).cacheBytes / GIB).toBeCloseTo(76.8, 6);
    expect(modelLustre(TIERED).latencyUs.read).toBeGreaterThan(modelLustre(PERSISTENT).latencyUs.read);
  });

  it('raises the network limit of a host with EFA', () => {
    expect(modelLustre({ ...PERSISTENT, efa: true, storageGiB: 19_200 }).hostBytes).toBe(87.5e9);
  });

  it('scales read IOPS with storage, and metadata rates with metadata IOPS', () => {
    expect(modelLustre({ ...SCRATCH, storageGiB: 2400 }).readIops.baseline).toBe(
      2 * modelLustre(SCRATCH).readIops.baseline,
    );
    expect(modelLustre({ ...PERSISTENT, metadataIops: 6000 }).metadata).toEqual(cases.growsStorageMetadata);
  });

  it.each([
    [1000, 1500],
    [2000, 3000],
    [4000, 6000],
    [12_000, 12_000],
    [100_000, 144_000],
    [2_000_000, 192_000],
  ])(
    'models automatic IOPS of %d MB/s Intelligent-Tiering as %d, which are not provisioned',
    (throughputMBps, iops) => {
      expect(modelLustre({ ...TIERED, throughputMBps }).metadata.create).toBe(2 * iops);
      expect(getLustreProvisioned({ ...TIERED, throughputMBps })['metadataIops']).toBeUndefined();
      expect(getLustreProvisioned({ ...TIERED, throughputMBps, metadataIops: iops })['metadataIops']).toBe(iops);
    },
  );

  it('models all metadata operations without a metadata configuration', () => {
    const names = ['create', 'delete', 'mkdir', 'open', 'rename', 'rmdir', 'stat'];
    expect(Object.keys(modelLustre(SCRATCH).metadata).sort()).toEqual(names);
    expect(modelLustre({ ...PERSISTENT, metadataIops: 'none' }).metadata).toEqual(modelLustre(SCRATCH).metadata);
  });
});
