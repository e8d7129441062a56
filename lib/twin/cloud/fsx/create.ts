/** CreateFileSystem: checked, made at once as CREATING, available, or not, after its time. */
import { CreateFileSystemCommand, type CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import type { Service } from '../service';
import { action, ArgumentError, type InputOf } from '../shape';
import { describeFileSystem } from './describe';
import { badRequest, RequestTokens, requireOneOf, requireTags, tagsOf } from './errors';
import { openEndpoint, requireNetwork } from './network';
import { requireQuota } from './quotas';
import type { FileSystemRecord, Setup, VolumeRecord } from './records';
import { isModelled, modelledOf, MODELLED_TYPES, requireOwn, typeOf, TYPES, volumesOf } from './registry';
import { requireOffered, setupOf } from './settings';
import type { FsxState } from './state';

type Input = InputOf<typeof CreateFileSystemCommand>;

const MODELLED =
  'ClientRequestToken FileSystemType FileSystemTypeVersion StorageCapacity StorageType SubnetIds SecurityGroupIds ' +
  `KmsKeyId Tags ${modelledOf(TYPES, 'create')}`;

export function createFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<FileSystemRecord>(({ id }) => state.fileSystems.has(id));
  return {
    CreateFileSystem: action(CreateFileSystemCommand, MODELLED, (input) => {
      const { ClientRequestToken, ...request } = input;
      requireTags('CreateFileSystem', state.missingTags(tagsOf(input.Tags)));
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
  let drawn: string | undefined;
  const fresh = { rootVolumeId, mountName: () => (drawn ??= state.newMountName()) };
  const setup = setupOf(type, input, fresh);
  requireOffered(type, setup);
  const needs = type.network(input);
  const subnetIds = requireNetwork(state.options.network ?? {}, input, needs);
  const others = [...state.fileSystems.values()].map((one) => one.setup);
  requireQuota(state.quotas, others, setup);
  const record: FileSystemRecord = {
    ...state.birth(),
    id: state.newId('fs'),
    tags: tagsOf(input.Tags),
    subnetIds,
    setup,
    asked: input,
    fresh,
    lifecycle: 'CREATING',
    interfaces: [],
    ...(needs.range === undefined ? {} : { floating: { range: needs.range, routeTables: needs.routeTables } }),
    actions: [],
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
  const { setup } = record;
  const { create } = typeOf(setup).durations;
  const takes = (): number => state.drawStep('create', create, setup.StorageCapacity);
  const outcome = await state.passCreation({ ...record, kind: 'fsx:file-system' }, takes);
  // A delete may have been accepted meanwhile.
  if (outcome === null || record.lifecycle !== 'CREATING') return;
  state.payForFileSystem(record);
  if (outcome === 'fails') {
    record.lifecycle = 'FAILED';
    record.failure = 'The file system failed to create: there is not enough capacity in the Availability Zone';
    if (root !== undefined) root.lifecycle = 'FAILED';
    return;
  }
  record.lifecycle = outcome === 'misconfigured' ? 'MISCONFIGURED' : 'AVAILABLE';
  if (outcome === 'misconfigured') record.failure = 'The file system cannot be reached through its network interfaces';
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

/**
 * The root volume of a file system, where its type has one: made with it, never by a call of its own.
 * @throws ServiceError for a configuration that no volume takes
 */
function rootVolume(
  state: FsxState,
  { id: fileSystemId, setup, tags }: FileSystemRecord,
  id: string,
  input: CreateFileSystemCommandInput,
): VolumeRecord | undefined {
  const root = typeOf(setup).volumes?.root?.(input);
  if (root === undefined) return undefined;
  return {
    ...state.birth(),
    id,
    tags: root.tagged ? tags : {},
    fileSystemId,
    fileSystemType: setup.FileSystemType,
    name: root.name,
    root: true,
    configuration: root.configuration,
    lifecycle: 'CREATING',
    actions: [],
  };
}
