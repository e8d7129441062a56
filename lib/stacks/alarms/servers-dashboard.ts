/** A CloudWatch dashboard for a running experiment: metrics of servers, volumes and hosts. */
import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, SearchExpression, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { groupBy } from '../../shapes/collections';
import { SERVER_METRICS } from '../../shapes/server-metrics';
import type { Names } from '../names';

/** A metric search: one line for each file system, server, disk, volume or host with this metric. */
export interface MetricSearch {
  readonly namespace: string;
  readonly metric: string;
  /** Finds metrics with exactly these dimensions. */
  readonly dimensions: readonly string[];
  readonly statistic: string;
}

const MINUTE = 60;
/** Interval of EC2 metrics without detailed monitoring, which costs money. */
const EC2_SECONDS = 5 * MINUTE;
const WIDTH = 6;

/**
 * Metrics for people, in addition to those of reports. VolumeThroughputPercentage exists for io1 and io2 only, CPU
 * credits for T types.
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

/** Makes one graph per metric. If its dimensions are unknown, it searches for both; one search finds nothing. */
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

const INTRO = `**%**: one point a minute; for EC2, one per five minutes. Searches go by metric name, not by tag, so
they show all resources of this Region and account, including external ones. Receipts and the tag \`fsxbench:stack\`
identify those of fsxbench. Lines appear some minutes after a resource is created, and stay while the time range
includes it. A search returns at most 500 lines: in a larger account, some are missing.`;

/** Creates the dashboard. Its graphs are searches, so that experiments need not register resources. */
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
 * Formats the search expression, which finds up to 500 metrics with data in the last two weeks.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
export function formatSearch({ namespace, metric, dimensions, statistic }: MetricSearch): string {
  const found = `{${[namespace, ...dimensions].join(',')}} MetricName="${metric}"`;
  return `SEARCH('${found}', '${statistic}', ${getPeriodSeconds(namespace)})`;
}

/** Interval of a metric's points, seconds. */
function getPeriodSeconds(namespace: string): number {
  return namespace === 'AWS/EC2' ? EC2_SECONDS : MINUTE;
}

function toWidget(searched: Graph): GraphWidget {
  // An empty label shows each metric's ids; without a label, the legend would show the expression.
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
