import { LONG, MINUTE } from '../fsx-services';
import { expectRefusal } from '../../services';
import { OntapServices } from './ontap-services';

const GIB = 1024 ** 3;

describe('volumes of ONTAP', () => {
  it('are ready as CREATED, with defaults that nobody wants to measure', async () => {
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

  it('are found by their virtual machine', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    await ontap.volume(machine, 'volume1');
    await ontap.services.pass(LONG);
    const Filters = [{ Name: 'storage-virtual-machine-id', Values: [machine] }];
    const { Volumes } = await ontap.call<{ Volumes: { Name: string }[] }>('DescribeVolumes', { Filters });
    expect(Volumes.map(({ Name }) => Name)).toEqual(['svm_root', 'volume1']);
  });

  it('lie on aggregates that there are: FlexGroups on all, with eight parts on each', async () => {
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
    ['without its settings', undefined, 'MissingVolumeConfiguration'],
    [
      'in a virtual machine that is not there',
      { StorageVirtualMachineId: 'svm-00000000000000000' },
      'StorageVirtualMachineNotFound',
    ],
    ['without a word on efficiency', { StorageEfficiencyEnabled: undefined }, 'BadRequest'],
    ['without a size', { SizeInBytes: undefined }, 'BadRequest'],
    ['that are too small', { SizeInBytes: 1024 }, 'BadRequest'],
    ['at no path', { JunctionPath: 'volume1' }, 'BadRequest'],
    ['of no style', { VolumeStyle: 'FLEX' }, 'ValidationException'],
    ['of no tier', { TieringPolicy: { Name: 'SOME' } }, 'ValidationException'],
  ])('%s are refused', async (_name, changes, error) => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    const asked =
      changes === undefined
        ? ontap.call('CreateVolume', { VolumeType: 'ONTAP', Name: 'v', Tags: [{ Key: 'a', Value: 'b' }] })
        : ontap.volume(machine, 'v', changes);
    await expectRefusal(asked, error);
  });

  it('have names and paths of their own', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    await ontap.volume(machine, 'volume1');
    await expectRefusal(ontap.volume(machine, 'volume1'), 'BadRequest');
    await expectRefusal(ontap.volume(machine, 'volume2', { JunctionPath: '/volume1' }), 'BadRequest');
    await expectRefusal(ontap.volume(machine, 'volume-3'), 'BadRequest');
  });

  it('are not made in a virtual machine that is not ready', async () => {
    const ontap = await OntapServices.of();
    const { StorageVirtualMachineId = '' } = await ontap.machine();
    await expectRefusal(ontap.volume(StorageVirtualMachineId, 'volume1'), 'BadRequest');
  });

  it('become larger in place', async () => {
    const ontap = await OntapServices.of();
    const machine = await ontap.readyMachine();
    const { VolumeId } = await ontap.volume(machine, 'volume1');
    await ontap.services.pass(LONG);
    await ontap.call('UpdateVolume', { VolumeId, OntapConfiguration: { SizeInBytes: 2 * GIB } });
    await ontap.services.pass(LONG);
    expect((await ontap.volumes())[1]?.OntapConfiguration?.SizeInBytes).toBe(2 * GIB);
    await expectRefusal(ontap.call('UpdateVolume', { VolumeId, OntapConfiguration: {} }), 'BadRequest');
  });

  it('may not leave the final backup that is taken unless it is skipped', async () => {
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
