/**
 * `alarms` of a spec: thresholds of what the servers of file systems tell. Alarms are made with each copy that has such
 * a metric, and deleted with it. They only tell: a rig goes on without one that could not be made.
 */
import rules from '../rules.json';
import { problemAt, type Problem } from '../../shapes/problem';
import { parseQuantity } from '../../shapes/quantity';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import { QUERY_FUNCTIONS, type ServerMetric, listServerMetrics } from '../../shapes/server-metrics';
import type { Spec } from '../../shapes/spec';
import { formatAllowed } from '../../shapes/suggest';
import { readQuantity } from './decide';

/** The reference to a file system by the id that it has in CloudWatch: of what its requests make as `fs`. */
const FILE_SYSTEM: Readonly<Partial<Record<ServerMetric['namespace'], string>>> = {
  'AWS/FSx': 'fs.id',
  'AWS/EFS': 'fs.fileSystemId',
};

const PERIOD_SECONDS = 60;
/** Minutes in a row: one alone is often that of a barrier, or of a cache that is written out. */
const PERIODS = 3;
/** It is there with its answer; how long that takes is assumed. */
const ALARM_SECONDS = { expectedSeconds: 1, timeoutSeconds: 60 };

/** Thresholds by metric, in the base unit of each, and what is wrong with those that are left out. */
export interface AlarmThresholds {
  readonly thresholds: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Reads them against the metrics that the targets of the spec have. */
export function readAlarms({ alarms = {}, targets }: Pick<Spec, 'alarms' | 'targets'>): AlarmThresholds {
  const kinds = Object.values(targets).map(({ kind }) => kind);
  const metrics = new Map(kinds.flatMap(alarmMetrics).map((metric) => [metric.name as string, metric]));
  const thresholds: Record<string, number> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(alarms)) {
    const path = ['alarms', name];
    const metric = metrics.get(name);
    const threshold = metric && readQuantity(() => parseQuantity(metric.unit, value), path, problems);
    if (metric === undefined) problems.push(unknownMetric(name, [...metrics.keys()]));
    else if (metric.unit === '%' && threshold !== undefined && threshold > 100)
      problems.push(problemAt(rules.beyondShare, path, { threshold }));
    else if (threshold !== undefined) thresholds[name] = threshold;
  }
  return { thresholds, problems };
}

function unknownMetric(name: string, names: readonly string[]): Problem {
  const allowed = names.length === 0 ? 'no target of this spec has any' : formatAllowed(name, names);
  return problemAt(rules.unknownAlarm, ['alarms', name], { name, allowed });
}

/**
 * Metrics of a kind's servers that an alarm may be on: those of file systems, whose ids are known once they are. Of
 * what only a part of a name tells apart the first stands for all: alarms take no search, queries compare whole names
 * (`=`, `!=`), and math over single metrics takes ten of them, where Lustre has up to 16 metadata servers.
 */
export function alarmMetrics(kind: string): readonly ServerMetric[] {
  const all = listServerMetrics(kind);
  return all.filter((one) => FILE_SYSTEM[one.namespace] !== undefined && findSameMetric(all, one) === one);
}

/** The first of what CloudWatch has the same name for. */
function findSameMetric(all: readonly ServerMetric[], one: ServerMetric): ServerMetric | undefined {
  const keyOf = ({ namespace, metric, dimensions }: ServerMetric): string =>
    [namespace, metric, ...dimensions].join(' ');
  return all.find((other) => keyOf(other) === keyOf(one));
}

/** Creates of alarms, each after its file system. @param thresholds by metric, in its unit; others are none of it */
export function alarmRequests(kind: string, thresholds: Readonly<Record<string, number>>): readonly CreateRequest[] {
  return alarmMetrics(kind).flatMap((metric): CreateRequest[] => {
    const threshold = thresholds[metric.name];
    if (threshold === undefined) return [];
    const input = { ...metricInput(metric), ...thresholdInput(metric, threshold), AlarmActions: ['@topic.arn'] };
    // `alarmServerCpu`: requests are named by letters and digits.
    const id = `alarm${metric.name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
    return [{ id, call: 'cloudwatch:PutMetricAlarm', input, ...ALARM_SECONDS }];
  });
}

/**
 * One metric; or, of servers and disks whose names nobody knows before, a query over all that the file system has: an
 * alarm takes no search.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
 */
function metricInput({ namespace, metric, dimensions, anyDimensions, over, statistic }: ServerMetric): RequestInput {
  const [own, ...others] = dimensions;
  const reference = `@${FILE_SYSTEM[namespace] ?? ''}`;
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

/** Servers that tell nothing have nothing to do. */
function thresholdInput(
  { name, words, nameContains, unit, over, factor }: ServerMetric,
  threshold: number,
): RequestInput {
  const what = nameContains === undefined ? words : `${words} (and of all others)`;
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
