/** How prices are kept: one table for each service, Region, unit and source. */

import type { Price } from '../price-book';

export interface PriceTable {
  readonly service: string;
  /** AWS Region code. */
  readonly region: string;
  /** `GiB-month`, `IOPS-month`, `MBps-month`, `instance-hour`, … */
  readonly unit: string;
  /** Where the prices were read, and of which day. */
  readonly source: string;
  readonly confidence: NonNullable<Price['confidence']>;
  /** What is not certain about what is billed. */
  readonly note?: string;
  /** US dollars by dimension. */
  readonly usd: Readonly<Record<string, number>>;
}
