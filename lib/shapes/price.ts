/** Prices, price books and priced amounts. */
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
  /** Source and date of the price. */
  readonly source: string;
  /** Confidence: `high` two sources agree, `medium` one source, `low` assumed. */
  readonly confidence?: 'high' | 'medium' | 'low';
  /** Uncertainty about what AWS bills, for readers. */
  readonly note?: string;
}

export interface PriceBook {
  readonly region: string;
  readonly prices: readonly Price[];
  /** Other hosts have the recorded price of their type in this Region, if there is one. */
  readonly hosts?: true;
  /** Hours of a month, to convert monthly prices; absent: an average month. */
  readonly monthSeconds?: number;
}

export interface PriceTable {
  readonly service: string;
  /** AWS Region code. */
  readonly region: string;
  /** `GiB-month`, `IOPS-month`, `MBps-month`, `instance-hour`, … */
  readonly unit: string;
  /** Source and date of the prices. */
  readonly source: string;
  readonly confidence: NonNullable<Price['confidence']>;
  /** Uncertainty about what AWS bills, for readers. */
  readonly note?: string;
  /** US dollars by dimension. */
  readonly usd: Readonly<Record<string, number>>;
}

/** Cost category. Storage is the cost of a configuration; hosts are the cost of measuring that configuration. */
export type CostKind = 'storage' | 'hosts';

/** Makes line items of storage. @param service of the prices */
export function makeStorageItems(service: string) {
  return (item: string, dimension: string, amount: number): PricedAmount => ({
    service,
    of: 'storage',
    item,
    dimension,
    amount,
  });
}

/** Bytes transferred from and to a target. */
export interface TransferBytes {
  readonly read: number;
  readonly written: number;
}

/** What a target instance is billed for by use. */
export interface MovedData extends TransferBytes {
  /** Created files; absent for the price of bytes alone. */
  readonly files?: number;
}

/** Price of transferred bytes, US dollars per GiB in each direction. */
export type TransferPrice = TransferBytes;

export interface PricedAmount {
  /** Text of the line item, e.g. `Lustre SCRATCH_2 SSD, 1200 GiB`. */
  readonly item: string;
  /** Key in the price book, e.g. service `fsx-lustre` and dimension `storage.ssd.SCRATCH_2`. */
  readonly service: string;
  readonly dimension: string;
  /** Amount in the unit of the price: GiB, MB/s or IOPS. Zero amounts cost nothing. */
  readonly amount: number;
  readonly of: CostKind;
}
