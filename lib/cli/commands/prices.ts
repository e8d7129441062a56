/** `fsxbench prices`: lists the prices in use; `prices update` reads the public price files of AWS. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getFile, readPriceFiles } from '../../aws/admission/price-files';
import { buildPriceBook } from '../../pricing/aws';
import { FsxbenchError } from '../../shapes/errors';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { abortOnInterrupt } from '../interrupts';
import { toText } from '../options';
import { EXIT, type ExitCode } from '../exit-code';
import { getPricesPath, loadPrices, pickRegion, PRICES_BYTES_MAX } from '../workspace';
import { describeWriteError, readUserFile } from '../user-file';
import { isReadFromAws, type SavedPrices } from '../../pricing/list/saved-prices';
import { findPrice, listPrices } from '../../pricing/price-book';
import { groupBy } from '../../shapes/collections';
import type { Price, PriceBook } from '../../shapes/price';

/** Only valid Region codes may become part of a URL. */
const REGION_PATTERN = /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/;

/** @throws UserError for an unknown action, a Region without prices, an unreadable or unwritable file */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const [action] = args;
  if (action === 'update') return updatePrices(cli, options);
  if (action !== undefined) throw new UserError('UnknownAction', `prices: unknown action '${action}'; allowed: update`);
  const { book, saved, file } = loadPrices(cli, options);
  const { readAt = null, files = [], missing = [], contradictions = [] } = saved ?? {};
  const document = { region: book.region, file, readAt, files, missing, contradictions, prices: listPrices(book) };
  printAnswer(cli, options, document, formatPriceBook(book, saved, file));
  return EXIT.done;
}

async function updatePrices(cli: Cli, options: Options): Promise<ExitCode> {
  const region = pickRegion(options['region']);
  if (!REGION_PATTERN.test(region))
    throw new UserError('UnknownRegion', `--region: found '${region}'; allowed: a Region code, e.g. eu-west-1`);
  const named = toText(options['output']);
  const file = named === undefined ? getPricesPath(cli.cwd, region) : resolve(cli.cwd, named === '' ? '\0' : named);
  refuseToReplace(cli.cwd, file, named ?? file);
  const json = options['json'] === true;
  const { signal, release } = abortOnInterrupt(cli.interrupts, EXIT.interrupted);
  try {
    const begins = (url: string): void => {
      if (!json) cli.err.write(`reading ${url}\n`);
    };
    const saved = await readPriceFiles(region, { get: getFile, now: () => Date.now(), signal, begins });
    saveFile(file, named ?? file, `${JSON.stringify(saved, null, 2)}\n`);
    const after = buildPriceBook(region, true, saved.prices);
    printAnswer(cli, options, { ...saved, file }, formatUpdate(saved, buildPriceBook(region), after, named ?? file));
    return EXIT.done;
  } catch (error) {
    if (signal.aborted)
      throw new UserError('PriceListUnavailable', 'interrupted; no prices were saved', EXIT.interrupted);
    const { name, message } = error as Error;
    if (error instanceof FsxbenchError && (name === 'PriceListUnavailable' || name === 'PriceListUnreadable'))
      throw new UserError(name, `${message}. The prices from before remain in use`);
    throw error;
  } finally {
    release();
  }
}

/** Files of the user may exist nowhere else, also where they have a fault. */
function refuseToReplace(cwd: string, file: string, shown: string): void {
  const read = existsSync(file) ? readUserFile(cwd, file, PRICES_BYTES_MAX) : { why: '' };
  if ('why' in read || read.bytes.length === 0 || isReadFromAws(read.bytes.toString('utf8'))) return;
  const what = `'${shown}' is not from AWS: an update would replace what you wrote. Move it, or write to another file`;
  throw new UserError('OutputUnwritable', `--output: ${what}`);
}

/** Replaces the file atomically: concurrent readers see the old one. */
function saveFile(file: string, shown: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (error) {
    const why = describeWriteError(shown, error as NodeJS.ErrnoException);
    throw new UserError('OutputUnwritable', `--output: '${shown}' cannot be written: ${why}`);
  }
}

/** Maximum number of listed changes. */
const LISTED_CHANGES_MAX = 20;
/** Listed last: the many instance types would hide other prices. */
const HOST_SERVICE = 'ec2';

/** @param file of saved prices; null for those of this version */
function formatPriceBook(book: PriceBook, saved: SavedPrices | null, file: string | null): string {
  const from =
    saved === null || file === null
      ? 'the list of this version; `npx fsxbench prices update` reads current prices from AWS'
      : `${formatOrigin(saved)} (${file}); the rest from this version`;
  const prices = [...listPrices(book)].sort(
    (a, b) => Number(a.service === HOST_SERVICE) - Number(b.service === HOST_SERVICE),
  );
  const groups = [...groupBy(prices, ({ source, confidence = 'low' }) => `${source} (${confidence})`)];
  const sections = groups.map(([source, its]) => [`\n${source}`, ...its.map(formatPrice)].join('\n'));
  return `${prices.length} prices of ${book.region}, ${from}.\n${CONFIDENCE_LEGEND}\n${sections.join('\n')}\n`;
}

function formatOrigin({ readAt }: SavedPrices): string {
  return readAt === null ? 'your own' : `read from AWS ${readAt.slice(0, 10)}`;
}

const CONFIDENCE_LEGEND = 'Confidence: high = AWS, or two sources agree; medium = one source; low = assumed.';

function formatPrice({ service, dimension, usd, unit, note }: Price): string {
  return `  ${service} ${dimension}: ${usd} USD / ${unit}${note === undefined ? '' : `; ${note}`}`;
}

/** What an update found, and what is missing. */
function formatUpdate(saved: SavedPrices, before: PriceBook, after: PriceBook, file: string): string {
  const { files, missing, contradictions, prices, region } = saved;
  const was = (price: Price): Price | undefined => findPrice(before, price.service, price.dimension);
  const changed = prices.flatMap((price) => {
    const old = was(price);
    // Prices per MiB are quotients, so equal ones may differ in the last digit.
    return old === undefined || Math.abs(old.usd - price.usd) <= 1e-9 * price.usd
      ? []
      : [`${formatName(price)}: ${old.usd} -> ${price.usd} USD`];
  });
  const read = new Set(prices.map(formatName));
  const kept = listPrices(after).filter((price) => !read.has(formatName(price)));
  const lines = [
    ...files.map(
      ({ offer, published, bytes, rows }) =>
        `${offer}: ${(bytes / 1e6).toFixed(1)} MB, ${rows} on-demand prices, published ${published}`,
    ),
    ...missing.map(({ offer, why }) => `${offer}: no file (${why})`),
    `${prices.length} prices of ${region} saved in ${file}; ${changed.length} differ from those of this version` +
      (changed.length === 0 ? '' : ':'),
    ...formatList(changed),
    ...(contradictions.length === 0 ? [] : ['ignored, because AWS lists several prices for one item:']),
    ...formatList(contradictions.map((one) => `${formatName(one)}: ${one.found.join(', ')}`)),
    ...(kept.length === 0 ? [] : ['missing in these files, so from this version:']),
    ...formatList(kept.map((price) => `${formatName(price)}: ${price.usd} USD (${price.source})`)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatName({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string {
  return `${service} ${dimension}`;
}

function formatList(lines: readonly string[]): string[] {
  const more = lines.length - LISTED_CHANGES_MAX;
  return [...lines.slice(0, LISTED_CHANGES_MAX), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}
