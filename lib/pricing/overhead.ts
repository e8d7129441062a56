/**
 * Overhead of an execution in addition to hosts and storage: state transitions, functions, logs, S3 requests.
 * Estimates, budgets and bills omit it, although it may be a third of a small execution's cost: plans and rehearsals
 * print it.
 */
import { sumAll } from '../shapes/collections';
import { listCopies, type Plan } from '../shapes/plan';
import { MONTH_SECONDS } from './months';
import { listServerMetrics } from '../shapes/server-metrics';
import { narrowToExpected } from '../shapes/walk';

/** List price of a transition of a standard state machine, us-east-1: https://aws.amazon.com/step-functions/pricing/ */
export const TRANSITION_USD = 0.000025;
/** List price of a write to S3 Standard, us-east-1: https://aws.amazon.com/s3/pricing/ */
const S3_WRITE_USD = 0.000005;
/** A read from S3 Standard. */
const S3_READ_USD = 0.0000004;
/** A Lambda request, or a GB-second on Graviton: https://aws.amazon.com/lambda/pricing/ */
const FUNCTION_CALL_USD = 0.0000002;
const FUNCTION_GB_SECOND_USD = 0.0000133334;
/** GB-seconds per call, assumed: most functions have 0.5 GB and take less than a second, parsers have more. */
const GB_SECONDS_PER_CALL = 1.5;
/** A GB of CloudWatch Logs; each call writes a kilobyte: https://aws.amazon.com/cloudwatch/pricing/ */
const LOG_GB_USD = 0.5;
const LOG_GB_PER_CALL = 1e-6;
/** A metric in GetMetricData: same page. */
const METRIC_USD = 0.00001;
/** A month of a metric in a standard alarm or its query, billed by the hour: same page. */
const ALARM_METRIC_MONTH_USD = 0.1;
/** Servers or disks that a search or query finds; each counts. Assumed: as for Lustre of some tens of TiB. */
const METRICS_PER_QUERY = 20;

/**
 * Upper bounds from rehearsals of all shipped experiments, up to two fifths above them. Guardians poll while resources
 * exist. Commands that take longer than planned cost more, because they are polled more often.
 */
const TRANSITION_COUNTS = { execution: 370, hour: 170, copy: 110, change: 60, trial: 17, command: 15 };
/** Files of one command per host: six for fio, six for tree copies (local runs). */
const FILES_PER_HOST_COMMAND = 10;

/** The part of a plan that is counted. */
export type OverheadPlan = Pick<Plan, 'rigs' | 'trials' | 'walk'> & {
  readonly estimate: Pick<Plan['estimate'], 'seconds'>;
};

/** Approximate number of state transitions of an execution. */
export function countTransitions({ rigs, trials, estimate }: OverheadPlan): number {
  const changes = rigs.flatMap((rig) => rig.periods.flatMap((period) => period.batches.flatMap((one) => one.changes)));
  const copies = rigs.reduce((sum, rig) => sum + rig.copies.length, 0);
  const commands = trials.map(({ steps, fixtures = [], fixturesFirst }) =>
    fixturesFirst === true ? steps.length + fixtures.length : steps.length,
  );
  return (
    TRANSITION_COUNTS.execution +
    TRANSITION_COUNTS.hour * (estimate.seconds / 3600) +
    TRANSITION_COUNTS.copy * copies +
    TRANSITION_COUNTS.change * changes.length +
    TRANSITION_COUNTS.trial * trials.length +
    TRANSITION_COUNTS.command * commands.reduce((sum, count) => sum + count, 0)
  );
}

/**
 * Overhead in US dollars. Functions, reads and writes are derived from transitions: rehearsals of shipped experiments
 * have one function call for every 7 to 10 of them, and two S3 requests for every three. Uploads count for every host
 * of a trial's command. Traffic between zones is zero, because hosts are in the zone of the preferred server and mount
 * target; estimates include it for trials on a standby. Alarms and dashboard of the stacks belong to the deployment.
 */
export function computeOverheadUsd(whole: OverheadPlan): number {
  const plan = narrowToExpected(whole);
  const transitions = countTransitions(plan);
  const calls = transitions / 7;
  const commands = plan.trials.reduce((sum, { steps }) => sum + steps.reduce((all, { hosts }) => all + hosts, 0), 0);
  return (
    transitions * (TRANSITION_USD + 0.7 * S3_READ_USD) +
    calls * (FUNCTION_CALL_USD + GB_SECONDS_PER_CALL * FUNCTION_GB_SECOND_USD + LOG_GB_PER_CALL * LOG_GB_USD) +
    (FILES_PER_HOST_COMMAND * commands + transitions / 4) * S3_WRITE_USD +
    computeMetricsUsd(plan) +
    computeAlarmsUsd(plan)
  );
}

/** CloudWatch metrics that are fetched after an execution. */
function computeMetricsUsd({ rigs }: OverheadPlan): number {
  const metrics = listCopies({ rigs }).flatMap(({ kind }) => listServerMetrics(kind));
  const found = metrics.map(({ dimensions, anyDimensions }) =>
    dimensions.length > 1 || anyDimensions === true ? METRICS_PER_QUERY : 1,
  );
  return METRIC_USD * sumAll(found);
}

/** Alarms on file systems while their rig exists: a query counts for each metric that it finds. */
function computeAlarmsUsd({ rigs }: OverheadPlan): number {
  const months = rigs.map(({ expectedSeconds, copies }) => {
    const alarms = copies.flatMap(({ requests }) =>
      requests.filter(({ call }) => call === 'cloudwatch:PutMetricAlarm'),
    );
    const metrics = sumAll(alarms.map(({ input }) => (input['Metrics'] === undefined ? 1 : METRICS_PER_QUERY)));
    return (metrics * expectedSeconds) / MONTH_SECONDS;
  });
  return ALARM_METRIC_MONTH_USD * sumAll(months);
}
