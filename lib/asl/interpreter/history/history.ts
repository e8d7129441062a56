/**
 * The history of an execution, event by event as Step Functions keeps it; at its limit of events the execution ends.
 */
import type { Clock } from '../../clock/clock';
import { BranchEnded } from '../failure';
import { payloadBytes } from './payload';

/** One event, in the shape of GetExecutionHistory; the details stand under `<type>EventDetails`. */
export interface HistoryEvent {
  readonly id: number;
  /** The event before it in the same branch; 0 for the first. */
  readonly previousEventId: number;
  readonly timestamp: Date;
  readonly type: string;
  readonly [details: `${string}EventDetails`]: Readonly<Record<string, unknown>>;
}

/** Makes the details of an event when they are asked for: `{ stateEnteredEventDetails: { … } }`. */
export type Details = () => Readonly<Record<`${string}EventDetails`, Readonly<Record<string, unknown>>>>;

interface Entry {
  readonly previous: number;
  readonly millis: number;
  readonly type: string;
  readonly details: Details | undefined;
}

/** Most events of one execution (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). */
export const EVENTS_MAX = 25_000;

/** History of one execution. Counts always; keeps the events themselves only where asked. */
export class History {
  private readonly entries: Entry[] = [];
  private added = 0;
  private closed = false;
  private largest = 0;
  /** State entries and retries, as they are billed (https://aws.amazon.com/step-functions/pricing/). */
  transitions = 0;

  /** @param full called once, when only the event that ends the execution still has room. */
  constructor(
    private readonly clock: Clock,
    private readonly keep: boolean,
    private readonly full: () => void,
  ) {}

  /** Number of events so far. */
  get count(): number {
    return this.added;
  }

  /** Size of the largest input, output, result or arguments so far, bytes. */
  get largestPayloadBytes(): number {
    return this.largest;
  }

  /** Adds an event and gives its id. @throws {BranchEnded} when the execution is over or has no room for more. */
  add(type: string, previous: number, details?: Details): number {
    if (this.closed) throw new BranchEnded();
    if (this.added >= EVENTS_MAX - 1) {
      this.full();
      throw new BranchEnded();
    }
    return this.append(type, previous, details);
  }

  /** Adds the last event. */
  close(type: string, details?: Details): void {
    this.append(type, this.added, details);
    this.closed = true;
  }

  /** Goes on after its last event, because the execution is redriven. @returns the id of the event */
  reopen(type: string, details?: Details): number {
    this.closed = false;
    return this.append(type, this.added, details);
  }

  /** Size of a payload in bytes, remembered when it is the largest. */
  measure(payload: unknown): number {
    const bytes = payloadBytes(payload);
    if (bytes > this.largest) this.largest = bytes;
    return bytes;
  }

  /** The kept events, made anew at each call; empty where events are not kept. */
  events(): HistoryEvent[] {
    return this.entries.map(({ previous, millis, type, details }, index) => ({
      id: index + 1,
      previousEventId: previous,
      timestamp: new Date(millis),
      type,
      ...details?.(),
    }));
  }

  private append(type: string, previous: number, details: Details | undefined): number {
    if (this.keep) this.entries.push({ previous, millis: this.clock.now(), type, details });
    return ++this.added;
  }
}
