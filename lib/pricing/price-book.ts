/** Prices by service and dimension: given to the plan, never looked up while planning. */
import type { Price, PriceBook } from '../shapes/price';

/** For plans that use nothing that has a price. */
export const NO_PRICES: PriceBook = { region: 'local', prices: [] };

/** The price of a dimension in the book's Region; undefined where the book does not hold it. */
export function priceOf(book: PriceBook, service: string, dimension: string): Price | undefined {
  return book.prices.find(
    (price) => price.service === service && price.dimension === dimension && price.region === book.region,
  );
}
