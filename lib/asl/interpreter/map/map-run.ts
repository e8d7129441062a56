/** The Map run: which of the children waits, runs, is done; and how many have failed. */
import type { ChildExecution, ExecutionStatus } from '../child-execution';
import { Failure } from '../failure';

/** Limits of a Map run, after the service's ceilings. */
export interface MapRunLimits extends MapLimits {
  readonly maxConcurrency: number;
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
  /** What each child gets, in order; undefined until the items are read. */
  inputs: readonly unknown[] | undefined;
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
  getStatus(child: ChildExecution): ExecutionStatus | 'PENDING_REDRIVE' {
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

  /** Children that ended otherwise than well, and do not wait to be redriven. */
  get lost(): number {
    const well: readonly string[] = ['RUNNING', 'SUCCEEDED', 'PENDING_REDRIVE'];
    return this.children.filter((child) => !well.includes(this.getStatus(child))).length;
  }
}

/** Limits of a Map as its fields give them; what is absent stays absent. */
export interface MapLimits {
  readonly maxConcurrency?: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
}
