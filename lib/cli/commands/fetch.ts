/** `fsxbench fetch`: downloads an execution from an account, for `report` and `judge`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listObjects } from '../../aws/bucket';
import type { Operator } from '../../aws/operator';
import { mapInBatches } from '../../aws/pages';
import { getLocalFolders } from '../../local/working-folder';
import { pluralize } from '../../results/format';
import { ensure } from '../../shapes/errors';
import { layout } from '../../shapes/layout';
import { formatBytes } from '../../shapes/quantity';
import { type AccountCommand, findExecution, withOperator } from '../account/operate';
import { printAnswer, UserError } from '../command';
import { EXIT } from '../exit-code';

const PARALLEL_DOWNLOADS = 16;
/** Keys become file names, which must stay inside the folder. */
const SAFE_KEY = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w./+=@-]+$/;

/** @throws UserError if there is nothing to fetch */
export const fetchResults: AccountCommand = async (cli, operator, args, options) => {
  const name = ensure(args[0], 'the argument <execution>');
  const { executionId, experiment, status } = await findExecution('fetch', name, operator);
  if (experiment === null)
    throw new UserError('NoExecution', `fetch: '${executionId}' ${explainNoResults(executionId, status, operator)}`);
  const { root, report } = layout(experiment, executionId);
  const isRaw = options['raw'] === true;
  // The S3 console creates keys that end in `/` for folders.
  const all = (await listObjects(operator, root)).filter(
    ({ key }) => !key.endsWith('/') && (isRaw || !key.startsWith(`${root}raw/`)),
  );
  const found = all.filter(({ key }) => SAFE_KEY.test(key));
  const skipped = all.length - found.length;
  if (found.length === 0)
    throw new UserError('NoExecution', `fetch: the bucket ${operator.config.bucket} has no objects below ${root}`);
  const { bucket } = getLocalFolders(cli.cwd);
  const folder = join(bucket, root);
  await mapInBatches(found, PARALLEL_DOWNLOADS, async ({ key }) => {
    const file = join(bucket, key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await operator.download(key));
  });
  const bytes = found.reduce((sum, one) => sum + one.bytes, 0);
  const place = relative(cli.cwd, folder);
  const page = relative(cli.cwd, join(bucket, report));
  const isReported = found.some(({ key }) => key === report);
  const lines = [
    `${pluralize(found.length, 'file')}, ${formatBytes(bytes)}, to ${place}`,
    ...(skipped === 0 ? [] : [`${pluralize(skipped, 'file')} skipped: their keys are not valid file names`]),
    isReported ? `report    ${page}` : 'No report yet.',
    ...(isRaw ? [] : [`raw files npx fsxbench fetch ${executionId} --raw${operator.flags}`]),
  ];
  const shown = isReported ? page : null;
  const document = { executionId, experiment, folder: place, files: found.length, skipped, bytes, report: shown };
  printAnswer(cli, options, document, lines.map((line) => `${line}\n`).join(''));
  return EXIT.done;
};

/** Why an execution without a pointer has no results. */
function explainNoResults(executionId: string, status: string, { config, flags }: Operator): string {
  return status === 'RUNNING'
    ? `is not admitted yet. To follow it: npx fsxbench watch ${executionId}${flags}`
    : `has no record of its admission (${status}); see results/${executionId}.json in the bucket ${config.bucket}`;
}

export const run = withOperator('fetch', fetchResults);
