/** A page of CloudWatch for whoever watches an experiment: what the servers, volumes and hosts that live tell. */
import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, SearchExpression, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { groupBy } from '../../shapes/collections';
import { SERVER_METRICS } from '../../shapes/server-metrics';
import type { Names } from '../names';

/** What is looked for: one line for each file system, server, disk, volume or host that told of it. */
export interface MetricSearch {
  readonly namespace: string;
  readonly metric: string;
  /** Metrics with exactly these dimensions are found. */
  readonly dimensions: readonly string[];
  readonly statistic: string;
}

const MINUTE = 60;
/** Instances tell so often where detailed monitoring, which costs, is off. */
const EC2_SECONDS = 5 * MINUTE;
const WIDTH = 6;

/**
 * Beside what reports read of servers, what only people look at. VolumeThroughputPercentage is told of io1 and io2
 * only; of EC2, credits of T types.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
const EXTRA_METRICS: readonly MetricSearch[] = [
  { namespace: 'AWS/EBS', metric: 'VolumeThroughputPercentage', dimensions: ['VolumeId'], statistic: 'Average' },
  ...[
    ['CPUUtilization', 'Average'],
    ['NetworkIn', 'Sum'],
    ['NetworkOut', 'Sum'],
    ['CPUCreditBalance', 'Minimum'],
  ].map(([metric = '', statistic = '']) => ({
    namespace: 'AWS/EC2',
    metric,
    dimensions: ['InstanceId'],
    statistic,
  })),
];

type Graph = readonly MetricSearch[];

/** A graph each; of what is kept by dimensions that were not found, both are looked for: one of them has no line. */
function makeGraphs(): ReadonlyMap<string, Graph> {
  const all = [
    ...SERVER_METRICS.map((one) =>
      one.anyDimensions === true
        ? ['StorageTargetId', 'FileServer'].map((by) => ({ ...one, dimensions: ['FileSystemId', by] }))
        : [one],
    ),
    ...EXTRA_METRICS.map((one) => [one]),
  ];
  return new Map(all.map((graph): [string, Graph] => [graph.map(formatSearch).join(' '), graph]));
}

const INTRO = `**%**: of each minute, of EC2 of five. Searches go by the name of a metric, not by tag: all of this
Region and account is shown, what is not of fsxbench too. Receipts and the tag \`fsxbench:stack\` say what is. Lines
appear some minutes after a resource is made, and stay while the time shown reaches back to it. A search ends at 500
lines: in an account that has more, some are missing.`;

/** Makes it: a graph for each metric, by searches, so that nothing has to be told what an experiment makes. */
export function makeServersDashboard(scope: Construct, names: Names): void {
  const dashboard = new Dashboard(scope, 'Servers', {
    dashboardName: names.of('servers'),
    defaultInterval: Duration.hours(3),
  });
  dashboard.addWidgets(new TextWidget({ markdown: INTRO.replace('%', names.stackName), width: 24, height: 3 }));
  for (const [namespace, own] of groupBy([...makeGraphs().values()], ([one]) => one?.namespace ?? '')) {
    dashboard.addWidgets(new TextWidget({ markdown: `## ${namespace.replace('AWS/', '')}`, width: 24, height: 1 }));
    dashboard.addWidgets(...own.map(toWidget));
  }
}

/**
 * The expression that finds it. Metrics are found that told something within two weeks, up to 500 of them.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
export function formatSearch({ namespace, metric, dimensions, statistic }: MetricSearch): string {
  const found = `{${[namespace, ...dimensions].join(',')}} MetricName="${metric}"`;
  return `SEARCH('${found}', '${statistic}', ${getPeriodSeconds(namespace)})`;
}

/** Between the points of a metric. */
function getPeriodSeconds(namespace: string): number {
  return namespace === 'AWS/EC2' ? EC2_SECONDS : MINUTE;
}

function toWidget(searched: Graph): GraphWidget {
  // An empty label leaves that of each metric: the ids, which tell lines apart. Left out it is the expression.
  const left = searched.map(
    (one) =>
      new SearchExpression({
        expression: formatSearch(one),
        label: '',
        period: Duration.seconds(getPeriodSeconds(one.namespace)),
      }),
  );
  const metric = searched[0]?.metric ?? '';
  const by = [...new Set(searched.map(({ dimensions }) => dimensions.at(-1)))].join(' or ');
  return new GraphWidget({ title: `${metric}, by ${by}`, left, width: WIDTH });
}
