/** What provisioned amounts cost: GiB, MB/s and IOPS that are billed by the month, in proportion to the seconds. */
import type { LineItem } from '../experiment/plan';
import { type PriceBook, priceOf } from './price-book';

/**
 * AWS bills averages over the month, which has 672 to 744 hours; plans reckon with 730, a twelfth of a year.
 * Lustre and OpenZFS are prorated by the second: https://aws.amazon.com/fsx/lustre/pricing/,
 * https://aws.amazon.com/fsx/openzfs/pricing/
 */
export const MONTH_SECONDS = 730 * 3600;

/** One amount that is provisioned. */
export interface Provisioned {
  /** What the line says, e.g. `Lustre SCRATCH_2 SSD, 1200 GiB`. */
  readonly item: string;
  readonly dimension: string;
  /** In the unit of the price: GiB, MB/s, IOPS. */
  readonly amount: number;
}

/** Line items of amounts over some time, or the dimensions without a price. Nothing is billed for nothing. */
export function provisionedPrices(
  service: string,
  amounts: readonly Provisioned[],
  seconds: number,
  book: PriceBook,
): { readonly lines: readonly LineItem[]; readonly unknown: readonly string[] } {
  const lines: LineItem[] = [];
  const unknown: string[] = [];
  for (const { item, dimension, amount } of amounts) {
    if (amount <= 0) continue;
    const price = priceOf(book, service, dimension);
    if (price === undefined) {
      unknown.push(`${service} ${dimension}`);
      continue;
    }
    const quantity = (amount * seconds) / MONTH_SECONDS;
    lines.push({
      item,
      quantity,
      unit: price.unit,
      usdPerUnit: price.usd,
      usd: quantity * price.usd,
      source: price.source,
    });
  }
  return { lines, unknown };
}
