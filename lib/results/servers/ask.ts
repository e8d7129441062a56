/** What is asked of CloudWatch after an execution: requests of GetMetricData, a rig and up to 500 metrics each. */
import { copiesOfPlan, type Plan } from '../../shapes/plan';
import type { ServerDimension, ServerMetric } from '../../shapes/telemetry';
import type { TrialRow } from '../../shapes/verdict';
import { targetOf } from '../../targets/registry';

/** Input of GetMetricData, in its own spelling: `aws cloudwatch get-metric-data --cli-input-json` takes it. */
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

/** A point a minute, the closest that services give. */
export const MINUTE = 60;
/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const QUERIES_MAX = 500;
/**
 * Seconds after the end of the last trial until metrics are all there: services send them up to some minutes late
 * (same page: "may take a few minutes"). Assumed: ten are enough.
 */
export const SETTLED_SECONDS = 600;

/** How ids of what is asked about look, by the dimension that they are. */
const IDS: Readonly<Record<ServerDimension, RegExp>> = { FileSystemId: /^fs-[0-9a-f]+$/, VolumeId: /^vol-[0-9a-f]+$/ };
const OVER: Readonly<Record<ServerMetric['over'], string>> = { sum: 'SUM', highest: 'MAX', lowest: 'MIN' };

/** Metrics that the servers of a kind tell; none where it has none of AWS. */
export function serverMetricsOf(kind: string): readonly ServerMetric[] {
  return targetOf(kind)?.serverMetrics ?? [];
}

/**
 * Requests for all rigs whose trials left windows; none where no target has such metrics, or nothing was made.
 * @param endpoints by rig: what was made for it, a line `<copy>.<request> <name> <value>` each
 */
export function metricsRequests(
  plan: Pick<Plan, 'rigs'>,
  rows: readonly TrialRow[],
  endpoints: ReadonlyMap<string, string>,
): readonly MetricsRequest[] {
  return plan.rigs.flatMap(({ rig }) => {
    const own = rows.filter((row) => row.rig === rig);
    const starts = own.flatMap(({ started }) => (started === null ? [] : [Date.parse(started)]));
    const ends = own.flatMap(({ ended }) => (ended === null ? [] : [Date.parse(ended)]));
    const copies = copiesOfPlan(plan).filter((one) => one.rig === rig);
    const queries = copies.flatMap(({ copy, kind }) =>
      serverMetricsOf(kind).flatMap((metric) => queriesOf(metric, `${rig}_${copy}`, idsOf(endpoints.get(rig), copy))),
    );
    if (starts.length === 0 || queries.length === 0) return [];
    const window = {
      StartTime: minuteOf(Math.min(...starts), Math.floor),
      EndTime: minuteOf(Math.max(...ends), Math.ceil),
    };
    const parts = Math.ceil(queries.length / QUERIES_MAX);
    return Array.from({ length: parts }, (_, part) => ({
      ...window,
      ScanBy: 'TimestampAscending' as const,
      MetricDataQueries: queries.slice(part * QUERIES_MAX, (part + 1) * QUERIES_MAX),
    }));
  });
}

/** One for each id, `<rig>_<copy>_<number>_<name>`: its answer is known by that alone. */
function queriesOf(metric: ServerMetric, place: string, ids: readonly string[]): readonly MetricDataQuery[] {
  const [dimension, ...searched] = metric.dimensions;
  return ids
    .filter((id) => IDS[dimension].test(id))
    .map((id, number) => {
      const Id = `${place}_${number}_${metric.name}`;
      if (searched.length > 0) return { Id, Expression: searchOf(metric, id) };
      return {
        Id,
        MetricStat: {
          Metric: {
            Namespace: metric.namespace,
            MetricName: metric.metric,
            Dimensions: [{ Name: dimension, Value: id }],
          },
          Period: MINUTE,
          Stat: metric.statistic,
        },
      };
    });
}

/** All servers or disks of a file system as one: their names are known to nobody before. */
function searchOf({ namespace, metric, dimensions, statistic, over }: ServerMetric, id: string): string {
  const where = `{${[namespace, ...dimensions].join(',')}} MetricName="${metric}" ${dimensions[0]}="${id}"`;
  return `${OVER[over]}(SEARCH('${where}', '${statistic}', ${MINUTE}))`;
}

/** Ids of what was made for one copy, each once. */
function idsOf(endpoints: string | undefined, copy: string): readonly string[] {
  const values = (endpoints ?? '').split('\n').flatMap((line) => {
    const [of = '', , value = ''] = line.split(' ');
    return of.startsWith(`${copy}.`) ? [value] : [];
  });
  return [...new Set(values)];
}

function minuteOf(milliseconds: number, round: (value: number) => number): string {
  return new Date(round(milliseconds / 1000 / MINUTE) * MINUTE * 1000).toISOString();
}
