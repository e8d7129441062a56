/** Settings of `fsx-ontap`, as in the FSx API; names of amounts have their unit. */
import * as z from 'zod';
import { metadata, settings } from '../../shapes/setting';
import words from '../settings.json';
import { makeKmsKeyField } from '../kms-key';
import { diskIopsSetting, MAX_VOLUMES } from '../fsx-volumes';
import { type NfsMount, nfsMountSettings, setDefaultConnections } from '../nfs-mount';
import { type LunMount, lunMountSettings, lunsSetting } from './luns/luns';

const API_URL = 'https://docs.aws.amazon.com/fsx/latest/APIReference';

const DEPLOYMENT_TYPES = [
  'SINGLE_AZ_1',
  'MULTI_AZ_1',
  'SINGLE_AZ_2',
  'MULTI_AZ_2',
  'SINGLE_AZ_3',
  'MULTI_AZ_3',
] as const;

/** 22,517,998,000,000,000 bytes: API reference, CreateOntapVolumeConfiguration, SizeInBytes. */
const MAX_VOLUME_GIB = 20_971_519;
/** API reference, CreateAggregateConfiguration, ConstituentsPerAggregate. */
const MAX_CONSTITUENTS = 200;
/** API reference, CreateFileSystemOntapConfiguration, HAPairs. */
const MAX_HA_PAIRS = 12;
/** Default GiB of a volume: the size of the smallest file system. */
const DEFAULT_VOLUME_GIB = 1024;

const TRANSFER_KIB_RANGE = { least: 8, most: 1024 };
const TRANSFER_SIZES_TEXT = 'a power of two from 8 to 1024';
const isTransferSize = (size: number): boolean =>
  size >= TRANSFER_KIB_RANGE.least && size <= TRANSFER_KIB_RANGE.most && Number.isInteger(Math.log2(size));

export const ontapSchema = settings(words['fsx-ontap'], {
  kind: z.literal('fsx-ontap'),
  deploymentType: z.enum(DEPLOYMENT_TYPES),
  haPairs: z.int().min(1).max(MAX_HA_PAIRS).default(1),
  storageGiB: z.int().positive(),
  throughputMBps: z.int().positive().optional(),
  throughputMBpsPerPair: z.int().positive().optional(),
  diskIops: diskIopsSetting,
  transferSizeKiB: z
    .int()
    .refine(isTransferSize, { error: ({ input }) => `found ${String(input)}; allowed: ${TRANSFER_SIZES_TEXT}` })
    .optional(),
  kmsKeyId: makeKmsKeyField('FSx', `${API_URL}/API_CreateFileSystem.html`),
  luns: lunsSetting,
  volumes: settings(words['fsx-ontap.volumes'], {
    count: z.int().min(1).max(MAX_VOLUMES).default(1),
    sizeGiB: z.int().min(1).max(MAX_VOLUME_GIB).default(DEFAULT_VOLUME_GIB),
    constituents: z.int().min(1).max(MAX_CONSTITUENTS).optional(),
  }).default({ count: 1, sizeGiB: DEFAULT_VOLUME_GIB }),
});

export type FsxOntap = z.output<typeof ontapSchema>;

/** Mount options: a number of equal volumes, or LUNs. */
export interface OntapMount extends NfsMount, LunMount {
  /** Number of volumes to mount, starting with the first. Several volumes are folders of the directory under test. */
  readonly volumes: 'all' | number;
}

export const ontapMountSchema: z.ZodType<OntapMount> = settings(words['fsx-ontap-mount'], {
  volumes: z
    .union([z.literal('all'), z.int().min(1).max(MAX_VOLUMES)], {
      error: 'needed here: all, or a number of volumes, e.g. 2',
    })
    .default('all')
    .meta(metadata({ editor: { anyOf: [{ const: 'all' }, { type: 'integer', minimum: 1, maximum: MAX_VOLUMES }] } })),
  ...nfsMountSettings,
  ...lunMountSettings,
}).transform(setDefaultConnections);

export function countVolumes({ luns, volumes: { count } }: FsxOntap, { volumes }: OntapMount): number {
  if (luns !== undefined) return 1;
  return volumes === 'all' ? count : Math.min(volumes, count);
}

/** Whether a host configures the server, which needs a password for the administrator. */
export function needsPassword({ luns, transferSizeKiB }: FsxOntap): boolean {
  return luns !== undefined || transferSizeKiB !== undefined;
}
