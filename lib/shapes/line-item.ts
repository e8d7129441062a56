/** One position of a bill: an estimate's, or what was spent. */
import type { CostKind } from './price';

export interface LineItem {
  /** What is paid for, e.g. `c5n.2xlarge, 4 hosts`. */
  readonly item: string;
  readonly of: CostKind;
  readonly quantity: number;
  readonly unit: string;
  readonly usdPerUnit: number;
  readonly usd: number;
  /** Where the price comes from and of which day. */
  readonly source: string;
}

/** Line items of something, and what of it has no price. */
export interface PricedLines {
  readonly lines: readonly LineItem[];
  /** Dimensions, or instance types, that the price book does not hold. */
  readonly unknown: readonly string[];
}
