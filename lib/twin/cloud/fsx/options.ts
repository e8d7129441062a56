/** What a modelled FSx is made of, and what may go wrong in it. */
import type { Clock } from '../../../asl/clock/clock';
import type { StorageKind } from '../../../shapes/resources';
import type { Ids, Place } from '../ids';
import type { OnPaid } from '../paid';
import type { FsxNetwork } from './network/network';
import type { QuotaGroup } from './records';
import type { Tags } from './tags';
import type { FsxTiming } from './timing';

/** Something that was just made. */
export interface MadeThing {
  readonly kind: StorageKind;
  readonly id: string;
  readonly tags: Tags;
  /** Order of creation among all that FSx holds, root volumes included. */
  readonly rank: number;
}

/** Scripted trouble; each is asked at the moment at which it would matter. */
export interface FsxFaults {
  /**
   * `fails`: ends as FAILED after its time; `hangs`: stays CREATING for ever, and where deletes are
   * refused meanwhile nobody can delete it; `misconfigured`: MISCONFIGURED; a number: it takes so much longer,
   * milliseconds.
   */
  readonly create?: (made: MadeThing) => 'fails' | 'hangs' | 'misconfigured' | number | undefined;
  /**
   * Asked when a change was accepted. `fails`: the administrative action ends as FAILED, the file system is AVAILABLE
   * with its old values; `hangs`: it stays PENDING for ever; a number: so much longer, milliseconds.
   */
  readonly update?: (id: string) => 'fails' | 'hangs' | number | undefined;
  /**
   * `refused`: the call is a BadRequest; `undone`: it is accepted, and what was to be deleted is back after its time.
   * @param attempt number of the delete of this id, from 1
   */
  readonly deletion?: (id: string, attempt: number) => 'refused' | 'undone' | undefined;
}

export interface FsxOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly place: Place;
  /** Numbers in [0, 1): durations and mount names. */
  readonly random: () => number;
  readonly timing?: Partial<FsxTiming>;
  /** Groups of quotas that differ from the Region's defaults. */
  readonly quotas?: Readonly<Record<string, QuotaGroup>>;
  /** Subnets, security groups and route tables that exist. Default: all. */
  readonly network?: FsxNetwork;
  /** Tags without which a create is refused, as the roles' policies do. Default: none. */
  readonly requiredTags?: readonly string[];
  /**
   * What a delete while CREATING gets. It is documented nowhere; a refusal is the harder case, since a caller must wait
   * and come back. Default: refused.
   */
  readonly deleteWhileCreating?: 'refused' | 'accepted';
  /** The roles have fsx:CreateBackup: without it a delete that would take a final backup is refused. Default: true. */
  readonly mayCreateBackups?: boolean;
  /**
   * Most SSD IOPS for a GiB of OpenZFS: 1000, in some Regions 50
   * (https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance-ssd.html). Default: 1000.
   */
  readonly iopsPerGib?: number;
  readonly faults?: FsxFaults;
  /** Told when a file system or backup begins, changes and ends to be paid for. */
  readonly onPaid?: OnPaid;
}
