/** All simulated types of FSx file systems: those with targets. To add one, add a line here. */
import { FsxbenchError } from '../../../shapes/errors';
import type { ServiceLimit, VolumeType } from '@aws-sdk/client-fsx';
import type { FileSystemType } from '../../../targets/registry';
import type { FsxType, FsxVolumeType, QuotaGroup, FsxSettings, VolumeRecord } from './contract';
import { makeBadRequest, makeFsxError } from './errors';
import { lustre } from './lustre/type';
import { ontap } from './ontap/type';
import { openZfs } from './openzfs/type';

const FSX_TYPES: Readonly<Record<FileSystemType, FsxType>> = { LUSTRE: lustre, ONTAP: ontap, OPENZFS: openZfs };

export const FSX_TYPE_LIST: readonly FsxType[] = Object.values(FSX_TYPES);

/** Their names, for messages: `LUSTRE, ONTAP and OPENZFS`. */
export const SIMULATED_TYPE_NAMES = Object.keys(FSX_TYPES)
  .join(', ')
  .replace(/, ([^,]*)$/, ' and $1');

export const VOLUME_TYPES: readonly FsxVolumeType[] = FSX_TYPE_LIST.flatMap(({ volumes }) => volumes ?? []);

export function isSimulatedType(type: string): type is FileSystemType {
  return Object.hasOwn(FSX_TYPES, type);
}

export function getFsxType({ FileSystemType }: Pick<FsxSettings, 'FileSystemType'>): FsxType {
  return FSX_TYPES[FileSystemType];
}

export function getVolumeType({ id, fileSystemType }: VolumeRecord): FsxVolumeType {
  const { volumes } = FSX_TYPES[fileSystemType];
  if (volumes === undefined)
    throw new FsxbenchError('Unexpected', `volume ${id} is on a file system of ${fileSystemType}, which has none`);
  return volumes;
}

/** Volumes of a `VolumeType`, and the type of their file systems; undefined if not simulated. */
export function findVolumeType(
  type: VolumeType | undefined,
): { readonly fileSystemType: FileSystemType; readonly volumes: FsxVolumeType } | undefined {
  const names = Object.keys(FSX_TYPES).filter(isSimulatedType);
  return names
    .flatMap((fileSystemType) => {
      const { volumes } = FSX_TYPES[fileSystemType];
      return volumes?.type === type && volumes !== undefined ? [{ fileSystemType, volumes }] : [];
    })
    .at(0);
}

/** @throws ServiceError BadRequest for a configuration of another type */
export function requireOwnConfig(input: object, { member }: Pick<FsxType, 'member'>, what: string): void {
  const foreign = Object.keys(input).find((name) => name.endsWith('Configuration') && name !== member);
  if (foreign !== undefined) throw makeBadRequest(`${foreign} cannot be given for ${what}`);
}

// Quotas of an account in a Region, by groups. Everything that still exists counts.

/** Quotas by group. Each name belongs to one type. */
export type FsxQuotas = Readonly<Record<string, QuotaGroup>>;

/** Defaults of an account in a Region. Sources in the files of the types. */
export function listFsxQuotas(region: string): FsxQuotas {
  return Object.fromEntries(FSX_TYPE_LIST.flatMap((type) => Object.entries(type.quotas(region))));
}

type QuotaAmounts = Required<Omit<QuotaGroup, 'volumes'>>;

const QUOTA_NAMES: readonly [keyof QuotaAmounts, ServiceLimit][] = [
  ['fileSystems', 'FILE_SYSTEM_COUNT'],
  ['storageGiB', 'TOTAL_STORAGE'],
  ['throughput', 'TOTAL_THROUGHPUT_CAPACITY'],
  ['iops', 'TOTAL_SSD_IOPS'],
];

/** @param others existing file systems @throws ServiceError ServiceLimitExceeded */
export function requireQuota(quotas: FsxQuotas, others: readonly FsxSettings[], wanted: FsxSettings): void {
  const group = getQuotaGroup(wanted);
  const limits = getQuota(quotas, wanted);
  const used = [...others.filter((one) => getQuotaGroup(one) === group), wanted].map(toQuotaAmounts);
  for (const [name, limit] of QUOTA_NAMES) {
    const most = limits[name];
    const total = used.reduce((sum, one) => sum + one[name], 0);
    if (most === undefined || total <= most) continue;
    const message = `The account's quota ${limit} (${group}) is ${most}, the request would make it ${total}`;
    throw makeFsxError('ServiceLimitExceeded', message, { Limit: limit });
  }
}

export function getQuota(quotas: FsxQuotas, setup: FsxSettings): QuotaGroup {
  const group = getQuotaGroup(setup);
  const found = quotas[group];
  if (found === undefined)
    throw new FsxbenchError('Unexpected', `no quotas for ${group}, the group of a file system of its type`);
  return found;
}

function getQuotaGroup(setup: FsxSettings): string {
  return getFsxType(setup).quota(setup).group;
}

function toQuotaAmounts(setup: FsxSettings): QuotaAmounts {
  const { throughput = 0, iops = 0 } = getFsxType(setup).quota(setup);
  return { fileSystems: 1, storageGiB: setup.StorageCapacity, throughput, iops };
}
