/** Storage virtual machines: https://docs.aws.amazon.com/fsx/latest/APIReference/API_StorageVirtualMachine.html */
import {
  CreateStorageVirtualMachineCommand,
  DeleteStorageVirtualMachineCommand,
  DescribeStorageVirtualMachinesCommand,
  type OntapVolumeConfiguration,
  type StorageVirtualMachine,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { formatArn, makeConstraintError, type Service } from '../../service';
import { makeAction, type CommandInput } from '../../sdk-shape';
import { makeBadRequest, makeFsxError, requireEnum, parseTags } from '../errors';
import type { VirtualMachine, VolumeRecord } from '../contract';
import type { FsxState } from '../state';
import { toTagList } from '../../resource-store';

/** Size of the root volume: "1 GiB" (ONTAP guide, Managing storage virtual machines). */
const ROOT_VOLUME_BYTES = 1024 ** 3;
/** One line, without control characters. API reference, CreateStorageVirtualMachine */
const VIRTUAL_MACHINE_NAME = /^[^\0\u0085\u2028\u2029\r\n]{1,47}$/;

export function makeVirtualMachineActions(state: FsxState): Service {
  const { virtualMachines } = state;
  return {
    CreateStorageVirtualMachine: makeAction(CreateStorageVirtualMachineCommand, (input) => {
      const made = state.request(virtualMachines, 'CreateStorageVirtualMachine', input, () =>
        createVirtualMachine(state, input),
      );
      return { StorageVirtualMachine: describeVirtualMachine(state, made) };
    }),
    DeleteStorageVirtualMachine: makeAction(DeleteStorageVirtualMachineCommand, (input) => {
      const record = virtualMachines.find(input.StorageVirtualMachineId);
      state.request(virtualMachines, 'DeleteStorageVirtualMachine', input, () => deleteVirtualMachine(state, record));
      return { StorageVirtualMachineId: record.id, Lifecycle: 'DELETING' as const };
    }),
    DescribeStorageVirtualMachines: makeAction(DescribeStorageVirtualMachinesCommand, (input) => {
      const ids = ['storageVirtualMachineIds', input.StorageVirtualMachineIds] as const;
      const { items, NextToken } = state.list(virtualMachines, ids, input);
      return { StorageVirtualMachines: items.map((one) => describeVirtualMachine(state, one)), NextToken };
    }),
  };
}

type CreateVirtualMachineInput = CommandInput<typeof CreateStorageVirtualMachineCommand>;

function createVirtualMachine(
  state: FsxState,
  { FileSystemId, Name, RootVolumeSecurityStyle = 'UNIX', Tags }: CreateVirtualMachineInput,
): VirtualMachine {
  const { id: fileSystemId, lifecycle, setup } = state.fileSystems.find(FileSystemId);
  if (setup.FileSystemType !== 'ONTAP')
    throw makeFsxError('UnsupportedOperation', `'${fileSystemId}' is a file system of ${setup.FileSystemType}`);
  if (lifecycle !== 'AVAILABLE') throw makeBadRequest(`File system '${fileSystemId}' is ${lifecycle}`);
  if (!VIRTUAL_MACHINE_NAME.test(Name))
    throw makeConstraintError(
      'name',
      `Member must satisfy regular expression pattern: ${VIRTUAL_MACHINE_NAME.source}`,
      Name,
    );
  requireEnum('rootVolumeSecurityStyle', RootVolumeSecurityStyle, ['UNIX', 'NTFS', 'MIXED']);
  if (state.virtualMachines.all().some((one) => one.fileSystemId === fileSystemId && one.name === Name))
    throw makeBadRequest(`File system '${fileSystemId}' has a storage virtual machine '${Name}' already`);
  const tags = parseTags(Tags);
  const made: VirtualMachine = {
    ...state.newBase(),
    id: state.newId('svm'),
    tags,
    fileSystemId,
    name: Name,
    style: RootVolumeSecurityStyle,
    rootVolumeId: state.newId('fsvol'),
    lifecycle: 'CREATING',
  };
  state.virtualMachines.add(made);
  const root = state.volumes.add(createRootVolume(state, made));
  const takes = (): number => state.drawStep('virtualMachineCreate', DURATIONS.virtualMachines.create);
  void state.virtualMachines.finishCreate(made, takes, (outcome) => {
    root.lifecycle = made.lifecycle;
    if (outcome !== 'made') made.failure = 'The storage virtual machine failed to create';
  });
  return made;
}

/** @throws ServiceError BadRequest if it contains volumes other than its root */
function deleteVirtualMachine(state: FsxState, record: VirtualMachine): VirtualMachine {
  const inIt = state
    .volumesOf(record.fileSystemId)
    .filter(({ root, configuration }) => !root && Object.values(configuration).includes(record.id));
  if (inIt.length > 0)
    throw makeBadRequest(`'${record.id}' has ${inIt.map(({ id }) => id).join(', ')} in it; delete them before`);
  const undone = state.acceptDeletion(state.virtualMachines, record);
  const mark = state.virtualMachines.mark(record);
  // Deletes its root volume too.
  const drop = (): void => {
    mark.drop();
    state.volumes.drop({ id: record.rootVolumeId });
  };
  void state.end({ ...mark, drop }, 'virtualMachineDelete', DURATIONS.virtualMachines.delete, undone);
  return record;
}

/** Its address appears after creation. */
function describeVirtualMachine(state: FsxState, record: VirtualMachine): StorageVirtualMachine {
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
    ResourceARN: formatArn(place, 'fsx', `storage-virtual-machine/${fileSystemId}/${id}`),
    StorageVirtualMachineId: id,
    Subtype: 'DEFAULT',
    UUID: `00000000-0000-4000-8000-${id.slice(-12)}`,
    Tags: toTagList(tags),
    LifecycleTransitionReason: failure === undefined ? failure : { Message: failure },
    RootVolumeSecurityStyle: style as NonNullable<StorageVirtualMachine['RootVolumeSecurityStyle']>,
  };
}

/**
 * The root volume, created and deleted only with its virtual machine. Undocumented: whether it has the same tags.
 * Having these is harder: listings by tag then show a volume that no call can delete.
 */
function createRootVolume(state: FsxState, made: VirtualMachine): VolumeRecord<OntapVolumeConfiguration> {
  return {
    ...state.newBase(),
    id: made.rootVolumeId,
    tags: made.tags,
    fileSystemId: made.fileSystemId,
    fileSystemType: 'ONTAP',
    name: `${made.name}_root`,
    root: true,
    configuration: {
      JunctionPath: '/',
      SecurityStyle: made.style as NonNullable<OntapVolumeConfiguration['SecurityStyle']>,
      SizeInBytes: ROOT_VOLUME_BYTES,
      StorageVirtualMachineId: made.id,
      StorageVirtualMachineRoot: true,
      TieringPolicy: { Name: 'NONE' },
      VolumeStyle: 'FLEXVOL',
    },
    lifecycle: 'CREATING',
    actions: [],
  };
}
