import { lustreSetup } from '../../../../../lib/twin/cloud/fsx/lustre/lustre';
import { lustreChange } from '../../../../../lib/twin/cloud/fsx/lustre/change';
import { thrownBy } from '../../world';
import { hardDisk, lustreOf, persistent, persistent1, scratch, tiering } from '../fsx-world';

type Input = Parameters<typeof lustreSetup>[0];
const change = (from: object, to: object) =>
  lustreChange(
    lustreSetup(from as Input, () => 'abcdefgh'),
    { FileSystemId: 'fs-1', ...to },
  );
const lustre = (LustreConfiguration: object) => ({ LustreConfiguration });
const automatic = persistent({ MetadataConfiguration: { Mode: 'AUTOMATIC' } });
const metadata = (MetadataConfiguration: object) => lustre({ MetadataConfiguration });

describe('lustreChange', () => {
  it.each([
    ['storage', scratch(), { StorageCapacity: 2400 }],
    ['throughput', persistent(), lustre({ PerUnitStorageThroughput: 125 })],
    ['metadata', persistent(), metadata({ Mode: 'USER_PROVISIONED', Iops: 6000 })],
    ['metadata', automatic, metadata({ Mode: 'USER_PROVISIONED', Iops: 1500 })],
    ['compression', persistent(), lustre({ DataCompressionType: 'LZ4' })],
    ['settings', persistent(), lustre({ AutomaticBackupRetentionDays: 1 })],
    ['throughput', persistent1(), lustre({ PerUnitStorageThroughput: 200 })],
    ['storage', hardDisk(), { StorageCapacity: 12_000 }],
    ['throughput', tiering(), lustre({ ThroughputCapacity: 8000 })],
    ['metadata', tiering(), metadata({ Mode: 'USER_PROVISIONED', Iops: 12_000 })],
    ['readCache', tiering(), lustre({ DataReadCacheConfiguration: { SizingMode: 'NO_CACHE' } })],
    ['settings', persistent({ MetadataConfiguration: undefined }), { FileSystemTypeVersion: '2.15' }],
  ])('plans a change of %s', (kind, from, to) => {
    expect(change(from, to).kinds).toEqual([kind]);
  });

  it.each([
    [900, 600, scratch(), { StorageCapacity: 2400 }],
    [900, undefined, persistent(), lustre({ PerUnitStorageThroughput: 125 })],
    [60, undefined, persistent(), lustre({ DataCompressionType: 'LZ4' })],
  ])('takes %d s, and optimises storage for %s s', (seconds, settles, from, to) => {
    const planned = change(from, to);
    expect([planned.takes.seconds, planned.settles?.seconds]).toEqual([seconds, settles]);
  });

  it('gives back to AUTOMATIC only what AUTOMATIC would give', () => {
    const same = persistent({ MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 1500 } });
    expect(change(same, metadata({ Mode: 'AUTOMATIC' })).kinds).toEqual(['metadata']);
    expect(thrownBy(() => change(persistent(), metadata({ Mode: 'AUTOMATIC' })))).toMatchObject({ name: 'BadRequest' });
  });

  it.each([
    ['shrinking', scratch({ StorageCapacity: 2400 }), { StorageCapacity: 1200 }],
    ['the same storage', scratch(), { StorageCapacity: 1200 }],
    ['storage between the steps', scratch(), { StorageCapacity: 3600 }],
    ['throughput of scratch', scratch(), lustre({ PerUnitStorageThroughput: 250 })],
    [
      'throughput with EFA',
      persistent({ EfaEnabled: true }, { StorageCapacity: 19_200 }),
      lustre({ PerUnitStorageThroughput: 500 }),
    ],
    ['the same throughput', persistent(), lustre({ PerUnitStorageThroughput: 250 })],
    ['metadata that was not given at creation', scratch(), metadata({ Iops: 6000 })],
    ['fewer metadata IOPS', persistent(), metadata({ Mode: 'USER_PROVISIONED', Iops: 1500 })],
    ['the same metadata IOPS', persistent(), metadata({ Mode: 'USER_PROVISIONED', Iops: 3000 })],
    ['metadata IOPS in AUTOMATIC', automatic, metadata({ Mode: 'AUTOMATIC', Iops: 1500 })],
    ['metadata with storage', persistent(), { StorageCapacity: 2400, ...metadata({ Iops: 6000 }) }],
    ['an older version', persistent(), { FileSystemTypeVersion: '2.12' }],
    ['storage of SCRATCH_1', lustreOf('SCRATCH_1'), { StorageCapacity: 2400 }],
    ['storage that grows', tiering(), { StorageCapacity: 2400 }],
    ['a step of other hard disks', hardDisk(), { StorageCapacity: 7800 }],
    ['throughput of hard disks', hardDisk(), lustre({ PerUnitStorageThroughput: 40 })],
    ['throughput for each TiB of Intelligent-Tiering', tiering(), lustre({ PerUnitStorageThroughput: 125 })],
    ['less throughput of Intelligent-Tiering', tiering(), lustre({ ThroughputCapacity: 4000 })],
    ['throughput as a whole', persistent(), lustre({ ThroughputCapacity: 4000 })],
    ['a read cache of SSD', persistent(), lustre({ DataReadCacheConfiguration: { SizingMode: 'NO_CACHE' } })],
    ['automatic metadata of Intelligent-Tiering', tiering(), metadata({ Mode: 'AUTOMATIC' })],
    ['backups of scratch', scratch(), lustre({ AutomaticBackupRetentionDays: 1 })],
  ])('refuses %s', (_what, from, to) => {
    expect(thrownBy(() => change(from, to))).toMatchObject({ name: 'BadRequest' });
  });

  it('lets a proportional cache go with the throughput, and keeps one that was chosen', () => {
    const cacheOf = (from: object) => change(from, lustre({ ThroughputCapacity: 8000 })).next.LustreConfiguration;
    expect(cacheOf(tiering()).DataReadCacheConfiguration?.SizeGiB).toBe(40_000);
    const own = { DataReadCacheConfiguration: { SizingMode: 'USER_PROVISIONED' as const, SizeGiB: 64 } };
    expect(cacheOf(tiering(own)).DataReadCacheConfiguration?.SizeGiB).toBe(64);
  });

  it('refuses a throughput that no tier has by its own name', () => {
    expect(thrownBy(() => change(persistent(), lustre({ PerUnitStorageThroughput: 300 })))).toMatchObject({
      name: 'InvalidPerUnitStorageThroughput',
    });
  });
});
