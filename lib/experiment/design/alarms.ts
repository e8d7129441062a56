/**
 * `alarms` of a spec: thresholds on metrics of file system servers. Each target instance with such a metric gets its
 * alarms, which are deleted with it. Alarms only notify: a rig continues if an alarm could not be created.
 */
import rules from '../rules.json';
import { problemAt, type Problem } from '../../shapes/problem';
import { parseQuantity } from '../../shapes/quantity';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import { QUERY_FUNCTIONS, type ServerMetric, listServerMetrics } from '../../shapes/server-metrics';
import type { Spec } from '../../shapes/spec';
import { formatAllowed } from '../../shapes/suggest';
import { readQuantity } from './decide';

/** Reference to the id of a file system in CloudWatch, from the outputs of its request `fs`. */
const FILE_SYSTEM_REFERENCE: Readonly<Partial<Record<ServerMetric['namespace'], string>>> = {
  'AWS/FSx': 'fs.id',
  'AWS/EFS': 'fs.fileSystemId',
};

const PERIOD_SECONDS = 60;
/** Consecutive minutes, because a barrier or a cache flush often exceeds a threshold for one minute. */
const MINUTES = 3;
/** Assumed: CloudWatch has created an alarm when it responds. */
const ALARM_CREATE_SECONDS = { expectedSeconds: 1, timeoutSeconds: 60 };

/** Valid thresholds by metric, in its base unit, and problems of invalid thresholds. */
export interface AlarmThresholds {
  readonly thresholds: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Checks thresholds against the server-side metrics of the targets of the spec. */
export function readAlarmThresholds({ alarms = {}, targets }: Pick<Spec, 'alarms' | 'targets'>): AlarmThresholds {
  const kinds = Object.values(targets).map(({ kind }) => kind);
  const metrics = new Map(kinds.flatMap(listAlarmMetrics).map((metric) => [metric.name as string, metric]));
  const thresholds: Record<string, number> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(alarms)) {
    const path = ['alarms', name];
    const metric = metrics.get(name);
    const threshold = metric && readQuantity(() => parseQuantity(metric.unit, value), path, problems);
    if (metric === undefined) problems.push(reportUnknownMetric(name, [...metrics.keys()]));
    else if (metric.unit === '%' && threshold !== undefined && threshold > 100)
      problems.push(problemAt(rules.beyondShare, path, { threshold }));
    else if (threshold !== undefined) thresholds[name] = threshold;
  }
  return { thresholds, problems };
}

function reportUnknownMetric(name: string, names: readonly string[]): Problem {
  const allowed = names.length === 0 ? 'no target of this spec has any' : formatAllowed(name, names);
  return problemAt(rules.unknownAlarm, ['alarms', name], { name, allowed });
}

/**
 * Server-side metrics of a kind that support alarms: those of file systems, whose ids are known after creation. Metrics
 * that differ only in part of a dimension share the first one: alarms allow no search expressions, queries compare
 * whole names (`=`, `!=`), and metric math takes ten metrics, while Lustre has up to 16 metadata servers.
 */
export function listAlarmMetrics(kind: string): readonly ServerMetric[] {
  const all = listServerMetrics(kind);
  return all.filter((one) => FILE_SYSTEM_REFERENCE[one.namespace] !== undefined && findSameMetric(all, one) === one);
}

/** The first metric with the same name and dimensions in CloudWatch. */
function findSameMetric(all: readonly ServerMetric[], one: ServerMetric): ServerMetric | undefined {
  const keyOf = ({ namespace, metric, dimensions }: ServerMetric): string =>
    [namespace, metric, ...dimensions].join(' ');
  return all.find((other) => keyOf(other) === keyOf(one));
}

/**
 * Create requests of alarms, each after its file system. @param thresholds by metric, in its unit; metrics of other
 * kinds are ignored
 */
export function makeAlarms(kind: string, thresholds: Readonly<Record<string, number>>): readonly CreateRequest[] {
  return listAlarmMetrics(kind).flatMap((metric): CreateRequest[] => {
    const threshold = thresholds[metric.name];
    if (threshold === undefined) return [];
    const input = { ...toMetricInput(metric), ...toThresholdInput(metric, threshold), AlarmActions: ['@topic.arn'] };
    // `alarmServerCpu`: request ids have only letters and digits.
    const id = `alarm${metric.name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
    return [{ id, call: 'cloudwatch:PutMetricAlarm', input, ...ALARM_CREATE_SECONDS }];
  });
}

/**
 * Input for a single metric. For servers and disks with unknown names it is a query over all of the file system,
 * because alarms allow no search expressions.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
 */
function toMetricInput({ namespace, metric, dimensions, anyDimensions, over, statistic }: ServerMetric): RequestInput {
  const [own, ...others] = dimensions;
  const reference = `@${FILE_SYSTEM_REFERENCE[namespace] ?? ''}`;
  if (others.length === 0 && anyDimensions !== true)
    return {
      Namespace: namespace,
      MetricName: metric,
      Dimensions: [{ Name: own, Value: reference }],
      Statistic: statistic,
      Period: PERIOD_SECONDS,
    };
  const schema = `SCHEMA(${[`"${namespace}"`, ...dimensions].join(', ')})`;
  const from = anyDimensions === true ? `"${namespace}"` : schema;
  const Expression = `SELECT ${QUERY_FUNCTIONS[over]}(${metric}) FROM ${from} WHERE ${own} = '{${reference}}'`;
  return { Metrics: [{ Id: 'all', Expression, Period: PERIOD_SECONDS, ReturnData: true }] };
}

/** Missing data does not breach: servers without data points are idle. */
function toThresholdInput(
  { name, words, nameContains, unit, over, factor }: ServerMetric,
  threshold: number,
): RequestInput {
  const what = nameContains === undefined ? words : `${words} (and all other servers or disks of this kind)`;
  const beyond = over === 'lowest' ? 'at most' : 'at least';
  const amount = `${threshold}${unit === '%' ? '' : ' '}${unit}`;
  return {
    AlarmDescription: `${name}: ${what}, ${beyond} ${amount} for ${MINUTES} minutes. Deleted with its rig.`,
    // The CloudWatch value times `factor` is in the unit of the metric.
    Threshold: threshold / factor,
    ComparisonOperator: over === 'lowest' ? 'LessThanOrEqualToThreshold' : 'GreaterThanOrEqualToThreshold',
    EvaluationPeriods: MINUTES,
    DatapointsToAlarm: MINUTES,
    TreatMissingData: 'notBreaching',
  };
}
