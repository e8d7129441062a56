/** CreateFileSystem: checked, made at once as CREATING, available, or not, after its time. */
import type { CreateFileSystemCommandInput, CreateFileSystemCommandOutput } from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, ArgumentError, type Given, type Members } from '../../shape';
import { describeFileSystem } from '../description';
import { badRequest, requireOneOf } from '../errors';
import { lustreServers, lustreSetup } from '../lustre/lustre';
import { requireNetwork } from '../network';
import { openZfsSetup } from '../openzfs/openzfs';
import { payForFileSystem } from '../paying';
import { requireQuota } from '../quotas';
import { makeRootVolume } from '../volumes/root';
import type { Setup } from '../setup';
import type { FileSystemRecord, FsxState, VolumeRecord } from '../state';
import { requireTags, tagsOf } from '../tags';
import { RequestTokens } from '../tokens';
import { NFS_EXPORTS } from '../volumes/rules';

type Input = Given<CreateFileSystemCommandInput, 'FileSystemType' | 'SubnetIds'>;

const MEMBERS: Members<CreateFileSystemCommandInput> = {
  ClientRequestToken: 'text',
  FileSystemType: 'text',
  FileSystemTypeVersion: 'text',
  StorageCapacity: 'number',
  StorageType: 'text',
  SubnetIds: ['text'],
  SecurityGroupIds: ['text'],
  Tags: [{ Key: 'text', Value: 'text' }],
  LustreConfiguration: {
    AutomaticBackupRetentionDays: 'number',
    CopyTagsToBackups: 'flag',
    DailyAutomaticBackupStartTime: 'text',
    DataCompressionType: 'text',
    DeploymentType: 'text',
    EfaEnabled: 'flag',
    MetadataConfiguration: { Iops: 'number', Mode: 'text' },
    PerUnitStorageThroughput: 'number',
    RootSquashConfiguration: { NoSquashNids: ['text'], RootSquash: 'text' },
    WeeklyMaintenanceStartTime: 'text',
  },
  OpenZFSConfiguration: {
    AutomaticBackupRetentionDays: 'number',
    CopyTagsToBackups: 'flag',
    CopyTagsToVolumes: 'flag',
    DailyAutomaticBackupStartTime: 'text',
    DeploymentType: 'text',
    DiskIopsConfiguration: { Iops: 'number', Mode: 'text' },
    EndpointIpAddressRange: 'text',
    PreferredSubnetId: 'text',
    RootVolumeConfiguration: {
      CopyTagsToSnapshots: 'flag',
      DataCompressionType: 'text',
      NfsExports: NFS_EXPORTS,
      ReadOnly: 'flag',
      RecordSizeKiB: 'number',
    },
    RouteTableIds: ['text'],
    ThroughputCapacity: 'number',
    WeeklyMaintenanceStartTime: 'text',
  },
};

export function createFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<FileSystemRecord>(({ id }) => state.fileSystems.has(id));
  return {
    CreateFileSystem: action<
      CreateFileSystemCommandInput,
      'FileSystemType' | 'SubnetIds',
      Omit<CreateFileSystemCommandOutput, '$metadata'>
    >({
      name: 'fsx:CreateFileSystem',
      members: MEMBERS,
      required: ['FileSystemType', 'SubnetIds'],
      run: (input) => {
        const { ClientRequestToken, ...request } = input;
        requireTags('CreateFileSystem', tagsOf(input.Tags), state.options.requiredTags ?? []);
        const record = tokens.once(ClientRequestToken, request, () => create(state, input));
        return { FileSystem: describeFileSystem(state, record) };
      },
    }),
  };
}

function create(state: FsxState, input: Input): FileSystemRecord {
  requireType(input);
  const rootVolumeId = state.newId('fsvol');
  const setup: Setup =
    input.FileSystemType === 'LUSTRE'
      ? lustreSetup(input, () => state.newMountName())
      : openZfsSetup(input, rootVolumeId, state.options.iopsPerGib ?? 1000);
  const subnetIds = requireNetwork(state.options.network ?? {}, input);
  const others = [...state.fileSystems.values()].map((one) => one.setup);
  requireQuota(state.quotas, others, setup);
  const record: FileSystemRecord = {
    id: state.newId('fs'),
    rank: state.nextRank(),
    createdAt: state.now(),
    tags: tagsOf(input.Tags),
    subnetIds,
    setup,
    lifecycle: 'CREATING',
    interfaces: [],
    actions: [],
    deletions: 0,
  };
  const root =
    input.OpenZFSConfiguration === undefined ? undefined : makeRootVolume(state, record, rootVolumeId, input);
  state.fileSystems.set(record.id, record);
  if (root !== undefined) state.volumes.set(root.id, root);
  void becomeAvailable(state, record, root);
  return record;
}

/** What FSx has and the twin does not model is a mistake of the caller, not an answer of the service. */
function requireType({ FileSystemType, StorageType = 'SSD', ...input }: Input): void {
  requireOneOf('fileSystemType', FileSystemType, ['WINDOWS', 'LUSTRE', 'ONTAP', 'OPENZFS']);
  requireOneOf('storageType', StorageType, ['SSD', 'HDD', 'INTELLIGENT_TIERING']);
  const unmodelled = (what: string): Error =>
    new ArgumentError('fsx:CreateFileSystem', [`${what} is not modelled; modelled are LUSTRE and OPENZFS on SSD`]);
  if (FileSystemType !== 'LUSTRE' && FileSystemType !== 'OPENZFS') throw unmodelled(`FileSystemType ${FileSystemType}`);
  if (StorageType === 'HDD') throw badRequest('StorageType HDD is not supported on this file system');
  if (StorageType !== 'SSD') throw unmodelled(`StorageType ${StorageType}`);
  const foreign = FileSystemType === 'LUSTRE' ? 'OpenZFSConfiguration' : 'LustreConfiguration';
  if (input[foreign] !== undefined)
    throw badRequest(`${foreign} cannot be given for a file system of ${FileSystemType}`);
}

async function becomeAvailable(
  state: FsxState,
  record: FileSystemRecord,
  root: VolumeRecord | undefined,
): Promise<void> {
  const { id, rank, tags, setup } = record;
  const fault = state.options.faults?.create?.({ kind: 'file-system', id, tags, rank });
  if (fault === 'hangs') return;
  const step = setup.FileSystemType === 'LUSTRE' ? 'lustreCreate' : 'openZfsCreate';
  await state.sleep(state.draw(step, setup.StorageCapacity));
  // A delete may have been accepted meanwhile.
  if (record.lifecycle !== 'CREATING') return;
  payForFileSystem(state, record);
  if (fault === 'fails') {
    record.lifecycle = 'FAILED';
    record.failure = 'The file system failed to create: there is not enough capacity in the Availability Zone';
    if (root !== undefined) root.lifecycle = 'FAILED';
    return;
  }
  record.lifecycle = fault === 'misconfigured' ? 'MISCONFIGURED' : 'AVAILABLE';
  if (fault === 'misconfigured') record.failure = 'The file system cannot be reached through its network interfaces';
  addInterfaces(state, record);
  if (root !== undefined) root.lifecycle = 'AVAILABLE';
}

/** Interfaces for servers that have none yet: one each; OpenZFS has one in each subnet. */
export function addInterfaces(state: FsxState, record: FileSystemRecord): void {
  const { setup, subnetIds, interfaces } = record;
  const wanted = setup.FileSystemType === 'LUSTRE' ? lustreServers(setup) : subnetIds.length;
  const more = Array.from({ length: Math.max(0, wanted - interfaces.length) }, () => state.newId('eni'));
  record.interfaces = [...interfaces, ...more];
}
