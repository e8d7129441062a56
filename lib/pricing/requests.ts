/**
 * What an execution costs beside hosts and storage: state transitions and writes to the bucket. No estimate, budget or
 * bill holds it, since it is some hundredths of them; plans and rehearsals say how much it may be.
 */

/** List price of a transition of a standard state machine, us-east-1: https://aws.amazon.com/step-functions/pricing/ */
export const TRANSITION_USD = 0.000025;
/** List price of a write to S3 Standard, us-east-1: https://aws.amazon.com/s3/pricing/ */
const WRITE_USD = 0.000005;

/**
 * Rehearsals of shipped experiments: 1,421 transitions for 36 trials, 1,560 for 27; more where commands take longer
 * than they should, since they are looked at more often.
 */
const TRANSITIONS = { execution: 500, trial: 60 };
/** Files that a host leaves of one command: six of fio, six of copies of trees (local executions). */
const FILES_OF_A_HOST = 10;

/** @param hostCommands commands of all trials, each counted once for every host that runs it */
export function besideUsd(trials: number, hostCommands: number): number {
  return (
    TRANSITION_USD * (TRANSITIONS.execution + TRANSITIONS.trial * trials) + WRITE_USD * FILES_OF_A_HOST * hostCommands
  );
}
