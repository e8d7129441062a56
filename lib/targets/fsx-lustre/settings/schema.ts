/** Settings of `fsx-lustre`, in the words of the FSx API, and what is refused of them for its type. */
import * as z from 'zod';
import words from '../../settings.json';
import {
  type FsxLustre,
  PER_UNIT,
  TIERED_METADATA,
  type HardDisk,
  nameOf,
  type Persistent,
  type Persistent1,
  type Scratch,
  type Tiered,
} from './config';
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

/** Takes what a spec says; what is refused has some value, so that all that is wrong is found at once. */
function byType(given: Raw, refuse: Refuse): FsxLustre {
  const { deploymentType, storageType } = given;
  if (storageType === 'HDD')
    return deploymentType === 'PERSISTENT_1' ? hardDisk(given, refuse) : elsewhere('PERSISTENT_1 has hard disks');
  if (storageType === 'INTELLIGENT_TIERING')
    return deploymentType === 'PERSISTENT_2' ? tiered(given, refuse) : elsewhere('PERSISTENT_2 has it');
  return onSsd(given, refuse);

  function elsewhere(who: string): FsxLustre {
    const message = `found '${String(storageType)}'; only ${who}, and this is ${deploymentType}`;
    refuse('storageType', message);
    // Which of both is meant decides what else is right: one mistake, one message.
    return onSsd(given, () => undefined);
  }
}

function onSsd(given: Raw, refuse: Refuse): FsxLustre {
  const { deploymentType } = given;
  if (deploymentType === 'PERSISTENT_1') return persistent1(given, refuse);
  return deploymentType === 'PERSISTENT_2' ? persistent(given, refuse) : scratch(given, deploymentType, refuse);
}

function common({ compression, stripeCount }: Raw): Pick<Scratch, 'kind' | 'compression' | 'stripeCount'> {
  return { kind: 'fsx-lustre', compression, ...(stripeCount === undefined ? {} : { stripeCount }) };
}

function scratch(given: Raw, deploymentType: Scratch['deploymentType'], refuse: Refuse): Scratch {
  if (given.perUnitMBps !== undefined)
    refuse('perUnitMBps', `has no meaning for ${deploymentType}, which gives 200 MB/s for each TiB; leave it out`);
  only(given, ['storageGiB', 'perUnitMBps'], refuse);
  return { ...common(given), deploymentType, storageGiB: size(given, refuse) };
}

function persistent1(given: Raw, refuse: Refuse): Persistent1 {
  only(given, ['storageGiB', 'perUnitMBps', 'kmsKeyId'], refuse);
  return {
    ...common(given),
    deploymentType: 'PERSISTENT_1',
    storageGiB: size(given, refuse),
    perUnitMBps: perUnit(given, PER_UNIT.PERSISTENT_1, refuse),
    ...key(given),
  };
}

function hardDisk(given: Raw, refuse: Refuse): HardDisk {
  only(given, ['storageGiB', 'perUnitMBps', 'driveCache', 'kmsKeyId'], refuse);
  if (given.driveCache === undefined)
    refuse('driveCache', 'is missing; HDD needs READ (a cache of SSD of a fifth of its size) or NONE');
  return {
    ...common(given),
    deploymentType: 'PERSISTENT_1',
    storageType: 'HDD',
    storageGiB: size(given, refuse),
    perUnitMBps: perUnit(given, PER_UNIT.HDD, refuse),
    driveCache: given.driveCache ?? 'NONE',
    ...key(given),
  };
}

function persistent(given: Raw, refuse: Refuse): Persistent {
  only(given, ['storageGiB', 'perUnitMBps', 'metadataIops', 'efa', 'kmsKeyId'], refuse);
  const { metadataIops = 'automatic' } = given;
  if (given.efa === true && metadataIops === 'none')
    refuse('metadataIops', "found 'none'; `efa` needs a metadata configuration: leave it out, or give a number");
  return {
    ...common(given),
    deploymentType: 'PERSISTENT_2',
    storageGiB: size(given, refuse),
    perUnitMBps: perUnit(given, PER_UNIT.PERSISTENT_2, refuse),
    metadataIops,
    ...adapter(given),
    ...key(given),
  };
}

function tiered(given: Raw, refuse: Refuse): Tiered {
  const { throughputMBps, readCacheGiB, storedGiB, metadataIops = TIERED_METADATA[0] } = given;
  only(given, ['throughputMBps', 'readCacheGiB', 'storedGiB', 'metadataIops', 'efa', 'kmsKeyId'], refuse);
  const needs = (name: Own, what: string): void => refuse(name, `is missing; INTELLIGENT_TIERING needs ${what}`);
  if (throughputMBps === undefined) needs('throughputMBps', 'it: MB/s, a multiple of 4000');
  if (readCacheGiB === undefined) needs('readCacheGiB', 'it: none, proportional (5 GiB for each MB/s), or GiB');
  if (storedGiB === undefined) needs('storedGiB', 'it: GiB that would be kept on it, which FSx bills');
  const iops = TIERED_METADATA.find((one) => one === metadataIops);
  if (iops === undefined)
    refuse('metadataIops', `found ${said(metadataIops)}; INTELLIGENT_TIERING has ${TIERED_METADATA.join(' or ')}`);
  return {
    ...common(given),
    deploymentType: 'PERSISTENT_2',
    storageType: 'INTELLIGENT_TIERING',
    throughputMBps: throughputMBps ?? 4000,
    readCacheGiB: readCacheGiB ?? 'none',
    metadataIops: iops ?? TIERED_METADATA[0],
    storedGiB: storedGiB ?? 0,
    ...adapter(given),
    ...key(given),
  };
}

/** Refuses what the type does not have. */
function only(given: Raw, has: readonly Own[], refuse: Refuse): void {
  for (const name of Object.keys(OWN) as Own[]) {
    // Not to be made for EFA is what every type is.
    if (given[name] === undefined || given[name] === false || has.includes(name)) continue;
    refuse(name, `has no meaning for ${nameOf(given)}: ${OWN[name]}; leave it out`);
  }
}

function size({ storageGiB, ...given }: Raw, refuse: Refuse): number {
  if (storageGiB === undefined) refuse('storageGiB', `is missing; ${nameOf(given)} needs a size, GiB`);
  return storageGiB ?? 1200;
}

function perUnit<T extends number>(given: Raw, all: readonly [T, ...T[]], refuse: Refuse): T {
  const allowed = `one of ${all.join(', ')}, MB/s for each TiB of storage`;
  const found = all.find((one) => one === given.perUnitMBps);
  if (given.perUnitMBps === undefined) refuse('perUnitMBps', `is missing; ${nameOf(given)} needs ${allowed}`);
  else if (found === undefined) refuse('perUnitMBps', `found ${said(given.perUnitMBps)}; needed here: ${allowed}`);
  return found ?? all[0];
}

function adapter({ efa }: Raw): { efa?: true } {
  return efa === true ? { efa } : {};
}

function key({ kmsKeyId }: Raw): { kmsKeyId?: string } {
  return kmsKeyId === undefined ? {} : { kmsKeyId };
}

function said(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "'");
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxLustre> = raw.transform(
  (given, context): FsxLustre =>
    byType(given, (name, message) => {
      context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
    }),
);
