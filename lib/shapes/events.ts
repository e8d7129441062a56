/** Events at set times during a trial, as workloads define and plans list them. */
/** A simulated crash: kills a service on some hosts of a role. */
export interface Kill {
  readonly role: string;
  readonly service: string;
  /** Number of hosts, chosen at random. */
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
}

/** Time limit of a hook, an hour: fsxbench cannot estimate the duration of a user's state machine. */
export const HOOK_SECONDS = 3600;

/** The stage that a trial changes its target instance to; undefined without a change. */
export function findChange(
  events: readonly WorkloadEvent[] = [],
):
  | { readonly stage: string; readonly config: Readonly<Record<string, unknown>>; readonly atSeconds: number }
  | undefined {
  for (const { atSeconds, action } of events)
    if ('change' in action) return { stage: action.change, config: action.config, atSeconds };
  return undefined;
}

/** An external change of a target instance in a plan. */
export type PlannedAction = ExternalAction & {
  /** The stage after the change. */
  readonly stage: string;
};
