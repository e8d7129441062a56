/** AWS's public price files: no account and no grant is needed. Each is read as it comes in; none is kept whole. */
import { FsxbenchError } from '../../shapes/errors';
import { type PriceConflict, OfferReader } from '../../pricing/list/offer';
import { OFFERS } from '../../pricing/list/row-patterns';
import type { PriceFile, SavedPrices } from '../../pricing/list/saved-prices';
import type { Price } from '../../shapes/price';

/** https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api.html */
const PRICE_HOST = 'https://pricing.us-east-1.amazonaws.com';
/** What the bucket of the files answers for one that is not there. */
const NOT_FOUND: readonly number[] = [403, 404];
/** Without its file there is no such Region: all have EC2. */
const REQUIRED_OFFER = 'AmazonEC2';

/** Gets a file. `body` is null where there is none. */
export type GetFile = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | null }>;

/** A file as text: CSV, since that of EC2 is then read line by line. */
export function priceFileUrl(offer: string, region: string): string {
  return `${PRICE_HOST}/offers/v1.0/aws/${offer}/current/${region}/index.csv`;
}

/** From the network. */
export const getFile: GetFile = async (url, signal) => {
  const { status, body } = await fetch(url, { signal });
  return { status, body };
};

export interface ReadOptions {
  readonly get: GetFile;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Told of each file before it is read. */
  readonly begins?: (url: string) => void;
}

/**
 * All prices of a Region that readers of files know.
 * @throws FsxbenchError `PriceListUnavailable` where they cannot be had, `PriceListUnreadable` where their form is new
 */
export async function readPriceFiles(region: string, reading: ReadOptions): Promise<SavedPrices> {
  const files: PriceFile[] = [];
  const missing: { offer: string; why: string }[] = [];
  const prices: Price[] = [];
  const contradictions: PriceConflict[] = [];
  for (const offer of OFFERS) {
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

/** @returns the status where there is no such file */
async function readOffer(
  offer: string,
  region: string,
  url: string,
  { get, signal }: ReadOptions,
): Promise<{ file: PriceFile; prices: readonly Price[]; contradictions: readonly PriceConflict[] } | number> {
  const reader = new OfferReader(offer, region);
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

/** `fetch failed` alone says nothing: why stands in its cause. */
function toReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function makeUnavailable(region: string, why: string): FsxbenchError {
  return new FsxbenchError('PriceListUnavailable', `no price files of ${region} could be read: ${why}`);
}
