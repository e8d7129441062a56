/** Settings of `fsx-ontap`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { type NfsMount, nfsOptions, withConnections } from '../nfs-mount';

const deploymentTypes = ['SINGLE_AZ_1', 'MULTI_AZ_1', 'SINGLE_AZ_2', 'MULTI_AZ_2'] as const;

/** A guard: each volume is made by a call of its own, and mounted by one. */
const MAX_VOLUMES = 50;
/** What fits into 22,517,998,000,000,000 bytes: API reference, CreateOntapVolumeConfiguration, SizeInBytes. */
const MAX_VOLUME_GIB = 20_971_519;
/** API reference, CreateAggregateConfiguration, ConstituentsPerAggregate. */
const MAX_CONSTITUENTS = 200;
/** API reference, CreateFileSystemOntapConfiguration, HAPairs. */
const MAX_HA_PAIRS = 12;
/** GiB of a volume of which nothing is said: as many as the smallest file system has. */
const VOLUME_GIB = 1024;

export interface FsxOntap {
  readonly kind: 'fsx-ontap';
  readonly deploymentType: (typeof deploymentTypes)[number];
  /** Pairs of file servers: with more than one, volumes lie on several of them. */
  readonly haPairs: number;
  /** SSD of the whole file system. */
  readonly storageGiB: number;
  /** Of the first generation, which has one pair. */
  readonly throughputMBps?: number | undefined;
  /** Of the second generation. */
  readonly throughputMBpsPerPair?: number | undefined;
  /** Of the whole file system; `automatic` is 3 for each GiB. */
  readonly diskIops: 'automatic' | number;
  /** Thin: what they may hold, taken from the storage as it is written. */
  readonly volumes: {
    readonly count: number;
    readonly sizeGiB: number;
    /** FlexGroups with so many parts on each pair. Left out: FlexVols, each on one pair. */
    readonly constituents?: number | undefined;
  };
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxOntap> = z.strictObject({
  kind: z.literal('fsx-ontap'),
  deploymentType: z.enum(deploymentTypes),
  haPairs: z.int().min(1).max(MAX_HA_PAIRS).default(1),
  storageGiB: z.int().positive(),
  throughputMBps: z.int().positive().optional(),
  throughputMBpsPerPair: z.int().positive().optional(),
  diskIops: z
    .union([z.literal('automatic'), z.int().positive()], {
      error: 'needed here: automatic (3 for each GiB), or a number, e.g. 40000',
    })
    .default('automatic'),
  volumes: z
    .strictObject({
      count: z.int().min(1).max(MAX_VOLUMES).default(1),
      sizeGiB: z.int().min(1).max(MAX_VOLUME_GIB).default(VOLUME_GIB),
      constituents: z.int().min(1).max(MAX_CONSTITUENTS).optional(),
    })
    .default({ count: 1, sizeGiB: VOLUME_GIB }),
});

/** How hosts mount it: how many of its volumes, all of them alike. */
export interface OntapMount extends NfsMount {
  /** The first so many. Several are folders below the place under test. */
  readonly volumes: 'all' | number;
}

/** Takes what a role says; gives back what may be given again. */
export const mountSchema: z.ZodType<OntapMount> = z
  .strictObject({
    volumes: z
      .union([z.literal('all'), z.int().min(1).max(MAX_VOLUMES)], {
        error: 'needed here: all, or how many of the volumes, e.g. 2',
      })
      .default('all'),
    ...nfsOptions,
  })
  .transform(withConnections);

/** How many volumes hosts mount. */
export function mountedVolumes({ volumes: { count } }: FsxOntap, { volumes }: OntapMount): number {
  return volumes === 'all' ? count : Math.min(volumes, count);
}
