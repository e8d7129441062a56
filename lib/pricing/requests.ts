/**
 * What an execution costs beside hosts and storage: state transitions and writes to the bucket. No estimate, budget or
 * bill holds it, since it is some hundredths of them; plans and rehearsals say how much it may be.
 */
import type { Plan } from '../shapes/plan';

/** List price of a transition of a standard state machine, us-east-1: https://aws.amazon.com/step-functions/pricing/ */
export const TRANSITION_USD = 0.000025;
/** List price of a write to S3 Standard, us-east-1: https://aws.amazon.com/s3/pricing/ */
const WRITE_USD = 0.000005;

/**
 * What rehearsals of all shipped experiments stay below, by up to two fifths; the guardian looks once in a while for as
 * long as there is something. More where commands take longer than they should, since they are looked at more often.
 */
const TRANSITIONS = { execution: 350, hour: 170, copy: 60, change: 60, trial: 16, command: 11 };
/** Files that a host leaves of one command: six of fio, six of copies of trees (local executions). */
const FILES_OF_A_HOST = 10;

/** What of a plan is counted. */
export type Counted = Pick<Plan, 'rigs' | 'trials'> & { readonly estimate: Pick<Plan['estimate'], 'seconds'> };

/** State transitions of an execution of a plan, about. */
export function transitionsOf({ rigs, trials, estimate }: Counted): number {
  const changes = rigs.flatMap((rig) => rig.periods.flatMap((period) => period.batches.flatMap((one) => one.changes)));
  const copies = rigs.reduce((sum, rig) => sum + rig.copies.length, 0);
  const commands = trials.map(({ steps, fixtures = [], fixturesFirst }) =>
    fixturesFirst === true ? steps.length + fixtures.length : steps.length,
  );
  return (
    TRANSITIONS.execution +
    TRANSITIONS.hour * (estimate.seconds / 3600) +
    TRANSITIONS.copy * copies +
    TRANSITIONS.change * changes.length +
    TRANSITIONS.trial * trials.length +
    TRANSITIONS.command * commands.reduce((sum, count) => sum + count, 0)
  );
}

/** US dollars for them, and for what hosts store: each command of a trial counts once for every host that runs it. */
export function besideUsd(plan: Counted): number {
  const commands = plan.trials.reduce((sum, { steps }) => sum + steps.reduce((all, { hosts }) => all + hosts, 0), 0);
  return TRANSITION_USD * transitionsOf(plan) + WRITE_USD * FILES_OF_A_HOST * commands;
}
