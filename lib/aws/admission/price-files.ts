/** AWS's public price files: they need no account. Files are streamed: memory is too small. */
import { FsxbenchError } from '../../shapes/errors';
import { type PriceConflict, PriceFileReader } from '../../pricing/list/offer';
import { SERVICE_CODES } from '../../pricing/list/row-patterns';
import type { PriceFile, SavedPrices } from '../../pricing/list/saved-prices';
import type { Price } from '../../shapes/price';

/** https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api.html */
const PRICE_ORIGIN = 'https://pricing.us-east-1.amazonaws.com';
/** HTTP statuses of the file server for a missing file. */
const NOT_FOUND: readonly number[] = [403, 404];
/** Every Region has EC2, so a Region without this file does not exist. */
const REQUIRED_OFFER = 'AmazonEC2';

/** Downloads a file. `body` is null if the file is missing. */
export type GetFile = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | null }>;

/** URL of a price file in CSV, which can be read line by line: the file of EC2 is large. */
export function priceFileUrl(offer: string, region: string): string {
  return `${PRICE_ORIGIN}/offers/v1.0/aws/${offer}/current/${region}/index.csv`;
}

export const getFile: GetFile = async (url, signal) => {
  const { status, body } = await fetch(url, { signal });
  return { status, body };
};

export interface ReadOptions {
  readonly get: GetFile;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called with the URL of each file before it is read. */
  readonly begins?: (url: string) => void;
}

/**
 * Reads all prices of a Region that the parsers know.
 * @throws FsxbenchError `PriceListUnavailable` on network errors, `PriceListUnreadable` for an unknown format
 */
export async function readPriceFiles(region: string, reading: ReadOptions): Promise<SavedPrices> {
  const files: PriceFile[] = [];
  const missing: { offer: string; why: string }[] = [];
  const prices: Price[] = [];
  const contradictions: PriceConflict[] = [];
  for (const offer of SERVICE_CODES) {
    const url = priceFileUrl(offer, region);
    reading.begins?.(url);
    const found = await readOffer(offer, region, url, reading);
    if (typeof found === 'number') {
      const why = `${url} answers ${found}`;
      if (offer === REQUIRED_OFFER) throw makeUnavailable(region, why);
      missing.push({ offer, why });
      continue;
    }
    files.push(found.file);
    prices.push(...found.prices);
    contradictions.push(...found.contradictions);
  }
  const readAt = new Date(reading.now()).toISOString();
  return { schemaVersion: 1, region, readAt, files, missing, contradictions, prices };
}

/** @returns the HTTP status if the file is missing */
async function readOffer(
  offer: string,
  region: string,
  url: string,
  { get, signal }: ReadOptions,
): Promise<{ file: PriceFile; prices: readonly Price[]; contradictions: readonly PriceConflict[] } | number> {
  const reader = new PriceFileReader(offer, region);
  const text = new TextDecoder();
  let bytes = 0;
  try {
    const { status, body } = await get(url, signal);
    if (NOT_FOUND.includes(status)) return status;
    if (status !== 200 || body === null) throw makeUnavailable(region, `${url} answers ${status}`);
    for await (const piece of body) {
      bytes += piece.length;
      reader.push(text.decode(piece, { stream: true }));
    }
  } catch (cause) {
    throw cause instanceof FsxbenchError ? cause : makeUnavailable(region, `${url}: ${toReason(cause)}`);
  }
  reader.push(text.decode());
  const { published, version, rows, prices, contradictions } = reader.end();
  return { file: { offer, url, published, version, bytes, rows }, prices, contradictions };
}

/** The message is only `fetch failed`; the error's cause holds the reason. */
function toReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function makeUnavailable(region: string, why: string): FsxbenchError {
  return new FsxbenchError('PriceListUnavailable', `the price files of ${region} could not be read: ${why}`);
}
