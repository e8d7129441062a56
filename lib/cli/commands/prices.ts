/** `fsxbench prices`: what is reckoned with, and `prices update`: reads AWS's public price files anew. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getFile, readPriceFiles } from '../../aws/admission/price-files';
import { bookOf } from '../../pricing/aws';
import { FsxbenchError } from '../../shapes/errors';
import { type Cli, UserError } from '../command';
import { abortable } from '../interrupts';
import { textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { pricesFile, pricesOf, regionOf } from '../region';
import { bookText, updateText } from '../text/prices-text';
import { whyUnwritable } from '../user-file';

/** Whoever calls a Region so that AWS does not: nothing else may get into an address. */
const REGION = /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/;

/**
 * @throws UserError for another action than `update`, a Region without prices, a file that cannot be read or written
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const [action] = args;
  if (action === 'update') return update(cli, options);
  if (action !== undefined)
    throw new UserError('UnknownAction', `prices: there is no '${action}'; there is \`fsxbench prices update\``);
  const { book, saved, file } = pricesOf(cli, options);
  const { readAt = null, files = [], missing = [], contradictions = [] } = saved ?? {};
  if (options['json'] === true) {
    const all = { region: book.region, file, readAt, files, missing, contradictions, prices: book.prices };
    cli.out.write(`${JSON.stringify(all, null, 2)}\n`);
  } else cli.out.write(bookText(book, saved, file));
  return EXIT.done;
}

async function update(cli: Cli, options: Readonly<Record<string, unknown>>): Promise<ExitCode> {
  const region = regionOf(options['region']);
  if (!REGION.test(region))
    throw new UserError('UnknownRegion', `--region: found '${region}'; allowed: the code of a Region, like eu-west-1`);
  const named = textOf(options['output']);
  const file = named === undefined ? pricesFile(cli.cwd, region) : resolve(cli.cwd, named === '' ? '\0' : named);
  const json = options['json'] === true;
  const { signal, release } = abortable(cli.interrupts, EXIT.interrupted);
  try {
    const begins = (url: string): void => {
      if (!json) cli.err.write(`reading ${url}\n`);
    };
    const saved = await readPriceFiles(region, { get: getFile, now: () => Date.now(), signal, begins });
    keep(file, named ?? file, `${JSON.stringify(saved, null, 2)}\n`);
    const before = bookOf(region);
    if (json) cli.out.write(`${JSON.stringify({ ...saved, file }, null, 2)}\n`);
    else cli.out.write(updateText(saved, before, bookOf(region, true, saved.prices), named ?? file));
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) throw new UserError('PriceListUnavailable', 'interrupted: nothing was kept', EXIT.interrupted);
    const { name, message } = error as Error;
    if (error instanceof FsxbenchError && (name === 'PriceListUnavailable' || name === 'PriceListUnreadable'))
      throw new UserError(name, `${message}. What was known before is still reckoned with`);
    throw error;
  } finally {
    release();
  }
}

/** All of it or nothing: whoever reads meanwhile finds the old one. */
function keep(file: string, shown: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (error) {
    const why = whyUnwritable(shown, error as NodeJS.ErrnoException);
    throw new UserError('OutputUnwritable', `--output: '${shown}' cannot be written: ${why}`);
  }
}
