/** Settings of `fsx-lustre`, as in the FSx API, and those that each type rejects. */
import * as z from 'zod';
import words from '../settings.json';
import { type FsxLustre, PER_UNIT_MBPS, formatType } from './config';
import { fillText } from '../../shapes/problem';
import { metadata, settings } from '../../shapes/setting';
import { makeKmsKeyField } from '../kms-key';

const GUIDE_URL = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';

/** A file's stripes can be on this many targets. lfs-setstripe(1) */
const MAX_STRIPES = 2000;
const SSD_PER_UNIT_MBPS = [...PER_UNIT_MBPS.PERSISTENT_1, ...PER_UNIT_MBPS.PERSISTENT_2];
const ALL_PER_UNIT_MBPS: readonly number[] = [...PER_UNIT_MBPS.HDD, ...SSD_PER_UNIT_MBPS];

/** All settings. Once the type is known, other checks reject settings that it lacks. */
const rawSchema = settings(words['fsx-lustre'], {
  kind: z.literal('fsx-lustre'),
  deploymentType: z.enum(['SCRATCH_2', 'PERSISTENT_2', 'SCRATCH_1', 'PERSISTENT_1']),
  storageType: z.enum(['SSD', 'HDD', 'INTELLIGENT_TIERING']).optional(),
  storageGiB: z.int().positive().optional(),
  /** MB/s for each TiB of storage; other values are rejected by type. */
  perUnitMBps: z
    .union([...ALL_PER_UNIT_MBPS.map((value) => z.literal(value)), z.unknown()])
    .optional()
    .meta(metadata({ editor: { enum: [...PER_UNIT_MBPS.HDD, ...SSD_PER_UNIT_MBPS] } })),
  driveCache: z.enum(['NONE', 'READ']).optional(),
  throughputMBps: z.int().positive().optional(),
  readCacheGiB: z
    .union([z.literal('none'), z.literal('proportional'), z.int().positive()], {
      error: 'needed here: none, proportional (5 GiB for each MB/s), or GiB, e.g. 4096',
    })
    .optional(),
  storedGiB: z.number().min(0).optional(),
  /**
   * Metadata IOPS: `automatic` depends on the storage or the throughput, a number is provisioned. `none` creates a
   * file system that can never have a metadata configuration.
   */
  metadataIops: z
    .union([z.literal('automatic'), z.literal('none'), z.int().positive()], {
      error: 'needed here: automatic, none, or a number, e.g. 12000',
    })
    .optional()
    .meta(metadata({ default: 'automatic' })),
  efa: z.boolean().optional(),
  kmsKeyId: makeKmsKeyField('FSx', `${GUIDE_URL}/encryption-at-rest.html`, 'with PERSISTENT_1 and PERSISTENT_2'),
  compression: z.enum(['NONE', 'LZ4']).default('NONE'),
  /** Stripes of the files under test, -1 for all. Default: FSx's progressive layout, which adds stripes with size. */
  stripeCount: z
    .int()
    .min(-1)
    .max(MAX_STRIPES)
    .refine((count) => count !== 0, { error: 'found 0; needed here: a number of stripes, or -1 for all' })
    .optional(),
});

type RawSettings = z.output<typeof rawSchema>;

type RefuseSetting = (name: keyof RawSettings, message: string) => void;

/** Settings that only some types have, and the texts if another type has them. */
const TYPE_ONLY_SETTINGS = {
  storageGiB: 'its storage grows with the stored data',
  perUnitMBps: 'its throughput is set as a whole by `throughputMBps`',
  driveCache: 'only storageType HDD has a drive cache',
  throughputMBps: 'only storageType INTELLIGENT_TIERING has a total throughput',
  readCacheGiB: 'only storageType INTELLIGENT_TIERING has such a cache',
  storedGiB: 'only storageType INTELLIGENT_TIERING is billed by stored data',
  metadataIops: 'only PERSISTENT_2 supports a metadata configuration',
  efa: 'only PERSISTENT_2 supports EFA',
  kmsKeyId: 'FSx encrypts it with its own key',
} as const satisfies Partial<Record<keyof RawSettings, string>>;
type TypeOnlySetting = keyof typeof TYPE_ONLY_SETTINGS;

/** Rule of a type for a setting. `{type}` in texts stands for the type. */
interface SettingRule {
  /** Why the setting is required. Default: optional. */
  readonly needs?: string;
  /** Allowed values, and the text for other values. */
  readonly of?: readonly unknown[];
  readonly otherwise?: string;
  /** Why the setting is rejected, if the type has a special text. */
  readonly refused?: string;
  /** Default value. Rejected settings use it too, so that all problems are found at once. */
  readonly usual?: string | number;
}

const SIZE_RULE: SettingRule = { needs: '{type} needs a size, GiB', usual: 1200 };

function makePerUnitRule(all: readonly number[]): SettingRule {
  const allowed = `one of ${all.join(', ')}, MB/s for each TiB of storage`;
  return { needs: `{type} needs ${allowed}`, of: all, otherwise: `needed here: ${allowed}`, usual: all[0] ?? 0 };
}

/** Settings of {@link TYPE_ONLY_SETTINGS} by type. */
const RULES_BY_TYPE = {
  SCRATCH: {
    storageGiB: SIZE_RULE,
    perUnitMBps: { refused: 'has no effect on {type}, which has 200 MB/s for each TiB. Remove it' },
  },
  PERSISTENT_1: { storageGiB: SIZE_RULE, perUnitMBps: makePerUnitRule(PER_UNIT_MBPS.PERSISTENT_1), kmsKeyId: {} },
  HDD: {
    storageGiB: SIZE_RULE,
    perUnitMBps: makePerUnitRule(PER_UNIT_MBPS.HDD),
    driveCache: { needs: 'HDD needs READ (an SSD cache of a fifth of its size) or NONE', usual: 'NONE' },
    kmsKeyId: {},
  },
  PERSISTENT_2: {
    storageGiB: SIZE_RULE,
    perUnitMBps: makePerUnitRule(PER_UNIT_MBPS.PERSISTENT_2),
    metadataIops: { usual: 'automatic' },
    efa: {},
    kmsKeyId: {},
  },
  INTELLIGENT_TIERING: {
    throughputMBps: { needs: 'INTELLIGENT_TIERING needs it: MB/s, 1000, 2000 or a multiple of 4000', usual: 4000 },
    readCacheGiB: {
      needs: 'INTELLIGENT_TIERING needs it: none, proportional (5 GiB for each MB/s), or GiB',
      usual: 'none',
    },
    metadataIops: { usual: 'automatic' },
    storedGiB: { needs: 'INTELLIGENT_TIERING needs it: GiB that you would store, which FSx bills', usual: 0 },
    efa: {},
    kmsKeyId: {},
  },
} as const satisfies Readonly<Record<string, Partial<Record<TypeOnlySetting, SettingRule>>>>;

/** The only deployment type of a storage type, with its text. */
const ONLY_TYPES = {
  HDD: { type: 'PERSISTENT_1', words: 'PERSISTENT_1 supports hard disks' },
  INTELLIGENT_TIERING: { type: 'PERSISTENT_2', words: 'PERSISTENT_2 supports it' },
} as const;

function resolveDeploymentType({ storageType = 'SSD', ...given }: RawSettings, refuse: RefuseSetting): FsxLustre {
  const { deploymentType } = given;
  const only = storageType === 'SSD' ? undefined : ONLY_TYPES[storageType];
  if (only === undefined || only.type === deploymentType) return buildConfig({ ...given, storageType }, refuse);
  refuse('storageType', `found '${storageType}'; only ${only.words}, and this is ${deploymentType}`);
  // Check the other settings with the intended type, so that one mistake gives one message.
  return buildConfig(given, () => undefined);
}

function buildConfig({ storageType = 'SSD', efa, ...rest }: RawSettings, refuse: RefuseSetting): FsxLustre {
  const { kind, deploymentType, compression, stripeCount } = rest;
  // `efa: false` is valid for every type.
  const given = { ...rest, storageType, efa: efa === true ? efa : undefined };
  const onSsd = deploymentType.startsWith('SCRATCH') ? 'SCRATCH' : deploymentType;
  const rows: Partial<Record<TypeOnlySetting, SettingRule>> =
    RULES_BY_TYPE[storageType === 'SSD' ? (onSsd as keyof typeof RULES_BY_TYPE) : storageType];
  const type = formatType(given);
  const wrong = (Object.keys(TYPE_ONLY_SETTINGS) as TypeOnlySetting[]).filter((name) => {
    const problem = findProblem(
      given[name],
      rows[name] ?? { refused: `has no effect on {type}: ${TYPE_ONLY_SETTINGS[name]}. Remove it` },
    );
    if (problem !== undefined) refuse(name, fillText(problem, { type }));
    return problem !== undefined;
  });
  const user = storageType === 'INTELLIGENT_TIERING' ? storageType : '`efa`';
  if (given.metadataIops === 'none' && (user !== '`efa`' || (given.efa === true && storageType === 'SSD')))
    refuse('metadataIops', `found 'none'; ${user} needs a metadata configuration. Remove it, or write a number`);
  const own = (Object.entries(rows) as [TypeOnlySetting, SettingRule][]).map(([name, { usual }]) => [
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

/** Undefined without a problem. */
function findProblem(value: unknown, { needs, of, otherwise, refused }: SettingRule): string | undefined {
  if (value === undefined) return needs && `is missing; ${needs}`;
  if (refused !== undefined) return refused;
  if (of === undefined || of.includes(value)) return undefined;
  return `found ${JSON.stringify(value).replaceAll('"', "'")}; ${otherwise ?? ''}`;
}

export const lustreSchema: z.ZodType<FsxLustre> = rawSchema.transform(
  (given, context): FsxLustre =>
    resolveDeploymentType(given, (name, message) => {
      context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
    }),
);
