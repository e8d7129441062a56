/** Settings of `fsx-lustre`, in the words of the FSx API, and what is refused of them for its type. */
import * as z from 'zod';
import words from '../../settings.json';
import { type FsxLustre, PER_UNIT, TIERED_METADATA, formatType } from './config';
import { fillText } from '../../../shapes/problem';
import { metadata, settings } from '../../../shapes/setting';
import { kmsKeyField } from '../../kms-key';

const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';

/** A file's stripes can be on this many targets. lfs-setstripe(1) */
const MAX_STRIPES = 2000;
const ON_SSD = [...PER_UNIT.PERSISTENT_1, ...PER_UNIT.PERSISTENT_2];
const ALL_PER_UNIT: readonly number[] = [...PER_UNIT.HDD, ...ON_SSD];

/** What a spec may say; which of it a type has is decided where the type is known. */
const raw = settings(words['fsx-lustre'], {
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

type Raw = z.output<typeof raw>;

/** Says what is wrong with one setting. */
type Refuse = (name: keyof Raw, message: string) => void;

/** Settings that not every type has, and who has each. */
const OWN = {
  storageGiB: 'its storage grows with what is stored',
  perUnitMBps: 'its throughput is chosen as a whole, with `throughputMBps`',
  driveCache: 'only storageType HDD has a drive cache',
  throughputMBps: 'only storageType INTELLIGENT_TIERING has a throughput as a whole',
  readCacheGiB: 'only storageType INTELLIGENT_TIERING has such a cache',
  storedGiB: 'only storageType INTELLIGENT_TIERING is billed by what is stored',
  metadataIops: 'only PERSISTENT_2 takes a metadata configuration',
  efa: 'only PERSISTENT_2 can be made for EFA',
  kmsKeyId: 'FSx encrypts it with a key of its own',
} as const satisfies Partial<Record<keyof Raw, string>>;
type Own = keyof typeof OWN;

/** How a type takes a setting. Texts name it by `{type}`. */
interface Row {
  /** Why it must be said; left out: it may be missing. */
  readonly needs?: string;
  /** The only values, and what is said of others. */
  readonly of?: readonly unknown[];
  readonly otherwise?: string;
  /** Why it must not be said, where the type has words of its own for that. */
  readonly refused?: string;
  /** Where nothing is said. What is refused has it, too, so that all that is wrong is found at once. */
  readonly usual?: string | number;
}

const SIZE: Row = { needs: '{type} needs a size, GiB', usual: 1200 };

function perUnit(all: readonly number[]): Row {
  const allowed = `one of ${all.join(', ')}, MB/s for each TiB of storage`;
  return { needs: `{type} needs ${allowed}`, of: all, otherwise: `needed here: ${allowed}`, usual: all[0] ?? 0 };
}

/** What each type has of {@link OWN}. */
const TYPES = {
  SCRATCH: {
    storageGiB: SIZE,
    perUnitMBps: { refused: 'has no meaning for {type}, which gives 200 MB/s for each TiB; leave it out' },
  },
  PERSISTENT_1: { storageGiB: SIZE, perUnitMBps: perUnit(PER_UNIT.PERSISTENT_1), kmsKeyId: {} },
  HDD: {
    storageGiB: SIZE,
    perUnitMBps: perUnit(PER_UNIT.HDD),
    driveCache: { needs: 'HDD needs READ (a cache of SSD of a fifth of its size) or NONE', usual: 'NONE' },
    kmsKeyId: {},
  },
  PERSISTENT_2: {
    storageGiB: SIZE,
    perUnitMBps: perUnit(PER_UNIT.PERSISTENT_2),
    metadataIops: { usual: 'automatic' },
    efa: {},
    kmsKeyId: {},
  },
  INTELLIGENT_TIERING: {
    throughputMBps: { needs: 'INTELLIGENT_TIERING needs it: MB/s, a multiple of 4000', usual: 4000 },
    readCacheGiB: {
      needs: 'INTELLIGENT_TIERING needs it: none, proportional (5 GiB for each MB/s), or GiB',
      usual: 'none',
    },
    metadataIops: {
      of: TIERED_METADATA,
      otherwise: `INTELLIGENT_TIERING has ${TIERED_METADATA.join(' or ')}`,
      usual: TIERED_METADATA[0],
    },
    storedGiB: { needs: 'INTELLIGENT_TIERING needs it: GiB that would be kept on it, which FSx bills', usual: 0 },
    efa: {},
    kmsKeyId: {},
  },
} as const satisfies Readonly<Record<string, Partial<Record<Own, Row>>>>;

/** The only deployment type of a storage type, and how that is said. */
const ONLY = {
  HDD: { type: 'PERSISTENT_1', words: 'PERSISTENT_1 has hard disks' },
  INTELLIGENT_TIERING: { type: 'PERSISTENT_2', words: 'PERSISTENT_2 has it' },
} as const;

/** Takes what a spec says. */
function resolveType({ storageType = 'SSD', ...given }: Raw, refuse: Refuse): FsxLustre {
  const { deploymentType } = given;
  const only = storageType === 'SSD' ? undefined : ONLY[storageType];
  if (only === undefined || only.type === deploymentType) return buildConfig({ ...given, storageType }, refuse);
  refuse('storageType', `found '${storageType}'; only ${only.words}, and this is ${deploymentType}`);
  // Which of both is meant decides what else is right: one mistake, one message.
  return buildConfig(given, () => undefined);
}

function buildConfig({ storageType = 'SSD', efa, ...rest }: Raw, refuse: Refuse): FsxLustre {
  const { kind, deploymentType, compression, stripeCount } = rest;
  // Not to be made for EFA is what every type is.
  const given = { ...rest, storageType, efa: efa === true ? efa : undefined };
  const onSsd = deploymentType.startsWith('SCRATCH') ? 'SCRATCH' : deploymentType;
  const rows: Partial<Record<Own, Row>> = TYPES[storageType === 'SSD' ? (onSsd as keyof typeof TYPES) : storageType];
  const type = formatType(given);
  const wrong = (Object.keys(OWN) as Own[]).filter((name) => {
    const problem = findProblem(
      given[name],
      rows[name] ?? { refused: `has no meaning for {type}: ${OWN[name]}; leave it out` },
    );
    if (problem !== undefined) refuse(name, fillText(problem, { type }));
    return problem !== undefined;
  });
  if (given.efa === true && given.metadataIops === 'none' && storageType === 'SSD')
    refuse('metadataIops', "found 'none'; `efa` needs a metadata configuration: leave it out, or give a number");
  const own = (Object.entries(rows) as [Own, Row][]).map(([name, { usual }]) => [
    name,
    wrong.includes(name) ? usual : (given[name] ?? usual),
  ]);
  return {
    kind,
    compression,
    ...(stripeCount === undefined ? {} : { stripeCount }),
    deploymentType,
    ...(storageType === 'SSD' ? {} : { storageType }),
    ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
  } as FsxLustre;
}

/** Undefined where nothing is wrong. */
function findProblem(value: unknown, { needs, of, otherwise, refused }: Row): string | undefined {
  if (value === undefined) return needs && `is missing; ${needs}`;
  if (refused !== undefined) return refused;
  if (of === undefined || of.includes(value)) return undefined;
  return `found ${JSON.stringify(value).replaceAll('"', "'")}; ${otherwise ?? ''}`;
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxLustre> = raw.transform(
  (given, context): FsxLustre =>
    resolveType(given, (name, message) => {
      context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
    }),
);
