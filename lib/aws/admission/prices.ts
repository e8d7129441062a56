/**
 * The prices for admission: recent ones, or those of the user, from the bucket; else current ones from AWS's files,
 * which are then saved; else those deployed with fsxbench. The plan records their source and date.
 */
import { isReadFromAws, listOwnFaults, parseSavedPrices, type SavedPrices } from '../../pricing/list/saved-prices';
import { FsxbenchError } from '../../shapes/errors';
import { getPricesKey } from '../../shapes/layout';
import type { PriceBook } from '../../shapes/price';
import { readText, writeText } from '../bucket';
import type { Context, PlanningContext } from '../context';
import { readPriceFiles } from './price-files';

/** AWS changes prices a few times a year, with notice. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;
/** Limit below the function's 290 s: the price file of EC2 has hundreds of megabytes. */
const READ_TIMEOUT_MS = 150_000;

/**
 * If it returns old prices, the plan states their age, and resources without a price are refused.
 * @throws FsxbenchError `UnreadablePrices` for prices of the user with a fault
 */
export async function getCurrentPrices(context: PlanningContext): Promise<PriceBook> {
  const { priceFiles, prices: written, log, now } = context;
  if (priceFiles === undefined) return written;
  const { region } = written;
  const kept = await readSavedPrices(context, written);
  if (kept !== null && (kept.readAt === null || now() - Date.parse(kept.readAt) < MAX_AGE_MS))
    return priceFiles.book(kept.prices);
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const read = await readPriceFiles(region, { get: priceFiles.get, now, signal });
    log.info('prices were read from AWS', { region, files: read.files, missing: read.missing });
    await savePrices(context, read);
    return priceFiles.book(read.prices);
  } catch (cause) {
    const readAt = kept?.readAt ?? null;
    const from = readAt === null ? 'prices of the deployment' : `prices of ${readAt}`;
    log.warn(`the price files could not be read; using ${from}`, { region, cause: String(cause) });
    return kept === null ? written : priceFiles.book(kept.prices);
  }
}

/** If saving fails, this admission uses the prices, and the next one reads them again. */
async function savePrices(context: Context, prices: SavedPrices): Promise<void> {
  const key = getPricesKey(prices.region);
  await writeText(context, key, JSON.stringify(prices)).catch((cause: unknown) =>
    context.log.warn(`${key} could not be written`, { cause: String(cause) }),
  );
}

/**
 * @returns null if no prices are saved, or those of AWS are damaged
 * @throws FsxbenchError `UnreadablePrices` for prices of the user with a fault: other prices might choose otherwise
 */
async function readSavedPrices(context: Context, written: PriceBook): Promise<SavedPrices | null> {
  const { region } = written;
  const key = getPricesKey(region);
  const text = await readText(context, key).catch((cause: unknown) => {
    context.log.warn(`${key} could not be read`, { cause: String(cause) });
    return null;
  });
  if (text === null) return null;
  const saved = parseSavedPrices(text, region);
  const fault = typeof saved === 'string' ? saved : listOwnFaults(saved, written).join('; ');
  if (typeof saved !== 'string' && fault === '') return saved;
  if (!isReadFromAws(text))
    throw new FsxbenchError('UnreadablePrices', `${key} in the results bucket: ${fault}. Correct it, or remove it`);
  context.log.warn(`${key} is ignored: ${fault}`);
  return null;
}
