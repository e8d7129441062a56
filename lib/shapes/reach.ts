/** Changes of a target between two stages that fsxbench does not make: by a state machine or a person. */
/**
 * An external change of a target to a stage, within a time limit: by a user's state machine (`hook`) or a person
 * (`confirm`).
 */
export type ExternalAction =
  | { readonly hook: string; readonly withinSeconds: number }
  | { readonly confirm: string; readonly withinSeconds: number };

/** An external change of a target instance in a plan. */
export type PlannedAction = ExternalAction & {
  /** The stage after the change. */
  readonly stage: string;
};

/** Time limit of a hook, an hour: fsxbench cannot estimate the duration of a user's state machine. */
export const HOOK_SECONDS = 3600;
