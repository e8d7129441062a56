/**
 * A command on its way: sent to so many hosts at once, stopped after too many errors, given up when it cannot be
 * delivered in time.
 */
import { Stop } from '../../../asl/clock/stop';
import type { Clock } from '../../../asl/clock/clock';
import type { CommandResult, HostCommand, HostDriver } from '../../hosts/driver';
import { countOf, type Details, errorCount, type Invocation, isOver } from './invocation';

export interface DeliveryOptions {
  readonly clock: Clock;
  readonly driver: Pick<HostDriver, 'run'>;
  /** Whether the agent of a host answers now. */
  readonly online: (instanceId: string) => boolean;
  readonly command: HostCommand;
  readonly maxConcurrency: number;
  readonly maxErrors: number;
  /** A host that has not begun by then never does. */
  readonly deliverySeconds: number;
}

/** Runs one command on its invocations, whose fields it sets. */
export class Delivery {
  private readonly giveUp = new Stop();
  cancelled = false;
  /** Invocations that have not begun, and those that have not ended: counted, since fleets are large. */
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

  /** The host answers now: what waits for it can be sent. */
  hostOnline(): void {
    if (this.waiting > 0) this.pump();
  }

  /** The host is gone: what waits for it, or ran on it, can never be delivered. */
  hostGone(instanceId: string): void {
    if (this.open === 0) return;
    const invocation = this.invocations.find((one) => one.instanceId === instanceId);
    if (invocation !== undefined && !isOver(invocation)) this.end(invocation, 'Undeliverable');
  }

  /** Ends what has not ended, on these hosts or on all. SSM promises no more than to try. */
  cancel(instanceIds: readonly string[] | undefined): void {
    if (instanceIds === undefined && !this.over()) this.cancelled = true;
    for (const invocation of this.invocations) {
      if (isOver(invocation) || !(instanceIds?.includes(invocation.instanceId) ?? true)) continue;
      if (invocation.running === undefined) this.end(invocation, 'Cancelled');
      else invocation.running.cancel();
    }
  }

  private over(): boolean {
    return this.open === 0;
  }

  private pump(): void {
    const { maxConcurrency, maxErrors, online } = this.options;
    const tooMany = errorCount(this.invocations) > maxErrors;
    let busy = countOf(this.invocations, 'InProgress');
    for (const invocation of this.invocations) {
      if (invocation.details !== 'Pending') continue;
      if (tooMany) this.conclude(invocation, 'Terminated');
      else if (busy < maxConcurrency && online(invocation.instanceId) && this.send(invocation)) busy++;
    }
    if (this.over()) this.giveUp.stop('over');
  }

  /** Whether the host has begun. */
  private send(invocation: Invocation): boolean {
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
      return true;
    } catch {
      // The driver knows no such host: it went between the look and the call.
      this.conclude(invocation, 'Undeliverable');
      return false;
    }
  }

  private finish(invocation: Invocation, result: CommandResult): void {
    if (isOver(invocation)) return;
    invocation.result = result;
    this.end(invocation, result.status === 'TimedOut' ? 'ExecutionTimedOut' : result.status);
  }

  private end(invocation: Invocation, details: Details): void {
    this.conclude(invocation, details);
    // A place has become free, or the errors have become too many.
    if (this.waiting > 0) this.pump();
    else if (this.over()) this.giveUp.stop('over');
  }

  private conclude(invocation: Invocation, details: Details): void {
    if (isOver(invocation)) return;
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
