/** Settings of `fsx-openzfs`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';

const deploymentTypes = ['SINGLE_AZ_1', 'SINGLE_AZ_2', 'SINGLE_AZ_HA_1', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'] as const;

/** The API takes 4 to 1024 KiB on SSD: API reference, OpenZFSCreateRootVolumeConfiguration. */
const RECORD_SIZES = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;
/** A guard: each volume is made by a call of its own, and hosts take volumes in turn. */
const MAX_VOLUMES = 50;
/** 512 TiB, the largest file system. */
const MAX_GIB = 524_288;

export interface FsxOpenZfs {
  readonly kind: 'fsx-openzfs';
  readonly deploymentType: (typeof deploymentTypes)[number];
  readonly storageGiB: number;
  readonly throughputMBps: number;
  /** `automatic` is 3 for each GiB. */
  readonly diskIops: 'automatic' | number;
  readonly compression: 'NONE' | 'ZSTD' | 'LZ4';
  readonly recordSizeKiB: number;
  /** How the server answers writes: `async` before they are on disk. */
  readonly nfsExport: 'sync' | 'async';
  /** Volumes below the root volume, which hosts take in turn. */
  readonly volumes: { readonly count: number; readonly quotaGiB?: number | undefined };
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxOpenZfs> = z.strictObject({
  kind: z.literal('fsx-openzfs'),
  deploymentType: z.enum(deploymentTypes),
  storageGiB: z.int().positive(),
  throughputMBps: z.int().positive(),
  diskIops: z
    .union([z.literal('automatic'), z.int().positive()], {
      error: 'needed here: automatic (3 for each GiB), or a number, e.g. 40000',
    })
    .default('automatic'),
  compression: z.enum(['NONE', 'ZSTD', 'LZ4']).default('NONE'),
  recordSizeKiB: z
    .union(
      RECORD_SIZES.map((size) => z.literal(size)),
      { error: `needed here: one of ${RECORD_SIZES.join(', ')} KiB` },
    )
    .default(128),
  nfsExport: z.enum(['sync', 'async']).default('sync'),
  volumes: z
    .strictObject({
      count: z.int().min(1).max(MAX_VOLUMES).default(1),
      quotaGiB: z.int().min(1).max(MAX_GIB).optional(),
    })
    .default({ count: 1 }),
});
