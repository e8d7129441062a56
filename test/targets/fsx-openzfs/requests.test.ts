import { requests } from '../../../lib/targets/fsx-openzfs/requests';
import { CONFIG } from './config';

const EXPORTS = [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'no_root_squash', 'crossmnt', 'sync'] }] }];

describe('the creates of an OpenZFS file system', () => {
  it('are the file system, without backups, and a volume below its root', () => {
    expect(requests(CONFIG)).toEqual([
      {
        id: 'fs',
        call: 'CreateFileSystem',
        input: {
          FileSystemType: 'OPENZFS',
          StorageCapacity: 1000,
          StorageType: 'SSD',
          SubnetIds: ['@network.subnetId'],
          SecurityGroupIds: ['@network.storageSecurityGroupId'],
          OpenZFSConfiguration: {
            DeploymentType: 'SINGLE_AZ_2',
            ThroughputCapacity: 2560,
            DiskIopsConfiguration: { Mode: 'AUTOMATIC' },
            AutomaticBackupRetentionDays: 0,
            CopyTagsToVolumes: true,
            RootVolumeConfiguration: { RecordSizeKiB: 128, DataCompressionType: 'NONE', NfsExports: EXPORTS },
          },
        },
        expectedSeconds: 840,
        timeoutSeconds: 3600,
      },
      {
        id: 'volume1',
        call: 'CreateVolume',
        input: {
          VolumeType: 'OPENZFS',
          Name: 'volume1',
          OpenZFSConfiguration: {
            ParentVolumeId: '@fs.rootVolumeId',
            RecordSizeKiB: 128,
            DataCompressionType: 'NONE',
            NfsExports: EXPORTS,
          },
        },
        expectedSeconds: 60,
        timeoutSeconds: 900,
      },
    ]);
  });

  it('of one in two zones name both subnets, that of the hosts first, and what leads there', () => {
    const [fs] = requests({ ...CONFIG, deploymentType: 'MULTI_AZ_1' });
    expect(fs?.input).toMatchObject({
      SubnetIds: ['@network.subnetId', '@network.subnetId2'],
      SecurityGroupIds: ['@network.storageSecurityGroupId'],
      OpenZFSConfiguration: {
        DeploymentType: 'MULTI_AZ_1',
        PreferredSubnetId: '@network.subnetId',
        RouteTableIds: ['@network.routeTableId'],
        EndpointIpAddressRange: '@network.endpointRange',
      },
    });
  });

  it('say what the spec says', () => {
    const config = { ...CONFIG, diskIops: 40_000, compression: 'LZ4', recordSizeKiB: 8, nfsExport: 'async' } as const;
    const made = requests({ ...config, volumes: { count: 3, quotaGiB: 200 } });
    expect(made.map(({ id }) => id)).toEqual(['fs', 'volume1', 'volume2', 'volume3']);
    expect(made[0]?.input['OpenZFSConfiguration']).toMatchObject({
      DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 40_000 },
    });
    for (const { id, input } of made.slice(1)) {
      expect(input['Name']).toBe(id);
      expect(input['OpenZFSConfiguration']).toMatchObject({
        StorageCapacityQuotaGiB: 200,
        RecordSizeKiB: 8,
        DataCompressionType: 'LZ4',
        NfsExports: [
          { ClientConfigurations: [{ Clients: '*', Options: ['rw', 'no_root_squash', 'crossmnt', 'async'] }] },
        ],
      });
    }
  });
});
