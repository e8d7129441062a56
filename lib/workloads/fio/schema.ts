/**
 * Parameters of the `fio` workload, with fio's names and values (https://fio.readthedocs.io/en/latest/fio_doc.html).
 * Additions: `role`, and `auto` for `ioengine` and `direct`.
 */
import * as z from 'zod';
import type { FileOperation } from '../../shapes/file-operation';
import { bytesSchema, secondsSchema } from '../../shapes/quantity-fields';
import { createValueError, createParamsSchema, roleSchema, createIntegerSchema } from '../fields';
import words from '../settings.json';
import { JOB_FILE_FIELD, checkJobFile } from './jobs/field';
import { DATA_ENGINES, explainUnknownEngine, METADATA_ENGINES } from './options/engine';
import { RW_VALUES, getReadShare, type Rw } from './options/operations';
import { computeMeanBytes, readSplit } from './options/block-split';
import { OPTION_FIELDS, OPTION_NAMES, type Options, pickOptions } from './options/options';

/** fio's alias of `rw`; both names set the same option. */
const RW_ALIAS = 'readwrite';

/** Maximum queue depth and number of jobs: larger values are typos, and exceed what one process can handle. */
const MAX_DEPTH = 4096;
const MAX_JOBS = 1024;
const MAX_FILES = 10_000_000;

/** Parameters for reads and writes of data. */
export interface DataParams extends Options {
  readonly kind: 'fio';
  readonly role: string;
  readonly rw: Rw;
  /** Share of reads in `randrw` and `rw`, %. */
  readonly rwmixread?: number;
  /** Bytes of one I/O; absent with `bssplit`. */
  readonly bs?: number;
  readonly iodepth: number;
  readonly numjobs: number;
  /** `auto` is libaio if it can be loaded, otherwise psync. */
  readonly ioengine: (typeof DATA_ENGINES)[number];
  /** Bytes of each job's file. */
  readonly size: number;
  /** Seconds of warm-up, and of the measurement after it. */
  readonly ramp_time: number;
  readonly runtime: number;
  /** O_DIRECT; `auto` uses it if the file system allows it. */
  readonly direct: 'auto' | boolean;
  readonly randseed?: number;
}

/** Parameters for creating, looking up or deleting files; the run ends when all files are done. */
export interface FileOpParams {
  readonly kind: 'fio';
  readonly role: string;
  readonly ioengine: (typeof METADATA_ENGINES)[number];
  readonly numjobs: number;
  /** Files of each job. */
  readonly nrfiles: number;
}

/** Parameters of one call of fio: a configuration. */
export type CellParams = DataParams | FileOpParams;

/** A job file as the user wrote it. */
export interface JobFileParams {
  readonly kind: 'fio';
  readonly role: string;
  readonly jobFile: string;
}

export type FioParams = CellParams | JobFileParams;

export function isCell(params: FioParams): params is CellParams {
  return !isJobFile(params);
}

export function isJobFile(params: FioParams): params is JobFileParams {
  return 'jobFile' in params;
}

/** Whether the engine does file operations, not I/O. */
export function isMetadata(params: CellParams): params is FileOpParams {
  return (METADATA_ENGINES as readonly string[]).includes(params.ioengine);
}

/** Mean bytes per I/O. */
export function getBlockBytes({ bs, bssplit, rw, rwmixread }: DataParams): number {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  if (split === null) return bs ?? 0;
  const reads = getReadShare(rw, rwmixread);
  return reads * computeMeanBytes(split.read) + (1 - reads) * computeMeanBytes(split.write);
}

/** The only value of `rw` that each metadata engine supports. */
export const METADATA_OPERATION = { filecreate: 'write', filestat: 'randread', filedelete: 'write' } as const;

export const FILE_OPERATION = {
  filecreate: 'create',
  filestat: 'stat',
  filedelete: 'delete',
} as const satisfies Readonly<Record<(typeof METADATA_ENGINES)[number], FileOperation>>;

const DEFAULT_RAMP_SECONDS = 10;
const DEFAULT_RUNTIME = 60;

const fieldSchemas = createParamsSchema(words.fio, {
  kind: z.literal('fio'),
  role: roleSchema,
  rw: createEnumSchema([...RW_VALUES, RW_ALIAS]).optional(),
  rwmixread: createIntegerSchema(1, 99).optional(),
  bs: bytesSchema.optional(),
  iodepth: createIntegerSchema(1, MAX_DEPTH).optional(),
  numjobs: createIntegerSchema(1, MAX_JOBS).optional(),
  ioengine: z.enum([...DATA_ENGINES, ...METADATA_ENGINES], { error: explainUnknownEngine }).optional(),
  size: bytesSchema.optional(),
  ramp_time: secondsSchema.optional(),
  runtime: secondsSchema.optional(),
  // Accepts fio's values, 0 and 1, too.
  direct: z
    .union([z.literal('auto'), z.boolean(), z.literal([0, 1])], { error: createValueError('auto, true, false, 1, 0') })
    .optional(),
  nrfiles: createIntegerSchema(1, MAX_FILES).optional(),
  randseed: createIntegerSchema(0, Number.MAX_SAFE_INTEGER).optional(),
  ...OPTION_FIELDS,
  jobFile: JOB_FILE_FIELD,
});
type RawParams = z.output<typeof fieldSchemas>;

const DATA_PARAMS = [
  ...(['rwmixread', 'bs', 'iodepth', 'size', 'ramp_time', 'runtime', 'direct', 'randseed'] as const),
  ...OPTION_NAMES,
];

/** Schema of the parameters. Parsing its output, which has units on sizes, gives the same parameters again. */
export const fioSchema: z.ZodType<FioParams> = fieldSchemas.transform((raw, context): FioParams => {
  const add: AddIssue = (name, message, params = {}) => {
    context.addIssue({ code: 'custom', path: [name], message, params });
  };
  if (raw.jobFile !== undefined) return parseJobFileParams(raw, raw.jobFile, add);
  const { ioengine = 'auto' } = raw;
  return (METADATA_ENGINES as readonly string[]).includes(ioengine) ? parseMetadata(raw, add) : parseData(raw, add);
});

type AddIssue = (name: keyof RawParams, message: string, params?: Readonly<Record<string, unknown>>) => void;

function parseData(raw: RawParams, add: AddIssue): DataParams {
  const { rw, bs, size, direct = 'auto' } = raw;
  if (rw === undefined) add('rw', `is missing; allowed: ${RW_VALUES.join(', ')}`);
  if (bs === undefined && raw.bssplit === undefined) add('bs', 'is missing; bytes of one I/O, e.g. 4k or 1 MiB');
  if (bs !== undefined && raw.bssplit !== undefined) add('bs', 'bssplit already sets the sizes of I/Os; remove bs');
  if (size === undefined) add('size', "is missing; bytes of each job's file, e.g. 256 MiB");
  if (raw.nrfiles !== undefined)
    add('nrfiles', `applies only to ioengine ${METADATA_ENGINES.join(', ')}; set size instead`);
  return {
    kind: 'fio',
    role: raw.role,
    rw: rw === RW_ALIAS ? 'rw' : (rw ?? 'randread'),
    ...setIfGiven('rwmixread', raw.rwmixread),
    ...setIfGiven('bs', bs),
    iodepth: raw.iodepth ?? 1,
    numjobs: raw.numjobs ?? 1,
    ioengine: (raw.ioengine ?? 'auto') as DataParams['ioengine'],
    size: size ?? 0,
    ramp_time: raw.ramp_time ?? DEFAULT_RAMP_SECONDS,
    runtime: raw.runtime ?? DEFAULT_RUNTIME,
    direct: direct === 'auto' ? direct : Boolean(direct),
    ...setIfGiven('randseed', raw.randseed),
    ...pickOptions(raw),
  };
}

function parseMetadata(raw: RawParams, add: AddIssue): FileOpParams {
  const ioengine = raw.ioengine as FileOpParams['ioengine'];
  if (raw.nrfiles === undefined)
    add('nrfiles', `is missing; how many files each job of ${ioengine} works on, e.g. 20000`);
  for (const name of DATA_PARAMS) {
    if (raw[name] !== undefined)
      add(name, `does not apply to ioengine ${ioengine}, which only works on whole files; remove the parameter`);
  }
  if (raw.rw !== undefined && raw.rw !== METADATA_OPERATION[ioengine]) {
    add('rw', `ioengine ${ioengine} supports only rw: ${METADATA_OPERATION[ioengine]}; leave rw out`);
  }
  return { kind: 'fio', role: raw.role, ioengine, numjobs: raw.numjobs ?? 1, nrfiles: raw.nrfiles ?? 0 };
}

/** Besides the text, only `role` is allowed. */
function parseJobFileParams(raw: RawParams, text: string, add: AddIssue): JobFileParams {
  for (const name of Object.keys(raw) as (keyof RawParams)[])
    if (!['kind', 'role', 'jobFile'].includes(name) && raw[name] !== undefined)
      add(name, 'the job file sets this option; remove this parameter or jobFile');
  for (const { message, textLine } of checkJobFile(text)) add('jobFile', message, { textLine });
  return { kind: 'fio', role: raw.role, jobFile: text };
}

function setIfGiven<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };
}

function createEnumSchema<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: createValueError(values.join(', ')) });
}
