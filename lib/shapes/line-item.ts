/** Line items of an estimate or a bill. */
import type { CostKind } from './price';

/**
 * LineItem
 * @example { item: 'c5n.2xlarge, 4 hosts', of: 'hosts', quantity: 2, unit: 'instance-hour', usdPerUnit: 0.432, usd:
 *   0.864, source: 'AWS price list, 2026-11-01' }
 */
export interface LineItem {
  /** The billed item, e.g. `c5n.2xlarge, 4 hosts`. */
  readonly item: string;
  readonly of: CostKind;
  readonly quantity: number;
  readonly unit: string;
  readonly usdPerUnit: number;
  readonly usd: number;
  /** Source and date of the price. */
  readonly source: string;
}

/** Line items, and items without a price. */
export interface PricedLines {
  readonly lines: readonly LineItem[];
  /** Dimensions or instance types missing in the price book. */
  readonly unknown: readonly string[];
}
