/**
 * What an execution costs beside hosts and storage: state transitions, functions, logs, requests to the bucket. No
 * estimate, budget or bill holds it, since it is some hundredths of them; plans and rehearsals say how much it may be.
 */
import type { LineItem } from '../shapes/line-item';
import { copiesOfPlan, type Plan } from '../shapes/plan';
import { MONTH_SECONDS } from './months';
import { serverMetricsOf } from '../shapes/server-metrics';

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
const FOUND = 20;
/** What is less of metrics has no line. */
const CENT = 0.01;

/**
 * What rehearsals of all shipped experiments stay below, by up to two fifths; the guardian looks once in a while for as
 * long as there is something. More where commands take longer than they should, since they are looked at more often.
 */
const TRANSITIONS = { execution: 370, hour: 170, copy: 110, change: 60, trial: 17, command: 15 };
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

/**
 * Line items of all of that. Functions and their reads and writes are counted from transitions: rehearsals of
 * shipped experiments have one call of a function for every 7 to 10 of them, and two requests to S3 for every three.
 * What hosts store counts for every host of a command of a trial. Data between zones are none, but for trials in which
 * a standby serves, which estimates have: hosts stand in the zone of the preferred server, and of the mount target.
 * Alarms of the stacks and the dashboard are the deployment's, not an execution's.
 */
export function besideItems(plan: Counted): readonly LineItem[] {
  const transitions = transitionsOf(plan);
  const calls = transitions / 7;
  const commands = plan.trials.reduce((sum, { steps }) => sum + steps.reduce((all, { hosts }) => all + hosts, 0), 0);
  return [
    lineOf('state transitions', transitions, 'transition', TRANSITION_USD, 'step-functions'),
    lineOf('calls of functions', calls, 'call', CALL_USD, 'lambda'),
    lineOf('time of functions', calls * CALL_GB_SECONDS, 'GB-second', GB_SECOND_USD, 'lambda'),
    lineOf('log lines of functions', calls * CALL_LOG_GB, 'GB', LOG_GB_USD, 'cloudwatch'),
    lineOf('writes to the bucket', FILES_OF_A_HOST * commands + transitions / 4, 'request', WRITE_USD, 's3'),
    lineOf('reads from the bucket', 0.7 * transitions, 'request', READ_USD, 's3'),
    ...metricItems(plan),
    ...alarmItems(plan),
  ];
}

/** What servers are asked after an execution. */
function metricItems({ rigs }: Counted): readonly LineItem[] {
  const asked = copiesOfPlan({ rigs }).flatMap(({ kind }) => serverMetricsOf(kind));
  const metrics = asked.reduce(
    (sum, { dimensions, anyDimensions }) => sum + (dimensions.length > 1 || anyDimensions === true ? FOUND : 1),
    0,
  );
  const line = lineOf('metrics of servers', metrics, 'metric', METRIC_USD, 'cloudwatch');
  return line.usd < CENT ? [] : [line];
}

/** Alarms on file systems, for as long as their rig stands: a query counts for each metric that it finds. */
function alarmItems({ rigs }: Counted): readonly LineItem[] {
  const months = rigs.map(({ expectedSeconds, copies }) => {
    const alarms = copies.flatMap(({ requests }) =>
      requests.filter(({ call }) => call === 'cloudwatch:PutMetricAlarm'),
    );
    const metrics = alarms.reduce((sum, { input }) => sum + (input['Metrics'] === undefined ? 1 : FOUND), 0);
    return (metrics * expectedSeconds) / MONTH_SECONDS;
  });
  const all = months.reduce((sum, one) => sum + one, 0);
  return all === 0 ? [] : [lineOf('alarms on file systems', all, 'metric-month', ALARM_USD, 'cloudwatch')];
}

/** US dollars for all of it. */
export function besideUsd(plan: Counted): number {
  return besideItems(plan).reduce((sum, { usd }) => sum + usd, 0);
}

function lineOf(item: string, quantity: number, unit: string, usdPerUnit: number, page: string): LineItem {
  const source = `aws.amazon.com/${page}/pricing, us-east-1, from general knowledge, 2026-11-22`;
  return { item, of: 'hosts', quantity, unit, usdPerUnit, usd: quantity * usdPerUnit, source };
}
