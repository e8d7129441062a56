/** Parameters of the `tree-copy` workload: a tree of many small files, and who copies it. */
import * as z from 'zod';
import { listBroken, type Problem } from '../../shapes/problem';
import { formatBytes, parseQuantity, QuantityError } from '../../shapes/quantity';
import { bytes } from '../../shapes/quantity-fields';
import { mustBe, parameters, role, integer } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';

const MAX_FILES = 10_000_000;
const MAX_WORKERS = 1024;
/** What the generator of the host can begin from (make.sh). */
const MAX_SEED = 2_147_483_645;
/** Files of a directory where nothing is said: as in content management systems. */
const FILES_PER_DIRECTORY = 10;
/** Where nothing is said: text of web pages compresses by more, images by nothing. */
const COMPRESSIBLE = 50;

const shareError = mustBe('a share of the content from 0 % to 100 %, in whole percent');
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

/** Takes what a spec says; gives back what may be given again. Each host copies the whole tree into its own folder. */
export const schema = parameters(words['tree-copy'], {
  kind: z.literal('tree-copy'),
  role,
  files: integer(1, MAX_FILES),
  size: bytes,
  workers: integer(1, MAX_WORKERS).default(1),
  dirs: integer(1, MAX_FILES).optional(),
  compressible: share.default(COMPRESSIBLE),
  seed: integer(0, MAX_SEED).default(1),
}).transform((raw) => ({ ...raw, dirs: raw.dirs ?? Math.ceil(raw.files / FILES_PER_DIRECTORY) }));

export type TreeCopyParams = Readonly<z.output<typeof schema>>;

/** Below, starting processes and looking at clocks weigh as much as the copy. */
const FEW_FILES = 1000;

/** Trees that cannot be, and such as measure something else than one thinks. */
export function check({ files, size, workers, dirs }: TreeCopyParams): readonly Problem[] {
  const { sizeBelowFiles, emptyDirectories, idleWorkers, fewFiles } = rules.treeCopy;
  const errors = listBroken(
    [size < files, sizeBelowFiles, { size: formatBytes(size), files }],
    [dirs > files, emptyDirectories, { dirs, files }],
    [workers > files, idleWorkers, { workers, files }],
  );
  return errors.length > 0 ? errors : listBroken([files < FEW_FILES, fewFiles, { files }]);
}
