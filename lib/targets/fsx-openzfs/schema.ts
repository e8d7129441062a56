/** Settings of `fsx-openzfs`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { kmsKeyField } from '../kms-key';
import { type DiskIops, diskIopsField, MAX_VOLUMES } from '../fsx-volumes';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const VOLUME = `${API}/API_CreateOpenZFSVolumeConfiguration.html`;

const deploymentTypes = ['SINGLE_AZ_1', 'SINGLE_AZ_2', 'SINGLE_AZ_HA_1', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'] as const;

/** The API takes 4 to 1024 KiB on SSD: API reference, OpenZFSCreateRootVolumeConfiguration. */
const RECORD_SIZES = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;
/** 512 TiB, the largest file system. */
const MAX_GIB = 524_288;

/** FSx has it; neither its prices nor its caches are known here. */
const NO_TIERS =
  'needed here: SSD. Prices and caches of INTELLIGENT_TIERING for OpenZFS are not known to this version: an estimate ' +
  'would be a guess';

export interface FsxOpenZfs {
  readonly kind: 'fsx-openzfs';
  readonly deploymentType: (typeof deploymentTypes)[number];
  /** Says nothing more where it is said: there is no other yet. */
  readonly storageType?: string | undefined;
  readonly storageGiB: number;
  readonly throughputMBps: number;
  /** `automatic` is 3 for each GiB. */
  readonly diskIops: DiskIops;
  readonly compression: 'NONE' | 'ZSTD' | 'LZ4';
  readonly recordSizeKiB: number;
  /** How the server answers writes: `async` before they are on disk. */
  readonly nfsExport: 'sync' | 'async';
  /** Volumes below the root volume, which hosts take in turn. */
  readonly volumes: { readonly count: number; readonly quotaGiB?: number | undefined };
  readonly kmsKeyId?: string | undefined;
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxOpenZfs> = z.strictObject({
  kind: z.literal('fsx-openzfs'),
  deploymentType: z.enum(deploymentTypes).meta(
    about('One server, two in one zone (HA), or two in two zones; 1 and 2 are generations of servers.', {
      source: `${API}/API_CreateFileSystemOpenZFSConfiguration.html`,
      examples: ['SINGLE_AZ_HA_2', 'MULTI_AZ_1'],
    }),
  ),
  storageType: z
    .string()
    .regex(/^SSD$/, { error: NO_TIERS })
    .optional()
    .meta(about('Its disks.', { source: `${API}/API_CreateFileSystem.html`, examples: ['SSD'] })),
  storageGiB: z
    .int()
    .positive()
    .meta(
      about('Size of its SSD storage, GiB.', {
        allowed: '64 to 524,288 GiB',
        source: `${API}/API_CreateFileSystemOpenZFSConfiguration.html`,
        examples: [1024, 2048],
      }),
    ),
  throughputMBps: z
    .int()
    .positive()
    .meta(
      about(
        'Throughput that its server has at all times, MB/s; memory, cache and most disk operations go with it. ' +
          'With one server clients wait while it is exchanged.',
        {
          allowed:
            '64, 128, 256, 512, 1024, 2048, 3072, 4096 for SINGLE_AZ_1 and SINGLE_AZ_HA_1; ' +
            '160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240 for the others',
          source: 'https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance-ssd.html',
          examples: [640, 1280],
        },
      ),
    ),
  diskIops: diskIopsField.meta(
    about('Disk operations a second; those above 3 for each GiB are paid for.', {
      allowed: 'automatic (3 for each GiB), or 3 to 1000 for each GiB (50 in some Regions)',
      source: 'https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance-ssd.html',
      examples: ['automatic', 20_000],
    }),
  ),
  compression: z
    .enum(['NONE', 'ZSTD', 'LZ4'])
    .default('NONE')
    .meta(
      about('How its volumes compress what is written from then on.', { source: VOLUME, examples: ['NONE', 'ZSTD'] }),
    ),
  recordSizeKiB: z
    .union(
      RECORD_SIZES.map((size) => z.literal(size)),
      { error: `needed here: one of ${RECORD_SIZES.join(', ')} KiB` },
    )
    .default(128)
    .meta(about('Largest block of a file on its volumes, KiB.', { source: VOLUME, examples: [128, 8] })),
  nfsExport: z
    .enum(['sync', 'async'])
    .default('sync')
    .meta(
      about('How the server answers writes: `async` before they are on disk, and may lose them where it fails.', {
        source: `${API}/API_OpenZFSClientConfiguration.html`,
        examples: ['sync', 'async'],
      }),
    ),
  kmsKeyId: kmsKeyField('FSx', `${API}/API_CreateFileSystem.html`),
  volumes: z
    .strictObject({
      count: z
        .int()
        .min(1)
        .max(MAX_VOLUMES)
        .default(1)
        .meta(about('How many: hosts mount them in turn.', { examples: [1, 2] })),
      quotaGiB: z
        .int()
        .min(1)
        .max(MAX_GIB)
        .optional()
        .meta(
          about('Most that one of them may hold, GiB. Left out: no quota.', { source: VOLUME, examples: [100, 200] }),
        ),
    })
    .default({ count: 1 })
    .meta(about('Volumes below the root volume.')),
});
