/** What the modelled EFS holds: file systems and their mount targets; its clock, ids and durations. */
import type { LifeCycleState, PerformanceMode, ThroughputMode } from '@aws-sdk/client-efs';
import type { Clock } from '../../../asl/clock/clock';
import type { FsxFaults } from '../fsx/options';
import type { FsxNetwork } from '../fsx/network/network';
import { FSX_TIMING, type Length, stepMs } from '../fsx/timing';
import { arn, type Ids, type Place } from '../ids';
import type { OnPaid } from '../paid';

/** Key → value. */
export type Tags = Readonly<Record<string, string>>;

/** What may be changed of a file system. */
export interface Throughput {
  readonly mode: ThroughputMode;
  /** Of `provisioned`, MiB/s. */
  readonly provisioned?: number;
}

interface RecordBase {
  readonly id: string;
  /** Order of creation. */
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  lifecycle: LifeCycleState;
  /** How often a delete was asked for. */
  deletions: number;
}

export interface FileSystemRecord extends RecordBase {
  readonly arn: string;
  readonly token: string;
  readonly performanceMode: PerformanceMode;
  readonly encrypted: boolean;
  /** The customer's own. */
  readonly key?: string;
  /** Absent where it stands in all zones. */
  readonly zone?: string;
  throughput: Throughput;
  /** When its throughput was last changed, epoch milliseconds. */
  changedAt?: number;
  tags: Tags;
}

export interface MountTargetRecord extends RecordBase {
  /** Id of its file system. */
  readonly of: string;
  readonly subnetId: string;
  readonly zone: string;
  readonly address: string;
  readonly interfaceId: string;
}

export interface EfsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly place: Place;
  /** Numbers in [0, 1): durations. */
  readonly random: () => number;
  /** Subnets and security groups that exist; the nth subnet is in the nth zone. Default: all, in the first. */
  readonly network?: FsxNetwork;
  /** Tags without which a create is refused, as the roles' policies do. Default: none. */
  readonly requiredTags?: readonly string[];
  /** Listings without ids show a new thing only so long after its creation, milliseconds. Default: as FSx. */
  readonly visibleMs?: number;
  /** Those of all storage. */
  readonly faults?: FsxFaults;
  /** Told when a file system begins, changes and ends to be paid for. */
  readonly onPaid?: OnPaid;
}

/** Digits of an id: EFS guide, Working with resource IDs. */
const ID_DIGITS = 17;

export class EfsState {
  readonly fileSystems = new Map<string, FileSystemRecord>();
  readonly mountTargets = new Map<string, MountTargetRecord>();
  private ranks = 0;

  constructor(readonly options: EfsOptions) {}

  now(): number {
    return this.options.clock.now();
  }

  nextRank(): number {
    return this.ranks++;
  }

  newId(prefix: string): string {
    return `${prefix}-${this.options.ids.hex(ID_DIGITS)}`;
  }

  arnOf(id: string): string {
    return arn(this.options.place, 'elasticfilesystem', `file-system/${id}`);
  }

  /** Length of one step from now on; every call draws anew. */
  async take(length: Length, moreMs = 0): Promise<void> {
    await this.options.clock.sleep(moreMs + stepMs(FSX_TIMING, length, 0, this.options.random()));
  }

  mountTargetsOf(fileSystemId: string): readonly MountTargetRecord[] {
    return [...this.mountTargets.values()].filter(({ of }) => of === fileSystemId);
  }

  /** What a listing without ids shows now. */
  listed<R extends { readonly createdAt: number }>(records: readonly R[]): readonly R[] {
    const newest = this.now() - (this.options.visibleMs ?? FSX_TIMING.visibleMs);
    return records.filter(({ createdAt }) => createdAt <= newest);
  }
}
