import type { VolumeType } from '@aws-sdk/client-fsx';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { listStorageCalls } from '../../../../lib/shapes/resources';
import { TARGET_KINDS, findTarget } from '../../../../lib/targets/registry';
import { LOCAL_ACCOUNT } from '../../../../lib/twin/cloud/account';
import { makeFsx } from '../../../../lib/twin/cloud/fsx/fsx';
import { makeIdGenerator } from '../../../../lib/twin/cloud/service';
import type { VolumeRecord } from '../../../../lib/twin/cloud/fsx/contract';
import {
  isSimulatedType,
  getFsxType,
  FSX_TYPE_LIST,
  getVolumeType,
  findVolumeType,
} from '../../../../lib/twin/cloud/fsx/registry';
import { expectRefusal, makeSeededRandom, T0 } from '../services';
import {
  create,
  createVolume,
  makeFsxServices,
  LONG,
  createAvailable,
  createOpenZfs,
  openZfs,
  persistent,
  callRefused,
  scratch,
} from './fsx-services';

describe('simulated FSx types', () => {
  it('has one type for each FSx target kind, with the creation and deletion times of that kind', () => {
    const wanted = TARGET_KINDS.flatMap((kind) => findTarget(kind)?.fileSystemType ?? []);
    expect(wanted.filter(isSimulatedType)).toEqual(wanted);
    expect(FSX_TYPE_LIST).toHaveLength(new Set(wanted).size);
    for (const kind of TARGET_KINDS) {
      const { fileSystemType: FileSystemType = '', durations } = findTarget(kind) ?? {};
      if (isSimulatedType(FileSystemType)) expect(getFsxType({ FileSystemType }).durations).toBe(durations);
    }
    for (const type of ['WINDOWS', 'constructor']) expect(isSimulatedType(type)).toBe(false);
  });

  it('has separate quota groups for each type', () => {
    const groups = FSX_TYPE_LIST.flatMap((type) => Object.keys(type.quotas('us-east-1')));
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('implements every FSx call in the table of resource kinds', () => {
    const options = {
      clock: makeVirtualClock(T0),
      ids: makeIdGenerator(makeSeededRandom()),
      place: LOCAL_ACCOUNT,
      random: makeSeededRandom(),
    };
    expect(Object.keys(makeFsx(options).service)).toEqual(expect.arrayContaining([...listStorageCalls('fsx')]));
  });

  it('reports whether a type has volumes, and throws for a volume of a type without volumes', () => {
    expect(findVolumeType('OPENZFS')?.fileSystemType).toBe('OPENZFS');
    expect(findVolumeType('constructor' as VolumeType)).toBeUndefined();
    expect(findVolumeType(undefined)).toBeUndefined();
    const stray = { id: 'fsvol-1', fileSystemType: 'LUSTRE' } as unknown as VolumeRecord;
    expect(() => getVolumeType(stray)).toThrow('volume fsvol-1 is on a file system of LUSTRE, which has none');
  });
});

describe('configuration members of another FSx type', () => {
  const foreign = (member: string, type: string) => ({
    name: 'BadRequest',
    message: `${member} cannot be given for a file system of ${type}`,
  });

  it('refuses them in create, update and delete calls with BadRequest', async () => {
    const services = makeFsxServices();
    const [lustre, zfs] = [await createAvailable(services, scratch()), await createAvailable(services, openZfs())];
    const both = { ...scratch(), OpenZFSConfiguration: {} };
    await expect(callRefused(services, 'CreateFileSystem', both)).rejects.toMatchObject(
      foreign('OpenZFSConfiguration', 'LUSTRE'),
    );
    for (const action of ['UpdateFileSystem', 'DeleteFileSystem']) {
      await expect(
        callRefused(services, action, { FileSystemId: lustre, OpenZFSConfiguration: {} }),
      ).rejects.toMatchObject(foreign('OpenZFSConfiguration', 'LUSTRE'));
      await expect(callRefused(services, action, { FileSystemId: zfs, LustreConfiguration: {} })).rejects.toMatchObject(
        foreign('LustreConfiguration', 'OPENZFS'),
      );
    }
  });

  it('refuses members that no modelled type has with ArgumentError', async () => {
    const services = makeFsxServices();
    const { root } = await createOpenZfs(services);
    const { VolumeId } = await createVolume(services, root, 'a');
    const calls: [string, object][] = [
      ['CreateFileSystem', { ...scratch(), WindowsConfiguration: {} }],
      ['UpdateVolume', { VolumeId, NewConfiguration: {} }],
      ['DeleteVolume', { VolumeId, NewConfiguration: {} }],
      ['CreateVolume', { VolumeType: 'NEW', Name: 'a' }],
    ];
    for (const [action, input] of calls) await expectRefusal(callRefused(services, action, input), 'ArgumentError');
  });
});

const limited = { scratch: { fileSystems: 2, storageGiB: 4800 } };

describe('requireQuota', () => {
  it('limits file systems per deployment type, including those being deleted', async () => {
    const services = makeFsxServices({ quotas: limited });
    const first = await createAvailable(services, scratch());
    await create(services, scratch());
    await expectRefusal(create(services, scratch()), 'ServiceLimitExceeded', { Limit: 'FILE_SYSTEM_COUNT' });
    await expect(create(services, persistent())).resolves.toBeDefined();
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: first });
    await expect(create(services, scratch())).rejects.toMatchObject({ Limit: 'FILE_SYSTEM_COUNT' });
    await services.pass(LONG);
    await expect(create(services, scratch())).resolves.toBeDefined();
  });

  it('refuses a create that exceeds the quota of total storage, throughput or IOPS', async () => {
    const services = makeFsxServices({ quotas: limited });
    await create(services, scratch({ StorageCapacity: 2400 }));
    await expect(create(services, scratch({ StorageCapacity: 4800 }))).rejects.toMatchObject({
      Limit: 'TOTAL_STORAGE',
    });
    await create(services, openZfs({ ThroughputCapacity: 7680 }));
    await expect(create(services, openZfs({ ThroughputCapacity: 3840 }))).rejects.toMatchObject({
      Limit: 'TOTAL_THROUGHPUT_CAPACITY',
    });
    const DiskIopsConfiguration = { Mode: 'USER_PROVISIONED', Iops: 158_000 } as const;
    const greedy = openZfs({ ThroughputCapacity: 10_240, DiskIopsConfiguration });
    await expect(create(makeFsxServices(), greedy)).resolves.toBeDefined();
    const others = makeFsxServices();
    await create(others, openZfs({ ThroughputCapacity: 160 }));
    await expect(create(others, openZfs({ ThroughputCapacity: 7680, DiskIopsConfiguration }))).rejects.toMatchObject({
      Limit: 'TOTAL_SSD_IOPS',
    });
  });

  it('allows more OpenZFS storage in us-east-1, us-east-2 and us-west-2', async () => {
    const storage = openZfs({}, { StorageCapacity: 65_537 });
    for (const region of ['us-east-1', 'us-east-2', 'us-west-2']) {
      const services = makeFsxServices({}, { place: { region, account: '123456789012' } });
      await expect(create(services, openZfs({}, { StorageCapacity: 53_000 }))).resolves.toBeDefined();
      // Together above 65,536 GiB, and above the quota of IOPS: the limits are looked at in that order.
      await expect(create(services, storage)).rejects.toMatchObject({ Limit: 'TOTAL_SSD_IOPS' });
    }
    const elsewhere = makeFsxServices({}, { place: { region: 'eu-west-1', account: '123456789012' } });
    await expect(create(elsewhere, storage)).rejects.toMatchObject({ Limit: 'TOTAL_STORAGE' });
  });

  it('refuses an UpdateFileSystem that exceeds the storage quota', async () => {
    const services = makeFsxServices({ quotas: limited });
    const id = await createAvailable(services, scratch());
    await expectRefusal(
      callRefused(services, 'UpdateFileSystem', { FileSystemId: id, StorageCapacity: 7200 }),
      'ServiceLimitExceeded',
      { Limit: 'TOTAL_STORAGE' },
    );
  });
});
