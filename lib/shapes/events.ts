/** Events at set times during a trial, as workloads define and plans list them. */
/** A simulated crash: kills a service on some hosts of a role. */
export interface Kill {
  readonly role: string;
  readonly service: string;
  /** Number of hosts, in turn: the first is the trial number modulo the hosts of the role. */
  readonly hosts: number;
  /** Where the service restarts: on the same host, on hosts of another role, or nowhere. */
  readonly resumeOn: string;
}

/** A change of a target, or a kill of a service. */
export type Action =
  | { readonly change: string; readonly config: Readonly<Record<string, unknown>> }
  | { readonly kill: Kill };

/**
 * An external change of a target to a stage, within a time limit: by a user's state machine (`hook`) or a person
 * (`confirm`).
 */
export type ExternalAction =
  | { readonly hook: string; readonly withinSeconds: number }
  | { readonly confirm: string; readonly withinSeconds: number };

/** An action and its time: seconds after the warm-up of the measuring step. */
export interface WorkloadEvent {
  readonly atSeconds: number;
  readonly action: Action;
}

/**
 * An event of a planned trial.
 * @example { atSeconds: 600, action: { kill: { role: 'broker', service: 'kafka', hosts: 1, resumeOn: 'none' } },
 *   hosts: [2] }
 */
export interface PlannedEvent extends WorkloadEvent {
  /** Numbers of the affected hosts of the role, from 0; only for kills. */
  readonly hosts?: readonly number[];
  /** Expected time until the new settings of a change apply. */
  readonly usableSeconds?: number;
}

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

/** Time limit of a hook, an hour: fsxbench cannot estimate the duration of a user's state machine. */
export const HOOK_SECONDS = 3600;

/** A change of a target instance by a trial. */
interface PlannedChangeEvent {
  readonly stage: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly atSeconds: number;
  /** As in {@link PlannedEvent}; 0 before planning. */
  readonly usableSeconds: number;
}

/** The stage that a trial changes its target instance to; undefined without a change. */
export function findChange(events: readonly PlannedEvent[] = []): PlannedChangeEvent | undefined {
  for (const { atSeconds, action, usableSeconds = 0 } of events)
    if ('change' in action) return { stage: action.change, config: action.config, atSeconds, usableSeconds };
  return undefined;
}

/** An external change of a target instance in a plan. */
export type PlannedAction = ExternalAction & {
  /** The stage after the change. */
  readonly stage: string;
};
