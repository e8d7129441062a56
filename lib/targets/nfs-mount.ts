/** NFS mounts of all kinds, and their comparison with the kernel. */
import * as z from 'zod';
import { formatBytes } from '../shapes/quantity';
import { bareBytesSchema } from '../shapes/quantity-fields';
import { about, metadata, describeFields } from '../shapes/setting';
import words from './settings.json';
import { type KernelMount, KernelOptions, checkFsType } from './kernel-mount';

const NFS_URL = 'https://man7.org/linux/man-pages/man5/nfs.5.html';

/** Mount options as in nfs(5) and mount(8). Client and server negotiate missing ones. */
export interface NfsMount {
  /** Connections of one host: each is a flow of at most 5 Gbit/s. */
  readonly nconnect: number;
  readonly nfsvers: '3' | '4.0' | '4.1' | '4.2';
  /** Bytes of one read or write request. Default: hosts request 1 MiB, and accept any size that the server grants. */
  readonly rsize?: number | undefined;
  readonly wsize?: number | undefined;
  /** Whether a write returns only after the server has the data. If not, data waits in host memory. */
  readonly sync: boolean;
  readonly noatime: boolean;
  /** Opening a file checks its attributes again, so that changes of other hosts are visible. */
  readonly cto: boolean;
  /** Seconds of attribute caching. Default: 3 to 60, chosen by the kernel. */
  readonly actimeo?: number | undefined;
}

/** Request sizes of NFS clients: powers of two up to 1 MiB. nfs(5) */
const MIN_REQUEST = 4096;
export const MAX_REQUEST_BYTES = 1024 ** 2;

const requestSizeSchema = bareBytesSchema
  .refine((size) => size >= MIN_REQUEST && size <= MAX_REQUEST_BYTES && Number.isInteger(Math.log2(size)), {
    error: ({ input }) => {
      const size = Number(input);
      const below = 2 ** Math.floor(Math.log2(Math.max(size, 1)));
      const near = [below, 2 * below].map((one) => Math.min(Math.max(one, MIN_REQUEST), MAX_REQUEST_BYTES));
      const meant = [...new Set(near)].map((one) => formatBytes(one)).join(' or ');
      return `found ${formatBytes(size)}; needed here: a power of two from 4k to 1m, the nearest: ${meant}`;
    },
  })
  .optional();
const makeRequestField = (what: string) =>
  requestSizeSchema.meta(
    about(`Bytes of one ${what} request. Default: the host requests 1 MiB, and uses what the server grants.`, {
      allowed: 'a power of two from 4k to 1m; a bare number is bytes',
      source: NFS_URL,
      examples: ['64k', '1m'],
    }),
  );

/** One hour: no workload needs more. */
const MAX_ACTIMEO_SECONDS = 3600;

/** Default connections of one host, each one flow. */
export const DEFAULT_CONNECTIONS = 16;

const NFS_VERSIONS = ['3', '4.0', '4.1', '4.2'] as const;

/** Options of all kinds mounted by NFS. */
export const nfsMountSettings = describeFields(words['nfs-mount'], {
  nconnect: z
    .int()
    .min(1)
    .max(DEFAULT_CONNECTIONS)
    .optional()
    .meta(metadata({ default: DEFAULT_CONNECTIONS, examples: [1, DEFAULT_CONNECTIONS] })),
  nfsvers: z
    .union([z.string(), z.number()], { error: 'needed here: 3, 4.0, 4.1 or 4.2' })
    .transform((version) => (String(version) === '4' ? '4.0' : String(version)))
    .pipe(z.enum(NFS_VERSIONS))
    .default('4.1')
    .meta(metadata({ editor: { enum: [...NFS_VERSIONS, '4', 3, 4, 4.1, 4.2] } })),
  rsize: makeRequestField('read'),
  wsize: makeRequestField('write'),
  sync: z.boolean().default(false),
  noatime: z.boolean().default(false),
  cto: z.boolean().default(true),
  actimeo: z.int().min(0).max(MAX_ACTIMEO_SECONDS).optional(),
});

/**
 * Defaults are those of the FSx guides for maximum throughput; YAML reads 4.1 as a number. Version 4.0 supports only
 * one connection: the Linux client accepts `nconnect` with versions 3, 4.1 and later.
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance.html#performance-tips-zfs
 */
export const nfsMountSchema: z.ZodType<NfsMount> = z.strictObject(nfsMountSettings).transform(setDefaultConnections);

/** Sets the default connections, and rejects those that the version does not support. */
export function setDefaultConnections<M extends { readonly nfsvers: string; readonly nconnect?: number | undefined }>(
  given: M,
  context: z.RefinementCtx,
): M & { readonly nconnect: number } {
  const single = given.nfsvers === '4.0';
  const { nconnect = single ? 1 : DEFAULT_CONNECTIONS } = given;
  if (single && nconnect > 1) {
    const message = `found ${nconnect}; with nfsvers 4.0 a host has one connection. Write 1, or another version`;
    context.addIssue({ code: 'custom', path: ['nconnect'], message, input: nconnect });
  }
  return { ...given, nconnect };
}

/** As in the FSx guide: the client repeats a request every minute, without limit. */
const RETRY_OPTIONS = ['hard', 'timeo=600'];

/** For `mount -o`. */
export function formatNfsOptions(mount: NfsMount): string {
  const {
    nfsvers,
    nconnect,
    rsize = MAX_REQUEST_BYTES,
    wsize = MAX_REQUEST_BYTES,
    sync,
    noatime,
    cto,
    actimeo,
  } = mount;
  return [
    `nfsvers=${nfsvers}`,
    `nconnect=${nconnect}`,
    `rsize=${rsize}`,
    `wsize=${wsize}`,
    ...RETRY_OPTIONS,
    sync ? 'sync' : 'async',
    ...(noatime ? ['noatime'] : []),
    ...(cto ? [] : ['nocto']),
    ...(actimeo === undefined ? [] : [`actimeo=${actimeo}`]),
  ].join(',');
}

/** Mount options, and the values that host scripts check. */
export function toMountValues(mount: NfsMount, options = formatNfsOptions(mount)): Readonly<Record<string, string>> {
  const { rsize = MAX_REQUEST_BYTES, wsize = MAX_REQUEST_BYTES } = mount;
  return { NFS_OPTIONS: options, NFS_RSIZE: String(rsize), NFS_WSIZE: String(wsize) };
}

/** Defaults that the kernel does not report, seconds: NFS_DEF_ACREGMIN and so on, nfs(5). */
const CACHE_SECONDS = { acregmin: 3, acregmax: 60, acdirmin: 30, acdirmax: 60 } as const;

/** Differences between the spec and the kernel. Without a size in the spec, any size is valid. */
export function diffNfsMount(mount: NfsMount, kernel: KernelMount): readonly string[] {
  const wrong = checkFsType(kernel, mount.nfsvers === '3' ? 'nfs' : 'nfs4');
  if (wrong.length > 0) return wrong;
  const options = new KernelOptions(kernel.options);
  return [
    ...options.checkValue('vers', mount.nfsvers),
    ...options.checkValue('nconnect', mount.nconnect, '1'),
    ...options.checkValue('rsize', mount.rsize),
    ...options.checkValue('wsize', mount.wsize),
    ...options.checkFlag('sync', mount.sync),
    ...options.checkFlag('noatime', mount.noatime),
    ...options.checkFlag('nocto', !mount.cto),
    ...Object.entries(CACHE_SECONDS).flatMap(([name, usual]) => options.checkValue(name, mount.actimeo, String(usual))),
  ];
}
