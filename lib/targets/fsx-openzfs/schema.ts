/** Settings of `fsx-openzfs`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { formatBytes } from '../../shapes/quantity';
import { bytesOrBare } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const VOLUME = `${API}/API_CreateOpenZFSVolumeConfiguration.html`;
const NFS = 'https://man7.org/linux/man-pages/man5/nfs.5.html';

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
  deploymentType: z.enum(deploymentTypes).meta(
    about('One server, two in one zone (HA), or two in two zones; 1 and 2 are generations of servers.', {
      source: `${API}/API_CreateFileSystemOpenZFSConfiguration.html`,
      examples: ['SINGLE_AZ_HA_2', 'MULTI_AZ_1'],
    }),
  ),
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
  diskIops: z
    .union([z.literal('automatic'), z.int().positive()], {
      error: 'needed here: automatic (3 for each GiB), or a number, e.g. 40000',
    })
    .default('automatic')
    .meta(
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
const requestOf = (what: string) =>
  request.meta(
    about(`Bytes of one ${what} request. Left out: 1 MiB is asked for, and what the server agrees to is taken.`, {
      allowed: 'a power of two from 4k to 1m; a bare number is bytes',
      source: NFS,
      examples: ['64k', '1m'],
    }),
  );

/** An hour: nobody wants attributes older than that. */
const MOST_ACTIMEO = 3600;
const CONNECTIONS = 16;

const VERSIONS = ['3', '4.0', '4.1', '4.2'] as const;

const mount = z.strictObject({
  nconnect: z
    .int()
    .min(1)
    .max(CONNECTIONS)
    .optional()
    .meta(
      about('Connections of one host to the server: each is a flow of at most 5 Gbit/s. With nfsvers 4.0 it is 1.', {
        default: CONNECTIONS,
        source: NFS,
        examples: [1, CONNECTIONS],
      }),
    ),
  nfsvers: z
    .union([z.string(), z.number()], { error: 'needed here: 3, 4.0, 4.1 or 4.2' })
    .transform((version) => (String(version) === '4' ? '4.0' : String(version)))
    .pipe(z.enum(VERSIONS))
    .default('4.1')
    .meta(
      about('Version of NFS.', {
        default: '4.1',
        source: NFS,
        editor: { enum: [...VERSIONS, '4', 3, 4, 4.1, 4.2] },
        allowed: VERSIONS.join(', '),
      }),
    ),
  rsize: requestOf('read'),
  wsize: requestOf('write'),
  sync: z
    .boolean()
    .default(false)
    .meta(
      about(
        'Writes are at the server before they are acknowledged to programs; else the memory of the host holds them.',
        { source: NFS },
      ),
    ),
  noatime: z
    .boolean()
    .default(false)
    .meta(about('Reads do not write access times.', { source: 'https://man7.org/linux/man-pages/man8/mount.8.html' })),
  cto: z
    .boolean()
    .default(true)
    .meta(
      about('Attributes are looked up again when a file is opened, so that other hosts see what was written.', {
        source: NFS,
      }),
    ),
  actimeo: z
    .int()
    .min(0)
    .max(MOST_ACTIMEO)
    .optional()
    .meta(
      about('Seconds for which attributes are believed. Left out: 3 to 60, as the kernel sees fit.', { source: NFS }),
    ),
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
