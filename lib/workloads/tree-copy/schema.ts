/** Parameters of the `tree-copy` workload: a tree of many small files, and the workers that copy it. */
import * as z from 'zod';
import { listBroken, type Problem } from '../../shapes/problem';
import { formatBytes, parseQuantity, QuantityError } from '../../shapes/quantity';
import { bytesSchema } from '../../shapes/quantity-fields';
import { createValueError, createParamsSchema, roleSchema, createIntegerSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';

const MAX_FILES = 10_000_000;
const MAX_WORKERS = 1024;
/** Upper limit of the random generator on the host (make.sh). */
const MAX_SEED = 2_147_483_645;
/** Default number of files per directory, as in content management systems. */
const FILES_PER_DIRECTORY = 10;
/** Default share, %: text of web pages compresses better, images do not compress. */
const DEFAULT_COMPRESSIBLE = 50;

const shareError = createValueError('a share of the content from 0% to 100%, in whole percent');
const shareSchema = z.union([z.string(), z.number()], { error: shareError }).transform((value, context) => {
  try {
    const percent = parseQuantity('%', value);
    if (Number.isInteger(percent) && percent <= 100) return percent;
  } catch (fault) {
    if (!(fault instanceof QuantityError)) throw fault;
  }
  context.addIssue({ code: 'custom', message: shareError({ input: value }) });
  return z.NEVER;
});

/** Schema of the parameters; each host copies the whole tree into its own folder. Parsing its output is idempotent. */
export const treeCopySchema = createParamsSchema(words['tree-copy'], {
  kind: z.literal('tree-copy'),
  role: roleSchema,
  files: createIntegerSchema(1, MAX_FILES),
  size: bytesSchema,
  workers: createIntegerSchema(1, MAX_WORKERS).default(1),
  dirs: createIntegerSchema(1, MAX_FILES).optional(),
  compressible: shareSchema.default(DEFAULT_COMPRESSIBLE),
  seed: createIntegerSchema(0, MAX_SEED).default(1),
}).transform((raw) => ({ ...raw, dirs: raw.dirs ?? Math.ceil(raw.files / FILES_PER_DIRECTORY) }));

export type TreeCopyParams = Readonly<z.output<typeof treeCopySchema>>;

/** With fewer files, process start-up and clock reads take as long as the copy. */
const MIN_USEFUL_FILES = 1000;

/** Reports impossible trees, and trees that are too small to measure the storage. */
export function checkParams({ files, size, workers, dirs }: TreeCopyParams): readonly Problem[] {
  const { sizeBelowFiles, emptyDirectories, idleWorkers, fewFiles } = rules.treeCopy;
  const errors = listBroken(
    [size < files, sizeBelowFiles, { size: formatBytes(size), files }],
    [dirs > files, emptyDirectories, { dirs, files }],
    [workers > files, idleWorkers, { workers, files }],
  );
  return errors.length > 0 ? errors : listBroken([files < MIN_USEFUL_FILES, fewFiles, { files }]);
}
