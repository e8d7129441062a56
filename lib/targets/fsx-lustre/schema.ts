/** Settings of `fsx-lustre`, in the words of the FSx API; amounts carry their unit in the name. */
import * as z from 'zod';
import { about } from '../../shapes/setting';

const API = 'https://docs.aws.amazon.com/fsx/latest/APIReference';
const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';

/** MB/s for each TiB that PERSISTENT_2 may have. API reference, CreateFileSystemLustreConfiguration. */
export const PER_UNIT = [125, 250, 500, 1000] as const;

/** A file's stripes can be on this many targets. lfs-setstripe(1) */
const MAX_STRIPES = 2000;

const deploymentTypes = ['SCRATCH_2', 'PERSISTENT_2', 'SCRATCH_1', 'PERSISTENT_1'] as const;
const OFFERED: readonly string[] = ['SCRATCH_2', 'PERSISTENT_2'];

const shape = {
  kind: z.literal('fsx-lustre'),
  deploymentType: z.enum(deploymentTypes).meta(
    about('SCRATCH_2 is for a while and has 200 MB/s for each TiB; PERSISTENT_2 lasts, and its throughput is chosen.', {
      editor: { enum: OFFERED },
      source: `${GUIDE}/using-fsx-lustre.html`,
      examples: ['PERSISTENT_2', 'SCRATCH_2'],
    }),
  ),
  storageGiB: z
    .int()
    .positive()
    .meta(
      about('Size of its SSD storage, GiB; throughput goes with it.', {
        allowed: '1200, 2400, or a multiple of 2400 GiB',
        source: `${API}/API_CreateFileSystem.html`,
        examples: [2400, 4800],
      }),
    ),
  /** MB/s for each TiB of storage; only PERSISTENT_2 has it, so what else stands here is refused for its type. */
  perUnitMBps: z.union([...PER_UNIT.map((value) => z.literal(value)), z.unknown()]).meta(
    about('Throughput of each TiB of storage, MB/s.', {
      editor: { enum: PER_UNIT },
      only: 'with PERSISTENT_2',
      needed: 'with PERSISTENT_2',
      source: `${API}/API_CreateFileSystemLustreConfiguration.html`,
      examples: [125, 250],
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
    .meta(
      about(
        'Metadata operations a second: `automatic` goes with the storage and is free, a number is provisioned, ' +
          '`none` can never be changed.',
        {
          default: 'automatic',
          allowed: 'automatic, none, 1500, 3000, 6000, or a multiple of 12,000 up to 192,000',
          only: 'with PERSISTENT_2',
          source: `${API}/API_CreateFileSystemLustreMetadataConfiguration.html`,
          examples: [3000, 6000],
        },
      ),
    ),
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
  efa: z.boolean().meta(about('File systems for EFA are not offered yet.', { editor: { const: false } })),
};

interface Settings {
  readonly kind: 'fsx-lustre';
  readonly storageGiB: number;
  readonly compression: 'NONE' | 'LZ4';
  readonly stripeCount?: number;
}

/** Temporary storage: its throughput goes with its size alone. */
export interface Scratch extends Settings {
  readonly deploymentType: 'SCRATCH_2';
}

/** Lasting storage with a chosen throughput. */
export interface Persistent extends Settings {
  readonly deploymentType: 'PERSISTENT_2';
  readonly perUnitMBps: (typeof PER_UNIT)[number];
  readonly metadataIops: 'automatic' | 'none' | number;
}

export type FsxLustre = Scratch | Persistent;

const raw = z.strictObject({
  ...shape,
  perUnitMBps: shape.perUnitMBps.optional(),
  metadataIops: shape.metadataIops.optional(),
  stripeCount: shape.stripeCount.optional(),
  efa: shape.efa.optional(),
});
type Raw = z.output<typeof raw>;

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxLustre> = raw.transform((given, context): FsxLustre => {
  const refuse = (name: keyof Raw, message: string): void => {
    context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
  };
  if (!OFFERED.includes(given.deploymentType))
    refuse(
      'deploymentType',
      `found '${given.deploymentType}', which is not offered yet; allowed: ${OFFERED.join(', ')}`,
    );
  if (given.efa === true)
    refuse('efa', 'found true; file systems for EFA are not offered yet: they have other sizes and need EFA clients');
  const settings: Settings = {
    kind: 'fsx-lustre',
    storageGiB: given.storageGiB,
    compression: given.compression,
    ...(given.stripeCount === undefined ? {} : { stripeCount: given.stripeCount }),
  };
  return given.deploymentType === 'SCRATCH_2' ? scratch(settings, given, refuse) : persistent(settings, given, refuse);
});

type Refuse = (name: keyof Raw, message: string) => void;

function scratch(settings: Settings, given: Raw, refuse: Refuse): Scratch {
  const why = 'has no meaning for SCRATCH_2';
  if (given.perUnitMBps !== undefined) refuse('perUnitMBps', `${why}, which gives 200 MB/s for each TiB; leave it out`);
  if (given.metadataIops !== undefined)
    refuse('metadataIops', `${why}: only PERSISTENT_2 takes a metadata configuration; leave it out`);
  return { ...settings, deploymentType: 'SCRATCH_2' };
}

function persistent(settings: Settings, given: Raw, refuse: Refuse): Persistent {
  const allowed = `one of ${PER_UNIT.join(', ')}, MB/s for each TiB of storage`;
  const perUnitMBps = PER_UNIT.find((value) => value === given.perUnitMBps);
  if (given.perUnitMBps === undefined) {
    if (given.deploymentType === 'PERSISTENT_2') refuse('perUnitMBps', `is missing; PERSISTENT_2 needs ${allowed}`);
  } else if (perUnitMBps === undefined) {
    refuse('perUnitMBps', `found ${JSON.stringify(given.perUnitMBps).replaceAll('"', "'")}; needed here: ${allowed}`);
  }
  return {
    ...settings,
    deploymentType: 'PERSISTENT_2',
    perUnitMBps: perUnitMBps ?? 125,
    metadataIops: given.metadataIops ?? 'automatic',
  };
}

/** How hosts mount it. */
export interface LustreMount {
  /** File locks that all hosts see, as databases and many tools want them. */
  readonly flock: boolean;
  /** Reads do not write access times. */
  readonly noatime: boolean;
  /** Client settings that the FSx guide recommends, by memory and processors of the host; or those of the client. */
  readonly tuning: 'none' | 'recommended';
  /**
   * More of them by name, after those of {@link tuning}: `osc.max_dirty_mb` is set on all devices of that kind which
   * this file system has on the host, and on no others (lctl(8), `set_param`).
   */
  readonly lctl?: Readonly<Record<string, number | string>>;
}

/** Kinds of client devices whose names begin with that of the file system: Lustre manual, Tuning Parameters. */
const LCTL_KINDS = ['osc', 'mdc', 'llite', 'lov', 'lmv', 'ldlm.namespaces'] as const;
const LCTL_NAME = new RegExp(`^(${LCTL_KINDS.join('|').replace('.', '\\.')})\\.[a-z][a-z0-9_]{0,63}$`);
const LCTL_VALUE = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const lctlNames =
  `needed here: ${LCTL_KINDS.join(', ')}, a dot, and the name of a setting, e.g. osc.max_dirty_mb; which devices are ` +
  'meant follows from the file system';
const lctlValues = 'needed here: a number, or a word of letters, digits, ., _, + and -';

const lctl = z
  .record(z.string(), z.unknown())
  .transform((given, context): Readonly<Record<string, number | string>> => {
    const taken: Record<string, number | string> = {};
    for (const [name, value] of Object.entries(given)) {
      const refuse = (message: string): void => {
        context.addIssue({ code: 'custom', path: [name], message, input: value });
      };
      // About the name, which may be right for another value.
      if (!LCTL_NAME.test(name)) {
        const message = `found '${name}', which is no setting of the client; ${lctlNames}`;
        context.addIssue({ code: 'invalid_key', origin: 'record', issues: [], path: [name], message, input: name });
      } else if (
        typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'string' || !LCTL_VALUE.test(value)
      )
        refuse(`found ${JSON.stringify(value)?.replaceAll('"', "'")}; ${lctlValues}`);
      else taken[name] = value as number | string;
    }
    return taken;
  });

const MOUNTING = `${GUIDE}/mounting-ec2-instance.html`;

/** Defaults of the FSx guide: {@link MOUNTING}. */
export const mountSchema: z.ZodType<LustreMount> = z
  .strictObject({
    flock: z
      .boolean()
      .default(true)
      .meta(about('File locks that all hosts see, as databases and many tools want them.', { source: MOUNTING })),
    noatime: z
      .boolean()
      .default(true)
      .meta(about('Reads do not write access times.', { source: MOUNTING })),
    tuning: z
      .enum(['none', 'recommended'])
      .default('recommended')
      .meta(
        about(
          'Client settings that the FSx guide recommends, by memory and processors of the host; or those that the ' +
            'client has by itself.',
          {
            source: `${GUIDE}/performance.html#performance-tips`,
          },
        ),
      ),
    lctl: lctl.optional().meta(
      about(
        'More client settings by name, after those of `tuning`, on the devices of this file system alone. Each is ' +
          'read back in every trial.',
        {
          allowed: `${LCTL_KINDS.join(', ')}, a dot, the setting; e.g. { osc.max_dirty_mb: 512 }`,
          source: 'https://doc.lustre.org/lustre_manual.xhtml#lustretuning',
          editor: {
            type: 'object',
            propertyNames: { pattern: LCTL_NAME.source },
            additionalProperties: { type: ['string', 'number'], pattern: LCTL_VALUE.source },
          },
        },
      ),
    ),
  })
  .transform(({ lctl: asked, ...mount }): LustreMount => (asked === undefined ? mount : { ...mount, lctl: asked }));
