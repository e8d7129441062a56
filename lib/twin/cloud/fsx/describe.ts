/** Descriptions. A lookup by id succeeds at once; listings lag behind (assumed: undocumented). */
import type { AdministrativeAction, FileSystem, Volume } from '@aws-sdk/client-fsx';
import { createHash } from 'node:crypto';
import { formatArn } from '../service';
import { toTagList } from '../resource-store';
import type { ActionRecord, FileSystemRecord, VolumeRecord } from './contract';
import { getFsxType, getVolumeType } from './registry';
import type { FsxState } from './state';

/** Interfaces and the endpoint address appear after creation; DNS name, mount name and root volume at once. */
export function describeFileSystem(state: FsxState, record: FileSystemRecord): FileSystem {
  const { id, setup, lifecycle, failure, interfaces, subnetIds, tags, createdAt, actions } = record;
  const { place } = state.options;
  const DNSName = `${id}.fsx.${place.region}.amazonaws.com`;
  const type = getFsxType(setup);
  const address = interfaces.length > 0 ? (record.address ?? deriveAddress(id)) : undefined;
  // Only the values "provided in the UpdateFileSystem operation" (API_AdministrativeAction).
  const described = actions.map((one) =>
    describeAdministrativeAction(state, one, (target) => ({
      TargetFileSystemValues: structuredClone(target) as FileSystem,
    })),
  );
  return {
    OwnerId: place.account,
    CreationTime: new Date(createdAt),
    FileSystemId: id,
    Lifecycle: lifecycle,
    FailureDetails: failure === undefined ? failure : { Message: failure },
    VpcId: `vpc-${deriveHex(`${place.account}/${place.region}`, 17)}`,
    SubnetIds: [...subnetIds],
    NetworkInterfaceIds: [...interfaces],
    DNSName,
    KmsKeyId: type.showsKey(setup)
      ? (setup.KmsKeyId ?? formatArn(place, 'kms', `key/${deriveKeyId(place.account)}`))
      : undefined,
    ResourceARN: formatArn(place, 'fsx', `file-system/${id}`),
    Tags: toTagList(tags),
    ...structuredClone(type.described(setup, address, DNSName)),
    AdministrativeActions: actions.length === 0 ? undefined : described,
  };
}

export function describeVolume(state: FsxState, record: VolumeRecord): Volume {
  const { id, fileSystemId, name, lifecycle, failure, configuration, tags, createdAt, actions } = record;
  const volumes = getVolumeType(record);
  const described = actions.map((one) =>
    describeAdministrativeAction(state, one, (target) => ({
      TargetVolumeValues: structuredClone(volumes.described(target)) as Volume,
    })),
  );
  return {
    CreationTime: new Date(createdAt),
    FileSystemId: fileSystemId,
    Lifecycle: lifecycle,
    Name: name,
    ResourceARN: formatArn(state.options.place, 'fsx', `volume/${fileSystemId}/${id}`),
    Tags: toTagList(tags),
    VolumeId: id,
    VolumeType: volumes.type,
    LifecycleTransitionReason: failure === undefined ? failure : { Message: failure },
    ...structuredClone(volumes.described(configuration)),
    AdministrativeActions: actions.length === 0 ? undefined : described,
  };
}

/** An address that is always the same for the same id. */
function deriveAddress(id: string): string {
  return ['10.1', ...Buffer.from(deriveHex(id, 4), 'hex')].join('.');
}

function describeAdministrativeAction<T>(
  state: FsxState,
  { type, status, requestedAt, target, span, failure }: ActionRecord<T>,
  targetMember: (target: T) => Pick<AdministrativeAction, 'TargetFileSystemValues' | 'TargetVolumeValues'>,
): AdministrativeAction {
  return {
    AdministrativeActionType: type,
    RequestTime: new Date(requestedAt),
    Status: status,
    ProgressPercent: span === undefined ? span : computeProgress(span, state.now(), status === 'COMPLETED'),
    FailureDetails: failure === undefined ? failure : { Message: failure },
    ...(target === undefined ? {} : targetMember(target)),
  };
}

function computeProgress(span: { from: number; until: number }, now: number, done: boolean): number {
  if (done) return 100;
  const share = (now - span.from) / Math.max(1, span.until - span.from);
  return Math.min(99, Math.max(0, Math.floor(100 * share)));
}

function deriveKeyId(account: string): string {
  return `${deriveHex(account, 8)}-0000-4000-8000-${deriveHex(`key/${account}`, 12)}`;
}

/** Hex digits that are always the same for the same text. */
function deriveHex(text: string, count: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, count);
}
