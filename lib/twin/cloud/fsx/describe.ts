/**
 * File systems and volumes in the words of FSx's answers. By id a thing is known from the first moment on; listings lag
 * behind (assumed: documented is neither that they do nor that they do not).
 */
import {
  type AdministrativeAction,
  DescribeFileSystemsCommand,
  DescribeVolumesCommand,
  type FileSystem,
  type Volume,
  type VolumeFilter,
} from '@aws-sdk/client-fsx';
import { createHash } from 'node:crypto';
import { arn } from '../ids';
import { constraintError, type Service } from '../service';
import { action } from '../shape';
import { tagList } from '../store';
import { idsOf, listPage } from './errors';
import type { ActionRecord, FileSystemRecord, VolumeRecord } from './records';
import { typeOf, volumesOf } from './registry';
import type { FsxState } from './state';

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeVolumes.html */
const MAX_FILTERS = 2;
const MAX_VALUES = 20;
export function listingActions(state: FsxState): Service {
  return {
    DescribeFileSystems: action(DescribeFileSystemsCommand, 'FileSystemIds MaxResults NextToken', (input) => {
      const ids = idsOf('fileSystemIds', input.FileSystemIds);
      const asked = ids?.map((id) => state.fileSystem(id)) ?? state.listed(state.fileSystems.values());
      const { items, NextToken } = listPage(asked, input);
      return { FileSystems: items.map((one) => describeFileSystem(state, one)), NextToken };
    }),

    DescribeVolumes: action(DescribeVolumesCommand, 'VolumeIds Filters MaxResults NextToken', (input) => {
      const ids = idsOf('volumeIds', input.VolumeIds);
      const asked = ids?.map((id) => state.volume(id)) ?? state.listed(state.volumes.values());
      const { items, NextToken } = listPage(asked.filter(matcher(input.Filters ?? [])), input);
      return { Volumes: items.map((one) => describeVolume(state, one)), NextToken };
    }),
  };
}

function matcher(filters: readonly VolumeFilter[]): (volume: VolumeRecord) => boolean {
  if (filters.length > MAX_FILTERS) throw constraintError('filters', `Member must have length at most ${MAX_FILTERS}`);
  const tests = filters.map(({ Name = 'file-system-id', Values = [] }) => {
    if (Values.length > MAX_VALUES) throw constraintError('values', `Member must have length at most ${MAX_VALUES}`);
    if (Name === 'storage-virtual-machine-id')
      return (volume: VolumeRecord) =>
        Values.includes(volumesOf(volume).virtualMachineId(volume.configuration) ?? 'none');
    if (Name === 'file-system-id') return (volume: VolumeRecord) => Values.includes(volume.fileSystemId);
    throw constraintError('filters.name', 'Member must be one of file-system-id, storage-virtual-machine-id', Name);
  });
  return (volume) => tests.every((test) => test(volume));
}

/** Interfaces and the endpoint's address are told once they are there; DNS name, mount name and root volume at once. */
export function describeFileSystem(state: FsxState, record: FileSystemRecord): FileSystem {
  const { id, setup, lifecycle, failure, interfaces, subnetIds, tags, createdAt, actions } = record;
  const { place } = state.options;
  const DNSName = `${id}.fsx.${place.region}.amazonaws.com`;
  const type = typeOf(setup);
  const address = interfaces.length > 0 ? (record.address ?? addressOf(id)) : undefined;
  // The values "provided in the UpdateFileSystem operation" (API_AdministrativeAction), and no others.
  const described = actions.map((one) =>
    describeAction(state, one, (target) => ({ TargetFileSystemValues: structuredClone(target) as FileSystem })),
  );
  return {
    OwnerId: place.account,
    CreationTime: new Date(createdAt),
    FileSystemId: id,
    Lifecycle: lifecycle,
    FailureDetails: failure === undefined ? failure : { Message: failure },
    VpcId: `vpc-${digits(`${place.account}/${place.region}`, 17)}`,
    SubnetIds: [...subnetIds],
    NetworkInterfaceIds: [...interfaces],
    DNSName,
    KmsKeyId: type.showsKey(setup) ? (setup.KmsKeyId ?? arn(place, 'kms', `key/${keyId(place.account)}`)) : undefined,
    ResourceARN: arn(place, 'fsx', `file-system/${id}`),
    Tags: tagList(tags),
    ...structuredClone(type.described(setup, address, DNSName)),
    AdministrativeActions: actions.length === 0 ? undefined : described,
  };
}

export function describeVolume(state: FsxState, record: VolumeRecord): Volume {
  const { id, fileSystemId, name, lifecycle, failure, configuration, tags, createdAt, actions } = record;
  const volumes = volumesOf(record);
  const described = actions.map((one) =>
    describeAction(state, one, (target) => ({
      TargetVolumeValues: structuredClone(volumes.described(target)) as Volume,
    })),
  );
  return {
    CreationTime: new Date(createdAt),
    FileSystemId: fileSystemId,
    Lifecycle: lifecycle,
    Name: name,
    ResourceARN: arn(state.options.place, 'fsx', `volume/${fileSystemId}/${id}`),
    Tags: tagList(tags),
    VolumeId: id,
    VolumeType: volumes.type,
    LifecycleTransitionReason: failure === undefined ? failure : { Message: failure },
    ...structuredClone(volumes.described(configuration)),
    AdministrativeActions: actions.length === 0 ? undefined : described,
  };
}

/** Where a file system is reached, always the same for the same id. */
function addressOf(id: string): string {
  return ['10.1', ...Buffer.from(digits(id, 4), 'hex')].join('.');
}

function describeAction<T>(
  state: FsxState,
  { type, status, requestedAt, target, span, failure }: ActionRecord<T>,
  targetMember: (target: T) => Pick<AdministrativeAction, 'TargetFileSystemValues' | 'TargetVolumeValues'>,
): AdministrativeAction {
  return {
    AdministrativeActionType: type,
    RequestTime: new Date(requestedAt),
    Status: status,
    ProgressPercent: span === undefined ? span : progress(span, state.now(), status === 'COMPLETED'),
    FailureDetails: failure === undefined ? failure : { Message: failure },
    ...(target === undefined ? {} : targetMember(target)),
  };
}

function progress(span: { from: number; until: number }, now: number, done: boolean): number {
  if (done) return 100;
  const share = (now - span.from) / Math.max(1, span.until - span.from);
  return Math.min(99, Math.max(0, Math.floor(100 * share)));
}

function keyId(account: string): string {
  return `${digits(account, 8)}-0000-4000-8000-${digits(`key/${account}`, 12)}`;
}

/** Hex digits that are always the same for the same text. */
function digits(text: string, count: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, count);
}
