/**
 * What an execution costs beside hosts and storage: state transitions, functions, logs, requests to the bucket. No
 * estimate, budget or bill holds it, and it may be a third of what a small one costs: plans and rehearsals name it.
 */
import { sumAll } from '../shapes/collections';
import { listCopies, type Plan } from '../shapes/plan';
import { MONTH_SECONDS } from './months';
import { listServerMetrics } from '../shapes/server-metrics';

/** List price of a transition of a standard state machine, us-east-1: https://aws.amazon.com/step-functions/pricing/ */
export const TRANSITION_USD = 0.000025;
/** List price of a write to S3 Standard, us-east-1: https://aws.amazon.com/s3/pricing/ */
const WRITE_USD = 0.000005;
/** And to a read from it. */
const READ_USD = 0.0000004;
/** A call of a function, and a GB-second on Graviton: https://aws.amazon.com/lambda/pricing/ */
const CALL_USD = 0.0000002;
const GB_SECOND_USD = 0.0000133334;
/** Most functions have half a GB and take less than a second; those that parse and analyse have more. Assumed. */
const CALL_GB_SECONDS = 1.5;
/** What is written to CloudWatch Logs, and a kilobyte for each call: https://aws.amazon.com/cloudwatch/pricing/ */
const LOG_GB_USD = 0.5;
const CALL_LOG_GB = 1e-6;
/** A metric that is asked of CloudWatch: same page, GetMetricData. */
const METRIC_USD = 0.00001;
/** A metric of a standard alarm or of a query of one, a month, by the hour: same page. */
const ALARM_USD = 0.1;
/**
 * Servers or disks that a search or query finds, each of which counts. Assumed: as Lustre of some tens of TiB has them.
 */
const METRICS_FOUND = 20;

/**
 * What rehearsals of all shipped experiments stay below, by up to two fifths; the guardian looks once in a while for as
 * long as there is something. More where commands take longer than they should, since they are looked at more often.
 */
const TRANSITIONS = { execution: 370, hour: 170, copy: 110, change: 60, trial: 17, command: 15 };
/** Files that a host leaves of one command: six of fio, six of copies of trees (local executions). */
const HOST_FILES = 10;

/** What of a plan is counted. */
export type CountedPlan = Pick<Plan, 'rigs' | 'trials'> & { readonly estimate: Pick<Plan['estimate'], 'seconds'> };

/** State transitions of an execution of a plan, about. */
export function countTransitions({ rigs, trials, estimate }: CountedPlan): number {
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

/**
 * US dollars for all of that. Functions and their reads and writes are counted from transitions: rehearsals of
 * shipped experiments have one call of a function for every 7 to 10 of them, and two requests to S3 for every three.
 * What hosts store counts for every host of a command of a trial. Data between zones are none, but for trials in which
 * a standby serves, which estimates have: hosts stand in the zone of the preferred server, and of the mount target.
 * Alarms of the stacks and the dashboard are the deployment's, not an execution's.
 */
export function overheadUsd(plan: CountedPlan): number {
  const transitions = countTransitions(plan);
  const calls = transitions / 7;
  const commands = plan.trials.reduce((sum, { steps }) => sum + steps.reduce((all, { hosts }) => all + hosts, 0), 0);
  return (
    transitions * (TRANSITION_USD + 0.7 * READ_USD) +
    calls * (CALL_USD + CALL_GB_SECONDS * GB_SECOND_USD + CALL_LOG_GB * LOG_GB_USD) +
    (HOST_FILES * commands + transitions / 4) * WRITE_USD +
    metricsUsd(plan) +
    alarmsUsd(plan)
  );
}

/** What servers are asked after an execution. */
function metricsUsd({ rigs }: CountedPlan): number {
  const asked = listCopies({ rigs }).flatMap(({ kind }) => listServerMetrics(kind));
  const found = asked.map(({ dimensions, anyDimensions }) =>
    dimensions.length > 1 || anyDimensions === true ? METRICS_FOUND : 1,
  );
  return METRIC_USD * sumAll(found);
}

/** Alarms on file systems, for as long as their rig stands: a query counts for each metric that it finds. */
function alarmsUsd({ rigs }: CountedPlan): number {
  const months = rigs.map(({ expectedSeconds, copies }) => {
    const alarms = copies.flatMap(({ requests }) =>
      requests.filter(({ call }) => call === 'cloudwatch:PutMetricAlarm'),
    );
    const metrics = sumAll(alarms.map(({ input }) => (input['Metrics'] === undefined ? 1 : METRICS_FOUND)));
    return (metrics * expectedSeconds) / MONTH_SECONDS;
  });
  return ALARM_USD * sumAll(months);
}
