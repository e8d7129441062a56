import { entitlement, model } from '../../../lib/targets/fsx-lustre/model';
import { PERSISTENT, SCRATCH } from './config';

describe('what was paid for', () => {
  it('is what the disks read at all times', () => {
    expect(entitlement(SCRATCH)).toEqual({ bandwidth: 240e6 });
    expect(entitlement({ ...PERSISTENT, metadataIops: 'none' })).toEqual({ bandwidth: 600e6 });
  });

  it('has metadata operations, and what they are worth', () => {
    expect(entitlement({ ...PERSISTENT, perUnitMBps: 1000, metadataIops: 12_000 })).toEqual({
      bandwidth: 2400e6,
      metadataIops: 12_000,
      metadataCreates: 24_000,
      metadataDeletes: 12_000,
      metadataMkdirs: 1200,
      metadataRenames: 1200,
      metadataRmdirs: 2400,
    });
    expect(entitlement(PERSISTENT)['metadataIops']).toBe(3000);
  });
});

describe('the model', () => {
  it('bursts where the storage does', () => {
    const { read, write, cacheRead, cacheBytes } = model({ ...PERSISTENT, perUnitMBps: 125 });
    expect(read).toMatchObject({ baseline: 300e6, burst: 1200e6 });
    expect(write).toEqual(read);
    expect(read.burstSeconds).toBeGreaterThan(0);
    expect(cacheRead).toBe(768e6);
    expect(cacheBytes / 1024 ** 3).toBeCloseTo(8.16, 6);
    expect(model({ ...PERSISTENT, perUnitMBps: 500 }).read).toMatchObject({ baseline: 1200e6, burst: 1200e6 });
  });

  it('writes temporary storage half as fast as it reads it', () => {
    const { read, write } = model(SCRATCH);
    expect(read).toMatchObject({ baseline: 240e6, burst: 240e6 });
    expect(write).toMatchObject({ baseline: 120e6, burst: 120e6 });
  });

  it('gives a host one flow to each file server, and 100 Gbit/s at most', () => {
    expect(model(SCRATCH).hostBytes).toBe(625e6);
    expect(model({ ...SCRATCH, storageGiB: 4800 }).hostBytes).toBe(1250e6);
    expect(model({ ...SCRATCH, storageGiB: 96_000 }).hostBytes).toBe(12.5e9);
  });

  it('grows with storage and metadata operations', () => {
    expect(model({ ...SCRATCH, storageGiB: 2400 }).readIops.baseline).toBe(2 * model(SCRATCH).readIops.baseline);
    expect(model({ ...PERSISTENT, metadataIops: 6000 }).metadata).toEqual({
      create: 12_000,
      delete: 6000,
      mkdir: 600,
      rename: 600,
      rmdir: 1200,
      stat: 12_000,
    });
  });

  it('knows all operations without a metadata configuration too', () => {
    const names = ['create', 'delete', 'mkdir', 'rename', 'rmdir', 'stat'];
    expect(Object.keys(model(SCRATCH).metadata).sort()).toEqual(names);
    expect(model({ ...PERSISTENT, metadataIops: 'none' }).metadata).toEqual(model(SCRATCH).metadata);
  });
});
