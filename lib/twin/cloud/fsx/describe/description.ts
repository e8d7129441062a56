/** File systems, volumes and backups in the words of FSx's answers. */
import type { AdministrativeAction, Backup, FileSystem, Volume } from '@aws-sdk/client-fsx';
import { createHash } from 'node:crypto';
import { arn } from '../../ids';
import type { ActionRecord, AskedValues, BackupRecord, FileSystemRecord, VolumeRecord } from '../records';
import { typeOf, volumesOf } from '../registry';
import type { FsxState } from '../state';
import { tagList } from '../tags';

/** Interfaces and the endpoint's address are told once they are there; DNS name, mount name and root volume at once. */
export function describeFileSystem(state: FsxState, record: FileSystemRecord): FileSystem {
  const { id, setup, lifecycle, failure, interfaces, subnetIds, tags, createdAt } = record;
  const { place } = state.options;
  const dnsName = `${id}.fsx.${place.region}.amazonaws.com`;
  const type = typeOf(setup);
  return {
    OwnerId: place.account,
    CreationTime: new Date(createdAt),
    FileSystemId: id,
    Lifecycle: lifecycle,
    ...(failure === undefined ? {} : { FailureDetails: { Message: failure } }),
    VpcId: `vpc-${digits(`${place.account}/${place.region}`, 17)}`,
    SubnetIds: [...subnetIds],
    NetworkInterfaceIds: [...interfaces],
    DNSName: dnsName,
    ...(type.showsKey(setup) ? { KmsKeyId: setup.KmsKeyId ?? arn(place, 'kms', `key/${keyId(place.account)}`) } : {}),
    ResourceARN: arn(place, 'fsx', `file-system/${id}`),
    Tags: tagList(tags),
    ...structuredClone(
      type.described(setup, interfaces.length > 0 ? (record.address ?? address(id)) : undefined, dnsName),
    ),
    ...(record.actions.length === 0
      ? {}
      : { AdministrativeActions: record.actions.map((one) => describeAction(state, one, fileSystemTarget)) }),
  };
}

export function describeVolume(state: FsxState, record: VolumeRecord): Volume {
  const { id, fileSystemId, name, lifecycle, failure, configuration, tags, createdAt, actions } = record;
  const volumes = volumesOf(record);
  return {
    CreationTime: new Date(createdAt),
    FileSystemId: fileSystemId,
    Lifecycle: lifecycle,
    Name: name,
    ResourceARN: arn(state.options.place, 'fsx', `volume/${fileSystemId}/${id}`),
    Tags: tagList(tags),
    VolumeId: id,
    VolumeType: volumes.type,
    ...(failure === undefined ? {} : { LifecycleTransitionReason: { Message: failure } }),
    ...structuredClone(volumes.described(configuration)),
    ...(actions.length === 0
      ? {}
      : {
          AdministrativeActions: actions.map((one) =>
            describeAction(state, one, (target) => ({
              TargetVolumeValues: structuredClone(volumes.described(target)) as Volume,
            })),
          ),
        }),
  };
}

export function describeBackup(state: FsxState, record: BackupRecord): Backup {
  const { place } = state.options;
  return {
    BackupId: record.id,
    Lifecycle: record.lifecycle,
    Type: 'USER_INITIATED',
    CreationTime: new Date(record.createdAt),
    OwnerId: place.account,
    ResourceARN: arn(place, 'fsx', `backup/${record.id}`),
    ResourceType: 'FILE_SYSTEM',
    Tags: tagList(record.tags),
    FileSystem: {
      OwnerId: place.account,
      FileSystemId: record.source.id,
      ResourceARN: arn(place, 'fsx', `file-system/${record.source.id}`),
      ...structuredClone(typeOf(record.setup).described(record.setup, undefined, '')),
    },
  };
}

/** Where a file system is reached, always the same for the same id. */
function address(id: string): string {
  return ['10.1', ...Buffer.from(digits(id, 4), 'hex')].join('.');
}

function describeAction<T>(
  state: FsxState,
  action: ActionRecord<T>,
  targetMember: (target: T) => Pick<AdministrativeAction, 'TargetFileSystemValues' | 'TargetVolumeValues'>,
): AdministrativeAction {
  const { type, status, requestedAt, target, span, failure } = action;
  return {
    AdministrativeActionType: type,
    RequestTime: new Date(requestedAt),
    Status: status,
    ...(span === undefined ? {} : { ProgressPercent: progress(span, state.now(), status === 'COMPLETED') }),
    ...(failure === undefined ? {} : { FailureDetails: { Message: failure } }),
    ...(target === undefined ? {} : targetMember(target)),
  };
}

/** The values "provided in the UpdateFileSystem operation" (API_AdministrativeAction), and no others. */
function fileSystemTarget(target: AskedValues): Pick<AdministrativeAction, 'TargetFileSystemValues'> {
  return { TargetFileSystemValues: structuredClone(target) as FileSystem };
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
