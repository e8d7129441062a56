/** A page of CloudWatch for operators: what the alarms look at, over a week. */
import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MachineName } from '../../shapes/machines';
import type { Names } from '../names';
import { alarmsOf } from './alarm-table';
import { type AlarmsProps, metricOf } from './alarms';

const WORDS = `**%**: alarms tell what each means and what to do; so does docs/operate.md.
Reports and receipts: the results bucket, below \`executions/\`.`;

/** Makes it: how experiments end, and one graph for each alarm of the safety stack. */
export function makeDashboard(scope: Construct, props: Omit<AlarmsProps, 'topic' | 'part'>): void {
  const { names } = props;
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: names.stackName,
    defaultInterval: Duration.days(7),
  });
  const ends = ['Started', 'Succeeded', 'Failed', 'TimedOut', 'Aborted'].map((end) =>
    ofMachine(names, 'experiment', `Executions${end}`),
  );
  dashboard.addWidgets(new TextWidget({ markdown: WORDS.replace('%', names.stackName), width: 24, height: 2 }));
  dashboard.addWidgets(
    new GraphWidget({ title: 'Experiments', left: ends, width: 6 }),
    ...alarmsOf('safety').map(
      (entry) => new GraphWidget({ title: entry.title, left: [metricOf(entry, props)], width: 6 }),
    ),
  );
}

function ofMachine(names: Names, machine: MachineName, metricName: string): IMetric {
  const dimensionsMap = { StateMachineArn: names.machineArn(machine) };
  return new Metric({
    namespace: 'AWS/States',
    metricName,
    dimensionsMap,
    statistic: 'Sum',
    period: Duration.hours(1),
  });
}
