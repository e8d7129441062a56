/**
 * The prices that admission reckons with: those in the bucket while they are young, else AWS's files read anew and kept
 * there, else what the deployment brought with it. Whatever was taken, the plan says its source and day.
 */
import { parseSaved, type SavedPrices } from '../../pricing/list/saved-prices';
import { pricesKey } from '../../shapes/layout';
import type { PriceBook } from '../../shapes/price';
import { readText, writeText } from '../bucket';
import type { Context, PlanningContext } from '../context';
import { readPriceFiles } from './price-files';

/** AWS changes prices a few times a year, and says so before. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;
/** Of the 290 s that the function has. The file of EC2 has hundreds of megabytes. */
const READ_TIMEOUT_MS = 150_000;

/** Nothing here ends an admission: an older book is said to be so, and the plan refuses what has no price. */
export async function getCurrentPrices(context: PlanningContext): Promise<PriceBook> {
  const { priceFiles, prices: written, log, now } = context;
  if (priceFiles === undefined) return written;
  const { region } = written;
  const kept = await readSavedPrices(context, region);
  if (kept !== null && now() - Date.parse(kept.readAt) < MAX_AGE_MS) return priceFiles.book(kept.prices);
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const read = await readPriceFiles(region, { get: priceFiles.get, now, signal });
    await writeText(context, pricesKey(region), JSON.stringify(read));
    log.info('prices were read from AWS', { region, files: read.files, missing: read.missing });
    return priceFiles.book(read.prices);
  } catch (cause) {
    const from = kept === null ? 'those of the deployment' : `those of ${kept.readAt}`;
    log.warn(`prices could not be read; reckoning with ${from}`, { region, cause: String(cause) });
    return kept === null ? written : priceFiles.book(kept.prices);
  }
}

/** Null where there are none, or nobody can read them. */
async function readSavedPrices(context: Context, region: string): Promise<SavedPrices | null> {
  const key = pricesKey(region);
  try {
    const text = await readText(context, key);
    if (text === null) return null;
    const saved = parseSaved(text, region);
    if (typeof saved !== 'string') return saved;
    context.log.warn(`${key} is passed over: ${saved}`);
  } catch (cause) {
    context.log.warn(`${key} could not be read`, { cause: String(cause) });
  }
  return null;
}
