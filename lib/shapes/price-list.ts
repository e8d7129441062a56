/** AWS's public price files as kinds read them: one row of one file, and what of it is a price of ours. */

/** One price of a file: on demand, from the first unit on. */
export interface OfferRow {
  /** Without the Region before it: `EBS:VolumeUsage.gp3`, not `APN1-EBS:VolumeUsage.gp3`. */
  readonly usageType: string;
  /** e.g. `CreateFileSystem:Lustre`. */
  readonly operation: string;
  /** As the file has it, e.g. `GB-Mo`. */
  readonly unit: string;
  readonly usd: number;
  /** Any other column, by its name in any spelling (`Storage Type`, `storageType`); empty where there is none. */
  readonly attribute: (name: string) => string;
}

/** A price in the words of a price book. */
export interface ListedPrice {
  readonly dimension: string;
  /** That of the book's other prices of this dimension. */
  readonly unit: string;
  readonly usd: number;
}

/** What one service's prices are in a file of AWS. */
export interface PriceListReader {
  /** Its code in addresses of files: `AmazonFSx`. */
  readonly offer: string;
  /** Under which the book keeps them, e.g. `fsx-lustre`. */
  readonly service: string;
  /** What a row is to it; none where the row is of something else, or cannot be told for sure. */
  read(row: OfferRow): readonly ListedPrice[];
}
