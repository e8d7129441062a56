/** What provisioned amounts cost: GiB, MB/s and IOPS that are billed by the month, in proportion to the seconds. */
import type { LineItem, PricedLines } from '../shapes/line-item';
import type { PriceBook, PricedAmount } from '../shapes/price';
import { priceOf } from './price-book';

/**
 * AWS bills averages over the month, which has 672 to 744 hours; plans reckon with 730, a twelfth of a year.
 * Lustre and OpenZFS are prorated by the second: https://aws.amazon.com/fsx/lustre/pricing/,
 * https://aws.amazon.com/fsx/openzfs/pricing/
 */
export const MONTH_SECONDS = 730 * 3600;

/** Line items of amounts over some time, or the dimensions without a price. Nothing is billed for nothing. */
export function monthlyPrices(amounts: readonly PricedAmount[], seconds: number, book: PriceBook): PricedLines {
  const lines: LineItem[] = [];
  const unknown: string[] = [];
  for (const { item, service, dimension, amount, of } of amounts) {
    if (amount <= 0) continue;
    const price = priceOf(book, service, dimension);
    if (price === undefined) {
      unknown.push(`${service} ${dimension}`);
      continue;
    }
    const quantity = (amount * seconds) / MONTH_SECONDS;
    const { unit, usd: usdPerUnit, source } = price;
    lines.push({ item, of, quantity, unit, usdPerUnit, usd: quantity * usdPerUnit, source });
  }
  return { lines, unknown };
}
