/** Events of a trial as they happened, in `events.json` of an attempt and in rows. */
/**
 * An event as it happened; times are epoch seconds.
 * @example { action: 'change', stage: 'fast', requested: 1764300000, acted: 1764300001, ready: 1764301710,
 *   problem: null }
 */
export interface TrialEvent {
  readonly action: 'change';
  /** The stage after the change. */
  readonly stage: string;
  /** The planned moment, as it came. */
  readonly requested: number;
  /** When AWS accepted the request; null if it never did. */
  readonly acted: number | null;
  /** When the new settings applied, up to a poll late; null if they never did. */
  readonly ready: number | null;
  readonly problem: string | null;
}

/** A kill of a service that a host recorded; times are epoch seconds. */
export interface KillEvent {
  readonly action: 'kill';
  /** The host whose service was killed. */
  readonly host: string;
  readonly requested: number;
  /** Null if nothing was killed. */
  readonly acted: number | null;
  /** When the service was ready again, there or on another host; null if it was not. */
  readonly ready: number | null;
  readonly problem: string | null;
}

export type RecordedEvent = TrialEvent | KillEvent;
