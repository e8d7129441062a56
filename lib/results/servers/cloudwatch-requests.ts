/** Requests to CloudWatch after an execution: each GetMetricData call is for one rig and at most 500 metrics. */
import { groupBy } from '../../shapes/collections';
import { listCopies, type Plan } from '../../shapes/plan';
import {
  QUERY_FUNCTIONS,
  type ServerDimension,
  type ServerMetric,
  listServerMetrics,
} from '../../shapes/server-metrics';
import type { TrialRow } from '../../shapes/verdict';
import { hasCreditMetric, hasExceededMetric } from '../../targets/instance-ebs';

/** Input of GetMetricData, in AWS spelling, for `aws cloudwatch get-metric-data --cli-input-json`. */
export interface MetricsRequest {
  readonly StartTime: string;
  readonly EndTime: string;
  readonly ScanBy: 'TimestampAscending';
  readonly MetricDataQueries: readonly MetricDataQuery[];
}

export type MetricDataQuery = { readonly Id: string } & (
  | {
      readonly MetricStat: {
        readonly Metric: {
          readonly Namespace: string;
          readonly MetricName: string;
          readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
        };
        readonly Period: number;
        readonly Stat: string;
      };
    }
  | { readonly Expression: string }
);

/** One point per minute, the finest resolution. For 5-minute metrics too, as longer periods would round their start. */
export const POINT_SECONDS = 60;
/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const QUERIES_MAX = 500;
/** Seconds after the last trial until metrics are complete (same page: "may take a few minutes"): assumed. */
export const SETTLED_SECONDS = 600;

/** Patterns of resource ids, by CloudWatch dimension. */
const ID_PATTERNS: Readonly<Record<ServerDimension, RegExp>> = {
  FileSystemId: /^fs-[0-9a-f]+$/,
  VolumeId: /^vol-[0-9a-f]+$/,
  InstanceId: /^i-[0-9a-f]+$/,
};

/** Starts of the whole minutes in which all hosts of a trial measured, epoch seconds. */
export function listMinutes({ started, ended }: Pick<TrialRow, 'started' | 'ended'>): readonly number[] {
  if (started === null || ended === null) return [];
  const first = Math.ceil(Date.parse(started) / 1000 / POINT_SECONDS);
  const end = Math.floor(Date.parse(ended) / 1000 / POINT_SECONDS);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => (first + index) * POINT_SECONDS);
}

export function hasServerMetrics(plan: Pick<Plan, 'rigs'>): boolean {
  return listCopies(plan).some(({ kind }) => listServerMetrics(kind).length > 0);
}

/** Epoch seconds when all points of the requests are available; earlier requests may miss the last ones. */
export function computeDueTime(requests: readonly MetricsRequest[]): number {
  return Math.max(0, ...requests.map(({ EndTime }) => Date.parse(EndTime) / 1000)) + SETTLED_SECONDS;
}

/**
 * Requests for rigs with trials of at least one whole minute on a target with server-side metrics.
 * @param endpoints created resources by rig, one line `<copy>.<request> <name> <value>` each
 */
export function makeRequests(
  plan: Pick<Plan, 'rigs' | 'trials'>,
  rows: readonly Pick<TrialRow, 'trial' | 'rig' | 'started' | 'ended'>[],
  endpoints: ReadonlyMap<string, string>,
): readonly MetricsRequest[] {
  const copyOf = new Map(plan.trials.map(({ trial, copy }) => [trial, copy]));
  const byRig = groupBy(rows, ({ rig }) => rig);
  return plan.rigs.flatMap(({ rig, copies: made, roles }) => {
    const measured = new Set(made.flatMap(({ copy, kind }) => (listServerMetrics(kind).length > 0 ? [copy] : [])));
    const own = (byRig.get(rig) ?? []).flatMap(({ trial, started, ended }) => {
      const copy = copyOf.get(trial) ?? '';
      const isLong = listMinutes({ started, ended }).length > 0;
      return measured.has(copy) && isLong
        ? [{ copy, from: Date.parse(started ?? ''), to: Date.parse(ended ?? '') }]
        : [];
    });
    const queries = made
      .filter(({ copy }) => own.some((one) => one.copy === copy))
      .flatMap(({ copy, kind }) =>
        listKindMetrics(roles, kind).flatMap((metric) =>
          makeQueries(metric, `${rig}_${copy}`, parseIds(endpoints.get(rig), copy)),
        ),
      );
    if (queries.length === 0) return [];
    const window = {
      StartTime: formatMinute(Math.min(...own.map(({ from }) => from)), Math.floor),
      EndTime: formatMinute(Math.max(...own.map(({ to }) => to)), Math.ceil),
    };
    const parts = Math.ceil(queries.length / QUERIES_MAX);
    return Array.from({ length: parts }, (_, part) => ({
      ...window,
      ScanBy: 'TimestampAscending' as const,
      MetricDataQueries: queries.slice(part * QUERIES_MAX, (part + 1) * QUERIES_MAX),
    }));
  });
}

/** Metrics of a target kind, without host metrics that these instance types lack. */
function listKindMetrics(roles: Plan['rigs'][number]['roles'], kind: string): readonly ServerMetric[] {
  return listServerMetrics(kind).filter(({ hostRate, meaning }) => {
    const hasMetric = meaning === 'exceeded' ? hasExceededMetric : hasCreditMetric;
    return hostRate === undefined || roles.some(({ instanceType }) => hasMetric(instanceType));
  });
}

/** One query per resource id. Its name `<rig>_<copy>_<number>_<name>` identifies the answer. */
function makeQueries(metric: ServerMetric, place: string, ids: readonly string[]): readonly MetricDataQuery[] {
  const [dimension, ...searched] = metric.dimensions;
  return ids
    .filter((id) => ID_PATTERNS[dimension].test(id))
    .map((id, number) => {
      const Id = `${place}_${number}_${metric.name}`;
      if (searched.length > 0 || metric.anyDimensions === true) return { Id, Expression: formatSearch(metric, id) };
      return {
        Id,
        MetricStat: {
          Metric: {
            Namespace: metric.namespace,
            MetricName: metric.metric,
            Dimensions: [{ Name: dimension, Value: id }],
          },
          Period: POINT_SECONDS,
          Stat: metric.statistic,
        },
      };
    });
}

/** A search expression that combines all servers or disks of a file system, as their names are unknown. */
function formatSearch(of: ServerMetric, id: string): string {
  const { namespace, metric, dimensions, nameContains, anyDimensions, statistic, over } = of;
  const kept = anyDimensions === true ? `Namespace="${namespace}"` : `{${[namespace, ...dimensions].join(',')}}`;
  // Without quotes, a part of the name matches.
  const part = nameContains === undefined ? '' : ` ${dimensions.at(-1) ?? ''}=${nameContains}`;
  const where = `${kept} MetricName="${metric}" ${dimensions[0]}="${id}"${part}`;
  return `${QUERY_FUNCTIONS[over]}(SEARCH('${where}', '${statistic}', ${POINT_SECONDS}))`;
}

/** Ids of the resources of a target instance, each once; for instance store, ids of the hosts. */
function parseIds(endpoints: string | undefined, copy: string): readonly string[] {
  const values = (endpoints ?? '').split('\n').flatMap((line) => {
    const [of = '', , value = ''] = line.split(' ');
    return of.startsWith(`${copy}.`) ? [of.slice(copy.length + 1), value] : [];
  });
  return [...new Set(values)];
}

function formatMinute(milliseconds: number, round: (value: number) => number): string {
  return new Date(round(milliseconds / 1000 / POINT_SECONDS) * POINT_SECONDS * 1000).toISOString();
}
