/** Cost of provisioned GiB, MB/s and IOPS, which are billed by the month in proportion to the seconds. */
import type { LineItem, PricedLines } from '../shapes/line-item';
import type { PriceBook, PricedAmount } from '../shapes/price';
import { findPrice } from './price-book';

/**
 * An average month, a twelfth of a year, for comparing configurations. AWS bills by the actual month of 672 to 744
 * hours (https://aws.amazon.com/ebs/pricing/ assumes 30 days): see {@link adjustToShortestMonth}. AWS prorates Lustre
 * and OpenZFS by the second: https://aws.amazon.com/fsx/lustre/pricing/, https://aws.amazon.com/fsx/openzfs/pricing/
 */
export const MONTH_SECONDS = 730 * 3600;

/**
 * A book for a time span: monthly prices use the shortest month that it touches, at most an average one. A bill is
 * never higher, and at most 11% lower: for a span in January that ends in February.
 * @param from epoch milliseconds
 * @param until epoch milliseconds
 */
export function adjustToShortestMonth(book: PriceBook, from: number, until: number): PriceBook {
  const first = new Date(from);
  let monthSeconds = MONTH_SECONDS;
  for (let month = 0; ; month += 1) {
    const begin = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month);
    if (month > 0 && begin > until) return { ...book, monthSeconds };
    const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month + 1);
    monthSeconds = Math.min(monthSeconds, (end - begin) / 1000);
  }
}

/** Line items of amounts that are billed once, or the dimensions without a price. */
export function priceOneTimeAmounts(amounts: readonly PricedAmount[], book: PriceBook): PricedLines {
  return priceMonthlyAmounts(amounts, book.monthSeconds ?? MONTH_SECONDS, book);
}

/** Line items of amounts over time, or the dimensions without a price. Zero amounts give no line. */
export function priceMonthlyAmounts(amounts: readonly PricedAmount[], seconds: number, book: PriceBook): PricedLines {
  const lines: LineItem[] = [];
  const unknown: string[] = [];
  for (const { item, service, dimension, amount, of } of amounts) {
    if (amount <= 0) continue;
    const price = findPrice(book, service, dimension);
    if (price === undefined) {
      unknown.push(`${service} ${dimension}`);
      continue;
    }
    const quantity = (amount * seconds) / (book.monthSeconds ?? MONTH_SECONDS);
    const { unit, usd: usdPerUnit, source } = price;
    lines.push({ item, of, quantity, unit, usdPerUnit, usd: quantity * usdPerUnit, source });
  }
  return { lines, unknown };
}
