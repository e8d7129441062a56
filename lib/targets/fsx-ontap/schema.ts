/** Settings of `fsx-ontap`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { kmsKeyField } from '../kms-key';
import { type DiskIops, diskIopsField, MAX_VOLUMES } from '../fsx-volumes';
import { type NfsMount, nfsOptions, withConnections } from '../nfs-mount';
import { type LunMount, lunOptions, type Luns, lunsField } from './luns/luns';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const CREATE = `${API}/API_CreateFileSystemOntapConfiguration.html`;
const VOLUME = `${API}/API_CreateOntapVolumeConfiguration.html`;

const deploymentTypes = ['SINGLE_AZ_1', 'MULTI_AZ_1', 'SINGLE_AZ_2', 'MULTI_AZ_2'] as const;

/** What fits into 22,517,998,000,000,000 bytes: API reference, CreateOntapVolumeConfiguration, SizeInBytes. */
const MAX_VOLUME_GIB = 20_971_519;
/** API reference, CreateAggregateConfiguration, ConstituentsPerAggregate. */
const MAX_CONSTITUENTS = 200;
/** API reference, CreateFileSystemOntapConfiguration, HAPairs. */
const MAX_HA_PAIRS = 12;
/** GiB of a volume of which nothing is said: as many as the smallest file system has. */
const VOLUME_GIB = 1024;

/** `-tcp-max-xfer-size`: "The range is 8192 to 1048576". ONTAP 9 man page, vserver nfs modify */
const TRANSFER_SOURCE = 'https://docs.netapp.com/us-en/ontap-cli/vserver-nfs-modify.html';
const TRANSFER_KIB = { least: 8, most: 1024 };
const TRANSFER_SIZES = 'a power of two from 8 to 1024';
const isTransferSize = (size: number): boolean =>
  size >= TRANSFER_KIB.least && size <= TRANSFER_KIB.most && Number.isInteger(Math.log2(size));

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
  readonly diskIops: DiskIops;
  /** Bytes of one NFS request that the virtual machine takes at most, KiB. Left out: as ONTAP has it, 64. */
  readonly transferSizeKiB?: number | undefined;
  /** Of the customer, for what is stored. Left out: the one that AWS has for FSx in the account. */
  readonly kmsKeyId?: string | undefined;
  /** Hosts have disks of their own by iSCSI, and exchange what they see of them on the first volume. */
  readonly luns?: Luns | undefined;
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
  deploymentType: z.enum(deploymentTypes).meta(
    about('In one zone or in two; 1 and 2 are generations of file servers.', {
      source: CREATE,
      examples: ['SINGLE_AZ_1', 'MULTI_AZ_1'],
    }),
  ),
  haPairs: z
    .int()
    .min(1)
    .max(MAX_HA_PAIRS)
    .default(1)
    .meta(
      about(
        'Pairs of file servers: volumes lie on them in turn, FlexGroups on all. With `luns` more are added in place.',
        {
          allowed: '1; 1 to 12 for SINGLE_AZ_2',
          source: CREATE,
          examples: [1, 2],
        },
      ),
    ),
  storageGiB: z
    .int()
    .positive()
    .meta(
      about('SSD of the whole file system, GiB; ONTAP leaves 84 % of it for files.', {
        allowed: '1024 to 524,288 GiB for each pair',
        source: `${API}/API_CreateFileSystem.html`,
        examples: [2048, 4096],
      }),
    ),
  throughputMBps: z
    .int()
    .positive()
    .optional()
    .meta(
      about('Throughput of the file servers, MB/s.', {
        allowed: '128, 256, 512, 1024, 2048, 4096',
        needed: 'for SINGLE_AZ_1 and MULTI_AZ_1',
        only: 'for SINGLE_AZ_1 and MULTI_AZ_1',
        source: CREATE,
        examples: [512, 1024],
      }),
    ),
  throughputMBpsPerPair: z
    .int()
    .positive()
    .optional()
    .meta(
      about('Throughput of each pair of file servers, MB/s.', {
        allowed: '1536, 3072, 6144; MULTI_AZ_2 has 384 and 768 too',
        needed: 'for SINGLE_AZ_2 and MULTI_AZ_2',
        only: 'for SINGLE_AZ_2 and MULTI_AZ_2',
        source: CREATE,
        examples: [1536, 3072],
      }),
    ),
  diskIops: diskIopsField.meta(
    about('Disk operations a second of the whole file system; those above 3 for each GiB are paid for.', {
      allowed: 'automatic (3 for each GiB), or 3 for each GiB to 160,000; to 200,000 a pair in the second generation',
      source: `${API}/API_DiskIopsConfiguration.html`,
      examples: ['automatic', 12_000],
    }),
  ),
  transferSizeKiB: z
    .int()
    .refine(isTransferSize, { error: ({ input }) => `found ${String(input)}; allowed: ${TRANSFER_SIZES}` })
    .optional()
    .meta(
      about(
        'Most that one read or write request of NFS may carry, KiB: set on the server, by the REST interface of ' +
          'ONTAP, before hosts mount. Left out: 64, whatever `rsize` asks for.',
        {
          allowed: TRANSFER_SIZES,
          default: 64,
          source: TRANSFER_SOURCE,
          examples: [256, 1024],
        },
      ),
    ),
  kmsKeyId: kmsKeyField('FSx', `${API}/API_CreateFileSystem.html`),
  luns: lunsField,
  volumes: z
    .strictObject({
      count: z
        .int()
        .min(1)
        .max(MAX_VOLUMES)
        .default(1)
        .meta(about('How many: hosts mount all of them, or as many as `mount` says.', { examples: [1, 6] })),
      sizeGiB: z
        .int()
        .min(1)
        .max(MAX_VOLUME_GIB)
        .default(VOLUME_GIB)
        .meta(
          about('What each of them may hold, GiB, 95 % of it files: thin, taken from the storage as it is written.', {
            source: VOLUME,
            examples: [1024, 2048],
          }),
        ),
      constituents: z
        .int()
        .min(1)
        .max(MAX_CONSTITUENTS)
        .optional()
        .meta(
          about('Makes FlexGroups with so many parts on each pair. Left out: FlexVols, each on one pair.', {
            source: `${API}/API_CreateAggregateConfiguration.html`,
            examples: [8, 4],
          }),
        ),
    })
    .default({ count: 1, sizeGiB: VOLUME_GIB })
    .meta(about('Volumes of its one storage virtual machine: no snapshots, no tiering, no storage efficiency.')),
});

/** How hosts mount it: how many of its volumes, all of them alike; or LUNs of their own. */
export interface OntapMount extends NfsMount, LunMount {
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
      .default('all')
      .meta(
        about(
          'How many volumes, the first ones. Several are folders of the place under test; fio takes them in turn.',
          {
            editor: { anyOf: [{ const: 'all' }, { type: 'integer', minimum: 1, maximum: MAX_VOLUMES }] },
            allowed: 'all, or 1 to 50',
            examples: ['all', 1],
          },
        ),
      ),
    ...nfsOptions,
    ...lunOptions,
  })
  .transform(withConnections);

/** How many volumes hosts mount. */
export function mountedVolumes({ luns, volumes: { count } }: FsxOntap, { volumes }: OntapMount): number {
  if (luns !== undefined) return 1;
  return volumes === 'all' ? count : Math.min(volumes, count);
}

/** Whether somebody sets the server up by its own interface: then its administrator has a password. */
export function hasPassword({ luns, transferSizeKiB }: FsxOntap): boolean {
  return luns !== undefined || transferSizeKiB !== undefined;
}
