/** The Map run: who of the children waits, runs, is done; and when too many have failed. */
import type { ChildExecution, ExecutionStatus } from '../child-execution';

/** Counts as DescribeMapRun gives them. */
export interface MapRunCounts {
  readonly pending: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly aborted: number;
  readonly resultsWritten: number;
  readonly total: number;
}

/** Limits of a Map run, after the service's ceilings. */
export interface MapRunLimits extends MapLimits {
  readonly maxConcurrency: number;
}

/** One piece of work of a Map run: what one child execution gets, and how many items that is. */
export interface Share {
  readonly input: unknown;
  readonly items: number;
}

/** A distributed Map under way, and after it. */
export class MapRun {
  /** In order of their start. */
  readonly children: ChildExecution[] = [];
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED' = 'RUNNING';
  stopDate?: number;
  /** Zero until the items are read. */
  private shares: readonly Share[] = [];
  private written = 0;

  /** @param startDate epoch milliseconds. */
  constructor(
    readonly arn: string,
    readonly label: string,
    readonly executionArn: string,
    readonly startDate: number,
    readonly limits: MapRunLimits,
  ) {}

  /** Takes the work, once it is known. */
  begin(shares: readonly Share[]): void {
    this.shares = shares;
  }

  /** Notes that a result writer has written all results. */
  resultsWritten(): void {
    this.written = this.shares.length;
  }

  end(status: 'SUCCEEDED' | 'FAILED' | 'ABORTED', now: number): void {
    if (this.status !== 'RUNNING') return;
    this.status = status;
    this.stopDate = now;
  }

  /** Stops the children that still run. */
  stopChildren(): void {
    for (const child of this.children) child.stop();
  }

  get executionCounts(): MapRunCounts {
    return this.count(() => 1);
  }

  get itemCounts(): MapRunCounts {
    return this.count((share) => share.items);
  }

  private count(weight: (share: Share) => number): MapRunCounts {
    const sum = { RUNNING: 0, SUCCEEDED: 0, FAILED: 0, TIMED_OUT: 0, ABORTED: 0 } satisfies Record<
      ExecutionStatus,
      number
    >;
    let pending = 0;
    for (const [index, share] of this.shares.entries()) {
      const child = this.children[index];
      if (child === undefined) pending += weight(share);
      else sum[child.status] += weight(share);
    }
    return {
      pending,
      running: sum.RUNNING,
      succeeded: sum.SUCCEEDED,
      failed: sum.FAILED,
      timedOut: sum.TIMED_OUT,
      aborted: sum.ABORTED,
      resultsWritten: this.written === 0 ? 0 : this.shares.reduce((total, share) => total + weight(share), 0),
      total: this.shares.reduce((total, share) => total + weight(share), 0),
    };
  }
}

/** Limits of a Map as its fields give them; what is absent stays absent. */
export interface MapLimits {
  readonly maxConcurrency?: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
}
