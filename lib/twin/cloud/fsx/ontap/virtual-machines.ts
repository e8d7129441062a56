/**
 * Storage virtual machines: what volumes are in, each with a root volume of its own.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_StorageVirtualMachine.html
 */
import {
  CreateStorageVirtualMachineCommand,
  DeleteStorageVirtualMachineCommand,
  DescribeStorageVirtualMachinesCommand,
  type OntapVolumeConfiguration,
  type StorageVirtualMachine,
  type StorageVirtualMachineLifecycle,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { arn } from '../../ids';
import { constraintError, type Service } from '../../service';
import { action, type InputOf } from '../../shape';
import { badRequest, fsxError, idsOf, listPage, RequestTokens, requireOneOf, requireTags, tagsOf } from '../errors';
import type { ChildRecord, Holdings, VolumeRecord } from '../records';
import type { Deletion, FsxState } from '../state';
import { tagList } from '../../store';

const KIND = 'fsx:storage-virtual-machine';
const ID = /^svm-[0-9a-f]{17}$/;
/** One of them, as long as it exists. */
export interface VirtualMachine extends ChildRecord {
  readonly name: string;
  readonly style: string;
  readonly rootVolumeId: string;
  lifecycle: StorageVirtualMachineLifecycle;
  failure?: string;
}

/** Of the root volume: "1 GiB" of an SVM's root (ONTAP guide, Managing storage virtual machines). */
const ROOT_BYTES = 1024 ** 3;
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
        requireTags('CreateStorageVirtualMachine', state.missingTags(tagsOf(input.Tags)));
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
        const asked = ids?.map((id) => findVirtualMachine(state, id)) ?? state.listed(virtualMachines(state));
        const { items, NextToken } = listPage(asked, input);
        return { StorageVirtualMachines: items.map((one) => describe(state, one)), NextToken };
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
  const { id: fileSystemId, lifecycle, setup } = state.fileSystem(FileSystemId);
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
    ...state.birth(),
    kind: KIND,
    id: state.newId('svm'),
    tags,
    fileSystemId,
    name: Name,
    style: RootVolumeSecurityStyle,
    rootVolumeId: state.newId('fsvol'),
    lifecycle: 'CREATING',
  };
  state.children.set(made.id, made);
  const root = rootOf(state, made);
  state.volumes.set(root.id, root);
  void becomeReady(state, made);
  return made;
}

async function becomeReady(state: FsxState, made: VirtualMachine): Promise<void> {
  const takes = (): number => state.drawStep('virtualMachineCreate', DURATIONS.virtualMachines.create);
  const outcome = await state.passCreation(made, takes);
  // A delete may have been accepted meanwhile.
  if (outcome === null || made.lifecycle !== 'CREATING') return;
  const root = state.volumes.get(made.rootVolumeId);
  if (outcome === 'made') {
    made.lifecycle = 'CREATED';
    if (root !== undefined) root.lifecycle = 'CREATED';
    return;
  }
  made.lifecycle = outcome === 'fails' ? 'FAILED' : 'MISCONFIGURED';
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
  const undone = state.acceptDeletion(record);
  const deletion: Deletion = { stands: true };
  void remove(state, record, deletion, undone);
  return deletion;
}

/** Gone after its time, with its root volume; or back, where a fault undoes it: DELETING and then CREATED. */
async function remove(state: FsxState, record: VirtualMachine, deletion: Deletion, undone: boolean): Promise<void> {
  const before = record.lifecycle;
  record.lifecycle = 'DELETING';
  await state.pass('virtualMachineDelete', DURATIONS.virtualMachines.delete);
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
    LifecycleTransitionReason: failure === undefined ? failure : { Message: failure },
    RootVolumeSecurityStyle: style as NonNullable<StorageVirtualMachine['RootVolumeSecurityStyle']>,
  };
}

/** Whether it is one. */
function isVirtualMachine(child: ChildRecord): child is VirtualMachine {
  return child.kind === KIND;
}

/** All that exist. */
function virtualMachines({ children }: Pick<Holdings, 'children'>): VirtualMachine[] {
  return [...children.values()].filter(isVirtualMachine);
}

/** @throws ServiceError ValidationException, StorageVirtualMachineNotFound */
export function findVirtualMachine(holdings: Pick<Holdings, 'children'>, id: string): VirtualMachine {
  if (!ID.test(id))
    throw constraintError(
      'storageVirtualMachineId',
      `Member must satisfy regular expression pattern: ${ID.source}`,
      id,
    );
  const found = virtualMachines(holdings).find((one) => one.id === id);
  if (found === undefined)
    throw fsxError('StorageVirtualMachineNotFound', `Storage virtual machine '${id}' does not exist.`);
  return found;
}

/**
 * The root volume of one: made with it, gone with it, refused to be deleted alone. No page says whether it has the
 * tags of its virtual machine: that it has them is the harder case, since a listing by tag then shows what nobody can
 * delete.
 */
function rootOf(state: FsxState, made: VirtualMachine): VolumeRecord<OntapVolumeConfiguration> {
  return {
    ...state.birth(),
    id: made.rootVolumeId,
    tags: made.tags,
    fileSystemId: made.fileSystemId,
    fileSystemType: 'ONTAP',
    name: `${made.name}_root`,
    root: true,
    configuration: {
      JunctionPath: '/',
      SecurityStyle: made.style as NonNullable<OntapVolumeConfiguration['SecurityStyle']>,
      SizeInBytes: ROOT_BYTES,
      StorageVirtualMachineId: made.id,
      StorageVirtualMachineRoot: true,
      TieringPolicy: { Name: 'NONE' },
      VolumeStyle: 'FLEXVOL',
    },
    lifecycle: 'CREATING',
    actions: [],
  };
}
