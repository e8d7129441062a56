/**
 * Storage virtual machines: what volumes are in, each with a root volume of its own.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_StorageVirtualMachine.html
 */
import {
  CreateStorageVirtualMachineCommand,
  DeleteStorageVirtualMachineCommand,
  DescribeStorageVirtualMachinesCommand,
  type StorageVirtualMachine,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { constraintError } from '../../constraint';
import { arn } from '../../ids';
import type { Service } from '../../service';
import { action, type InputOf } from '../../shape';
import { idsOf, listPage } from '../describe/pages';
import { badRequest, fsxError, requireOneOf } from '../errors';
import { type Deletion, requireDeletable } from '../file-systems/deletion';
import { findFileSystem } from '../find';
import type { FsxState } from '../state';
import { requireTags, tagList, tagsOf } from '../tags';
import { RequestTokens } from '../tokens';
import { rootOf } from './root';
import { findVirtualMachine, isVirtualMachine, KIND, type VirtualMachine, virtualMachines } from './virtual-machine';

/** One line, without control characters. API reference, CreateStorageVirtualMachine */
const NAME = /^[^\0\u0085\u2028\u2029\r\n]{1,47}$/;

export function virtualMachineActions(state: FsxState): Service {
  return { ...createAction(state), ...describeAction(state), ...deleteAction(state) };
}

function createAction(state: FsxState): Service {
  const tokens = new RequestTokens<VirtualMachine>(({ id }) => state.children.has(id));
  return {
    CreateStorageVirtualMachine: action(
      CreateStorageVirtualMachineCommand,
      'ClientRequestToken FileSystemId Name RootVolumeSecurityStyle Tags',
      (input) => {
        const { ClientRequestToken, ...request } = input;
        requireTags('CreateStorageVirtualMachine', tagsOf(input.Tags), state.options.requiredTags ?? []);
        const made = tokens.once(ClientRequestToken, request, () => create(state, input));
        return { StorageVirtualMachine: describe(state, made) };
      },
    ),
  };
}

function describeAction(state: FsxState): Service {
  return {
    DescribeStorageVirtualMachines: action(
      DescribeStorageVirtualMachinesCommand,
      'StorageVirtualMachineIds MaxResults NextToken',
      (input) => {
        const ids = idsOf('storageVirtualMachineIds', input.StorageVirtualMachineIds);
        const asked =
          ids?.map((id) => findVirtualMachine(state, id)) ?? state.listed(state.children).filter(isVirtualMachine);
        const { items, more } = listPage(
          asked.toSorted((a, b) => a.rank - b.rank),
          input,
        );
        return { StorageVirtualMachines: items.map((one) => describe(state, one)), ...more };
      },
    ),
  };
}

function deleteAction(state: FsxState): Service {
  const tokens = new RequestTokens<Deletion>(({ stands }) => stands);
  return {
    DeleteStorageVirtualMachine: action(
      DeleteStorageVirtualMachineCommand,
      'ClientRequestToken StorageVirtualMachineId',
      ({ ClientRequestToken, ...request }) => {
        const record = findVirtualMachine(state, request.StorageVirtualMachineId);
        tokens.once(ClientRequestToken, request, () => acceptDelete(state, record));
        return { StorageVirtualMachineId: record.id, Lifecycle: 'DELETING' as const };
      },
    ),
  };
}

type Input = InputOf<typeof CreateStorageVirtualMachineCommand>;

function create(
  state: FsxState,
  { FileSystemId, Name, RootVolumeSecurityStyle = 'UNIX', Tags }: Input,
): VirtualMachine {
  const { id: fileSystemId, lifecycle, setup } = findFileSystem(state, FileSystemId);
  if (setup.FileSystemType !== 'ONTAP')
    throw fsxError('UnsupportedOperation', `'${fileSystemId}' is a file system of ${setup.FileSystemType}`);
  if (lifecycle !== 'AVAILABLE') throw badRequest(`File system '${fileSystemId}' is ${lifecycle}`);
  if (!NAME.test(Name))
    throw constraintError('name', `Member must satisfy regular expression pattern: ${NAME.source}`, Name);
  requireOneOf('rootVolumeSecurityStyle', RootVolumeSecurityStyle, ['UNIX', 'NTFS', 'MIXED']);
  if (virtualMachines(state).some((one) => one.fileSystemId === fileSystemId && one.name === Name))
    throw badRequest(`File system '${fileSystemId}' has a storage virtual machine '${Name}' already`);
  const tags = tagsOf(Tags);
  const made: VirtualMachine = {
    kind: KIND,
    id: state.newId('svm'),
    rank: state.nextRank(),
    createdAt: state.now(),
    tags,
    fileSystemId,
    name: Name,
    style: RootVolumeSecurityStyle,
    rootVolumeId: state.newId('fsvol'),
    lifecycle: 'CREATING',
    deletions: 0,
  };
  state.children.set(made.id, made);
  const root = rootOf(state, made);
  state.volumes.set(root.id, root);
  void becomeReady(state, made);
  return made;
}

async function becomeReady(state: FsxState, made: VirtualMachine): Promise<void> {
  const { id, tags, rank, rootVolumeId } = made;
  const fault = state.options.faults?.create?.({ kind: KIND, id, tags, rank });
  if (fault === 'hangs') return;
  if (typeof fault === 'number') await state.sleep(fault);
  await state.sleep(state.draw('virtualMachineCreate', DURATIONS.virtualMachines.create));
  // A delete may have been accepted meanwhile.
  if (made.lifecycle !== 'CREATING') return;
  const root = state.volumes.get(rootVolumeId);
  if (fault === undefined || typeof fault === 'number') {
    made.lifecycle = 'CREATED';
    if (root !== undefined) root.lifecycle = 'CREATED';
    return;
  }
  made.lifecycle = fault === 'fails' ? 'FAILED' : 'MISCONFIGURED';
  made.failure = 'The storage virtual machine failed to create';
  if (root !== undefined) root.lifecycle = made.lifecycle;
}

/** @throws ServiceError BadRequest where volumes are in it, but for its root */
function acceptDelete(state: FsxState, record: VirtualMachine): Deletion {
  const inIt = state
    .volumesOf(record.fileSystemId)
    .filter(({ root, configuration }) => !root && Object.values(configuration).includes(record.id));
  if (inIt.length > 0)
    throw badRequest(`'${record.id}' has ${inIt.map(({ id }) => id).join(', ')} in it; delete them before`);
  const undone = requireDeletable(state, record) === 'undone';
  const deletion: Deletion = { stands: true };
  void remove(state, record, deletion, undone);
  return deletion;
}

/** Gone after its time, with its root volume; or back, where a fault undoes it: DELETING and then CREATED. */
async function remove(state: FsxState, record: VirtualMachine, deletion: Deletion, undone: boolean): Promise<void> {
  const before = record.lifecycle;
  record.lifecycle = 'DELETING';
  await state.sleep(state.draw('virtualMachineDelete', DURATIONS.virtualMachines.delete));
  if (undone) {
    deletion.stands = false;
    record.lifecycle = before === 'CREATING' ? 'CREATED' : before;
    return;
  }
  state.children.delete(record.id);
  state.volumes.delete(record.rootVolumeId);
}

/** Its address is told once it can be reached. */
function describe(state: FsxState, record: VirtualMachine): StorageVirtualMachine {
  const { id, fileSystemId, name, lifecycle, failure, style, tags, createdAt } = record;
  const { place } = state.options;
  const DNSName = `${id}.${fileSystemId}.fsx.${place.region}.amazonaws.com`;
  return {
    CreationTime: new Date(createdAt),
    ...(lifecycle === 'CREATED'
      ? { Endpoints: { Nfs: { DNSName }, Management: { DNSName }, Iscsi: { IpAddresses: ['10.0.2.10', '10.0.2.11'] } } }
      : {}),
    FileSystemId: fileSystemId,
    Lifecycle: lifecycle,
    Name: name,
    ResourceARN: arn(place, 'fsx', `storage-virtual-machine/${fileSystemId}/${id}`),
    StorageVirtualMachineId: id,
    Subtype: 'DEFAULT',
    UUID: `00000000-0000-4000-8000-${id.slice(-12)}`,
    Tags: tagList(tags),
    ...(failure === undefined ? {} : { LifecycleTransitionReason: { Message: failure } }),
    RootVolumeSecurityStyle: style as NonNullable<StorageVirtualMachine['RootVolumeSecurityStyle']>,
  };
}
