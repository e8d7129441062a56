/** Finds prices by service and dimension in a given book; makes no call. */
import type { LineItem } from '../shapes/line-item';
import type { Price, PriceBook } from '../shapes/price';
import { findHostPrice, listHostPrices } from './host-prices';

/** Price book for plans without priced resources. */
export const NO_PRICES: PriceBook = { region: 'local', prices: [] };

/** Index of each price list by service, dimension and Region: every configuration looks up several prices. */
const PRICE_INDEXES = new WeakMap<readonly Price[], ReadonlyMap<string, Price>>();

/** The price of a dimension in the book's Region; undefined if the book lacks it. */
export function findPrice(book: PriceBook, service: string, dimension: string): Price | undefined {
  const { prices, region, hosts } = book;
  const known = PRICE_INDEXES.get(prices) ?? new Map(prices.toReversed().map((price) => [toPriceKey(price), price]));
  PRICE_INDEXES.set(prices, known);
  const found = known.get(toPriceKey({ service, dimension, region }));
  return found ?? (hosts === true && service === 'ec2' ? findHostPrice(region, dimension) : undefined);
}

/** All prices of a book, with those of its hosts. */
export function listPrices({ prices, region, hosts }: PriceBook): readonly Price[] {
  const known = new Set(prices.map(toPriceKey));
  const others = hosts === true ? listHostPrices(region) : [];
  return [...prices, ...others.filter((price) => !known.has(toPriceKey(price)))];
}

/** Whether a price has no source that readers can look up: confidence `low` in `lib/pricing/data`. */
export function isAssumedPrice({ source }: Pick<LineItem, 'source'>): boolean {
  return /^(Linux: )?assumed/.test(source);
}

/**
 * Source and age: `list prices of us-east-1, dated 2026-02-17 to 2026-11-22; assumed, without a source: backups`. Each
 * price counts by its last date.
 */
export function formatPriceDates(lines: readonly Pick<LineItem, 'source' | 'item'>[], region: string | null): string {
  const days = lines
    .flatMap(
      ({ source }) =>
        source
          .match(/\d{4}-\d\d-\d\d/g)
          ?.sort()
          .at(-1) ?? [],
    )
    .sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const when = first === '' ? '' : `, dated ${first === last ? first : `${first} to ${last}`}`;
  const assumed = [...new Set(lines.filter(isAssumedPrice).map(({ item }) => item))].join(', ');
  const marked = assumed === '' ? '' : `; assumed, without a source: ${assumed}`;
  const own = lines.some(({ source }) => source.includes(OWN_SOURCE)) ? ', with those of your price file' : '';
  return `list prices${region === null ? '' : ` of ${region}`}${when}${own}${marked}`;
}

/** Source of prices that a user gives without one. */
export const OWN_SOURCE = 'your price file';

function toPriceKey({ service, dimension, region }: Pick<Price, 'service' | 'dimension' | 'region'>): string {
  return `${service} ${dimension} ${region}`;
}
