/** What of an account a copy takes up, and how much of it an account may have at first. */
export interface QuotaUse {
  /** All that takes it up together, e.g. `GiB of SCRATCH_2`: with its unit. */
  readonly of: string;
  readonly amount: number;
  readonly most: number;
  /** Where the number stands. */
  readonly source: string;
  /** By which an account is asked what it really has; left out where no code of it is known. */
  readonly quota?: ServiceQuota;
}

/**
 * A quota as Service Quotas knows it. AWS's pages have no codes: all here stand in two published listings of the
 * calls `ListAWSDefaultServiceQuotas` and `ListServiceQuotas` of third parties, with these names.
 */
export interface ServiceQuota {
  readonly service: QuotaService;
  readonly code: string;
  readonly name: string;
  /** How many of the use's unit one of the quota's is: it may count TiB. Default: 1. */
  readonly per?: number;
}

/** `ServiceCode` of what plans take up. */
export const QUOTA_SERVICES = ['ec2', 'ebs', 'fsx', 'elasticfilesystem'] as const;
export type QuotaService = (typeof QUOTA_SERVICES)[number];
