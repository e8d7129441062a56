/** Use of an account quota by a target instance, with the default quota. */
export interface QuotaUse {
  /** The quota with its unit, e.g. `GiB of SCRATCH_2`. */
  readonly of: string;
  readonly amount: number;
  readonly most: number;
  /** Source of the default. */
  readonly source: string;
  /** To read the real quota of an account; absent if its code is unknown. */
  readonly quota?: ServiceQuota;
}

/**
 * A quota of Service Quotas. AWS's pages have no codes: all codes here are from two listings of
 * `ListAWSDefaultServiceQuotas` and `ListServiceQuotas` that third parties published, with these names.
 */
export interface ServiceQuota {
  readonly service: QuotaService;
  readonly code: string;
  readonly name: string;
  /** Units of the use per unit of the quota, which may count TiB. Default: 1. */
  readonly per?: number;
}

/** `ServiceCode` of the quotas that plans use. */
export const QUOTA_SERVICES = ['ec2', 'ebs', 'fsx', 'elasticfilesystem'] as const;
export type QuotaService = (typeof QUOTA_SERVICES)[number];
