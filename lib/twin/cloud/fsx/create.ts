/** CreateFileSystem: checked, made at once as CREATING, available, or not, after its time. */
import type { CreateFileSystemCommand, CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { ArgumentError, type InputOf } from '../shape';
import { badRequest, requireOneOf, tagsOf } from './errors';
import { openEndpoint, requireNetwork } from './network';
import { requireQuota } from './quotas';
import type { FileSystemRecord, Setup, VolumeRecord } from './records';
import { isModelled, MODELLED_TYPES, requireOwn, typeOf, volumesOf } from './registry';
import { requireOffered, setupOf } from './settings';
import type { FsxState } from './state';

type Input = InputOf<typeof CreateFileSystemCommand>;

/** @throws ServiceError */
export function createFileSystem(state: FsxState, input: Input): FileSystemRecord {
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
  const others = state.fileSystems.all().map((one) => one.setup);
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
  state.fileSystems.add(record);
  if (root !== undefined) state.volumes.add(root);
  const takes = (): number => state.drawStep('create', type.durations.create, setup.StorageCapacity);
  void state.fileSystems.come(record, takes, (outcome) => {
    state.payForFileSystem(record);
    if (outcome !== 'made') record.failure = FAILURES[outcome];
    if (outcome !== 'fails') addInterfaces(state, record);
    if (root !== undefined) root.lifecycle = outcome === 'fails' ? 'FAILED' : volumesOf(root).ready;
  });
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

const FAILURES = {
  fails: 'The file system failed to create: there is not enough capacity in the Availability Zone',
  misconfigured: 'The file system cannot be reached through its network interfaces',
};

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
