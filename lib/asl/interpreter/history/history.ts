/** The history of an execution, as in Step Functions. An execution ends when its history is full. */
import type { Clock } from '../../clock/clock';
import { BranchEnded } from '../failure';
import { countPayloadBytes } from './payload';

/** One event, as GetExecutionHistory returns it, with its details under `<type>EventDetails`. */
export interface HistoryEvent {
  readonly id: number;
  /** Id of the previous event in the same branch; 0 for the first. */
  readonly previousEventId: number;
  readonly timestamp: Date;
  readonly type: string;
  readonly [details: `${string}EventDetails`]: Readonly<Record<string, unknown>>;
}

/** Makes the details of an event on demand: `{ stateEnteredEventDetails: { … } }`. */
export type Details = () => Readonly<Record<`${string}EventDetails`, Readonly<Record<string, unknown>>>>;

interface Entry {
  readonly previous: number;
  readonly millis: number;
  readonly type: string;
  readonly details: Details | undefined;
}

/** Maximum of events of one execution (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). */
export const EVENTS_MAX = 25_000;

/** Counts all events; keeps the events themselves only on request. */
export class History {
  private readonly entries: Entry[] = [];
  private added = 0;
  private closed = false;
  private largest = 0;
  /** Billed transitions: state entries and retries (https://aws.amazon.com/step-functions/pricing/). */
  transitions = 0;

  /** @param full called once, when only one more event fits: the event that ends the execution. */
  constructor(
    private readonly clock: Clock,
    private readonly keep: boolean,
    private readonly full: () => void,
  ) {}

  get count(): number {
    return this.added;
  }

  /** Size of the largest input, output, result or arguments so far, bytes. */
  get largestPayloadBytes(): number {
    return this.largest;
  }

  /** Adds an event and returns its id. @throws {BranchEnded} when the execution is over or the history is full. */
  add(type: string, previous: number, details?: Details): number {
    if (this.closed) throw new BranchEnded();
    if (this.added >= EVENTS_MAX - 1) {
      this.full();
      throw new BranchEnded();
    }
    return this.append(type, previous, details);
  }

  close(type: string, details?: Details): void {
    this.append(type, this.added, details);
    this.closed = true;
  }

  /** Continues the history for a redrive. @returns the id of the event */
  reopen(type: string, details?: Details): number {
    this.closed = false;
    return this.append(type, this.added, details);
  }

  /** Measures a payload in bytes, and updates the maximum. */
  measure(payload: unknown): number {
    const bytes = countPayloadBytes(payload);
    if (bytes > this.largest) this.largest = bytes;
    return bytes;
  }

  /** Copies the list of kept events; empty if events are not kept. */
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
