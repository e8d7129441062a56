/** Prices by service and dimension: given to the plan, never looked up while planning. */
import type { Price, PriceBook } from '../shapes/price';

/** For plans that use nothing that has a price. */
export const NO_PRICES: PriceBook = { region: 'local', prices: [] };

/** By service, dimension and Region, of each list of prices: every cell asks for several of a thousand. */
const KNOWN = new WeakMap<readonly Price[], ReadonlyMap<string, Price>>();

/** The price of a dimension in the book's Region; undefined where the book does not hold it. */
export function priceOf({ prices, region }: PriceBook, service: string, dimension: string): Price | undefined {
  const known = KNOWN.get(prices) ?? new Map(prices.toReversed().map((price) => [keyOf(price), price]));
  KNOWN.set(prices, known);
  return known.get(keyOf({ service, dimension, region }));
}

function keyOf({ service, dimension, region }: Pick<Price, 'service' | 'dimension' | 'region'>): string {
  return `${service} ${dimension} ${region}`;
}
