/** Settings of `fsx-openzfs`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { bytesOrBare, formatBytes } from '../../shapes/quantity';

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

/** How hosts mount it, in the words of nfs(5) and mount(8). What is left out, client and server agree on. */
export interface NfsMount {
  /** Connections of one host: each is a flow of at most 5 Gbit/s. */
  readonly nconnect: number;
  readonly nfsvers: '3' | '4.0' | '4.1' | '4.2';
  /** Bytes of one read or write request. Left out: 1 MiB is asked for, and what the server agrees to is as well. */
  readonly rsize?: number | undefined;
  readonly wsize?: number | undefined;
  /** Writes are at the server before they are acknowledged to programs; else they wait in the memory of the host. */
  readonly sync: boolean;
  readonly noatime: boolean;
  /** Attributes are looked up again when a file is opened, so that other hosts see what was written. */
  readonly cto: boolean;
  /** Seconds for which attributes are believed. Left out: 3 to 60, as the kernel sees fit. */
  readonly actimeo?: number | undefined;
}

/** What NFS clients send in one request: powers of two up to 1 MiB. nfs(5) */
const LEAST_REQUEST = 4096;
export const MOST_REQUEST = 1024 ** 2;

const request = bytesOrBare
  .refine((size) => size >= LEAST_REQUEST && size <= MOST_REQUEST && Number.isInteger(Math.log2(size)), {
    error: ({ input }) => {
      const size = Number(input);
      const below = 2 ** Math.floor(Math.log2(Math.max(size, 1)));
      const near = [below, 2 * below].map((one) => Math.min(Math.max(one, LEAST_REQUEST), MOST_REQUEST));
      const meant = [...new Set(near)].map((one) => formatBytes(one)).join(' or ');
      return `found ${formatBytes(size)}; needed here: a power of two from 4k to 1m, the nearest: ${meant}`;
    },
  })
  .optional();

/** An hour: nobody wants attributes older than that. */
const MOST_ACTIMEO = 3600;
const CONNECTIONS = 16;

const mount = z.strictObject({
  nconnect: z.int().min(1).max(CONNECTIONS).optional(),
  nfsvers: z
    .union([z.string(), z.number()], { error: 'needed here: 3, 4.0, 4.1 or 4.2' })
    .transform((version) => (String(version) === '4' ? '4.0' : String(version)))
    .pipe(z.enum(['3', '4.0', '4.1', '4.2']))
    .default('4.1'),
  rsize: request,
  wsize: request,
  sync: z.boolean().default(false),
  noatime: z.boolean().default(false),
  cto: z.boolean().default(true),
  actimeo: z.int().min(0).max(MOST_ACTIMEO).optional(),
});

/**
 * Defaults are those of the FSx guide for most throughput; YAML reads 4.1 as a number. Version 4.0 knows no more than
 * one connection: the Linux client takes `nconnect` only from version 3 and from 4.1 on.
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance.html#performance-tips-zfs
 */
export const mountSchema: z.ZodType<NfsMount> = mount.transform((given, context): NfsMount => {
  const single = given.nfsvers === '4.0';
  const { nconnect = single ? 1 : CONNECTIONS } = given;
  if (single && nconnect > 1) {
    const message = `found ${nconnect}; with nfsvers 4.0 a host has one connection. Write 1, or another version`;
    context.addIssue({ code: 'custom', path: ['nconnect'], message, input: nconnect });
  }
  return { ...given, nconnect };
});
