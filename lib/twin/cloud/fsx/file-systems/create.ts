/** CreateFileSystem: checked, made at once as CREATING, available, or not, after its time. */
import { CreateFileSystemCommand } from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, ArgumentError, type InputOf } from '../../shape';
import { describeFileSystem } from '../describe/description';
import { badRequest, requireOneOf } from '../errors';
import { requireNetwork } from '../network/network';
import { payForFileSystem } from '../paying';
import { requireQuota } from '../quotas';
import { openEndpoint } from '../network/routes';
import type { FileSystemRecord, Setup, VolumeRecord } from '../records';
import { isModelled, modelledOf, MODELLED_TYPES, requireOwn, typeOf, TYPES, volumesOf } from '../registry';
import type { FsxState } from '../state';
import { requireTags, tagsOf } from '../tags';
import { RequestTokens } from '../tokens';
import { rootVolume } from '../volumes/root';

type Input = InputOf<typeof CreateFileSystemCommand>;

const MODELLED =
  'ClientRequestToken FileSystemType FileSystemTypeVersion StorageCapacity StorageType SubnetIds SecurityGroupIds ' +
  `KmsKeyId Tags ${modelledOf(TYPES, 'create')}`;

export function createFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<FileSystemRecord>(({ id }) => state.fileSystems.has(id));
  return {
    CreateFileSystem: action(CreateFileSystemCommand, MODELLED, (input) => {
      const { ClientRequestToken, ...request } = input;
      requireTags('CreateFileSystem', tagsOf(input.Tags), state.options.requiredTags ?? []);
      const record = tokens.once(ClientRequestToken, request, () => create(state, input));
      return { FileSystem: describeFileSystem(state, record) };
    }),
  };
}

function create(state: FsxState, input: Input): FileSystemRecord {
  const FileSystemType = requireType(input);
  const type = typeOf({ FileSystemType });
  requireOwn(input, type, `a file system of ${FileSystemType}`);
  // Drawn for every type: the ids of what comes later do not depend on who has root volumes.
  const rootVolumeId = state.newId('fsvol');
  const made = type.setup(input, { ...state.limits, rootVolumeId, mountName: () => state.newMountName() });
  const setup = input.KmsKeyId === undefined ? made : { ...made, KmsKeyId: input.KmsKeyId };
  const needs = type.network(input);
  const subnetIds = requireNetwork(state.options.network ?? {}, input, needs);
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
    ...(needs.range === undefined ? {} : { floating: { range: needs.range, routeTables: needs.routeTables } }),
    actions: [],
    deletions: 0,
  };
  const root = rootVolume(state, record, rootVolumeId, input);
  state.fileSystems.set(record.id, record);
  if (root !== undefined) state.volumes.set(root.id, root);
  void becomeAvailable(state, record, root);
  return record;
}

/** What FSx has and the twin does not model is a mistake of the caller, not an answer of the service. */
function requireType({ FileSystemType, StorageType = 'SSD' }: Input): Setup['FileSystemType'] {
  requireOneOf('fileSystemType', FileSystemType, ['WINDOWS', 'LUSTRE', 'ONTAP', 'OPENZFS']);
  requireOneOf('storageType', StorageType, ['SSD', 'HDD', 'INTELLIGENT_TIERING']);
  const unmodelled = (what: string): Error =>
    new ArgumentError('fsx:CreateFileSystem', [
      `${what} is not modelled; modelled are ${MODELLED_TYPES}, on SSD, Lustre on all`,
    ]);
  if (!isModelled(FileSystemType)) throw unmodelled(`FileSystemType ${FileSystemType}`);
  const { storageTypes = ['SSD'] } = typeOf({ FileSystemType });
  if (storageTypes.includes(StorageType)) return FileSystemType;
  if (StorageType === 'HDD') throw badRequest('StorageType HDD is not supported on this file system');
  throw unmodelled(`StorageType ${StorageType}`);
}

async function becomeAvailable(
  state: FsxState,
  record: FileSystemRecord,
  root: VolumeRecord | undefined,
): Promise<void> {
  const { id, rank, tags, setup } = record;
  const fault = state.options.faults?.create?.({ kind: 'fsx:file-system', id, tags, rank });
  if (fault === 'hangs') return;
  if (typeof fault === 'number') await state.sleep(fault);
  await state.sleep(state.draw('create', typeOf(setup).durations.create, setup.StorageCapacity));
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
  if (root !== undefined) root.lifecycle = volumesOf(root).ready;
}

/** Interfaces for what has none yet, and a way to them. */
export function addInterfaces(state: FsxState, record: FileSystemRecord): void {
  const { setup, subnetIds, interfaces } = record;
  const wanted = typeOf(setup).interfaces(setup, subnetIds.length);
  const more = Array.from({ length: Math.max(0, wanted - interfaces.length) }, () => state.newId('eni'));
  record.interfaces = [...interfaces, ...more];
  openEndpoint(state, record);
}
