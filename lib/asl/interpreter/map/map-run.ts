/** The Map run: who of the children waits, runs, is done; and when too many have failed. */
import type { ChildExecution, ExecutionStatus } from '../child-execution';
import { Failure } from '../failure';

/** Counts as DescribeMapRun gives them. */
export interface MapRunCounts {
  readonly pending: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly aborted: number;
  /** Unsuccessful, and waiting to be redriven. */
  readonly pendingRedrive: number;
  /** Unsuccessful for good. */
  readonly failuresNotRedrivable: number;
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

/** Most redrives of one Map run (https://docs.aws.amazon.com/step-functions/latest/dg/redrive-map-run.html). */
const REDRIVES_MAX = 1_000;

/** A distributed Map under way, and after it. */
export class MapRun {
  /** In order of their start. */
  readonly children: ChildExecution[] = [];
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED' = 'RUNNING';
  stopDate?: number;
  redriveCount = 0;
  redriveDate?: number;
  /** Undefined until the items are read. */
  shares: readonly Share[] | undefined;
  private written = false;
  /** Children that wait to be redriven. */
  private readonly pending = new Set<ChildExecution>();

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
    this.written = true;
  }

  /**
   * Takes the run up again: children that did not succeed wait to be redriven, where they can be.
   * @param now epoch milliseconds.
   * @throws Failure States.Runtime where it was redriven too often.
   */
  redrive(now: number): void {
    if (this.redriveCount >= REDRIVES_MAX) {
      const cause = `The Map Run ${this.arn} was redriven ${REDRIVES_MAX} times, the most that is allowed.`;
      throw new Failure('States.Runtime', cause, 'runtime');
    }
    this.redriveCount++;
    this.redriveDate = now;
    this.status = 'RUNNING';
    delete this.stopDate;
    for (const child of this.children) if (child.redriveRefusal() === undefined) this.pending.add(child);
  }

  /** Whether a child waits to be redriven; it no longer does. */
  takePending(child: ChildExecution): boolean {
    return this.pending.delete(child);
  }

  /** Status of a child as the service shows it. */
  statusOf(child: ChildExecution): ExecutionStatus | 'PENDING_REDRIVE' {
    return this.pending.has(child) ? 'PENDING_REDRIVE' : child.status;
  }

  end(status: 'SUCCEEDED' | 'FAILED' | 'ABORTED', now: number): void {
    if (this.status !== 'RUNNING') return;
    this.status = status;
    this.stopDate = now;
    this.pending.clear();
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
    const sum = { RUNNING: 0, SUCCEEDED: 0, FAILED: 0, TIMED_OUT: 0, ABORTED: 0, PENDING_REDRIVE: 0 };
    let pending = 0;
    let lost = 0;
    let total = 0;
    for (const [index, share] of (this.shares ?? []).entries()) {
      const child = this.children[index];
      const items = weight(share);
      total += items;
      if (child === undefined) {
        pending += items;
        continue;
      }
      const status = this.statusOf(child);
      sum[status] += items;
      const over = status !== 'RUNNING' && status !== 'SUCCEEDED' && status !== 'PENDING_REDRIVE';
      if (over && child.redriveRefusal() !== undefined) lost += items;
    }
    return {
      pending,
      running: sum.RUNNING,
      succeeded: sum.SUCCEEDED,
      failed: sum.FAILED,
      timedOut: sum.TIMED_OUT,
      aborted: sum.ABORTED,
      pendingRedrive: sum.PENDING_REDRIVE,
      failuresNotRedrivable: lost,
      resultsWritten: this.written ? total : 0,
      total,
    };
  }
}

/** Limits of a Map as its fields give them; what is absent stays absent. */
export interface MapLimits {
  readonly maxConcurrency?: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
}
