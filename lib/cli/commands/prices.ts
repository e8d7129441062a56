/** `fsxbench prices`: what is reckoned with, and `prices update`: reads AWS's public price files anew. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getFile, readPriceFiles } from '../../aws/admission/price-files';
import { buildBook } from '../../pricing/aws';
import { FsxbenchError } from '../../shapes/errors';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { abortOnInterrupt } from '../interrupts';
import { toText } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { pricesPath, loadPrices, pickRegion } from '../workspace';
import { whyUnwritable } from '../user-file';
import type { SavedPrices } from '../../pricing/list/saved-prices';
import { findPrice } from '../../pricing/price-book';
import { groupBy } from '../../shapes/collections';
import type { Price, PriceBook } from '../../shapes/price';

/** Whoever calls a Region so that AWS does not: nothing else may get into an address. */
const REGION = /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/;

/**
 * @throws UserError for another action than `update`, a Region without prices, a file that cannot be read or written
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const [action] = args;
  if (action === 'update') return updatePrices(cli, options);
  if (action !== undefined)
    throw new UserError('UnknownAction', `prices: there is no '${action}'; there is \`npx fsxbench prices update\``);
  const { book, saved, file } = loadPrices(cli, options);
  const { readAt = null, files = [], missing = [], contradictions = [] } = saved ?? {};
  const document = { region: book.region, file, readAt, files, missing, contradictions, prices: book.prices };
  printAnswer(cli, options, document, bookText(book, saved, file));
  return EXIT.done;
}

async function updatePrices(cli: Cli, options: Options): Promise<ExitCode> {
  const region = pickRegion(options['region']);
  if (!REGION.test(region))
    throw new UserError('UnknownRegion', `--region: found '${region}'; allowed: the code of a Region, like eu-west-1`);
  const named = toText(options['output']);
  const file = named === undefined ? pricesPath(cli.cwd, region) : resolve(cli.cwd, named === '' ? '\0' : named);
  const json = options['json'] === true;
  const { signal, release } = abortOnInterrupt(cli.interrupts, EXIT.interrupted);
  try {
    const begins = (url: string): void => {
      if (!json) cli.err.write(`reading ${url}\n`);
    };
    const saved = await readPriceFiles(region, { get: getFile, now: () => Date.now(), signal, begins });
    saveFile(file, named ?? file, `${JSON.stringify(saved, null, 2)}\n`);
    const after = buildBook(region, true, saved.prices);
    printAnswer(cli, options, { ...saved, file }, updateText(saved, buildBook(region), after, named ?? file));
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
function saveFile(file: string, shown: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (error) {
    const why = whyUnwritable(shown, error as NodeJS.ErrnoException);
    throw new UserError('OutputUnwritable', `--output: '${shown}' cannot be written: ${why}`);
  }
}

/** Changes that are listed; of more only the number is said. */
const SHOWN_MAX = 20;
/** Of prices that stand in the order of their kind, instance types would push all others away. */
const HOST_SERVICE = 'ec2';

/** @param file where they were kept; null for those of this version */
function bookText(book: PriceBook, saved: SavedPrices | null, file: string | null): string {
  const from =
    saved === null || file === null
      ? 'as they were written down for this version; `npx fsxbench prices update` reads those of AWS'
      : `read from AWS ${saved.readAt.slice(0, 10)} (${file}), and what its files lack as it was written down`;
  const prices = [...book.prices].sort(
    (a, b) => Number(a.service === HOST_SERVICE) - Number(b.service === HOST_SERVICE),
  );
  const groups = [...groupBy(prices, ({ source, confidence = 'low' }) => `${source} (${confidence})`)];
  const sections = groups.map(([source, its]) => [`\n${source}`, ...its.map(formatPrice)].join('\n'));
  return `${book.prices.length} prices of ${book.region}, ${from}.\n${CONFIDENCE}\n${sections.join('\n')}\n`;
}

const CONFIDENCE = 'How sure each is: high = AWS itself, or two sources agree; medium = one source; low = assumed.';

function formatPrice({ service, dimension, usd, unit, note }: Price): string {
  return `  ${service} ${dimension}: ${usd} USD / ${unit}${note === undefined ? '' : `; ${note}`}`;
}

/** What an update found, and what it did not. */
function updateText(saved: SavedPrices, before: PriceBook, after: PriceBook, file: string): string {
  const { files, missing, contradictions, prices, region } = saved;
  const was = (price: Price): Price | undefined => findPrice(before, price.service, price.dimension);
  const changed = prices.flatMap((price) => {
    const old = was(price);
    return old === undefined || isSamePrice(old.usd, price.usd)
      ? []
      : [`${formatName(price)}: ${old.usd} -> ${price.usd} USD`];
  });
  const read = new Set(prices.map(formatName));
  const kept = after.prices.filter((price) => !read.has(formatName(price)));
  const lines = [
    ...files.map(
      ({ offer, published, bytes, rows }) =>
        `${offer}: ${(bytes / 1e6).toFixed(1)} MB, ${rows} prices on demand, published ${published}`,
    ),
    ...missing.map(({ offer, why }) => `${offer}: no file (${why})`),
    `${prices.length} prices of ${region} kept in ${file}; ${changed.length} differ from those of this version` +
      (changed.length === 0 ? '' : ':'),
    ...formatList(changed),
    ...(contradictions.length === 0 ? [] : ['not taken, since AWS has several prices of one thing:']),
    ...formatList(contradictions.map((one) => `${formatName(one)}: ${one.found.join(', ')}`)),
    ...(kept.length === 0 ? [] : ['not found in these files, so as they were written down:']),
    ...formatList(kept.map((price) => `${formatName(price)}: ${price.usd} USD (${price.source})`)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatName({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string {
  return `${service} ${dimension}`;
}

/** Prices by the MiB are quotients: equal but for the last digit of a number. */
function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * other;
}

function formatList(lines: readonly string[]): string[] {
  const more = lines.length - SHOWN_MAX;
  return [...lines.slice(0, SHOWN_MAX), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}
