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
