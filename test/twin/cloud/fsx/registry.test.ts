import type { VolumeType } from '@aws-sdk/client-fsx';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { listStorageCalls } from '../storage-calls';
import { TARGET_KINDS, findTarget } from '../../../../lib/targets/registry';
import { LOCAL_ACCOUNT } from '../../../../lib/twin/cloud/account';
import { makeFsx } from '../../../../lib/twin/cloud/fsx/fsx';
import { makeIdGenerator } from '../../../../lib/twin/cloud/service';
import type { VolumeRecord } from '../../../../lib/twin/cloud/fsx/contract';
import * as registry from '../../../../lib/twin/cloud/fsx/registry';
import { expectRefusal, makeSeededRandom, T0 } from '../services';
import { LONG, makeFsxServices, openZfs, persistent, scratch } from './fsx-services';

describe('simulated FSx types', () => {
  it('has one type for each FSx target kind, with the creation and deletion times of that kind', () => {
    const wanted = TARGET_KINDS.flatMap((kind) => findTarget(kind)?.resources?.fileSystemType ?? []);
    expect(wanted.filter(registry.isSimulatedType)).toEqual(wanted);
    expect(registry.FSX_TYPE_LIST).toHaveLength(new Set(wanted).size);
    for (const kind of TARGET_KINDS) {
      const { fileSystemType: FileSystemType = '', durations } = findTarget(kind)?.resources ?? {};
      if (!registry.isSimulatedType(FileSystemType)) continue;
      expect(registry.getFsxType({ FileSystemType }).durations).toBe(durations);
    }
    for (const type of ['WINDOWS', 'constructor']) expect(registry.isSimulatedType(type)).toBe(false);
  });

  it('has separate quota groups for each type', () => {
    const groups = registry.FSX_TYPE_LIST.flatMap((type) => Object.keys(type.quotas('us-east-1')));
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('implements every FSx call in the table of resource kinds', () => {
    const [random, ids] = [makeSeededRandom(), makeIdGenerator(makeSeededRandom())];
    const { service } = makeFsx({ clock: makeVirtualClock(T0), ids, place: LOCAL_ACCOUNT, random });
    expect(Object.keys(service)).toEqual(expect.arrayContaining([...listStorageCalls('fsx')]));
  });

  it('reports whether a type has volumes, and throws for a volume of a type without volumes', () => {
    expect(registry.findVolumeType('OPENZFS')?.fileSystemType).toBe('OPENZFS');
    expect(registry.findVolumeType('constructor' as VolumeType)).toBeUndefined();
    expect(registry.findVolumeType(undefined)).toBeUndefined();
    const stray = { id: 'fsvol-1', fileSystemType: 'LUSTRE' } as unknown as VolumeRecord;
    expect(() => registry.getVolumeType(stray)).toThrow('volume fsvol-1 is on a file system of LUSTRE, which has none');
  });
});

it('refuses configuration members of another FSx type in create, update and delete calls', async () => {
  const services = makeFsxServices();
  const [lustre, { id: zfs }] = [await services.createAvailable(scratch()), await services.createOpenZfs()];
  const refused = (call: unknown, member: string, type: string): Promise<void> =>
    expectRefusal(call, 'BadRequest', { message: `${member} cannot be given for a file system of ${type}` });
  const [OpenZFSConfiguration, LustreConfiguration] = [{}, {}];
  await refused(services.create({ ...scratch(), OpenZFSConfiguration } as object), 'OpenZFSConfiguration', 'LUSTRE');
  for (const change of [services.update, services.remove]) {
    await refused(change(lustre, { OpenZFSConfiguration }), 'OpenZFSConfiguration', 'LUSTRE');
    await refused(change(zfs, { LustreConfiguration }), 'LustreConfiguration', 'OPENZFS');
  }
});

it('refuses members that are not simulated with ArgumentError', async () => {
  const services = makeFsxServices();
  const { id: FileSystemId, root: VolumeId } = await services.createOpenZfs();
  const calls: [action: string, input: object, named: string][] = [
    ['CreateFileSystem', { ...scratch(), FileSystemType: 'WINDOWS' }, 'WINDOWS'],
    ['CreateFileSystem', { ...openZfs(), StorageType: 'INTELLIGENT_TIERING' }, 'INTELLIGENT_TIERING'],
    ['CreateFileSystem', { ...scratch(), WindowsConfiguration: {} }, 'WindowsConfiguration'],
    ['CreateFileSystem', { ...scratch(), SubnetIds: undefined }, 'SubnetIds'],
    ['UpdateFileSystem', { FileSystemId, WindowsConfiguration: {} }, 'WindowsConfiguration'],
    ['UpdateVolume', { VolumeId, NewConfiguration: {} }, 'NewConfiguration'],
    ['DeleteVolume', { VolumeId, NewConfiguration: {} }, 'NewConfiguration'],
    ['CreateVolume', { VolumeType: 'NEW', Name: 'a' }, 'NEW'],
  ];
  for (const [action, input, named] of calls) await expectRefusal(services.send(action, input), 'ArgumentError', named);
});

const limited = { scratch: { fileSystems: 2, storageGiB: 4800 } };
const expectLimit = (call: unknown, Limit: string): Promise<void> =>
  expectRefusal(call, 'ServiceLimitExceeded', { Limit });

describe('requireQuota', () => {
  it('limits file systems per deployment type, including those being deleted', async () => {
    const services = makeFsxServices({ quotas: limited });
    const first = await services.createAvailable(scratch());
    await services.create(scratch());
    await expectLimit(services.create(scratch()), 'FILE_SYSTEM_COUNT');
    await services.create(persistent());
    await services.remove(first);
    await expectLimit(services.create(scratch()), 'FILE_SYSTEM_COUNT');
    await services.pass(LONG);
    await services.create(scratch());
  });

  it('refuses a create that exceeds the quota of total storage, throughput or IOPS', async () => {
    const services = makeFsxServices({ quotas: limited });
    await services.create(scratch({ StorageCapacity: 2400 }));
    await expectLimit(services.create(scratch({ StorageCapacity: 4800 })), 'TOTAL_STORAGE');
    await services.create(openZfs({ ThroughputCapacity: 7680 }));
    await expectLimit(services.create(openZfs({ ThroughputCapacity: 3840 })), 'TOTAL_THROUGHPUT_CAPACITY');
    const DiskIopsConfiguration = { Mode: 'USER_PROVISIONED', Iops: 158_000 } as const;
    await makeFsxServices().create(openZfs({ ThroughputCapacity: 10_240, DiskIopsConfiguration }));
    const others = makeFsxServices();
    await others.create(openZfs({ ThroughputCapacity: 160 }));
    await expectLimit(others.create(openZfs({ ThroughputCapacity: 7680, DiskIopsConfiguration })), 'TOTAL_SSD_IOPS');
  });

  it('allows more OpenZFS storage in us-east-1, us-east-2 and us-west-2', async () => {
    const storage = openZfs({}, { StorageCapacity: 65_537 });
    const makeIn = (region: string) => makeFsxServices({}, { place: { region, account: '123456789012' } });
    for (const region of ['us-east-1', 'us-east-2', 'us-west-2']) {
      const services = makeIn(region);
      await services.create(openZfs({}, { StorageCapacity: 53_000 }));
      // Together above 65,536 GiB, and above the quota of IOPS: the limits are looked at in that order.
      await expectLimit(services.create(storage), 'TOTAL_SSD_IOPS');
    }
    await expectLimit(makeIn('eu-west-1').create(storage), 'TOTAL_STORAGE');
  });

  it('refuses an UpdateFileSystem that exceeds the storage quota', async () => {
    const services = makeFsxServices({ quotas: limited });
    const id = await services.createAvailable(scratch());
    await expectLimit(services.update(id, { StorageCapacity: 7200 }), 'TOTAL_STORAGE');
  });
});
