/** What a modelled FSx is made of. */
import type { StoreOptions } from '../store';
import type { QuotaGroup } from './records';

export type { MadeThing, StorageFaults as FsxFaults } from '../store';

/** What exists; anything where a list is absent. */
export interface FsxNetwork {
  readonly subnets?: readonly string[];
  readonly securityGroups?: readonly string[];
  readonly routeTables?: readonly string[];
  /** Ranges of the subnets; none where absent. */
  readonly subnetRanges?: readonly string[];
}

export interface FsxOptions extends StoreOptions {
  /** Durations and mount names. */
  readonly random: () => number;
  /** Groups of quotas that differ from the Region's defaults. */
  readonly quotas?: Readonly<Record<string, QuotaGroup>>;
  /** Subnets, security groups and route tables that exist. Default: all. */
  readonly network?: FsxNetwork;
}
