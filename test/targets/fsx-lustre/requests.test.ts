import { requests } from '../../../lib/targets/fsx-lustre/requests';
import { PERSISTENT, SCRATCH } from './config';

const NETWORK = { SubnetIds: ['@network.subnetId'], SecurityGroupIds: ['@network.storageSecurityGroupId'] };

describe('the create of a Lustre file system', () => {
  it('says little of temporary storage, which has no backups and no metadata configuration', () => {
    expect(requests(SCRATCH)).toEqual([
      {
        id: 'fs',
        call: 'CreateFileSystem',
        input: {
          FileSystemType: 'LUSTRE',
          FileSystemTypeVersion: '2.15',
          StorageCapacity: 1200,
          StorageType: 'SSD',
          ...NETWORK,
          LustreConfiguration: { DeploymentType: 'SCRATCH_2', DataCompressionType: 'NONE' },
        },
        expectedSeconds: 602,
        timeoutSeconds: 3636,
      },
    ]);
  });

  it.each([
    ['automatic', { MetadataConfiguration: { Mode: 'AUTOMATIC' } }],
    [12_000, { MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 12_000 } }],
    ['none', {}],
  ] as const)('says the metadata operations of lasting storage: %p', (metadataIops, configuration) => {
    const [request] = requests({ ...PERSISTENT, metadataIops, compression: 'LZ4' });
    expect(request?.input['LustreConfiguration']).toEqual({
      DeploymentType: 'PERSISTENT_2',
      DataCompressionType: 'LZ4',
      PerUnitStorageThroughput: 250,
      AutomaticBackupRetentionDays: 0,
      ...configuration,
    });
  });

  it('waits longer for large ones', () => {
    const [small, large] = [1200, 72_000].map((storageGiB) => requests({ ...SCRATCH, storageGiB })[0]);
    expect(large?.expectedSeconds).toBe(722);
    expect(large?.timeoutSeconds).toBeGreaterThan(small?.timeoutSeconds ?? 0);
  });
});
