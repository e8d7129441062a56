/** DescribeFileSystems and DescribeMountTargets, and what all actions answer. */
import {
  DescribeFileSystemsCommand,
  DescribeMountTargetsCommand,
  type FileSystemDescription,
  type MountTargetDescription,
} from '@aws-sdk/client-efs';
import { arn } from '../ids';
import { page } from '../paging';
import type { Service } from '../service';
import { action } from '../shape';
import { badRequest, efsError } from './errors';
import type { EfsState, FileSystemRecord, MountTargetRecord } from './state';

/** "The response is paginated at 100 per page". API reference, DescribeFileSystems and DescribeMountTargets */
const PAGE_ITEMS = 100;
/** Metered size of one that holds nothing. EFS guide, Metering: sizes */
const EMPTY_BYTES = 6144;
/** Either an id or an ARN. API reference, FileSystemDescription */
const FILE_SYSTEM_ID = /^(arn:aws[-a-z]*:elasticfilesystem:[0-9a-z-:]+:file-system\/)?fs-[0-9a-f]{8,40}$/;
const MOUNT_TARGET_ID = /^fsmt-[0-9a-f]{8,40}$/;

export function listingActions(state: EfsState): Service {
  return {
    DescribeFileSystems: action(
      DescribeFileSystemsCommand,
      'MaxItems Marker CreationToken FileSystemId',
      ({ FileSystemId, CreationToken, ...asked }) => {
        if (FileSystemId !== undefined && CreationToken !== undefined)
          throw badRequest('FileSystemId and CreationToken cannot be given together');
        const all = [...state.fileSystems.values()];
        const found =
          FileSystemId !== undefined
            ? [findFileSystem(state, FileSystemId)]
            : CreationToken === undefined
              ? state.listed(all)
              : all.filter(({ token }) => token === CreationToken);
        const { items, more } = listPage(found, asked);
        return { FileSystems: items.map((one) => describeFileSystem(state, one)), ...more };
      },
    ),

    DescribeMountTargets: action(
      DescribeMountTargetsCommand,
      'MaxItems Marker FileSystemId MountTargetId',
      ({ FileSystemId, MountTargetId, ...asked }) => {
        if ((FileSystemId === undefined) === (MountTargetId === undefined))
          throw badRequest('One of FileSystemId, MountTargetId and AccessPointId is needed, and only one');
        const found =
          FileSystemId === undefined
            ? [findMountTarget(state, MountTargetId ?? '')]
            : state.mountTargetsOf(findFileSystem(state, FileSystemId).id);
        const { items, more } = listPage(found, asked);
        return { MountTargets: items.map((one) => describeMountTarget(state, one)), ...more };
      },
    ),
  };
}

/** @throws ServiceError BadRequest, FileSystemNotFound */
export function findFileSystem(state: EfsState, given: string): FileSystemRecord {
  if (!FILE_SYSTEM_ID.test(given)) throw badRequest(`invalid file system ID: ${given}`);
  const id = given.replace(/^.*\//, '');
  const found = state.fileSystems.get(id);
  if (found === undefined) throw efsError('FileSystemNotFound', `File system '${id}' does not exist.`);
  return found;
}

/** @throws ServiceError BadRequest, MountTargetNotFound */
export function findMountTarget(state: EfsState, id: string): MountTargetRecord {
  if (!MOUNT_TARGET_ID.test(id)) throw badRequest(`invalid mount target ID: ${id}`);
  const found = state.mountTargets.get(id);
  if (found === undefined) throw efsError('MountTargetNotFound', `Mount target '${id}' does not exist.`);
  return found;
}

/** Of the account, made by AWS for EFS. */
const KEY_OF_AWS = 'key/00000000-0000-4000-8000-000000000000';

/** As EFS tells of one. */
export function describeFileSystem(state: EfsState, record: FileSystemRecord): FileSystemDescription {
  const { id, tags, throughput, encrypted, zone } = record;
  const { place } = state.options;
  return {
    OwnerId: place.account,
    CreationToken: record.token,
    FileSystemId: id,
    FileSystemArn: record.arn,
    CreationTime: new Date(record.createdAt),
    LifeCycleState: record.lifecycle,
    ...(tags['Name'] === undefined ? {} : { Name: tags['Name'] }),
    NumberOfMountTargets: state.mountTargetsOf(id).length,
    SizeInBytes: { Value: EMPTY_BYTES, ValueInIA: 0, ValueInStandard: EMPTY_BYTES, ValueInArchive: 0 },
    PerformanceMode: record.performanceMode,
    Encrypted: encrypted,
    ...(encrypted ? { KmsKeyId: record.key ?? arn(place, 'kms', KEY_OF_AWS) } : {}),
    ThroughputMode: throughput.mode,
    ...(throughput.provisioned === undefined ? {} : { ProvisionedThroughputInMibps: throughput.provisioned }),
    ...(zone === undefined ? {} : { AvailabilityZoneName: zone }),
    Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

/** As EFS tells of one. */
export function describeMountTarget(state: EfsState, record: MountTargetRecord): MountTargetDescription {
  return {
    OwnerId: state.options.place.account,
    MountTargetId: record.id,
    FileSystemId: record.of,
    SubnetId: record.subnetId,
    LifeCycleState: record.lifecycle,
    IpAddress: record.address,
    NetworkInterfaceId: record.interfaceId,
    AvailabilityZoneName: record.zone,
  };
}

function listPage<R extends { readonly rank: number }>(
  records: readonly R[],
  { MaxItems, Marker }: { readonly MaxItems?: number | undefined; readonly Marker?: string | undefined },
): { readonly items: readonly R[]; readonly more: { readonly NextMarker?: string } } {
  if (MaxItems !== undefined && MaxItems < 1) throw badRequest(`MaxItems must be at least 1, it is ${MaxItems}`);
  const size = Math.min(MaxItems ?? PAGE_ITEMS, PAGE_ITEMS);
  const { items, next } = page(
    records,
    ({ rank }) => rank,
    size,
    Marker,
    () => badRequest('invalid marker'),
  );
  return { items, more: next === undefined ? {} : { NextMarker: next } };
}
