/** A simulated account for tests of FSx: durations without noise, inputs like those of a plan. */
import type {
  AdministrativeAction,
  CreateFileSystemCommandInput,
  CreateFileSystemCommandOutput,
  CreateVolumeCommandOutput,
  DescribeFileSystemsCommandOutput,
  DescribeVolumesCommandOutput,
  FileSystem,
  Volume,
} from '@aws-sdk/client-fsx';
import type { AccountOptions } from '../../../../lib/twin/cloud/account';
import type { BillingEvent } from '../../../../lib/twin/cloud/resource-store';
import { makeServices, RIG_TAGS, tagList, type Services } from '../services';

export const SUBNET = 'subnet-00000000000000000';
export const MINUTE = 60_000;
/** Longer than any creation or deletion. */
export const LONG = 60 * MINUTE;

type FsxOptions = NonNullable<AccountOptions['fsx']>;

/** @param more options of FSx; its durations have no noise by default */
export function makeFsxServices(more: FsxOptions = {}, account: Partial<AccountOptions> = {}) {
  const paid: BillingEvent[] = [];
  const timing = { noise: 0, ...more.timing };
  const services = makeServices({ onPaid: (change) => void paid.push(change), ...account, fsx: { ...more, timing } });
  return { ...services, paid };
}

export type FsxServices = ReturnType<typeof makeFsxServices>;

type Input = Partial<CreateFileSystemCommandInput>;

export function scratch(more: Input = {}): Input {
  return {
    FileSystemType: 'LUSTRE',
    StorageCapacity: 1200,
    SubnetIds: [SUBNET],
    Tags: tagList(RIG_TAGS),
    LustreConfiguration: { DeploymentType: 'SCRATCH_2' },
    ...more,
  };
}

type Lustre = NonNullable<Input['LustreConfiguration']>;

/** PERSISTENT_2 with metadata configuration. */
export function persistent(lustre: Lustre = {}, more: Input = {}): Input {
  return scratch({
    LustreConfiguration: {
      DeploymentType: 'PERSISTENT_2',
      PerUnitStorageThroughput: 250,
      MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 3000 },
      ...lustre,
    },
    ...more,
  });
}

/** SSD of 1200 GiB of a type without further settings. */
export function makeLustreInput(DeploymentType: NonNullable<Lustre['DeploymentType']>, lustre: Lustre = {}): Input {
  return scratch({ LustreConfiguration: { DeploymentType, ...lustre } });
}

export function persistent1(lustre: Lustre = {}): Input {
  return makeLustreInput('PERSISTENT_1', { PerUnitStorageThroughput: 50, ...lustre });
}

export function hardDisk(lustre: Lustre = {}, more: Input = {}): Input {
  const own = { DriveCacheType: 'READ', PerUnitStorageThroughput: 12, ...lustre } as const;
  return { ...persistent1(own), StorageType: 'HDD', StorageCapacity: 6000, ...more };
}

/** Intelligent-Tiering with a proportional cache. */
export function tiering(lustre: Lustre = {}, more: Input = {}): Input {
  const { StorageCapacity: _, ...rest } = makeLustreInput('PERSISTENT_2', {
    ThroughputCapacity: 4000,
    DataReadCacheConfiguration: { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY' },
    MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 6000 },
    ...lustre,
  });
  return { ...rest, StorageType: 'INTELLIGENT_TIERING', ...more };
}

type OpenZfs = NonNullable<Input['OpenZFSConfiguration']>;

export function openZfs(configuration: Partial<OpenZfs> = {}, more: Input = {}): Input {
  return {
    FileSystemType: 'OPENZFS',
    StorageCapacity: 1024,
    SubnetIds: [SUBNET],
    Tags: tagList(RIG_TAGS),
    OpenZFSConfiguration: { DeploymentType: 'SINGLE_AZ_2', ThroughputCapacity: 320, ...configuration },
    ...more,
  };
}

type Ontap = NonNullable<Input['OntapConfiguration']>;

export function ontap(configuration: Partial<Ontap> = {}, more: Input = {}): Input {
  return {
    FileSystemType: 'ONTAP',
    StorageCapacity: 1024,
    SubnetIds: [SUBNET],
    Tags: tagList(RIG_TAGS),
    OntapConfiguration: { DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 128, ...configuration },
    ...more,
  };
}

/** The answer of a CreateFileSystem. */
export async function create(services: Services, input: Input): Promise<FileSystem> {
  const { FileSystem } = await services.call<CreateFileSystemCommandOutput>('fsx', 'CreateFileSystem', input);
  return FileSystem ?? {};
}

/** Creates a file system and waits for the end of the creation. Returns its id. */
export async function createAvailable(services: Services, input: Input): Promise<string> {
  const { FileSystemId = '' } = await create(services, input);
  await services.pass(LONG);
  return FileSystemId;
}

export async function describeFileSystem(services: Services, id: string): Promise<FileSystem> {
  const answer = await services.call<DescribeFileSystemsCommandOutput>('fsx', 'DescribeFileSystems', {
    FileSystemIds: [id],
  });
  return answer.FileSystems?.[0] ?? {};
}

export async function describeFileSystems(
  services: Services,
  input: object = {},
): Promise<DescribeFileSystemsCommandOutput> {
  return services.call('fsx', 'DescribeFileSystems', input);
}

/** Types and statuses of the actions, newest first. */
export function listActions({
  AdministrativeActions = [],
}: {
  AdministrativeActions?: AdministrativeAction[] | undefined;
}) {
  return AdministrativeActions.map(({ AdministrativeActionType, Status }) => `${AdministrativeActionType} ${Status}`);
}

export async function createVolume(
  services: Services,
  parent: string,
  name: string,
  more: object = {},
): Promise<Volume> {
  const answer = await services.call<CreateVolumeCommandOutput>('fsx', 'CreateVolume', {
    VolumeType: 'OPENZFS',
    Name: name,
    Tags: tagList(RIG_TAGS),
    OpenZFSConfiguration: { ParentVolumeId: parent, ...more },
  });
  return answer.Volume ?? {};
}

export async function describeVolume(services: Services, id: string): Promise<Volume> {
  const answer = await services.call<DescribeVolumesCommandOutput>('fsx', 'DescribeVolumes', { VolumeIds: [id] });
  return answer.Volumes?.[0] ?? {};
}

/** An available OpenZFS file system. Returns its id and its root volume's. */
export async function createOpenZfs(
  services: Services,
  configuration: Partial<OpenZfs> = {},
): Promise<{ id: string; root: string }> {
  const id = await createAvailable(services, openZfs(configuration));
  const { OpenZFSConfiguration } = await describeFileSystem(services, id);
  return { id, root: OpenZFSConfiguration?.RootVolumeId ?? '' };
}

/** For refused calls: `expect(refused(services, 'CreateFileSystem', input)).rejects…`. */
export function callRefused(services: Services, action: string, input: object): Promise<unknown> {
  return services.call('fsx', action, input);
}
