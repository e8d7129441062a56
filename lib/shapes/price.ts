/** Prices: how they are kept, how a plan is given them, and what of a thing they apply to. */

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
  /** Length of the month that amounts by the month are a part of; left out: an average one. */
  readonly monthSeconds?: number;
}

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

/** For whom something is paid: storage is what a configuration costs, hosts are what it takes to measure it. */
export type CostKind = 'storage' | 'hosts';

/** Items of what storage costs. @param service whose prices they are */
export function storageItems(service: string) {
  return (item: string, dimension: string, amount: number): PricedAmount => ({
    service,
    of: 'storage',
    item,
    dimension,
    amount,
  });
}

/** What was moved to and from a target, bytes. */
export interface TransferBytes {
  readonly read: number;
  readonly written: number;
}

/** US dollars for a GiB in each direction. */
export type TransferPrice = TransferBytes;

/** An amount of something that has a price. */
export interface PricedAmount {
  /** What the line of a bill says, e.g. `Lustre SCRATCH_2 SSD, 1200 GiB`. */
  readonly item: string;
  /** Where its price stands: e.g. `fsx-lustre` and `storage.ssd.SCRATCH_2`. */
  readonly service: string;
  readonly dimension: string;
  /** In the unit of the price: GiB, MB/s, IOPS; nothing is billed for nothing. */
  readonly amount: number;
  readonly of: CostKind;
}
