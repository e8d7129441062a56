/** Delivery of a command: to all hosts at once, until its delivery time-out; and its status. */
import type { CommandInvocationStatus, CommandStatus } from '@aws-sdk/client-ssm';
import { Stop } from '../../../asl/clock/stop';
import type { Clock } from '../../../asl/clock/clock';
import type { CommandResult, HostCommand, HostDriver, RunningCommand } from '../../hosts/driver';

interface DeliveryOptions {
  readonly clock: Clock;
  readonly driver: Pick<HostDriver, 'run'>;
  /** Whether the agent of a host answers now. */
  readonly online: (instanceId: string) => boolean;
  readonly command: HostCommand;
  /** Time-out for the start on a host. */
  readonly deliverySeconds: number;
}

/** Runs one command on its invocations, and updates them. */
export class CommandDelivery {
  private readonly giveUp = new Stop();
  cancelled = false;
  /** Number of invocations that have not begun, and that have not ended: counters, because fleets are large. */
  private waiting: number;
  private open: number;

  constructor(
    private readonly options: DeliveryOptions,
    readonly invocations: readonly Invocation[],
  ) {
    this.waiting = invocations.length;
    this.open = invocations.length;
    this.pump();
    if (!this.over()) void this.expire();
  }

  /** Sends the waiting commands of a host that answers again. */
  hostOnline(): void {
    if (this.waiting > 0) this.pump();
  }

  /** Marks waiting and running commands of a terminated host as undeliverable. */
  hostGone(instanceId: string): void {
    if (this.open === 0) return;
    const invocation = this.invocations.find((one) => one.instanceId === instanceId);
    if (invocation !== undefined && !hasEnded(invocation)) this.end(invocation, 'Undeliverable');
  }

  /** Cancels commands that have not ended, on these hosts or on all. SSM promises only an attempt. */
  cancel(instanceIds: readonly string[] | undefined): void {
    if (instanceIds === undefined && !this.over()) this.cancelled = true;
    for (const invocation of this.invocations) {
      if (hasEnded(invocation) || !(instanceIds?.includes(invocation.instanceId) ?? true)) continue;
      if (invocation.running === undefined) this.end(invocation, 'Cancelled');
      else invocation.running.cancel();
    }
  }

  private over(): boolean {
    return this.open === 0;
  }

  private pump(): void {
    for (const invocation of this.invocations) {
      if (invocation.details === 'Pending' && this.options.online(invocation.instanceId)) this.send(invocation);
    }
    if (this.over()) this.giveUp.stop('over');
  }

  private send(invocation: Invocation): void {
    const { clock, driver, command } = this.options;
    try {
      const running = driver.run(invocation.instanceId, command);
      invocation.details = 'InProgress';
      this.waiting--;
      invocation.startedAt = clock.now();
      invocation.running = running;
      running.done.then(
        (result) => this.finish(invocation, result),
        () => this.end(invocation, 'Undeliverable'),
      );
    } catch {
      // The host was terminated between the check and the call.
      this.conclude(invocation, 'Undeliverable');
    }
  }

  private finish(invocation: Invocation, result: CommandResult): void {
    if (hasEnded(invocation)) return;
    invocation.result = result;
    this.end(invocation, result.status === 'TimedOut' ? 'ExecutionTimedOut' : result.status);
  }

  private end(invocation: Invocation, details: StatusDetails): void {
    this.conclude(invocation, details);
    if (this.over()) this.giveUp.stop('over');
  }

  private conclude(invocation: Invocation, details: StatusDetails): void {
    if (hasEnded(invocation)) return;
    if (invocation.details === 'Pending') this.waiting--;
    this.open--;
    invocation.details = details;
    invocation.endedAt = this.options.clock.now();
    delete invocation.running;
  }

  private async expire(): Promise<void> {
    const { clock, deliverySeconds } = this.options;
    if ((await clock.sleep(deliverySeconds * 1000, this.giveUp)) === 'cancelled') return;
    for (const invocation of this.invocations) {
      if (invocation.details === 'Pending') this.end(invocation, 'DeliveryTimedOut');
    }
  }
}

/** https://docs.aws.amazon.com/systems-manager/latest/userguide/monitor-commands.html */
export type StatusDetails =
  | 'Pending'
  | 'InProgress'
  | 'Success'
  | 'DeliveryTimedOut'
  | 'ExecutionTimedOut'
  | 'Failed'
  | 'Cancelled'
  | 'Undeliverable';

export interface Invocation {
  readonly instanceId: string;
  /** Order in the listing of all invocations. */
  readonly rank: number;
  details: StatusDetails;
  /** Set while the host runs it. */
  running?: RunningCommand;
  result?: CommandResult;
  /** Epoch milliseconds. */
  startedAt?: number;
  endedAt?: number;
}

const STATUS_BY_DETAILS: Readonly<Record<StatusDetails, CommandInvocationStatus>> = {
  Pending: 'Pending',
  InProgress: 'InProgress',
  Success: 'Success',
  DeliveryTimedOut: 'TimedOut',
  ExecutionTimedOut: 'TimedOut',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
  Undeliverable: 'Failed',
};

export function toStatus(details: StatusDetails): CommandInvocationStatus {
  return STATUS_BY_DETAILS[details];
}

export function hasEnded(invocation: Invocation): boolean {
  return invocation.details !== 'Pending' && invocation.details !== 'InProgress';
}

/** Failures that count as errors: no delivery time-outs and no undeliverable invocations. */
export function countErrors(invocations: readonly Invocation[]): number {
  return countStatusDetails(invocations, 'Failed') + countStatusDetails(invocations, 'ExecutionTimedOut');
}

export function countStatusDetails(invocations: readonly Invocation[], details: StatusDetails): number {
  return invocations.filter((invocation) => invocation.details === details).length;
}

/** Status of a command with its details, from its invocations (`monitor-commands`, as above); errors never stop it. */
export function toCommandStatus(
  invocations: readonly Invocation[],
  cancelled: boolean,
): { readonly status: CommandStatus; readonly details: string } {
  if (!invocations.every(hasEnded)) {
    if (cancelled) return { status: 'Cancelling', details: 'Cancelling' };
    const begun = invocations.some(({ details }) => details !== 'Pending');
    return begun ? { status: 'InProgress', details: 'InProgress' } : { status: 'Pending', details: 'Pending' };
  }
  if (invocations.length === 0) return { status: 'Success', details: 'NoInstancesInTag' };
  if (cancelled) return { status: 'Cancelled', details: 'Cancelled' };
  // Undeliverable invocations do not prevent success: callers that need all hosts must check each.
  const counted = invocations.filter(({ details }) => details !== 'Undeliverable');
  if (counted.length === 0) return { status: 'Failed', details: 'Undeliverable' };
  if (counted.every(({ details }) => details === 'Success')) return { status: 'Success', details: 'Success' };
  const enough = invocations.length;
  if (countStatusDetails(counted, 'DeliveryTimedOut') >= enough)
    return { status: 'TimedOut', details: 'DeliveryTimedOut' };
  if (countStatusDetails(counted, 'ExecutionTimedOut') >= enough)
    return { status: 'TimedOut', details: 'ExecutionTimedOut' };
  if (countErrors(counted) >= enough) return { status: 'Failed', details: 'Failed' };
  return { status: 'Failed', details: 'Incomplete' };
}
