/** What FSx takes at creation and as a change in place, of all types; which sizes there are is told by the targets. */
import { expectRefusal } from '../services';
import type { FileSystem } from '@aws-sdk/client-fsx';
import {
  hardDisk,
  LONG,
  makeFsxServices,
  makeLustreInput,
  ontap,
  openZfs,
  persistent,
  persistent1,
  scratch,
  setMetadata as metadata,
  SUBNET,
  tiering,
} from './fsx-services';

const HOUR = 3_600_000;
const provision = (Iops?: number) => metadata('USER_PROVISIONED', Iops);
const setIops = (Iops: number) => ({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } });
const setLustre = (LustreConfiguration: object) => ({ LustreConfiguration });
const setZfs = (OpenZFSConfiguration: object) => ({ OpenZFSConfiguration });
const setOntap = (OntapConfiguration: object, more: object = {}) => ({ OntapConfiguration, ...more });
const EFA = { EfaEnabled: true, ...metadata('AUTOMATIC') };
const PER_PAIR = { ThroughputCapacityPerHAPair: 1536 };
const throughput = { ThroughputCapacity: undefined, ...PER_PAIR };
const second = () => ontap({ DeploymentType: 'SINGLE_AZ_2', HAPairs: 2, ...throughput }, { StorageCapacity: 2048 });

describe('CreateFileSystem', () => {
  it.each<[string, object, Partial<FileSystem>, number?]>([
    ['type SCRATCH_2', scratch({ StorageCapacity: 4800 }), { FileSystemTypeVersion: '2.10' }, 3],
    ['type SCRATCH_1', makeLustreInput('SCRATCH_1'), { LustreConfiguration: { MountName: 'fsx' } }],
    ['type PERSISTENT_2', persistent({ MetadataConfiguration: undefined }), { FileSystemTypeVersion: '2.12' }],
    [
      'automatic metadata IOPS',
      persistent(metadata('AUTOMATIC'), { StorageCapacity: 2400 }),
      { FileSystemTypeVersion: '2.15', LustreConfiguration: metadata('AUTOMATIC', 3000) },
    ],
    ['automatic backups off by default', persistent(), { LustreConfiguration: { AutomaticBackupRetentionDays: 0 } }],
    ['24,000 metadata IOPS on two servers', persistent(provision(24_000), { StorageCapacity: 9600 }), {}, 6],
    ['EFA', persistent({ ...EFA, PerUnitStorageThroughput: 500 }, { StorageCapacity: 9600 }), {}, 2],
    ['hard disks', hardDisk({ PerUnitStorageThroughput: 40 }, { StorageCapacity: 3600 }), { StorageType: 'HDD' }],
    [
      'Intelligent-Tiering',
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
      'the smallest Intelligent-Tiering, and automatic metadata IOPS',
      tiering({ ThroughputCapacity: 1000, ...metadata('AUTOMATIC') }),
      { LustreConfiguration: { ThroughputCapacity: 1000, ...metadata('AUTOMATIC', 1500) } },
      2,
    ],
    [
      'OpenZFS defaults',
      openZfs({ DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 64 }),
      { OpenZFSConfiguration: { ThroughputCapacity: 64, DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 3072 } } },
      1,
    ],
    ['provisioned OpenZFS IOPS', openZfs(setIops(12_501)), { OpenZFSConfiguration: setIops(12_501) }],
    [
      'three ONTAP HA pairs of the third generation',
      ontap({ DeploymentType: 'SINGLE_AZ_3' as 'SINGLE_AZ_2', HAPairs: 3, ...throughput }, { StorageCapacity: 3072 }),
      { OntapConfiguration: { DeploymentType: 'SINGLE_AZ_3', HAPairs: 3 } as object },
      6,
    ],
    ['two ONTAP HA pairs', second(), { OntapConfiguration: { HAPairs: 2, ThroughputCapacity: 3072 } }, 4],
  ])('creates a file system with %s', async (_what, input, expected, interfaces = 0) => {
    const services = makeFsxServices();
    const found = await services.describe(await services.createAvailable(input));
    expect(found).toMatchObject({ Lifecycle: 'AVAILABLE', ...expected });
    if (interfaces > 0) expect(found.NetworkInterfaceIds).toHaveLength(interfaces);
  });

  it.each<[string, object, string?]>([
    ['a file system without storage capacity', { ...scratch(), StorageCapacity: undefined }],
    ['a storage capacity between the steps', scratch({ StorageCapacity: 3600 })],
    ['an invalid HDD storage capacity', hardDisk({}, { StorageCapacity: 1800 })],
    ['an invalid storage capacity with EFA', persistent(EFA, { StorageCapacity: 9600 })],
    ['EFA on scratch', makeLustreInput('SCRATCH_2', { EfaEnabled: true })],
    ['metadata on scratch', makeLustreInput('SCRATCH_2', metadata('AUTOMATIC'))],
    ['metadata on PERSISTENT_1', persistent1(metadata('AUTOMATIC'))],
    ['a throughput on scratch', makeLustreInput('SCRATCH_2', { PerUnitStorageThroughput: 125 })],
    ['a KMS key on scratch', scratch({ KmsKeyId: 'arn:aws:kms:us-east-1:1:key/1' })],
    ['PERSISTENT_2 without throughput', persistent({ PerUnitStorageThroughput: undefined })],
    ['a PERSISTENT_2 throughput on PERSISTENT_1', persistent1({ PerUnitStorageThroughput: 125 })],
    ['metadata IOPS in AUTOMATIC mode', persistent(metadata('AUTOMATIC', 1500))],
    ['USER_PROVISIONED metadata without IOPS', persistent(provision())],
    ['unsupported metadata IOPS', persistent(provision(2000))],
    ['an unknown compression', persistent({ DataCompressionType: 'ZSTD' as 'LZ4' })],
    ['hard disks of PERSISTENT_2', persistent({}, { StorageType: 'HDD' })],
    ['Intelligent-Tiering of SCRATCH_2', scratch({ StorageType: 'INTELLIGENT_TIERING' })],
    ['Intelligent-Tiering with a size', tiering({}, { StorageCapacity: 1200 })],
    ['Intelligent-Tiering without throughput', tiering({ ThroughputCapacity: undefined })],
    ['Intelligent-Tiering without metadata', tiering({ MetadataConfiguration: undefined })],
    ['a throughput of 3000 MBps', tiering({ ThroughputCapacity: 3000 })],
    ['EFA with 2000 MBps', tiering({ ThroughputCapacity: 2000, ...EFA })],
    ['a cache of 31 GiB', tiering({ DataReadCacheConfiguration: { SizingMode: 'USER_PROVISIONED', SizeGiB: 31 } })],
    ['OpenZFS without settings', openZfs({}, { OpenZFSConfiguration: undefined }), 'MissingFileSystemConfiguration'],
    ['OpenZFS without a throughput', openZfs({ ThroughputCapacity: undefined })],
    ['a throughput of another OpenZFS generation', openZfs({ ThroughputCapacity: 64 })],
    ['OpenZFS of 63 GiB', openZfs({}, { StorageCapacity: 63 })],
    ['fewer IOPS than included', openZfs(setIops(3071))],
    ['USER_PROVISIONED mode without IOPS', openZfs({ DiskIopsConfiguration: { Mode: 'USER_PROVISIONED' } })],
    ['Multi-AZ without a preferred subnet', openZfs({ DeploymentType: 'MULTI_AZ_1' })],
    ['a preferred subnet in Single-AZ', openZfs({ PreferredSubnetId: 'subnet-00000000000000000' })],
    ['ONTAP without settings', ontap({}, { OntapConfiguration: undefined }), 'MissingFileSystemConfiguration'],
    ['two HA pairs of the first ONTAP generation', ontap({ HAPairs: 2 }, { StorageCapacity: 2048 })],
    ['ONTAP of 1023 GiB', ontap({}, { StorageCapacity: 1023 })],
    ['ONTAP without a throughput', ontap({ ThroughputCapacity: undefined })],
    ['a short password', ontap({ FsxAdminPassword: 'short' }), 'ValidationException'],
    ['HDD storage of a scratch file system', scratch({ StorageType: 'HDD' })],
    ['HDD storage of OpenZFS', openZfs({}, { StorageType: 'HDD' })],
    ['two subnets in Single-AZ', scratch({ SubnetIds: [SUBNET, 'subnet-11111111111111111'] })],
    ['a malformed subnet id', scratch({ SubnetIds: ['mine'] }), 'ValidationException'],
    [
      '51 tags',
      scratch({ Tags: Array.from({ length: 51 }, (_, n) => ({ Key: `k${n}`, Value: '' })) }),
      'ValidationException',
    ],
    ['a client token of 64 characters', scratch({ ClientRequestToken: 'x'.repeat(64) }), 'ValidationException'],
    ['an unknown file system type', scratch({ FileSystemType: 'ZFS' as 'LUSTRE' }), 'ValidationException'],
  ])('refuses %s', async (_what, input, name = 'BadRequest') => {
    const services = makeFsxServices();
    await expectRefusal(services.create(input), name);
    await services.pass(LONG);
    expect(services.fsx.left()).toEqual([]);
  });
});

async function updateFileSystem(from: object, change: object): Promise<FileSystem> {
  const services = makeFsxServices();
  const id = await services.createAvailable(from);
  await services.update(id, change);
  await services.pass(7 * HOUR);
  return services.describe(id);
}

describe('UpdateFileSystem', () => {
  it.each<[string, object, object, object?]>([
    ['storage capacity', scratch(), { StorageCapacity: 2400 }],
    ['HDD storage capacity', hardDisk(), { StorageCapacity: 12_000 }],
    ['throughput', persistent(), setLustre({ PerUnitStorageThroughput: 125 }), setLustre(provision(3000))],
    ['metadata IOPS', persistent(), setLustre(provision(6000))],
    ['compression', persistent(), setLustre({ DataCompressionType: 'LZ4' })],
    [
      'automatic metadata IOPS with the storage capacity',
      persistent(metadata('AUTOMATIC')),
      { StorageCapacity: 2400 },
      setLustre(metadata('AUTOMATIC', 3000)),
    ],
    [
      'IOPS to automatic',
      persistent(provision(1500)),
      setLustre(metadata('AUTOMATIC')),
      setLustre(metadata('AUTOMATIC', 1500)),
    ],
    [
      'throughput of Intelligent-Tiering, and its proportional cache',
      tiering(),
      setLustre({ ThroughputCapacity: 8000 }),
      setLustre({ ThroughputCapacity: 8000, DataReadCacheConfiguration: { SizeGiB: 40_000 } }),
    ],
    ['cache of Intelligent-Tiering', tiering(), setLustre({ DataReadCacheConfiguration: { SizingMode: 'NO_CACHE' } })],
    [
      'all of OpenZFS',
      openZfs(),
      { StorageCapacity: 2048, ...setZfs({ ThroughputCapacity: 640, ...setIops(20_000) }) },
    ],
    [
      'automatic IOPS with the storage capacity',
      openZfs(),
      { StorageCapacity: 2048 },
      setZfs({ DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 6144 } }),
    ],
    [
      'throughput per pair',
      second(),
      setOntap({ ThroughputCapacityPerHAPair: 3072 }),
      setOntap({ ThroughputCapacity: 6144 }),
    ],
    [
      'HA pairs with throughput and storage',
      second(),
      setOntap({ HAPairs: 4, ...PER_PAIR }, { StorageCapacity: 4096 }),
      setOntap({ HAPairs: 4, DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 12_288 } }, { StorageCapacity: 4096 }),
    ],
  ])('changes %s', async (_what, from, update, expected = {}) => {
    const found = await updateFileSystem(from, update);
    expect(found).toMatchObject({ Lifecycle: 'AVAILABLE', ...update });
    expect(found).toMatchObject(expected);
  });

  it.each<[string, object, object]>([
    ['an update without values', scratch(), {}],
    ['to less storage', scratch({ StorageCapacity: 2400 }), { StorageCapacity: 1200 }],
    ['to equal storage', scratch(), { StorageCapacity: 1200 }],
    ['to a storage capacity between the steps', scratch(), { StorageCapacity: 3600 }],
    ['storage of SCRATCH_1', makeLustreInput('SCRATCH_1'), { StorageCapacity: 2400 }],
    ['the storage capacity of Intelligent-Tiering', tiering(), { StorageCapacity: 2400 }],
    ['throughput of scratch', scratch(), setLustre({ PerUnitStorageThroughput: 250 })],
    ['throughput of hard disks', hardDisk(), setLustre({ PerUnitStorageThroughput: 40 })],
    ['to less tiering throughput', tiering({ ThroughputCapacity: 8000 }), setLustre({ ThroughputCapacity: 4000 })],
    ['to an unsupported throughput', persistent(), setLustre({ PerUnitStorageThroughput: 300 })],
    ['throughput with EFA', persistent(EFA, { StorageCapacity: 19_200 }), setLustre({ PerUnitStorageThroughput: 500 })],
    ['metadata of a file system created without it', scratch(), setLustre(provision(6000))],
    ['to fewer metadata IOPS', persistent(), setLustre(provision(1500))],
    ['metadata and storage together', persistent(), { StorageCapacity: 2400, ...setLustre(provision(6000)) }],
    ['storage by less than 10%', openZfs(), { StorageCapacity: 1126 }],
    ['to equal throughput', openZfs(), setZfs({ ThroughputCapacity: 320 })],
    ['to a throughput of another generation', openZfs(), setZfs({ ThroughputCapacity: 512 })],
    ['storage to a size that includes more IOPS than provisioned', openZfs(setIops(4000)), { StorageCapacity: 2048 }],
    ['members of another file system type', openZfs(), setLustre({ PerUnitStorageThroughput: 500 })],
    ['both throughputs', ontap(), setOntap({ ThroughputCapacity: 256, ThroughputCapacityPerHAPair: 256 })],
    ['HA pairs without storage', second(), setOntap({ HAPairs: 4, ...PER_PAIR })],
    ['to fewer HA pairs', second(), setOntap({ HAPairs: 1, ...PER_PAIR }, { StorageCapacity: 1024 })],
  ])('refuses to change %s', async (_what, from, update) => {
    await expectRefusal(updateFileSystem(from, update), 'BadRequest');
  });

  it('refuses another ONTAP change for six hours, and charges a change once it has completed', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(ontap({}, { StorageCapacity: 2048 }));
    const before = services.paid.length;
    await services.update(id, setOntap({ ThroughputCapacity: 256 }));
    await services.pass(LONG / 4);
    expect([(await services.describe(id)).Lifecycle, services.paid.length]).toEqual(['UPDATING', before]);
    await services.pass(5 * HOUR - LONG / 4);
    expect(services.paid).toHaveLength(before + 1);
    await expectRefusal(services.update(id, { StorageCapacity: 4096 }), 'BadRequest', 'less than 6 hours ago');
    await services.pass(HOUR);
    await services.update(id, { StorageCapacity: 4096 });
  });
});
