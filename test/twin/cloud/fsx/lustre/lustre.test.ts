import { lustreServers, lustreSetup } from '../../../../../lib/twin/cloud/fsx/lustre/lustre';
import { thrownBy } from '../../world';
import { persistent, scratch } from '../fsx-world';

type Input = Parameters<typeof lustreSetup>[0];
const setup = (input: object) => lustreSetup(input as Input, () => 'abcdefgh');
const EFA = { EfaEnabled: true, MetadataConfiguration: { Mode: 'AUTOMATIC' as const } };

describe('lustreSetup', () => {
  it.each([1200, 2400, 4800, 100_800])('takes %d GiB', (StorageCapacity) => {
    expect(setup(scratch({ StorageCapacity })).StorageCapacity).toBe(StorageCapacity);
  });

  it.each([undefined, 0, -2400, 600, 3600, 2401])('refuses %p GiB', (StorageCapacity) => {
    expect(thrownBy(() => setup({ ...scratch(), StorageCapacity }))).toMatchObject({ name: 'BadRequest' });
  });

  it.each([
    [1000, 4800, 2400],
    [500, 9600, 4800],
    [250, 19_200, 9600],
    [125, 38_400, 19_200],
  ])('has a larger step with EFA the slower the tier: %d', (PerUnitStorageThroughput, good, bad) => {
    const asked = { ...EFA, PerUnitStorageThroughput };
    expect(lustreServers(setup(persistent(asked, { StorageCapacity: good })))).toBe(2);
    expect(thrownBy(() => setup(persistent(asked, { StorageCapacity: bad })))).toMatchObject({ name: 'BadRequest' });
  });

  it.each([
    [
      'EFA on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', EfaEnabled: true } }),
      'BadRequest',
    ],
    ['EFA without metadata', persistent({ EfaEnabled: true, MetadataConfiguration: undefined }), 'BadRequest'],
    [
      'metadata on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', MetadataConfiguration: { Mode: 'AUTOMATIC' } } }),
      'BadRequest',
    ],
    [
      'a throughput on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', PerUnitStorageThroughput: 125 } }),
      'BadRequest',
    ],
    ['no throughput', persistent({ PerUnitStorageThroughput: undefined }), 'InvalidPerUnitStorageThroughput'],
    ['a throughput out of range', persistent({ PerUnitStorageThroughput: 2000 }), 'ValidationException'],
    ['a number in AUTOMATIC', persistent({ MetadataConfiguration: { Mode: 'AUTOMATIC', Iops: 1500 } }), 'BadRequest'],
    ['no number', persistent({ MetadataConfiguration: { Mode: 'USER_PROVISIONED' } }), 'BadRequest'],
    ['no mode', persistent({ MetadataConfiguration: { Mode: undefined, Iops: 1500 } }), 'ValidationException'],
    ['an unknown mode', persistent({ MetadataConfiguration: { Mode: 'OTHER' as 'AUTOMATIC' } }), 'ValidationException'],
    ['an unknown compression', persistent({ DataCompressionType: 'ZSTD' as 'LZ4' }), 'ValidationException'],
    [
      'backups on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', AutomaticBackupRetentionDays: 1 } }),
      'BadRequest',
    ],
    ['91 days of backups', persistent({ AutomaticBackupRetentionDays: 91 }), 'ValidationException'],
    ['2.12 with metadata', persistent({}, { FileSystemTypeVersion: '2.12' }), 'BadRequest'],
    [
      '2.10 on persistent',
      persistent({ MetadataConfiguration: undefined }, { FileSystemTypeVersion: '2.10' }),
      'BadRequest',
    ],
  ])('refuses %s', (_what, input, name) => {
    expect(thrownBy(() => setup(input))).toMatchObject({ name });
  });

  it('has a default version by deployment and metadata', () => {
    expect(setup(scratch()).FileSystemTypeVersion).toBe('2.10');
    expect(setup(persistent({ MetadataConfiguration: undefined })).FileSystemTypeVersion).toBe('2.12');
    expect(setup(persistent()).FileSystemTypeVersion).toBe('2.15');
    expect(setup(scratch({ FileSystemTypeVersion: '2.15' })).FileSystemTypeVersion).toBe('2.15');
  });

  it('keeps no automatic backups unless asked', () => {
    expect(setup(persistent()).LustreConfiguration).toMatchObject({
      AutomaticBackupRetentionDays: 0,
      CopyTagsToBackups: false,
      MountName: 'abcdefgh',
    });
  });
});

describe('lustreServers', () => {
  it('counts a server for each 2400 GiB and a metadata server for each 12,000 IOPS', () => {
    const iops = (Iops: number) => ({ MetadataConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } });
    expect(lustreServers(setup(scratch()))).toBe(2);
    expect(lustreServers(setup(persistent(iops(12_000), { StorageCapacity: 9600 })))).toBe(5);
    expect(lustreServers(setup(persistent(iops(24_000), { StorageCapacity: 9600 })))).toBe(6);
  });
});
