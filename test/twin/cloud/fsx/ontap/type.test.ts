import { LONG, MINUTE } from '../fsx-services';
import { expectRefusal } from '../../services';
import { OntapServices } from './ontap-services';

const GIB = 1024 ** 3;

describe('ONTAP volumes', () => {
  it('becomes CREATED, with default snapshot and tiering policies', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    const fresh = await ontap.volume(machine, 'volume1');
    expect(fresh).toMatchObject({ Lifecycle: 'CREATING', VolumeType: 'ONTAP', FileSystemId: ontap.fileSystem });
    await ontap.services.pass(2 * MINUTE);
    const [, found] = await ontap.volumes();
    expect(found).toMatchObject({
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
    });
  });

  it('lists volumes by storage virtual machine', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    await ontap.volume(machine, 'volume1');
    await ontap.services.pass(LONG);
    const Filters = [{ Name: 'storage-virtual-machine-id', Values: [machine] }];
    const { Volumes } = await ontap.call<{ Volumes: { Name: string }[] }>('DescribeVolumes', { Filters });
    expect(Volumes.map(({ Name }) => Name)).toEqual(['svm_root', 'volume1']);
  });

  it('places FlexGroups on all aggregates with eight constituents each, and refuses unknown aggregates', async () => {
    const ontap = await OntapServices.of(
      {},
      { DeploymentType: 'SINGLE_AZ_2', HAPairs: 3, ThroughputCapacity: undefined, ThroughputCapacityPerHAPair: 1536 },
    );
    const machine = await ontap.readyMachine();
    const styleOf = async (name: string, more: object) =>
      (await ontap.volume(machine, name, more)).OntapConfiguration?.AggregateConfiguration;
    expect(await styleOf('a', { VolumeStyle: 'FLEXGROUP' })).toEqual({
      Aggregates: ['aggr1', 'aggr2', 'aggr3'],
      TotalConstituents: 24,
    });
    expect(await styleOf('b', { AggregateConfiguration: { Aggregates: ['aggr3'] } })).toEqual({
      Aggregates: ['aggr3'],
    });
    await expectRefusal(styleOf('c', { AggregateConfiguration: { Aggregates: ['aggr4'] } }), 'BadRequest');
    await expectRefusal(styleOf('d', { AggregateConfiguration: { ConstituentsPerAggregate: 2 } }), 'BadRequest');
    await expectRefusal(
      styleOf('e', { VolumeStyle: 'FLEXGROUP', AggregateConfiguration: { ConstituentsPerAggregate: 67 } }),
      'BadRequest',
    );
  });

  it.each([
    ['without OntapConfiguration', undefined, 'MissingVolumeConfiguration'],
    [
      'in an unknown storage virtual machine',
      { StorageVirtualMachineId: 'svm-00000000000000000' },
      'StorageVirtualMachineNotFound',
    ],
    ['without StorageEfficiencyEnabled', { StorageEfficiencyEnabled: undefined }, 'BadRequest'],
    ['without a size', { SizeInBytes: undefined }, 'BadRequest'],
    ['of 1024 bytes', { SizeInBytes: 1024 }, 'BadRequest'],
    ['with a malformed junction path', { JunctionPath: 'volume1' }, 'BadRequest'],
    ['of an unknown style', { VolumeStyle: 'FLEX' }, 'ValidationException'],
    ['with an unknown tiering policy', { TieringPolicy: { Name: 'SOME' } }, 'ValidationException'],
  ])('refuses a volume %s', async (_name, changes, error) => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    const asked =
      changes === undefined
        ? ontap.call('CreateVolume', { VolumeType: 'ONTAP', Name: 'v', Tags: [{ Key: 'a', Value: 'b' }] })
        : ontap.volume(machine, 'v', changes);
    await expectRefusal(asked, error);
  });

  it('requires unique names and junction paths within a storage virtual machine', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    await ontap.volume(machine, 'volume1');
    await expectRefusal(ontap.volume(machine, 'volume1'), 'BadRequest');
    await expectRefusal(ontap.volume(machine, 'volume2', { JunctionPath: '/volume1' }), 'BadRequest');
    await expectRefusal(ontap.volume(machine, 'volume-3'), 'BadRequest');
  });

  it('refuses a volume in a storage virtual machine that is still CREATING', async () => {
    const ontap = await OntapServices.of();
    const { StorageVirtualMachineId = '' } = await ontap.machine();
    await expectRefusal(ontap.volume(StorageVirtualMachineId, 'volume1'), 'BadRequest');
  });

  it('increases the size of a volume in place', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    const { VolumeId } = await ontap.volume(machine, 'volume1');
    await ontap.services.pass(LONG);
    await ontap.call('UpdateVolume', { VolumeId, OntapConfiguration: { SizeInBytes: 2 * GIB } });
    await ontap.services.pass(LONG);
    expect((await ontap.volumes())[1]?.OntapConfiguration?.SizeInBytes).toBe(2 * GIB);
    await expectRefusal(ontap.call('UpdateVolume', { VolumeId, OntapConfiguration: {} }), 'BadRequest');
  });

  it('refuses DeleteVolume unless SkipFinalBackup is set', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    const { VolumeId } = await ontap.volume(machine, 'volume1');
    await ontap.services.pass(LONG);
    await expectRefusal(ontap.call('DeleteVolume', { VolumeId }), 'AccessDeniedException');
    await ontap.call('DeleteVolume', { VolumeId, OntapConfiguration: { SkipFinalBackup: true } });
    await ontap.services.pass(MINUTE);
    expect((await ontap.volumes()).map(({ Name }) => Name)).toEqual(['svm_root']);
  });
});
