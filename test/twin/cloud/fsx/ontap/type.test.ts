import { LONG, MINUTE, SKIP_BACKUP } from '../fsx-services';
import { expectRefusal } from '../../services';
import { GIB, makeOntapServices, makeVolumeServices } from './ontap-services';

describe('ONTAP volumes', () => {
  it('becomes CREATED, with default snapshot and tiering policies', async () => {
    const { fileSystem, machine, ...services } = await makeVolumeServices();
    const fresh = await services.createVolume(machine, 'volume1');
    expect(fresh).toMatchObject({ Lifecycle: 'CREATING', VolumeType: 'ONTAP', FileSystemId: fileSystem });
    await services.pass(2 * MINUTE);
    const Filters = [{ Name: 'storage-virtual-machine-id', Values: [machine] }];
    expect(await services.listVolumes({ Filters })).toMatchObject([
      { Name: 'svm_root' },
      {
        Name: 'volume1',
        Lifecycle: 'CREATED',
        OntapConfiguration: {
          JunctionPath: '/volume1',
          SizeInBytes: GIB,
          StorageVirtualMachineId: machine,
          StorageVirtualMachineRoot: false,
          SnapshotPolicy: 'default',
          TieringPolicy: { Name: 'SNAPSHOT_ONLY', CoolingPeriod: 2 },
          VolumeStyle: 'FLEXVOL',
          AggregateConfiguration: { Aggregates: ['aggr1'] },
        },
      },
    ]);
  });

  it('places FlexGroups on all aggregates with eight constituents each, and refuses unknown aggregates', async () => {
    const throughput = { ThroughputCapacity: undefined, ThroughputCapacityPerHAPair: 1536 };
    const services = await makeVolumeServices({ DeploymentType: 'SINGLE_AZ_2', HAPairs: 3, ...throughput });
    const place = async (name: string, settings: object) =>
      (await services.createVolume(services.machine, name, settings)).OntapConfiguration?.AggregateConfiguration;
    expect(await place('a', { VolumeStyle: 'FLEXGROUP' })).toEqual({
      Aggregates: ['aggr1', 'aggr2', 'aggr3'],
      TotalConstituents: 24,
    });
    const Aggregates = ['aggr3'];
    expect(await place('b', { AggregateConfiguration: { Aggregates } })).toEqual({ Aggregates });
    const refused = [
      { AggregateConfiguration: { Aggregates: ['aggr4'] } },
      { AggregateConfiguration: { ConstituentsPerAggregate: 2 } },
      { VolumeStyle: 'FLEXGROUP', AggregateConfiguration: { ConstituentsPerAggregate: 67 } },
    ];
    for (const settings of refused) await expectRefusal(place('c', settings), 'BadRequest');
  });

  it.each([
    ['in an unknown machine', { StorageVirtualMachineId: 'svm-00000000000000000' }, 'StorageVirtualMachineNotFound'],
    ['without StorageEfficiencyEnabled', { StorageEfficiencyEnabled: undefined }, 'BadRequest'],
    ['without a size', { SizeInBytes: undefined }, 'BadRequest'],
    ['of 1024 bytes', { SizeInBytes: 1024 }, 'BadRequest'],
    ['with a malformed junction path', { JunctionPath: 'volume1' }, 'BadRequest'],
    ['with a junction path that exists', { JunctionPath: '/volume1' }, 'BadRequest'],
    ['of an unknown style', { VolumeStyle: 'FLEX' }, 'ValidationException'],
    ['with an unknown tiering policy', { TieringPolicy: { Name: 'SOME' } }, 'ValidationException'],
  ])('refuses a volume %s', async (_name, settings, error) => {
    const { machine, ...services } = await makeVolumeServices();
    await services.createVolume(machine, 'volume1');
    await expectRefusal(services.createVolume(machine, 'v', settings), error);
  });

  it('refuses a used or malformed name, no configuration, and a machine that is CREATING', async () => {
    const services = await makeOntapServices();
    const { StorageVirtualMachineId: machine = '' } = await services.createMachine();
    await expectRefusal(services.createVolume(machine, 'volume1'), 'BadRequest');
    await services.pass(LONG);
    await services.createVolume(machine, 'volume1');
    await expectRefusal(services.createVolume(machine, 'volume1', { JunctionPath: '/other' }), 'BadRequest');
    await expectRefusal(services.createVolume(machine, 'volume-3', { JunctionPath: '/v3' }), 'BadRequest');
    const bare = { VolumeType: 'ONTAP', Name: 'v', Tags: [{ Key: 'a', Value: 'b' }] };
    await expectRefusal(services.send('CreateVolume', bare), 'MissingVolumeConfiguration');
  });

  it('increases the size of a volume in place, and deletes it only with SkipFinalBackup', async () => {
    const { machine, ...services } = await makeVolumeServices();
    const { VolumeId } = await services.createVolume(machine, 'volume1');
    await services.pass(LONG);
    const SizeInBytes = 2 * GIB;
    await services.send('UpdateVolume', { VolumeId, OntapConfiguration: { SizeInBytes } });
    await services.pass(LONG);
    expect((await services.listVolumes())[1]).toMatchObject({ OntapConfiguration: { SizeInBytes } });
    await expectRefusal(services.send('UpdateVolume', { VolumeId, OntapConfiguration: {} }), 'BadRequest');
    await expectRefusal(services.send('DeleteVolume', { VolumeId }), 'AccessDeniedException');
    const OntapConfiguration = SKIP_BACKUP.OpenZFSConfiguration;
    await services.send('DeleteVolume', { VolumeId, OntapConfiguration });
    await services.pass(MINUTE);
    expect((await services.listVolumes()).map(({ Name }) => Name)).toEqual(['svm_root']);
  });
});
