/** For operators: what starts experiments, the saved query of an execution, dashboards of deployment and servers. */
import { Aws, CfnOutput, Duration } from 'aws-cdk-lib';
import { Alarm, AlarmStatusWidget, Dashboard, GraphWidget, SearchExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  EXECUTION_QUERY,
  getLogGroupName,
  METRICS,
  METRICS_NAMESPACE,
  type MetricName,
} from '../../shapes/deployment-metrics';
import { ALL_FUNCTIONS } from '../../shapes/machines';
import { makeArn, type Names } from '../names';
import type { Settings } from '../settings';
import { listAlarms } from './alarm-table';
import { makeServersDashboard } from './servers-dashboard';

/** Title, metrics, hours of one point, and how: a line for each experiment, or the sum of all shown points. */
type Graph = readonly [title: string, metrics: readonly MetricName[], hours: number, how?: 'by experiment' | 'all'];

const GRAPHS: readonly Graph[] = [
  ['Executions that run, or whose cleanup is unverified', ['RunningExecutions'], 0.25],
  ['US dollars a day (UTC)', ['SpentUsd'], 24, 'by experiment'],
  ['Trials a day', ['TrialsValid', 'TrialsExcluded'], 24],
  ['Excluded trials a day', ['TrialsExcluded'], 24, 'by experiment'],
  ['Seconds of cleanup, by hour', ['CleanupSeconds'], 1],
  ['Leftovers, less those deleted', ['Leftovers'], 1, 'all'],
  ['Refused starts a day', ['RefusedStarts'], 24],
];

/** The query covers both stacks, of which this one is deployed last. */
export function makeOperatorViews(scope: Construct, names: Names, settings: Settings): void {
  new CfnQueryDefinition(scope, 'ExecutionQuery', {
    name: `${names.stackName}/execution`,
    queryString: EXECUTION_QUERY,
    logGroupNames: ALL_FUNCTIONS.map((name) => getLogGroupName(names.of(name))),
  });
  new CfnOutput(scope, 'Experiments', {
    value: names.machineArn('experiment'),
    description: 'Start its execution with {"experiment": "…"}, {"specKey": "…"} or {"spec": "…"}',
  });
  if (!settings.dashboard) return;
  makeServersDashboard(scope, names);
  const parts = settings.schedules.length > 0 ? (['safety', 'bench'] as const) : (['safety'] as const);
  const alarms = parts.flatMap((part) => listAlarms(part, settings.limits));
  const toArn = (id: string): string => makeArn('cloudwatch', Aws.REGION, `alarm:${names.of(id)}`);
  const dashboard = new Dashboard(scope, 'Executions', {
    dashboardName: names.of('executions'),
    defaultInterval: Duration.days(14),
  });
  dashboard.addWidgets(
    new AlarmStatusWidget({
      title: `Alarms of ${names.stackName} (docs/operate.md)`,
      width: 24,
      alarms: alarms.map(({ id }) => Alarm.fromAlarmArn(scope, `Shown-${id}`, toArn(id))),
    }),
    ...GRAPHS.map((graph) => toWidget(graph, names.stackName)),
  );
}

function toWidget([title, metrics, hours, how]: Graph, stack: string): GraphWidget {
  const period = Duration.minutes(60 * hours);
  const dimensions = how === 'by experiment' ? 'stack,experiment' : 'stack';
  const left = metrics.map((name) => {
    const found = `{${METRICS_NAMESPACE},${dimensions}} MetricName="${name}" stack="${stack}"`;
    const search = `SEARCH('${found}', '${METRICS[name].statistic}', ${period.toSeconds()})`;
    const expression = how === 'all' ? `RUNNING_SUM(${search})` : search;
    return new SearchExpression({ expression, label: '', period });
  });
  return new GraphWidget({ title, left, width: 6 });
}
