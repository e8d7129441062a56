/** What FSx takes at creation and as a change in place, of all types; which sizes there are is told by the targets. */
import { expectRefusal } from '../services';
import type { FileSystem } from '@aws-sdk/client-fsx';
import {
  create,
  fileSystem,
  makeFsxServices,
  hardDisk,
  LONG,
  makeLustreInput,
  createAvailable,
  ontap,
  openZfs,
  persistent,
  persistent1,
  scratch,
  tiering,
} from './fsx-services';

const HOUR = 3_600_000;
const provisioned = (Iops: number) => ({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } });
const metadata = (Mode: 'AUTOMATIC' | 'USER_PROVISIONED', Iops?: number) => ({
  MetadataConfiguration: { Mode, ...(Iops === undefined ? {} : { Iops }) },
});
const lustre = (LustreConfiguration: object) => ({ LustreConfiguration });
const zfs = (OpenZFSConfiguration: object) => ({ OpenZFSConfiguration });
const pairs = (OntapConfiguration: object, more: object = {}) => ({ OntapConfiguration, ...more });
const EFA = { EfaEnabled: true, ...metadata('AUTOMATIC') };
const SECOND = {
  DeploymentType: 'SINGLE_AZ_2' as const,
  HAPairs: 2,
  ThroughputCapacity: undefined,
  ThroughputCapacityPerHAPair: 1536,
};
const second = (more: object = {}) => ontap({ ...SECOND, ...more }, { StorageCapacity: 2048 });

describe('CreateFileSystem', () => {
  const taken: [string, object, Partial<FileSystem>, number?][] = [
    ['scratch', scratch({ StorageCapacity: 4800 }), { FileSystemTypeVersion: '2.10', StorageCapacity: 4800 }, 3],
    ['SCRATCH_1', makeLustreInput('SCRATCH_1'), { LustreConfiguration: { MountName: 'fsx' } }],
    ['lasting storage', persistent({ MetadataConfiguration: undefined }), { FileSystemTypeVersion: '2.12' }],
    [
      'automatic metadata',
      persistent(metadata('AUTOMATIC'), { StorageCapacity: 2400 }),
      { FileSystemTypeVersion: '2.15', LustreConfiguration: metadata('AUTOMATIC', 3000) },
    ],
    ['no backups unless asked', persistent(), { LustreConfiguration: { AutomaticBackupRetentionDays: 0 } }],
    ['two servers of metadata', persistent(metadata('USER_PROVISIONED', 24_000), { StorageCapacity: 9600 }), {}, 6],
    ['EFA', persistent({ ...EFA, PerUnitStorageThroughput: 500 }, { StorageCapacity: 9600 }), {}, 2],
    ['hard disks', hardDisk({ PerUnitStorageThroughput: 40 }, { StorageCapacity: 3600 }), { StorageType: 'HDD' }],
    [
      'storage that grows',
      tiering({ ThroughputCapacity: 8000 }),
      {
        LustreConfiguration: {
          ThroughputCapacity: 8000,
          DataReadCacheConfiguration: { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY', SizeGiB: 40_000 },
        },
      },
      3,
    ],
    [
      'OpenZFS',
      openZfs({ DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 64 }),
      { OpenZFSConfiguration: { ThroughputCapacity: 64, DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 3072 } } },
      1,
    ],
    ['operations', openZfs(provisioned(12_501)), { OpenZFSConfiguration: provisioned(12_501) }],
    ['ONTAP', second(), { OntapConfiguration: { HAPairs: 2, ThroughputCapacity: 3072 } }, 4],
  ];
  it.each(taken.map(([what, ...row]) => [what, row] as const))('makes %s', async (_what, row) => {
    const [input, expected, interfaces] = row;
    const services = makeFsxServices();
    const found = await fileSystem(services, await createAvailable(services, input));
    expect(found).toMatchObject({ Lifecycle: 'AVAILABLE', ...expected });
    if (interfaces !== undefined) expect(found.NetworkInterfaceIds).toHaveLength(interfaces);
  });

  const wrong: [string, object, string?][] = [
    ['no size', { ...scratch(), StorageCapacity: undefined }],
    ['a size between the steps', scratch({ StorageCapacity: 3600 })],
    ['a step of other hard disks', hardDisk({}, { StorageCapacity: 1800 })],
    ['a step of other throughput with EFA', persistent(EFA, { StorageCapacity: 9600 })],
    ['EFA on scratch', makeLustreInput('SCRATCH_2', { EfaEnabled: true })],
    ['metadata on scratch', makeLustreInput('SCRATCH_2', metadata('AUTOMATIC'))],
    ['metadata on PERSISTENT_1', persistent1(metadata('AUTOMATIC'))],
    ['a throughput on scratch', makeLustreInput('SCRATCH_2', { PerUnitStorageThroughput: 125 })],
    ['a key on scratch', scratch({ KmsKeyId: 'arn:aws:kms:us-east-1:1:key/1' })],
    ['no throughput', persistent({ PerUnitStorageThroughput: undefined })],
    ['a throughput of the other generation', persistent1({ PerUnitStorageThroughput: 125 })],
    ['a number in AUTOMATIC', persistent(metadata('AUTOMATIC', 1500))],
    ['no number', persistent(metadata('USER_PROVISIONED'))],
    ['metadata operations that there are not', persistent(metadata('USER_PROVISIONED', 2000))],
    ['an unknown compression', persistent({ DataCompressionType: 'ZSTD' as 'LZ4' })],
    ['hard disks of PERSISTENT_2', persistent({}, { StorageType: 'HDD' })],
    ['Intelligent-Tiering of SCRATCH_2', scratch({ StorageType: 'INTELLIGENT_TIERING' })],
    ['Intelligent-Tiering with a size', tiering({}, { StorageCapacity: 1200 })],
    ['Intelligent-Tiering without throughput', tiering({ ThroughputCapacity: undefined })],
    ['Intelligent-Tiering without metadata', tiering({ MetadataConfiguration: undefined })],
    ['a small cache', tiering({ DataReadCacheConfiguration: { SizingMode: 'USER_PROVISIONED', SizeGiB: 31 } })],
    ['OpenZFS of nothing said', openZfs({}, { OpenZFSConfiguration: undefined }), 'MissingFileSystemConfiguration'],
    ['OpenZFS without a throughput', openZfs({ ThroughputCapacity: undefined })],
    ['a throughput of the other OpenZFS', openZfs({ ThroughputCapacity: 64 })],
    ['63 GiB', openZfs({}, { StorageCapacity: 63 })],
    ['fewer operations than come with it', openZfs(provisioned(3071))],
    ['operations without a number', openZfs({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' } })],
    ['two zones without a preferred subnet', openZfs({ DeploymentType: 'MULTI_AZ_1' })],
    ['a preferred subnet in one zone', openZfs({ PreferredSubnetId: 'subnet-00000000000000000' })],
    ['ONTAP of nothing said', ontap({}, { OntapConfiguration: undefined }), 'MissingFileSystemConfiguration'],
    ['two pairs of the first generation', ontap({ HAPairs: 2 }, { StorageCapacity: 2048 })],
    ['1023 GiB', ontap({}, { StorageCapacity: 1023 })],
    ['ONTAP without a throughput', ontap({ ThroughputCapacity: undefined })],
    ['a short password', ontap({ FsxAdminPassword: 'short' }), 'ValidationException'],
  ];
  it.each(wrong.map(([what, ...row]) => [what, row] as const))('refuses %s', async (_what, row) => {
    const [input, name = 'BadRequest'] = row;
    await expectRefusal(create(makeFsxServices(), input), name);
  });
});

async function changed(from: object, ...updates: object[]): Promise<FileSystem> {
  const services = makeFsxServices();
  const id = await createAvailable(services, from);
  for (const update of updates) {
    await services.call('fsx', 'UpdateFileSystem', { FileSystemId: id, ...update });
    await services.pass(7 * HOUR);
  }
  return fileSystem(services, id);
}

describe('UpdateFileSystem', () => {
  it.each<[string, object, object, object]>([
    ['storage', scratch(), { StorageCapacity: 2400 }, { StorageCapacity: 2400 }],
    ['storage of hard disks', hardDisk(), { StorageCapacity: 12_000 }, { StorageCapacity: 12_000 }],
    [
      'throughput',
      persistent(),
      lustre({ PerUnitStorageThroughput: 125 }),
      lustre({ PerUnitStorageThroughput: 125, ...metadata('USER_PROVISIONED', 3000) }),
    ],
    ['metadata', persistent(), lustre(metadata('USER_PROVISIONED', 6000)), lustre(metadata('USER_PROVISIONED', 6000))],
    ['compression', persistent(), lustre({ DataCompressionType: 'LZ4' }), lustre({ DataCompressionType: 'LZ4' })],
    [
      'automatic metadata with the storage',
      persistent(metadata('AUTOMATIC')),
      { StorageCapacity: 2400 },
      lustre(metadata('AUTOMATIC', 3000)),
    ],
    [
      'metadata back to as much as comes by itself',
      persistent(metadata('USER_PROVISIONED', 1500)),
      lustre(metadata('AUTOMATIC')),
      lustre(metadata('AUTOMATIC', 1500)),
    ],
    [
      'throughput of Intelligent-Tiering, and its proportional cache',
      tiering(),
      lustre({ ThroughputCapacity: 8000 }),
      lustre({ ThroughputCapacity: 8000, DataReadCacheConfiguration: { SizeGiB: 40_000 } }),
    ],
    [
      'its cache',
      tiering(),
      lustre({ DataReadCacheConfiguration: { SizingMode: 'NO_CACHE' } }),
      lustre({ DataReadCacheConfiguration: { SizingMode: 'NO_CACHE' } }),
    ],
    [
      'all of OpenZFS',
      openZfs(),
      { StorageCapacity: 2048, ...zfs({ ThroughputCapacity: 640, ...provisioned(20_000) }) },
      { StorageCapacity: 2048, ...zfs({ ThroughputCapacity: 640, ...provisioned(20_000) }) },
    ],
    [
      'automatic operations with the storage',
      openZfs(),
      { StorageCapacity: 2048 },
      zfs({ DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 6144 } }),
    ],
    [
      'throughput of each pair',
      second(),
      pairs({ ThroughputCapacityPerHAPair: 3072 }),
      pairs({ ThroughputCapacity: 6144, HAPairs: 2 }),
    ],
    [
      'pairs with all that each has',
      second(),
      pairs({ HAPairs: 4, ThroughputCapacityPerHAPair: 1536 }, { StorageCapacity: 4096 }),
      pairs({ HAPairs: 4, DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 12_288 } }, { StorageCapacity: 4096 }),
    ],
  ])('changes %s', async (_what, from, update, expected) => {
    expect(await changed(from, update)).toMatchObject({ Lifecycle: 'AVAILABLE', ...expected });
  });

  it.each<[string, object, object]>([
    ['nothing', scratch(), {}],
    ['shrinking', scratch({ StorageCapacity: 2400 }), { StorageCapacity: 1200 }],
    ['the same storage', scratch(), { StorageCapacity: 1200 }],
    ['storage between the steps', scratch(), { StorageCapacity: 3600 }],
    ['storage of SCRATCH_1', makeLustreInput('SCRATCH_1'), { StorageCapacity: 2400 }],
    ['storage that grows', tiering(), { StorageCapacity: 2400 }],
    ['throughput of scratch', scratch(), lustre({ PerUnitStorageThroughput: 250 })],
    ['throughput of hard disks', hardDisk(), lustre({ PerUnitStorageThroughput: 40 })],
    [
      'less throughput of Intelligent-Tiering',
      tiering({ ThroughputCapacity: 8000 }),
      lustre({ ThroughputCapacity: 4000 }),
    ],
    ['a throughput that no tier has', persistent(), lustre({ PerUnitStorageThroughput: 300 })],
    ['throughput with EFA', persistent(EFA, { StorageCapacity: 19_200 }), lustre({ PerUnitStorageThroughput: 500 })],
    ['metadata that was not given at creation', scratch(), lustre(metadata('USER_PROVISIONED', 6000))],
    ['fewer metadata operations', persistent(), lustre(metadata('USER_PROVISIONED', 1500))],
    ['metadata with storage', persistent(), { StorageCapacity: 2400, ...lustre(metadata('USER_PROVISIONED', 6000)) }],
    ['less than a tenth more', openZfs(), { StorageCapacity: 1126 }],
    ['the same throughput', openZfs(), zfs({ ThroughputCapacity: 320 })],
    ['a throughput of another generation', openZfs(), zfs({ ThroughputCapacity: 512 })],
    ['storage that has more than was provisioned', openZfs(provisioned(4000)), { StorageCapacity: 2048 }],
    ['the words of another type', openZfs(), lustre({ PerUnitStorageThroughput: 500 })],
    ['both throughputs', ontap(), pairs({ ThroughputCapacity: 256, ThroughputCapacityPerHAPair: 256 })],
    ['pairs without the rest', second(), pairs({ HAPairs: 4, ThroughputCapacityPerHAPair: 1536 })],
    ['fewer pairs', second(), pairs({ HAPairs: 1, ThroughputCapacityPerHAPair: 1536 }, { StorageCapacity: 1024 })],
  ])('refuses %s', async (_what, from, update) => {
    await expectRefusal(changed(from, update), 'BadRequest');
  });

  it('of ONTAP holds back every other one for six hours, and pays when it is there', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, ontap({}, { StorageCapacity: 2048 }));
    const update = (input: object) => services.call('fsx', 'UpdateFileSystem', { FileSystemId: id, ...input });
    const before = services.paid.length;
    await update(pairs({ ThroughputCapacity: 256 }));
    await services.pass(LONG / 4);
    expect([(await fileSystem(services, id)).Lifecycle, services.paid.length]).toEqual(['UPDATING', before]);
    await services.pass(5 * HOUR - LONG / 4);
    expect(services.paid).toHaveLength(before + 1);
    const again = update({ StorageCapacity: 4096 });
    await expect(again).rejects.toThrow('less than 6 hours ago');
    await services.pass(HOUR);
    await update({ StorageCapacity: 4096 });
  });
});
