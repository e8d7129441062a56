/** The state of a Map run: its children and the number of failures. */
import type { ChildExecution, ExecutionStatus } from '../child-execution';
import { Failure } from '../failure';

/** Limits of a Map run, capped at the maximum of the service. */
export interface MapRunLimits extends MapLimits {
  readonly maxConcurrency: number;
}

/** Maximum of redrives of one Map run (https://docs.aws.amazon.com/step-functions/latest/dg/redrive-map-run.html). */
const REDRIVES_MAX = 1_000;

/** A distributed Map, during and after its run. */
export class MapRun {
  /** Children in start order. */
  readonly children: ChildExecution[] = [];
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED' = 'RUNNING';
  stopDate?: number;
  redriveCount = 0;
  redriveDate?: number;
  /** Inputs of the children, in order; undefined until the items are read. */
  inputs: readonly unknown[] | undefined;
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
   * Continues the run: children that did not succeed wait for a redrive, if it is possible.
   * @param now epoch milliseconds.
   * @throws Failure States.Runtime if the run was redriven too often.
   */
  redrive(now: number): void {
    if (this.redriveCount >= REDRIVES_MAX) {
      const cause = `The Map Run ${this.arn} was redriven ${REDRIVES_MAX} times, which is the maximum.`;
      throw new Failure('States.Runtime', cause, 'runtime');
    }
    this.redriveCount++;
    this.redriveDate = now;
    this.status = 'RUNNING';
    delete this.stopDate;
    for (const child of this.children) if (child.getRedriveRefusal() === undefined) this.pending.add(child);
  }

  /** Removes a child from the children that wait for a redrive. @returns whether it waited. */
  takePending(child: ChildExecution): boolean {
    return this.pending.delete(child);
  }

  /** Status of a child, as the service would report it. */
  getStatus(child: ChildExecution): ExecutionStatus | 'PENDING_REDRIVE' {
    return this.pending.has(child) ? 'PENDING_REDRIVE' : child.status;
  }

  end(status: 'SUCCEEDED' | 'FAILED' | 'ABORTED', now: number): void {
    if (this.status !== 'RUNNING') return;
    this.status = status;
    this.stopDate = now;
    this.pending.clear();
  }

  stopChildren(): void {
    for (const child of this.children) child.stop();
  }

  /** Number of children that failed for good and do not wait for a redrive. */
  get lost(): number {
    const well: readonly string[] = ['RUNNING', 'SUCCEEDED', 'PENDING_REDRIVE'];
    return this.children.filter((child) => !well.includes(this.getStatus(child))).length;
  }
}

/** Limits of a Map from its fields; undefined fields have no limit. */
export interface MapLimits {
  readonly maxConcurrency?: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
}
