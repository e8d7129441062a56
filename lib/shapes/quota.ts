/** What of an account a copy takes up, and how much of it an account may have at first. */
export interface QuotaUse {
  /** All that takes it up together, e.g. `GiB of SCRATCH_2`: with its unit. */
  readonly of: string;
  readonly amount: number;
  readonly most: number;
  /** Where the number stands. */
  readonly source: string;
}
