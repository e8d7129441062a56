/**
 * Alarms on what the servers of a file system tell, made with each copy that has such a metric, and deleted with it.
 * They only tell: a rig goes on without one that could not be made.
 */
import type { CreateRequest, RequestInput } from '../shapes/requests';
import { OVER, type ServerMetric } from '../shapes/telemetry';
import type { Target } from './contract';

/** The reference to a file system by the id that it has in CloudWatch: of what its requests make as `fs`. */
const FILE_SYSTEM: Readonly<Partial<Record<ServerMetric['namespace'], string>>> = {
  'AWS/FSx': 'fs.id',
  'AWS/EFS': 'fs.fileSystemId',
};

const PERIOD_SECONDS = 60;
/** Minutes in a row: one alone is often that of a barrier, or of a cache that is written out. */
const PERIODS = 3;

/** It is there with its answer; how long that takes is assumed. */
const SECONDS = { expectedSeconds: 1, timeoutSeconds: 60 };

/**
 * Metrics of a target's servers that an alarm may be on: those of file systems, whose ids are known once they are. Of
 * what only a part of a name tells apart the first stands for all: alarms take no search, queries compare whole names
 * (`=`, `!=`), and math over single metrics takes ten of them, where Lustre has up to 16 metadata servers.
 */
export function alarmMetrics({ serverMetrics = [] }: Pick<Target, 'serverMetrics'>): readonly ServerMetric[] {
  return serverMetrics.filter(
    (one) => FILE_SYSTEM[one.namespace] !== undefined && serverMetrics.find((other) => alike(other, one)) === one,
  );
}

/**
 * Why no alarm is on a metric that a target's servers tell, and what to watch instead; null where there may be one, or
 * they tell no such thing.
 */
export function whyNoAlarm(target: Pick<Target, 'serverMetrics'>, name: string): string | null {
  const told = target.serverMetrics?.find((one) => one.name === name);
  if (told === undefined) return null;
  if (FILE_SYSTEM[told.namespace] === undefined)
    return (
      'it is told of volumes and their hosts, and alarms are on file systems of FSx and EFS that fsxbench makes: ' +
      'watch the page `NAME-servers` of CloudWatch (`-c dashboard=true`), which draws it; reports tell it afterwards'
    );
  const watched = alarmMetrics(target).find((one) => alike(one, told));
  if (watched === undefined || watched === told) return null;
  return (
    `only a part of the names of disks tells it from \`${watched.name}\`, and alarms of CloudWatch go by whole names ` +
    `(${SEARCHES}): watch \`${watched.name}\`, which is raised by both; reports tell them apart`
  );
}

/** "You can't create an alarm based on the SEARCH expression." */
const SEARCHES =
  'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html';

function alike(one: ServerMetric, other: ServerMetric): boolean {
  const words = ({ namespace, metric, dimensions }: ServerMetric): string =>
    [namespace, metric, ...dimensions].join(' ');
  return words(one) === words(other);
}

/** Creates of alarms, each after its file system. @param thresholds by metric, in its unit; others are none of it */
export function alarmRequests(
  target: Pick<Target, 'serverMetrics'>,
  thresholds: Readonly<Record<string, number>>,
): readonly CreateRequest[] {
  return alarmMetrics(target).flatMap((metric): CreateRequest[] => {
    const threshold = thresholds[metric.name];
    if (threshold === undefined) return [];
    const input = { ...watched(metric), ...condition(metric, threshold), AlarmActions: ['@topic.arn'] };
    return [{ id: idOf(metric), call: 'cloudwatch:PutMetricAlarm', input, ...SECONDS }];
  });
}

/** `alarmServerCpu`: requests are named by letters and digits. */
function idOf({ name }: ServerMetric): string {
  return `alarm${name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}

/**
 * One metric; or, of servers and disks whose names nobody knows before, a query over all that the file system has: an
 * alarm takes no search.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
 */
function watched({ namespace, metric, dimensions, anywhere, over, statistic }: ServerMetric): RequestInput {
  const [own, ...others] = dimensions;
  const reference = `@${FILE_SYSTEM[namespace] ?? ''}`;
  if (others.length === 0 && anywhere !== true)
    return {
      Namespace: namespace,
      MetricName: metric,
      Dimensions: [{ Name: own, Value: reference }],
      Statistic: statistic,
      Period: PERIOD_SECONDS,
    };
  const schema = `SCHEMA(${[`"${namespace}"`, ...dimensions].join(', ')})`;
  const from = anywhere === true ? `"${namespace}"` : schema;
  const Expression = `SELECT ${OVER[over]}(${metric}) FROM ${from} WHERE ${own} = '{${reference}}'`;
  return { Metrics: [{ Id: 'all', Expression, Period: PERIOD_SECONDS, ReturnData: true }] };
}

/** Servers that tell nothing have nothing to do. */
function condition({ name, words, only, unit, over, factor = 1 }: ServerMetric, threshold: number): RequestInput {
  const what = only === undefined ? words : `${words} (and of all others)`;
  const beyond = over === 'lowest' ? 'at most' : 'at least';
  return {
    AlarmDescription: `${name}: ${what}, ${beyond} ${threshold} ${unit} for ${PERIODS} minutes. Goes with its rig.`,
    // What CloudWatch is told times the factor is in the unit of the metric.
    Threshold: threshold / factor,
    ComparisonOperator: over === 'lowest' ? 'LessThanOrEqualToThreshold' : 'GreaterThanOrEqualToThreshold',
    EvaluationPeriods: PERIODS,
    DatapointsToAlarm: PERIODS,
    TreatMissingData: 'notBreaching',
  };
}
