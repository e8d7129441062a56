/** A simulated account for tests of FSx: durations without noise, inputs like those of a plan. */
import type {
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
import { makeServices, RIG_TAGS, tagList } from '../services';

export const SUBNET = 'subnet-00000000000000000';
export const MINUTE = 60_000;
/** Longer than any creation or deletion. */
export const LONG = 60 * MINUTE;
export const SKIP_BACKUP = { OpenZFSConfiguration: { SkipFinalBackup: true } };

type FsxOptions = NonNullable<AccountOptions['fsx']>;

/** @param more options of FSx; its durations have no noise by default */
export function makeFsxServices(more: FsxOptions = {}, account: Partial<AccountOptions> = {}) {
  const paid: BillingEvent[] = [];
  const timing = { noise: 0, ...more.timing };
  const services = makeServices({ onPaid: (change) => void paid.push(change), ...account, fsx: { ...more, timing } });
  const send = <T = object>(action: string, input: object = {}): Promise<T> => services.call<T>('fsx', action, input);
  const create = async (input: Input): Promise<FileSystem> =>
    (await send<CreateFileSystemCommandOutput>('CreateFileSystem', input)).FileSystem ?? {};
  /** Waits for the end of the creation. Returns the id. */
  const createAvailable = async (input: Input): Promise<string> => {
    const { FileSystemId = '' } = await create(input);
    await services.pass(LONG);
    return FileSystemId;
  };
  const list = (input: object = {}): Promise<DescribeFileSystemsCommandOutput> => send('DescribeFileSystems', input);
  const describe = async (id: string): Promise<FileSystem> =>
    (await list({ FileSystemIds: [id] })).FileSystems?.[0] ?? {};
  const listVolumes = async (input: object = {}): Promise<Volume[]> =>
    (await send<DescribeVolumesCommandOutput>('DescribeVolumes', input)).Volumes ?? [];
  /** An available OpenZFS file system. Returns its id and its root volume's. */
  const createOpenZfs = async (configuration: Partial<OpenZfs> = {}): Promise<{ id: string; root: string }> => {
    const id = await createAvailable(openZfs(configuration));
    return { id, root: (await describe(id)).OpenZFSConfiguration?.RootVolumeId ?? '' };
  };
  return {
    ...services,
    paid,
    send,
    create,
    createAvailable,
    list,
    describe,
    update: (FileSystemId: string, input: object) => send('UpdateFileSystem', { FileSystemId, ...input }),
    remove: (FileSystemId: string, input: object = {}) => send('DeleteFileSystem', { FileSystemId, ...input }),
    createOpenZfs,
    listVolumes,
    describeVolume: async (id: string): Promise<Volume> => (await listVolumes({ VolumeIds: [id] }))[0] ?? {},
    createVolume: async (ParentVolumeId: string, Name: string, settings: object = {}): Promise<Volume> => {
      const OpenZFSConfiguration = { ParentVolumeId, ...settings };
      const input = { VolumeType: 'OPENZFS', Name, Tags: tagList(RIG_TAGS), OpenZFSConfiguration };
      return (await send<CreateVolumeCommandOutput>('CreateVolume', input)).Volume ?? {};
    },
  };
}

export type FsxServices = ReturnType<typeof makeFsxServices>;

export type Input = Partial<CreateFileSystemCommandInput>;

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
  const own = { PerUnitStorageThroughput: 250, ...setMetadata('USER_PROVISIONED', 3000) };
  return { ...makeLustreInput('PERSISTENT_2', { ...own, ...lustre }), ...more };
}

export function setMetadata(Mode: 'AUTOMATIC' | 'USER_PROVISIONED', Iops?: number) {
  return { MetadataConfiguration: { Mode, ...(Iops === undefined ? {} : { Iops }) } };
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
    ...setMetadata('USER_PROVISIONED', 6000),
    ...lustre,
  });
  return { ...rest, StorageType: 'INTELLIGENT_TIERING', ...more };
}

type OpenZfs = NonNullable<Input['OpenZFSConfiguration']>;

export function openZfs(configuration: Partial<OpenZfs> = {}, more: Input = {}): Input {
  const own = { DeploymentType: 'SINGLE_AZ_2', ThroughputCapacity: 320, ...configuration } as const;
  const { LustreConfiguration: _, ...common } = scratch({ FileSystemType: 'OPENZFS', StorageCapacity: 1024 });
  return { ...common, OpenZFSConfiguration: own, ...more };
}

type Ontap = NonNullable<Input['OntapConfiguration']>;

export function ontap(configuration: Partial<Ontap> = {}, more: Input = {}): Input {
  const own = { DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 128, ...configuration } as const;
  const { LustreConfiguration: _, ...common } = scratch({ FileSystemType: 'ONTAP', StorageCapacity: 1024 });
  return { ...common, OntapConfiguration: own, ...more };
}

/** Types and statuses of the actions, newest first. */
export function listActions({ AdministrativeActions = [] }: Pick<FileSystem, 'AdministrativeActions'>) {
  return AdministrativeActions.map(({ AdministrativeActionType, Status }) => `${AdministrativeActionType} ${Status}`);
}
