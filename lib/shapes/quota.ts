/** How much of an account quota a target instance uses, with the default quota. */
export interface QuotaUse {
  /** Name of the quota with its unit, e.g. `GiB of SCRATCH_2`. */
  readonly of: string;
  readonly amount: number;
  readonly most: number;
  /** Source of the default. */
  readonly source: string;
  /** Code to read the quota of an account; absent if the code is unknown. */
  readonly quota?: ServiceQuota;
}

/**
 * A quota of Service Quotas. AWS does not document the codes: all codes here are from outputs of
 * `ListAWSDefaultServiceQuotas` and `ListServiceQuotas` that two third parties published, with these names.
 */
export interface ServiceQuota {
  readonly service: QuotaService;
  readonly code: string;
  readonly name: string;
  /** Used units per unit of the quota, e.g. 1024 if the use is in GiB and the quota in TiB. Default: 1. */
  readonly per?: number;
}

/** `ServiceCode` of the quotas that plans use. */
export const QUOTA_SERVICES = ['ec2', 'ebs', 'fsx', 'elasticfilesystem'] as const;
export type QuotaService = (typeof QUOTA_SERVICES)[number];
