/** Parameters of the `tree-copy` workload: a tree of many small files, and who copies it. */
import * as z from 'zod';
import type { Problem } from '../../shapes/problem';
import { formatBytes, parseQuantity, QuantityError } from '../../shapes/quantity';
import { bytes } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { allowed, also, role, unknownKeys, whole } from '../fields';

export interface TreeCopyParams {
  readonly kind: 'tree-copy';
  /** Role of the fleet that copies. Each of its hosts copies the whole tree into a folder of its own. */
  readonly role: string;
  /** Files of the tree. */
  readonly files: number;
  /** Bytes of all files together. */
  readonly size: number;
  /** Processes of each host that copy at the same time, each its share of the files. */
  readonly workers: number;
  /** Directories of the tree, made before the time begins. */
  readonly dirs: number;
  /** Of the content that part which compresses to nearly nothing, %; the rest is noise. */
  readonly compressible: number;
  /** What sizes and content are drawn from. */
  readonly seed: number;
}

const MAX_FILES = 10_000_000;
const MAX_WORKERS = 1024;
/** What the generator of the host can begin from (make.sh). */
const MAX_SEED = 2_147_483_645;
/** Files of a directory where nothing is said: as in content management systems. */
const FILES_PER_DIRECTORY = 10;
/** Where nothing is said: text of web pages compresses by more, images by nothing. */
const COMPRESSIBLE = 50;

const shareError = allowed('a share of the content from 0 % to 100 %, in whole percent');
const share = z.union([z.string(), z.number()], { error: shareError }).transform((value, context) => {
  try {
    const percent = parseQuantity('%', value);
    if (Number.isInteger(percent) && percent <= 100) return percent;
  } catch (fault) {
    if (!(fault instanceof QuantityError)) throw fault;
  }
  context.addIssue({ code: 'custom', message: shareError({ input: value }) });
  return z.NEVER;
});

const shape = {
  kind: z.literal('tree-copy'),
  role,
  files: whole(1, MAX_FILES)
    .meta(also('nrfiles', 'filecount', 'count', 'number'))
    .meta(about('Files of the tree.', { examples: [12_000] })),
  size: bytes
    .meta(also('bytes', 'total', 'totalsize'))
    .meta(about('Bytes of all files together, exactly.', { examples: ['250 MB'] })),
  workers: whole(1, MAX_WORKERS)
    .default(1)
    .meta(also('threads', 'processes', 'jobs', 'numjobs', 'parallel', 'concurrency'))
    .meta(about('Processes of each host that copy at once, each its share of the files.')),
  dirs: whole(1, MAX_FILES)
    .optional()
    .meta(also('directories', 'folders'))
    .meta(about('Directories, each with as many files as the next. Left out: one for ten files.')),
  compressible: share
    .default(COMPRESSIBLE)
    .meta(also('compressibility', 'compression'))
    .meta(
      about('Of every KiB of content that part which compresses to nearly nothing, %; the rest is noise.', {
        default: COMPRESSIBLE,
        editor: { type: ['string', 'number'], pattern: '^\\s*(\\d|[1-9]\\d|100)\\s*%?\\s*$', minimum: 0, maximum: 100 },
        examples: [0, '50 %'],
      }),
    ),
  seed: whole(0, MAX_SEED)
    .default(1)
    .meta(also('randseed'))
    .meta(about('What sizes and content are drawn from: the same numbers give the same bytes on every machine.')),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<TreeCopyParams> = z
  .strictObject(shape, { error: unknownKeys(NAMES) })
  .transform((raw): TreeCopyParams => ({ ...raw, dirs: raw.dirs ?? Math.ceil(raw.files / FILES_PER_DIRECTORY) }));

/** Below, starting processes and looking at clocks weigh as much as the copy. */
const FEW_FILES = 1000;

/** Trees that cannot be, and such as measure something else than one thinks. */
export function check({ files, size, workers, dirs }: TreeCopyParams): readonly Problem[] {
  const found: Problem[] = [];
  const error = (code: string, name: string, message: string): void => {
    found.push({ severity: 'error', code, path: [name], message });
  };
  if (size < files) {
    const least = `${formatBytes(size)} are less than a byte for each of ${files} files`;
    error('SizeBelowFiles', 'size', `${least}; allowed: ${files} B and more`);
  }
  if (dirs > files)
    error('EmptyDirectories', 'dirs', `${dirs} directories are more than there are files; allowed: 1 to ${files}`);
  if (workers > files)
    error('IdleWorkers', 'workers', `${workers} workers are more than there are files; allowed: 1 to ${files}`);
  if (files < FEW_FILES && found.length === 0) {
    const message = `a copy of ${files} files is over in no time, and starting it weighs as much; give some thousands`;
    found.push({ severity: 'advice', code: 'FewFiles', path: ['files'], message });
  }
  return found;
}
