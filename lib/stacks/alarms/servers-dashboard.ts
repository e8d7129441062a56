/** A page of CloudWatch for whoever watches an experiment: what the servers, volumes and hosts that live tell. */
import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, SearchExpression, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Names } from '../names';

/** What is looked for: one line for each file system, server, disk, volume or host that told of it. */
export interface Searched {
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
 * Operations that the metadata servers of Lustre count each by itself. Which dimension they have was not found, so both
 * are looked for: what nobody tells has no line. https://docs.aws.amazon.com/fsx/latest/LustreGuide/fs-metrics.html
 */
const METADATA = ['FileCreate', 'FileOpen', 'FileDelete', 'Stat', 'Rename'].map((operation) =>
  ['StorageTargetId', 'FileServer'].map((by) => ({
    namespace: 'AWS/FSx',
    metric: `${operation}Operations`,
    dimensions: ['FileSystemId', by],
    statistic: 'Sum',
  })),
);

type Graph = readonly Searched[];

/** Metrics with the same dimensions, by their statistic. */
function told(
  namespace: string,
  dimensions: readonly string[],
  names: Readonly<Record<string, string>>,
): readonly Graph[] {
  return Object.entries(names).flatMap(([statistic, metrics]) =>
    metrics.split(' ').map((metric) => [{ namespace, metric, dimensions, statistic }]),
  );
}

/** What reports read of servers (sources: `lib/targets/server-metrics.ts`), and what only people look at. */
const SECTIONS: readonly (readonly [title: string, graphs: readonly Graph[]])[] = [
  ['Metadata of FSx for Lustre', METADATA],
  [
    'FSx',
    [
      ...told('AWS/FSx', ['FileSystemId'], {
        Sum: 'DataReadBytes DataWriteBytes DataReadOperations DataWriteOperations MetadataOperations',
        Maximum:
          'NetworkThroughputUtilization FileServerDiskThroughputUtilization FileServerDiskIopsUtilization ' +
          'CPUUtilization DiskIopsUtilization',
        Average: 'FileServerCacheHitRatio',
        Minimum: 'FileServerDiskThroughputBalance FileServerDiskIopsBalance',
      }),
      ...told('AWS/FSx', ['FileSystemId', 'FileServer'], {
        Maximum: 'NetworkThroughputUtilization FileServerDiskThroughputUtilization CPUUtilization',
      }),
      ...told('AWS/FSx', ['FileSystemId', 'StorageTargetId'], {
        Maximum: 'DiskIopsUtilization',
        Sum: 'DiskReadOperations DiskWriteOperations',
      }),
    ],
  ],
  [
    'EFS',
    told('AWS/EFS', ['FileSystemId'], {
      Sum: 'DataReadIOBytes DataWriteIOBytes MetadataIOBytes MeteredIOBytes',
      Average: 'PercentIOLimit PermittedThroughput',
      Minimum: 'BurstCreditBalance',
    }),
  ],
  [
    'EBS',
    // VolumeThroughputPercentage is told of io1 and io2 only.
    told('AWS/EBS', ['VolumeId'], {
      Sum: 'VolumeReadBytes VolumeWriteBytes VolumeReadOps VolumeWriteOps',
      Average: 'VolumeQueueLength VolumeThroughputPercentage',
      Minimum: 'BurstBalance',
      Maximum: 'VolumeIOPSExceededCheck VolumeThroughputExceededCheck',
    }),
  ],
  [
    // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html: credits are of T types,
    // those of EBS of sizes that burst to it.
    'EC2',
    told('AWS/EC2', ['InstanceId'], {
      Average: 'CPUUtilization',
      Sum: 'NetworkIn NetworkOut',
      Minimum: 'CPUCreditBalance EBSByteBalance% EBSIOBalance%',
      Maximum: 'InstanceEBSThroughputExceededCheck InstanceEBSIOPSExceededCheck',
    }),
  ],
];

const WORDS = `**%**: of each minute, of EC2 of five. Searches go by the name of a metric, not by tag: all of this
Region and account is shown, what is not of fsxbench too. Receipts and the tag \`fsxbench:stack\` say what is. Lines
appear some minutes after a resource is made, and stay while the time shown reaches back to it. A search ends at 500
lines: in an account that has more, some are missing.`;

/** Makes it: a graph for each metric, by searches, so that nothing has to be told what an experiment makes. */
export function makeServersDashboard(scope: Construct, names: Names): void {
  const dashboard = new Dashboard(scope, 'Servers', {
    dashboardName: names.of('servers'),
    defaultInterval: Duration.hours(3),
  });
  dashboard.addWidgets(new TextWidget({ markdown: WORDS.replace('%', names.stackName), width: 24, height: 3 }));
  for (const [title, graphs] of SECTIONS) {
    dashboard.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }));
    dashboard.addWidgets(...graphs.map(graphOf));
  }
}

/**
 * The expression that finds it. Metrics are found that told something within two weeks, up to 500 of them.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
export function searchFor({ namespace, metric, dimensions, statistic }: Searched): string {
  const found = `{${[namespace, ...dimensions].join(',')}} MetricName="${metric}"`;
  return `SEARCH('${found}', '${statistic}', ${secondsOf(namespace)})`;
}

/** Between the points of a metric. */
function secondsOf(namespace: string): number {
  return namespace === 'AWS/EC2' ? EC2_SECONDS : MINUTE;
}

function graphOf(searched: Graph): GraphWidget {
  // An empty label leaves that of each metric: the ids, which tell lines apart. Left out it is the expression.
  const left = searched.map(
    (one) =>
      new SearchExpression({
        expression: searchFor(one),
        label: '',
        period: Duration.seconds(secondsOf(one.namespace)),
      }),
  );
  const metric = searched[0]?.metric ?? '';
  const by = [...new Set(searched.map(({ dimensions }) => dimensions.at(-1)))].join(' or ');
  return new GraphWidget({ title: `${metric}, by ${by}`, left, width: WIDTH });
}
