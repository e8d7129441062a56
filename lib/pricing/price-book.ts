/** Prices by service and dimension: given to the plan, never looked up while planning. */
import type { Price, PriceBook } from '../shapes/price';

/** For plans that use nothing that has a price. */
export const NO_PRICES: PriceBook = { region: 'local', prices: [] };

/** By service, dimension and Region, of each list of prices: every cell asks for several of a thousand. */
const INDEXES = new WeakMap<readonly Price[], ReadonlyMap<string, Price>>();

/** The price of a dimension in the book's Region; undefined where the book does not hold it. */
export function findPrice({ prices, region }: PriceBook, service: string, dimension: string): Price | undefined {
  const known = INDEXES.get(prices) ?? new Map(prices.toReversed().map((price) => [toPriceKey(price), price]));
  INDEXES.set(prices, known);
  return known.get(toPriceKey({ service, dimension, region }));
}

/** Where prices are from and how old: `list prices of us-east-1, of 2026-02-17 to 2026-11-22`; each by its last day. */
export function formatPriceDates(lines: readonly { readonly source: string }[], region: string | null): string {
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
  const when = first === '' ? '' : `, of ${first === last ? first : `${first} to ${last}`}`;
  return `list prices${region === null ? '' : ` of ${region}`}${when}`;
}

function toPriceKey({ service, dimension, region }: Pick<Price, 'service' | 'dimension' | 'region'>): string {
  return `${service} ${dimension} ${region}`;
}
