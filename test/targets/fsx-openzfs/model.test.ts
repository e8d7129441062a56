import { getOpenZfsProvisioned, modelOpenZfs } from '../../../lib/targets/fsx-openzfs/model';
import { CONFIG } from './config';

describe('getOpenZfsProvisioned', () => {
  it('returns the baseline of disks and server, and a burst for small servers', () => {
    expect(getOpenZfsProvisioned(CONFIG)).toEqual({ bandwidth: 2560e6, iops: 3000 });
    expect(getOpenZfsProvisioned({ ...CONFIG, diskIops: 90_000 })['iops']).toBe(90_000);
    expect(getOpenZfsProvisioned({ ...CONFIG, diskIops: 120_000 })['iops']).toBe(100_000);
    expect(getOpenZfsProvisioned({ ...CONFIG, throughputMBps: 160, diskIops: 90_000 })).toEqual({
      bandwidth: 160e6,
      iops: 6250,
      burst: { bandwidth: 3125e6, iops: 90_000 },
    });
  });
});

describe('modelOpenZfs', () => {
  const small = modelOpenZfs({ ...CONFIG, throughputMBps: 160, diskIops: 90_000 });

  it('models bursts of throughput and IOPS for small servers, up to the provisioned IOPS', () => {
    expect(small.read).toMatchObject({ baseline: 160e6, burst: 3125e6 });
    expect(small.write).toEqual(small.read);
    expect(small.readIops).toMatchObject({ baseline: 6250, burst: 90_000 });
    expect(small.writeIops).toEqual(small.readIops);
    expect(small.read.burstSeconds).toBeGreaterThan(0);
  });

  it('models no burst for large servers', () => {
    const { read, readIops } = modelOpenZfs({ ...CONFIG, diskIops: 120_000 });
    expect(read).toMatchObject({ baseline: 2560e6, burst: 2560e6 });
    expect(readIops).toMatchObject({ baseline: 100_000, burst: 100_000 });
    expect(modelOpenZfs(CONFIG).readIops).toMatchObject({ baseline: 3000, burst: 3000 });
  });

  it('models cached reads at network speed from memory and the NVMe cache', () => {
    expect(small.cacheBytes).toBe(48e9);
    expect(small.cacheRead).toBe(375e6);
    const first = modelOpenZfs({ ...CONFIG, deploymentType: 'SINGLE_AZ_1', throughputMBps: 512 });
    expect(first.cacheBytes).toBe(16e9);
    expect(first.cacheRead).toBe(1600e6);
    expect(first.read.burst).toBe(1024e6);
  });

  it('models slower writes and no NVMe cache for Multi-AZ', () => {
    const multi = modelOpenZfs({ ...CONFIG, deploymentType: 'MULTI_AZ_1', throughputMBps: 160, diskIops: 90_000 });
    expect(multi.latencyUs.read).toBe(small.latencyUs.read);
    expect(multi.latencyUs.write).toBeGreaterThan(small.latencyUs.write + 1000);
    expect(multi.cacheBytes).toBe(8e9);
    const large = modelOpenZfs({ ...CONFIG, deploymentType: 'MULTI_AZ_1', throughputMBps: 10_240 });
    expect([large.read.baseline, large.write.baseline]).toEqual([10_240e6, 7500e6]);
  });

  it('limits a host to 16 network flows by default, and includes all metadata operations', () => {
    expect(small.hostBytes).toBe(10e9);
    expect(modelOpenZfs(CONFIG, { nconnect: 1 })).toMatchObject({ hostBytes: 625e6, flows: 1 });
    expect(Object.keys(small.metadata).sort()).toEqual([
      'create',
      'delete',
      'mkdir',
      'open',
      'rename',
      'rmdir',
      'stat',
    ]);
  });

  it('throws for settings that the check refuses', () => {
    expect(() => modelOpenZfs({ ...CONFIG, throughputMBps: 1 })).toThrow('its rules let through');
  });
});
