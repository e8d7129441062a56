/** What `fsxbench prices` prints: a price a line below its source, and what an update has changed. */
import type { SavedPrices } from '../../pricing/list/saved';
import { priceOf } from '../../pricing/price-book';
import { groupBy } from '../../shapes/group';
import type { Price, PriceBook } from '../../shapes/price';

/** Changes that are listed; of more only the number is said. */
const SHOWN = 20;
/** Of prices that stand in the order of their kind, instance types would push all others away. */
const HOSTS = 'ec2';

/** @param file where they were kept; null for those of this version */
export function bookText(book: PriceBook, saved: SavedPrices | null, file: string | null): string {
  const from =
    saved === null || file === null
      ? 'as they were written down for this version; `fsxbench prices update` reads those of AWS'
      : `read from AWS ${saved.readAt.slice(0, 10)} (${file}), and what its files lack as it was written down`;
  const prices = [...book.prices].sort((a, b) => Number(a.service === HOSTS) - Number(b.service === HOSTS));
  const groups = [...groupBy(prices, ({ source, confidence = 'low' }) => `${source} (${confidence})`)];
  const sections = groups.map(([source, its]) => [`\n${source}`, ...its.map(lineOf)].join('\n'));
  return `${book.prices.length} prices of ${book.region}, ${from}.\n${SURE}\n${sections.join('\n')}\n`;
}

const SURE = 'How sure each is: high = AWS itself, or two sources agree; medium = one source; low = assumed.';

function lineOf({ service, dimension, usd, unit, note }: Price): string {
  return `  ${service} ${dimension}: ${usd} USD / ${unit}${note === undefined ? '' : `; ${note}`}`;
}

/** What an update found, and what it did not. */
export function updateText(saved: SavedPrices, before: PriceBook, after: PriceBook, file: string): string {
  const { files, missing, contradictions, prices, region } = saved;
  const was = (price: Price): Price | undefined => priceOf(before, price.service, price.dimension);
  const changed = prices.flatMap((price) => {
    const old = was(price);
    return old === undefined || same(old.usd, price.usd) ? [] : [`${nameOf(price)}: ${old.usd} -> ${price.usd} USD`];
  });
  const read = new Set(prices.map(nameOf));
  const kept = after.prices.filter((price) => !read.has(nameOf(price)));
  const lines = [
    ...files.map(
      ({ offer, published, bytes, rows }) =>
        `${offer}: ${(bytes / 1e6).toFixed(1)} MB, ${rows} prices on demand, published ${published}`,
    ),
    ...missing.map(({ offer, why }) => `${offer}: no file (${why})`),
    `${prices.length} prices of ${region} kept in ${file}; ${changed.length} differ from those of this version` +
      (changed.length === 0 ? '' : ':'),
    ...shown(changed),
    ...(contradictions.length === 0 ? [] : ['not taken, since AWS has several prices of one thing:']),
    ...shown(contradictions.map((one) => `${nameOf(one)}: ${one.found.join(', ')}`)),
    ...(kept.length === 0 ? [] : ['not found in these files, so as they were written down:']),
    ...shown(kept.map((price) => `${nameOf(price)}: ${price.usd} USD (${price.source})`)),
  ];
  return `${lines.join('\n')}\n`;
}

function nameOf({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string {
  return `${service} ${dimension}`;
}

/** Prices by the MiB are quotients: equal but for the last digit of a number. */
function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * other;
}

function shown(lines: readonly string[]): string[] {
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}
