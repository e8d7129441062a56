/** Mounts by NFS, whatever they are of: what hosts ask for, and whether the kernel has it so. */
import * as z from 'zod';
import { formatBytes } from '../shapes/quantity';
import { bytesOrBare } from '../shapes/quantity-fields';
import { about, metadata, describeFields } from '../shapes/setting';
import words from './settings.json';
import { type KernelMount, KernelOptions, checkFsType } from './kernel-mount';

const NFS = 'https://man7.org/linux/man-pages/man5/nfs.5.html';

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
const MIN_REQUEST = 4096;
export const MAX_REQUEST = 1024 ** 2;

const request = bytesOrBare
  .refine((size) => size >= MIN_REQUEST && size <= MAX_REQUEST && Number.isInteger(Math.log2(size)), {
    error: ({ input }) => {
      const size = Number(input);
      const below = 2 ** Math.floor(Math.log2(Math.max(size, 1)));
      const near = [below, 2 * below].map((one) => Math.min(Math.max(one, MIN_REQUEST), MAX_REQUEST));
      const meant = [...new Set(near)].map((one) => formatBytes(one)).join(' or ');
      return `found ${formatBytes(size)}; needed here: a power of two from 4k to 1m, the nearest: ${meant}`;
    },
  })
  .optional();
const requestField = (what: string) =>
  request.meta(
    about(`Bytes of one ${what} request. Left out: 1 MiB is asked for, and what the server agrees to is taken.`, {
      allowed: 'a power of two from 4k to 1m; a bare number is bytes',
      source: NFS,
      examples: ['64k', '1m'],
    }),
  );

/** An hour: nobody wants attributes older than that. */
const MAX_ACTIMEO = 3600;

/** Connections of one host, each one flow: what roles have that say nothing of `nconnect`. */
export const CONNECTIONS = 16;

const VERSIONS = ['3', '4.0', '4.1', '4.2'] as const;

/** Options of every kind that is mounted by NFS. */
export const nfsOptions = describeFields(words['nfs-mount'], {
  nconnect: z
    .int()
    .min(1)
    .max(CONNECTIONS)
    .optional()
    .meta(metadata({ default: CONNECTIONS, examples: [1, CONNECTIONS] })),
  nfsvers: z
    .union([z.string(), z.number()], { error: 'needed here: 3, 4.0, 4.1 or 4.2' })
    .transform((version) => (String(version) === '4' ? '4.0' : String(version)))
    .pipe(z.enum(VERSIONS))
    .default('4.1')
    .meta(metadata({ editor: { enum: [...VERSIONS, '4', 3, 4, 4.1, 4.2] } })),
  rsize: requestField('read'),
  wsize: requestField('write'),
  sync: z.boolean().default(false),
  noatime: z.boolean().default(false),
  cto: z.boolean().default(true),
  actimeo: z.int().min(0).max(MAX_ACTIMEO).optional(),
});

/**
 * Defaults are those of the FSx guides for most throughput; YAML reads 4.1 as a number. Version 4.0 knows no more than
 * one connection: the Linux client takes `nconnect` only from version 3 and from 4.1 on.
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance.html#performance-tips-zfs
 */
export const nfsMountSchema: z.ZodType<NfsMount> = z.strictObject(nfsOptions).transform(setConnections);

/** The connections of a mount that says nothing of them, or says what its version does not know. */
export function setConnections<M extends { readonly nfsvers: string; readonly nconnect?: number | undefined }>(
  given: M,
  context: z.RefinementCtx,
): M & { readonly nconnect: number } {
  const single = given.nfsvers === '4.0';
  const { nconnect = single ? 1 : CONNECTIONS } = given;
  if (single && nconnect > 1) {
    const message = `found ${nconnect}; with nfsvers 4.0 a host has one connection. Write 1, or another version`;
    context.addIssue({ code: 'custom', path: ['nconnect'], message, input: nconnect });
  }
  return { ...given, nconnect };
}

/** As the FSx guide has it: a request is sent again after a minute, for ever. */
const NEVER_GIVE_UP = ['hard', 'timeo=600'];

/** For `mount -o`. */
export function mountOptions(mount: NfsMount): string {
  const { nfsvers, nconnect, rsize = MAX_REQUEST, wsize = MAX_REQUEST, sync, noatime, cto, actimeo } = mount;
  return [
    `nfsvers=${nfsvers}`,
    `nconnect=${nconnect}`,
    `rsize=${rsize}`,
    `wsize=${wsize}`,
    ...NEVER_GIVE_UP,
    sync ? 'sync' : 'async',
    ...(noatime ? ['noatime'] : []),
    ...(cto ? [] : ['nocto']),
    ...(actimeo === undefined ? [] : [`actimeo=${actimeo}`]),
  ].join(',');
}

/** The same, and what the scripts of hosts compare it with. */
export function mountVariables(mount: NfsMount, options = mountOptions(mount)): Readonly<Record<string, string>> {
  const { rsize = MAX_REQUEST, wsize = MAX_REQUEST } = mount;
  return { NFS_OPTIONS: options, NFS_RSIZE: String(rsize), NFS_WSIZE: String(wsize) };
}

/** The kernel leaves out what is as it would be anyway, seconds: NFS_DEF_ACREGMIN and so on, nfs(5). */
const ATTRIBUTES = { acregmin: 3, acregmax: 60, acdirmin: 30, acdirmax: 60 } as const;

/** What is not as it was asked for; a size that nobody asked for is right, whatever was agreed on. */
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
    ...Object.entries(ATTRIBUTES).flatMap(([name, usual]) => options.checkValue(name, mount.actimeo, String(usual))),
  ];
}
