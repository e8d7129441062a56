import { requests } from '../../../lib/targets/fsx-ontap/requests';
import { CONFIG, KAFKA_2GBPS, SECOND } from './config';

const GIB = 1024 ** 3;

describe('the creates of an ONTAP file system', () => {
  it('are the file system, without backups or password, its virtual machine, and a volume in that', () => {
    expect(requests(CONFIG)).toEqual([
      {
        id: 'fs',
        call: 'CreateFileSystem',
        input: {
          FileSystemType: 'ONTAP',
          StorageCapacity: 1024,
          StorageType: 'SSD',
          SubnetIds: ['@network.subnetId'],
          SecurityGroupIds: ['@network.storageSecurityGroupId'],
          OntapConfiguration: {
            DeploymentType: 'SINGLE_AZ_1',
            ThroughputCapacity: 512,
            DiskIopsConfiguration: { Mode: 'AUTOMATIC' },
            AutomaticBackupRetentionDays: 0,
          },
        },
        expectedSeconds: 1800,
        timeoutSeconds: 7200,
      },
      {
        id: 'svm',
        call: 'CreateStorageVirtualMachine',
        input: { FileSystemId: '@fs.id', Name: 'svm', RootVolumeSecurityStyle: 'UNIX' },
        expectedSeconds: 120,
        timeoutSeconds: 1800,
      },
      {
        id: 'volume1',
        call: 'CreateVolume',
        input: {
          VolumeType: 'ONTAP',
          Name: 'volume1',
          OntapConfiguration: {
            StorageVirtualMachineId: '@svm.id',
            JunctionPath: '/volume1',
            SecurityStyle: 'UNIX',
            SizeInBytes: 1024 * GIB,
            StorageEfficiencyEnabled: false,
            TieringPolicy: { Name: 'NONE' },
            SnapshotPolicy: 'none',
            VolumeStyle: 'FLEXVOL',
          },
        },
        expectedSeconds: 75,
        timeoutSeconds: 1800,
      },
    ]);
  });

  it('of the study are one file system in two zones, one virtual machine and six FlexGroups', () => {
    const made = requests(KAFKA_2GBPS);
    expect(made.map(({ id }) => id)).toEqual([
      'fs',
      'svm',
      'volume1',
      'volume2',
      'volume3',
      'volume4',
      'volume5',
      'volume6',
    ]);
    expect(made[0]?.input).toMatchObject({
      SubnetIds: ['@network.subnetId', '@network.subnetId2'],
      OntapConfiguration: {
        DeploymentType: 'MULTI_AZ_1',
        ThroughputCapacity: 2048,
        DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 40_000 },
        PreferredSubnetId: '@network.subnetId',
        RouteTableIds: ['@network.routeTableId'],
        EndpointIpAddressRange: '@network.endpointRange',
      },
    });
    for (const { input } of made.slice(2))
      expect(input['OntapConfiguration']).toMatchObject({
        SizeInBytes: 2150 * GIB,
        VolumeStyle: 'FLEXGROUP',
        AggregateConfiguration: { ConstituentsPerAggregate: 8 },
      });
  });

  it('of the second generation say the pairs, the throughput of one, and on which FlexVols lie', () => {
    const [fs, , ...volumes] = requests({ ...SECOND, volumes: { count: 3, sizeGiB: 10 } });
    expect(fs?.input['OntapConfiguration']).toMatchObject({ HAPairs: 2, ThroughputCapacityPerHAPair: 3072 });
    expect(fs?.input['OntapConfiguration']).not.toHaveProperty('ThroughputCapacity');
    expect(
      volumes.map(({ input }) => (input['OntapConfiguration'] as Record<string, unknown>)['AggregateConfiguration']),
    ).toEqual([{ Aggregates: ['aggr1'] }, { Aggregates: ['aggr2'] }, { Aggregates: ['aggr1'] }]);
  });

  it('have a secret before them where a host sets the server up, and its password only as a word', () => {
    const made = requests({ ...CONFIG, transferSizeKiB: 1024 });
    expect(made[0]).toEqual({
      id: 'secret',
      call: 'secretsmanager:CreateSecret',
      input: { Description: 'Password of fsxadmin, for one host of a rig' },
      expectedSeconds: 2,
      timeoutSeconds: 300,
    });
    expect(made[1]?.input).toMatchObject({ OntapConfiguration: { FsxAdminPassword: '@secret.password' } });
    expect(made.slice(1).map(({ id }) => id)).toEqual(requests(CONFIG).map(({ id }) => id));
  });

  it('name the key of a customer', () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    expect(requests({ ...CONFIG, kmsKeyId })[0]?.input).toMatchObject({ KmsKeyId: kmsKeyId });
    expect(requests(CONFIG)[0]?.input).not.toHaveProperty('KmsKeyId');
  });
});
