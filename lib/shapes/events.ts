/** Actions at agreed moments inside of a trial: as a workload asks for them, and as a plan has them. */

/** Ends a service on some hosts of a role, as a crash does. */
export interface Kill {
  readonly role: string;
  readonly service: string;
  /** How many hosts; which ones, is drawn. */
  readonly hosts: number;
  /** Where it goes on: again on its own host, on hosts of another role, or nowhere. */
  readonly resumeOn: string;
}

/** Something that is done to what stands. */
export type Action =
  | { readonly change: string; readonly config: Readonly<Record<string, unknown>> }
  | { readonly kill: Kill };

/**
 * What brings a target to a stage that fsxbench does not make: a state machine of somebody, or a person. It is waited
 * for so long at most.
 */
export type ExternalAction =
  | { readonly hook: string; readonly withinSeconds: number }
  | { readonly confirm: string; readonly withinSeconds: number };

/** An action, and when: seconds after the warm-up of the step that measures. */
export interface WorkloadEvent {
  readonly atSeconds: number;
  readonly action: Action;
}

/** The same in a trial. */
export interface PlannedEvent extends WorkloadEvent {
  /** Numbers of the hosts of the role that are meant, from 0; only where a service is killed. */
  readonly hosts?: readonly number[];
}

/** A hook is waited for so long before anything goes on: an hour, as nobody says how long his machine takes. */
export const HOOK_SECONDS = 3600;

/** The stage that a trial changes its copy to, in its midst; undefined for a trial that changes nothing. */
export function findChange(
  events: readonly WorkloadEvent[] = [],
):
  | { readonly stage: string; readonly config: Readonly<Record<string, unknown>>; readonly atSeconds: number }
  | undefined {
  for (const { atSeconds, action } of events)
    if ('change' in action) return { stage: action.change, config: action.config, atSeconds };
  return undefined;
}

/** What brings a copy to a stage, where AWS is not asked. */
export type PlannedAction = ExternalAction & {
  /** The stage that it is in afterwards. */
  readonly stage: string;
};
