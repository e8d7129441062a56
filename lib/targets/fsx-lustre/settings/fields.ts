/** Settings of `fsx-lustre`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { metadata, settings } from '../../../shapes/setting';
import words from '../../settings.json';
import { kmsKeyField } from '../../kms-key';
import { PER_UNIT, TIERED_METADATA } from './config';

const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';

/** A file's stripes can be on this many targets. lfs-setstripe(1) */
const MAX_STRIPES = 2000;
const ON_SSD = [...PER_UNIT.PERSISTENT_1, ...PER_UNIT.PERSISTENT_2];
const ALL_PER_UNIT: readonly number[] = [...PER_UNIT.HDD, ...ON_SSD];

/** What a spec may say; which of it a type has is decided where the type is known. */
export const raw = settings(words['fsx-lustre'], {
  kind: z.literal('fsx-lustre'),
  deploymentType: z.enum(['SCRATCH_2', 'PERSISTENT_2', 'SCRATCH_1', 'PERSISTENT_1']),
  storageType: z.enum(['SSD', 'HDD', 'INTELLIGENT_TIERING']).optional(),
  storageGiB: z.int().positive().optional(),
  /** MB/s for each TiB of storage; what else stands here is refused for its type. */
  perUnitMBps: z
    .union([...ALL_PER_UNIT.map((value) => z.literal(value)), z.unknown()])
    .optional()
    .meta(metadata({ editor: { enum: [...PER_UNIT.HDD, ...ON_SSD] } })),
  driveCache: z.enum(['NONE', 'READ']).optional(),
  throughputMBps: z.int().positive().optional(),
  readCacheGiB: z
    .union([z.literal('none'), z.literal('proportional'), z.int().positive()], {
      error: 'needed here: none, proportional (5 GiB for each MB/s), or GiB, e.g. 4096',
    })
    .optional(),
  storedGiB: z.number().min(0).optional(),
  /**
   * Metadata operations a second: `automatic` goes with the storage and is free, a number is provisioned. `none` makes
   * a file system without a metadata configuration, which can never be given one.
   */
  metadataIops: z
    .union([z.literal('automatic'), z.literal('none'), z.int().positive()], {
      error: 'needed here: automatic, none, or a number, e.g. 12000',
    })
    .optional()
    .meta(metadata({ default: `automatic; ${TIERED_METADATA[0]} with storageType INTELLIGENT_TIERING` })),
  efa: z.boolean().optional(),
  kmsKeyId: kmsKeyField('FSx', `${GUIDE}/encryption-at-rest.html`, 'with PERSISTENT_1 and PERSISTENT_2'),
  compression: z.enum(['NONE', 'LZ4']).default('NONE'),
  /**
   * Stripes of the files under test, -1 for all of the file system. Left out: the layout that FSx gives its file
   * systems, which widens with the length of a file, as users have it who set nothing.
   */
  stripeCount: z
    .int()
    .min(-1)
    .max(MAX_STRIPES)
    .refine((count) => count !== 0, { error: 'found 0; needed here: a number of stripes, or -1 for all' })
    .optional(),
});

export type Raw = z.output<typeof raw>;
