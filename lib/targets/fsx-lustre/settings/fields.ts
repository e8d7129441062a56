/** Settings of `fsx-lustre`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { about } from '../../../shapes/setting';
import { kmsKeyField } from '../../kms-key';
import { PER_UNIT, TIERED_METADATA } from './config';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';
const CREATE = `${API}/API_CreateFileSystem.html`;
const CREATE_LUSTRE = `${API}/API_CreateFileSystemLustreConfiguration.html`;
const READ_CACHE = `${API}/API_LustreReadCacheConfiguration.html`;

/** A file's stripes can be on this many targets. lfs-setstripe(1) */
const MAX_STRIPES = 2000;
const ON_SSD = [...PER_UNIT.PERSISTENT_1, ...PER_UNIT.PERSISTENT_2];
const ALL_PER_UNIT: readonly number[] = [...PER_UNIT.HDD, ...ON_SSD];
const TIERED = 'with storageType INTELLIGENT_TIERING';

/** What a spec may say; which of it a type has is decided where the type is known. */
export const raw = z.strictObject({
  kind: z.literal('fsx-lustre'),
  deploymentType: z
    .enum(['SCRATCH_2', 'PERSISTENT_2', 'SCRATCH_1', 'PERSISTENT_1'])
    .meta(
      about(
        'SCRATCH_2 is for a while and has 200 MB/s for each TiB; PERSISTENT_2 lasts, and its throughput is chosen. ' +
          'SCRATCH_1 and PERSISTENT_1 are their older generations; only PERSISTENT_1 has hard disks.',
        { source: `${GUIDE}/using-fsx-lustre.html`, examples: ['PERSISTENT_2', 'SCRATCH_2'] },
      ),
    ),
  storageType: z
    .enum(['SSD', 'HDD', 'INTELLIGENT_TIERING'])
    .optional()
    .meta(
      about(
        'What it stores on: HDD only with PERSISTENT_1; INTELLIGENT_TIERING only with PERSISTENT_2, where storage ' +
          'grows with what is stored, and is billed by it.',
        { default: 'SSD', source: CREATE, examples: ['SSD', 'HDD'] },
      ),
    ),
  storageGiB: z
    .int()
    .positive()
    .optional()
    .meta(
      about('Size of its storage, GiB; throughput goes with it.', {
        allowed:
          '1200, 2400, or a multiple of 2400 GiB; SCRATCH_1: 1200, 2400, or a multiple of 3600; HDD with 12 MB/s for ' +
          'each TiB a multiple of 6000, with 40 of 1800; with `efa` a multiple of 4800 (1000 MB/s for each TiB), ' +
          '9600 (500), 19,200 (250) or 38,400 (125)',
        only: 'not with storageType INTELLIGENT_TIERING',
        needed: 'unless storageType is INTELLIGENT_TIERING',
        source: CREATE,
        examples: [2400, 4800],
      }),
    ),
  /** MB/s for each TiB of storage; what else stands here is refused for its type. */
  perUnitMBps: z
    .union([...ALL_PER_UNIT.map((value) => z.literal(value)), z.unknown()])
    .optional()
    .meta(
      about('Throughput of each TiB of storage, MB/s.', {
        editor: { enum: [...PER_UNIT.HDD, ...ON_SSD] },
        allowed: 'PERSISTENT_1: 50, 100, 200, on HDD 12, 40; PERSISTENT_2: 125, 250, 500, 1000',
        only: 'with PERSISTENT_1 and PERSISTENT_2, not with storageType INTELLIGENT_TIERING',
        needed: 'with PERSISTENT_1 and PERSISTENT_2, unless storageType is INTELLIGENT_TIERING',
        source: CREATE_LUSTRE,
        examples: [125, 250],
      }),
    ),
  driveCache: z
    .enum(['NONE', 'READ'])
    .optional()
    .meta(
      about('`READ`: a cache of SSD of a fifth of its size, for what is read often.', {
        only: 'with storageType HDD',
        needed: 'with storageType HDD',
        source: CREATE_LUSTRE,
        examples: ['NONE', 'READ'],
      }),
    ),
  throughputMBps: z
    .int()
    .positive()
    .optional()
    .meta(
      about('Throughput of the whole file system, MB/s, whatever is stored.', {
        allowed: 'a multiple of 4000 up to 2,000,000',
        only: TIERED,
        needed: TIERED,
        source: CREATE_LUSTRE,
        examples: [4000, 8000],
      }),
    ),
  readCacheGiB: z
    .union([z.literal('none'), z.literal('proportional'), z.int().positive()], {
      error: 'needed here: none, proportional (5 GiB for each MB/s), or GiB, e.g. 4096',
    })
    .optional()
    .meta(
      about('Cache of SSD for what is read, GiB; `proportional` is 5 GiB for each MB/s of `throughputMBps`.', {
        allowed: 'none, proportional, or 32 to 131,072 GiB for each 4000 MB/s',
        only: TIERED,
        needed: TIERED,
        source: READ_CACHE,
        examples: ['proportional', 4096],
      }),
    ),
  storedGiB: z
    .number()
    .min(0)
    .optional()
    .meta(
      about('GiB that would be kept on it. Nothing of it is provisioned: only prices are reckoned with it.', {
        only: TIERED,
        needed: TIERED,
        source: 'https://aws.amazon.com/fsx/lustre/pricing/',
        examples: [10_240, 102_400],
      }),
    ),
  /**
   * Metadata operations a second: `automatic` goes with the storage and is free, a number is provisioned. `none` makes
   * a file system without a metadata configuration, which can never be given one.
   */
  metadataIops: z
    .union([z.literal('automatic'), z.literal('none'), z.int().positive()], {
      error: 'needed here: automatic, none, or a number, e.g. 12000',
    })
    .optional()
    .meta(
      about(
        'Metadata operations a second: `automatic` goes with the storage and is free, a number is provisioned, ' +
          `\`none\` can never be changed. Intelligent-Tiering has ${TIERED_METADATA.join(' or ')}.`,
        {
          default: `automatic; ${TIERED_METADATA[0]} with storageType INTELLIGENT_TIERING`,
          allowed: 'automatic, none, 1500, 3000, 6000, or a multiple of 12,000 up to 192,000',
          only: 'with PERSISTENT_2',
          source: `${API}/API_CreateFileSystemLustreMetadataConfiguration.html`,
          examples: [3000, 6000],
        },
      ),
    ),
  efa: z
    .boolean()
    .optional()
    .meta(
      about(
        'Hosts reach it by the Elastic Fabric Adapter, past their kernels: more throughput for each of them. Its ' +
          'storage has other steps, and hosts must be of a type that has the adapter.',
        {
          default: false,
          only: 'with PERSISTENT_2, and metadataIops other than `none`',
          source: `${GUIDE}/efa-file-systems.html`,
        },
      ),
    ),
  kmsKeyId: kmsKeyField('FSx', `${GUIDE}/encryption-at-rest.html`, 'with PERSISTENT_1 and PERSISTENT_2'),
  compression: z
    .enum(['NONE', 'LZ4'])
    .default('NONE')
    .meta(about('How it compresses files.', { source: `${GUIDE}/data-compression.html`, examples: ['NONE', 'LZ4'] })),
  /**
   * Stripes of the files under test, -1 for all of the file system. Left out: the layout that FSx gives its file
   * systems, which widens with the length of a file, as users have it who set nothing.
   */
  stripeCount: z
    .int()
    .min(-1)
    .max(MAX_STRIPES)
    .refine((count) => count !== 0, { error: 'found 0; needed here: a number of stripes, or -1 for all' })
    .optional()
    .meta(
      about(
        'Stripes of the files under test, -1 for all of the file system. Left out: the layout of FSx, which widens ' +
          'with the length of a file.',
        {
          allowed: '-1, or 1 to 2000',
          source: `${GUIDE}/performance.html#striping-data`,
          examples: [1, -1],
        },
      ),
    ),
});

export type Raw = z.output<typeof raw>;
