/**
 * LUNs of ONTAP: iSCSI disks that each host stripes. FSx calls create and delete their volumes, one on each aggregate,
 * with tags. One host of the rig creates the LUNs through the ONTAP REST API.
 */
import texts from '../../messages.json';
import * as z from 'zod';
import words from '../../settings.json';
import { formatBytes } from '../../../shapes/quantity';
import { bareBytesSchema } from '../../../shapes/quantity-fields';
import type { CreateRequest } from '../../../shapes/requests';
import { about, metadata, settings, describeFields } from '../../../shapes/setting';
import { sha256 } from '../../../shapes/canonical-json';
import { GIB, getWait } from '../../fsx-shared';
import { DURATIONS } from '../durations';

const LUNS_URL = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/mount-iscsi-luns-linux.html';

/** Safety limit for each host: each LUN needs calls to create it, to map it and to log in. */
const MAX_LUNS = 64;
/** Size of a thin volume for LUNs. FlexVols were limited to 100 TiB before 9.12. */
export const LUN_VOLUME_GIB = 102_400;
/** A LUN is in one volume, and ONTAP reserves 5% of the volume for snapshots. ONTAP allows larger LUNs. */
const MAX_LUN_GIB = 0.95 * LUN_VOLUME_GIB;
/**
 * Maximum LUNs in one volume. https://docs.netapp.com/us-en/ontap/snapmirror-active-sync/limits-reference.html states
 * 512 for 9.15.1 or later, for mirrored volumes; https://library.netapp.com/ecmdocs/ECMP1196986/ states 512 for older
 * systems.
 */
export const MAX_LUNS_PER_VOLUME = 512;

export interface Luns {
  /** LUNs for each host, which uses all or the first ones. */
  readonly perHost: number;
  readonly sizeGiB: number;
  readonly log?: { readonly perHost: number; readonly sizeGiB: number } | undefined;
}

const perHostSchema = z.int().min(1).max(MAX_LUNS);
const sizeSchema = z.int().min(1).max(MAX_LUN_GIB);

export const lunsSetting = settings(words.luns, {
  perHost: perHostSchema,
  sizeGiB: sizeSchema,
  log: settings(words['luns.log'], {
    perHost: perHostSchema,
    sizeGiB: sizeSchema,
  }).optional(),
})
  .optional()
  .meta(about(texts.lunsAre, { allowed: 'with up to 6 pairs', source: LUNS_URL }));

/** Contiguous bytes on one LUN: 64 KiB to 4 MiB, a power of two. Assumed: the range is wide enough. */
const STRIPE = { least: 65_536, most: 4_194_304, usual: 262_144 };
/** Sessions of a host to each portal, each a flow of at most 5 Gbit/s. The FSx guide uses 4 sessions to 2 portals. */
const SESSION_LIMITS = { most: 16, usual: 4 };

export const lunMountSettings = describeFields(words['lun-mount'], {
  luns: z.int().min(1).max(MAX_LUNS).optional(),
  stripe: bareBytesSchema
    .refine((bytes) => bytes >= STRIPE.least && bytes <= STRIPE.most && Number.isInteger(Math.log2(bytes)), {
      error: ({ input }) => `found ${formatBytes(Number(input))}; needed here: a power of two from 64k to 4m`,
    })
    .optional()
    .meta(metadata({ default: STRIPE.usual })),
  sessions: z
    .int()
    .min(1)
    .max(SESSION_LIMITS.most)
    .optional()
    .meta(metadata({ default: SESSION_LIMITS.usual })),
});

export interface LunMount {
  readonly luns?: number | undefined;
  readonly stripe?: number | undefined;
  readonly sessions?: number | undefined;
}

/** Mount options with defaults. */
export function resolveLuns(luns: Luns, mount: LunMount): Required<{ [K in keyof LunMount]: number }> {
  const { luns: count = luns.perHost, stripe = STRIPE.usual, sessions = SESSION_LIMITS.usual } = mount;
  return { luns: count, stripe, sessions };
}

export function countHostLuns({ perHost: data, log }: Luns): number {
  return data + (log?.perHost ?? 0);
}

/** Parallel REST calls, and seconds of one. Assumed; the timeout is that of `luns_seconds`. */
const REST_CALLS = { atOnce: 8, expected: 1, timeout: 5 };
/** Maximum wait for LUNs of an earlier trial, seconds: expected none, at most ten minutes; twice that is allowed. */
const FREE_LUNS_SECONDS = 1200;

/** Seconds in which one host creates and maps all LUNs: an initiator group per host, two calls per LUN. */
export function getSetupSeconds(luns: Luns, hosts: number): { readonly expected: number; readonly timeout: number } {
  const calls = hosts * (1 + 2 * countHostLuns(luns));
  const { atOnce, expected, timeout } = REST_CALLS;
  return { expected: (calls * expected) / atOnce, timeout: FREE_LUNS_SECONDS + (calls * timeout) / atOnce };
}

/** Id of a set of LUNs. Another number of pairs, LUNs or bytes needs a new set. */
export function hashLuns({ haPairs, luns }: { readonly haPairs: number; readonly luns: Luns }): string {
  return sha256(JSON.stringify([haPairs, luns])).slice(0, 8);
}

/** Create requests of the volumes for LUNs: one for each pair, starting at `from`. */
export function makeLunVolumes(haPairs: number, from = 1): CreateRequest[] {
  return Array.from({ length: haPairs - from + 1 }, (_, index) => {
    const pair = from + index;
    const id = `luns${pair}`;
    const input = {
      VolumeType: 'ONTAP',
      Name: id,
      OntapConfiguration: {
        StorageVirtualMachineId: '@svm.id',
        JunctionPath: `/${id}`,
        SecurityStyle: 'UNIX',
        SizeInBytes: LUN_VOLUME_GIB * GIB,
        StorageEfficiencyEnabled: false,
        TieringPolicy: { Name: 'NONE' },
        SnapshotPolicy: 'none',
        VolumeStyle: 'FLEXVOL',
        ...(haPairs === 1 ? {} : { AggregateConfiguration: { Aggregates: [`aggr${pair}`] } }),
      },
    };
    return { id, call: 'CreateVolume', input, ...getWait(DURATIONS.volumes.create) };
  });
}

export function isLunVolume(name: string | undefined): boolean {
  return /^luns\d+$/.test(name ?? '');
}
