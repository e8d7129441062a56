/** Prices by service and dimension: given to the plan, never looked up while planning. */

export interface Price {
  /** e.g. `ec2`, `fsx-lustre`. */
  readonly service: string;
  /** e.g. `c5n.2xlarge.linux.ondemand`. */
  readonly dimension: string;
  /** AWS Region code. */
  readonly region: string;
  /** e.g. `instance-hour`. */
  readonly unit: string;
  readonly usd: number;
  /** Where the price was read, and of which day. */
  readonly source: string;
  /** How sure it is: `high` two sources agree, `medium` one source, `low` assumed. */
  readonly confidence?: 'high' | 'medium' | 'low';
  /** What is not certain about what is billed. */
  readonly note?: string;
}

export interface PriceBook {
  /** Region in which the plan is priced. */
  readonly region: string;
  readonly prices: readonly Price[];
}

/** For plans that use nothing that has a price. */
export const NO_PRICES: PriceBook = { region: 'local', prices: [] };

/** The price of a dimension in the book's Region; undefined where the book does not hold it. */
export function priceOf(book: PriceBook, service: string, dimension: string): Price | undefined {
  return book.prices.find(
    (price) => price.service === service && price.dimension === dimension && price.region === book.region,
  );
}
