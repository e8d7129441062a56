/** Parameters of the `fio` workload. */
import * as z from 'zod';
import { bytes, seconds } from '../../shapes/quantity';

/** Operations, named as fio's option `rw` names them. */
export const OPERATIONS = ['randread', 'randwrite', 'read', 'write', 'randrw', 'rw'] as const;
export const DATA_ENGINES = ['auto', 'libaio', 'io_uring', 'psync'] as const;
export const METADATA_ENGINES = ['filecreate', 'filestat', 'filedelete'] as const;

/** Largest depth and number of jobs: more is a slip of the pen, and one process could not hold it. */
const MAX_DEPTH = 4096;
const MAX_JOBS = 1024;
const MAX_FILES = 10_000_000;

/** Reads and writes of data. */
export interface DataParams {
  readonly kind: 'fio';
  /** Role of the fleet that runs it. */
  readonly role: string;
  readonly operation: (typeof OPERATIONS)[number];
  /** Share of reads in `randrw` and `rw`, %. */
  readonly readPercent?: number;
  readonly blockSize: number;
  readonly depth: number;
  readonly jobs: number;
  readonly engine: (typeof DATA_ENGINES)[number];
  /** Bytes of each job's own file. */
  readonly size: number;
  /** Seconds. */
  readonly warmUp: number;
  readonly measure: number;
  /** O_DIRECT: `auto` takes it where the file system allows it. */
  readonly direct: 'auto' | boolean;
  readonly seed?: number;
}

/** Creating, looking up or deleting files; ends when all files are done. */
export interface MetadataParams {
  readonly kind: 'fio';
  readonly role: string;
  readonly engine: (typeof METADATA_ENGINES)[number];
  readonly jobs: number;
  /** Files for each job. */
  readonly files: number;
}

export type FioParams = DataParams | MetadataParams;

/** Tells the two kinds of parameters apart. */
export function isMetadata(params: FioParams): params is MetadataParams {
  return (METADATA_ENGINES as readonly string[]).includes(params.engine);
}

/** What fio's direction a metadata engine works in. */
export const METADATA_OPERATION = { filecreate: 'write', filestat: 'randread', filedelete: 'write' } as const;

/** What metadata engines do to each file, in the words of a target's model. */
export const FILE_OPERATION = { filecreate: 'create', filestat: 'stat', filedelete: 'delete' } as const;

const shape = {
  kind: z.literal('fio'),
  role: z
    .string({ error: 'a role is the name of a part of the fleet, e.g. client' })
    .regex(/^[a-z][a-z0-9-]*$/, { error: 'a role is lower-case letters, digits and -, e.g. client' })
    .default('client'),
  operation: choice(OPERATIONS).optional(),
  readPercent: whole(1, 99).optional(),
  blockSize: bytes.optional(),
  depth: whole(1, MAX_DEPTH).optional(),
  jobs: whole(1, MAX_JOBS).default(1),
  engine: choice([...DATA_ENGINES, ...METADATA_ENGINES]).default('auto'),
  size: bytes.optional(),
  warmUp: seconds.optional(),
  measure: seconds.optional(),
  direct: z.union([z.literal('auto'), z.boolean()], { error: expected('auto, true, false') }).optional(),
  files: whole(1, MAX_FILES).optional(),
  seed: whole(0, Number.MAX_SAFE_INTEGER).optional(),
};
type Raw = z.output<z.ZodObject<typeof shape>>;

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');
const ONLY_DATA = ['readPercent', 'blockSize', 'depth', 'size', 'warmUp', 'measure', 'direct', 'seed'] as const;

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FioParams> = z
  .strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown parameter ${issue.keys.map((key) => `'${key}'`).join(', ')}; allowed: ${NAMES.join(', ')}`
        : undefined,
  })
  .transform((raw, context): FioParams => {
    const add = (name: keyof Raw, message: string): void => {
      context.addIssue({ code: 'custom', path: [name], message });
    };
    return (METADATA_ENGINES as readonly string[]).includes(raw.engine) ? metadata(raw, add) : data(raw, add);
  });

type Add = (name: keyof Raw, message: string) => void;

function data(raw: Raw, add: Add): DataParams {
  const { operation, blockSize, size } = raw;
  if (operation === undefined) add('operation', `is missing; allowed: ${OPERATIONS.join(', ')}`);
  if (blockSize === undefined) add('blockSize', 'is missing; bytes of one I/O, e.g. 4k or 1 MiB');
  if (size === undefined) add('size', "is missing; bytes of each job's own file, e.g. 256 MiB");
  if (raw.files !== undefined)
    add('files', `is for the engines ${METADATA_ENGINES.join(', ')} only; give size instead`);
  return {
    kind: 'fio',
    role: raw.role,
    operation: operation ?? 'randread',
    ...given('readPercent', raw.readPercent),
    blockSize: blockSize ?? 0,
    depth: raw.depth ?? 1,
    jobs: raw.jobs,
    engine: raw.engine as DataParams['engine'],
    size: size ?? 0,
    warmUp: raw.warmUp ?? 10,
    measure: raw.measure ?? 60,
    direct: raw.direct ?? 'auto',
    ...given('seed', raw.seed),
  };
}

function metadata(raw: Raw, add: Add): MetadataParams {
  const engine = raw.engine as MetadataParams['engine'];
  if (raw.files === undefined) add('files', `is missing; how many files each job of ${engine} works on, e.g. 20000`);
  for (const name of ONLY_DATA) {
    if (raw[name] !== undefined)
      add(name, `has no meaning for engine ${engine}, which moves no data and ends with its files`);
  }
  if (raw.operation !== undefined && raw.operation !== METADATA_OPERATION[engine]) {
    add('operation', `engine ${engine} works as ${METADATA_OPERATION[engine]} only; leave operation out`);
  }
  return { kind: 'fio', role: raw.role, engine, jobs: raw.jobs, files: raw.files ?? 0 };
}

function given<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };
}

function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: expected(values.join(', ')) });
}

function whole(least: number, most: number) {
  const error = expected(`a whole number from ${least} to ${most}`);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

function expected(allowed: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    `${input === undefined ? 'is missing' : `${JSON.stringify(input)} is not allowed`}; allowed: ${allowed}`;
}
