/** CloudWatch metrics of storage servers: GetMetricData, with the forms of SEARCH in use. */
import { GetMetricDataCommand, type MetricDataQuery, type MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { sumAll } from '../../../shapes/collections';
import {
  isRate,
  QUERY_FUNCTIONS,
  SERVER_METRICS,
  type ServerMetric,
  type Statistic,
} from '../../../shapes/server-metrics';
import type { ServerLoad } from '../../hosts/modelled/server-load';
import { slicePage } from '../paging';
import { type Service, ServiceError } from '../service';
import { makeAction } from '../sdk-shape';
import type { ModelledCredits } from '../../../targets/model';

export interface CloudWatchOptions {
  /** Load on a file system or volume; empty for unknown ids. Default: empty. */
  readonly loadsOf?: ((id: string) => Promise<readonly ServerLoad[]>) | undefined;
  /** Number of queries per page of results. Default: all queries of a request. */
  readonly pageQueries?: number | undefined;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const MAX_QUERIES = 500;
/** Same reference, MetricDataQuery: "The first character must be a lowercase letter". */
const QUERY_ID_PATTERN = /^[a-z][a-zA-Z0-9_]{0,254}$/;
const STATISTICS: readonly string[] = ['Sum', 'Average', 'Maximum', 'Minimum'];
/**
 * `MAX(SEARCH('{AWS/FSx,FileSystemId,FileServer} MetricName="X" FileSystemId="fs-1"', 'Maximum', 60))`, with a final
 * `Last=WORD` for a part of the name, or `Namespace="AWS/FSx"` for any dimensions
 */
const SEARCH_PATTERN = new RegExp(
  String.raw`^(?<over>SUM|MAX|MIN)\(SEARCH\('(?:\{(?<in>AWS/\w+),\w+,\w+\}|Namespace="(?<any>AWS/\w+)") ` +
    String.raw`MetricName="(?<metric>\w+)" FileSystemId="(?<id>[\w-]+)"(?: StorageTargetId=(?<only>\w+))?', ` +
    String.raw`'(?<statistic>\w+)', (?<period>\d+)\)\)$`,
);
interface MetricQuery {
  readonly namespace: string;
  readonly metric: string;
  /** Part of the name of a server or disk. */
  readonly nameContains?: string | undefined;
  /** How a search combines servers or disks; absent: it searches for none. */
  readonly over?: string | undefined;
  readonly id: string;
  readonly statistic: Statistic;
}

export function makeCloudWatch({ loadsOf, pageQueries = MAX_QUERIES }: CloudWatchOptions = {}): Service {
  return {
    GetMetricData: makeAction(
      GetMetricDataCommand,
      async ({ MetricDataQueries: queries, StartTime, EndTime, ScanBy, NextToken }) => {
        if (queries.length > MAX_QUERIES)
          throw validationError(`The collection MetricDataQueries must not have a size greater than ${MAX_QUERIES}.`);
        if (StartTime >= EndTime)
          throw validationError('The parameter StartTime must be less than the parameter EndTime.');
        // Only this order is simulated: with the other, pages begin with the last point.
        if (ScanBy !== 'TimestampAscending') throw validationError('Only ScanBy TimestampAscending is simulated');
        const parsed = queries.map((query, number) => ({ query, number, of: parseQuery(query) }));
        if (new Set(queries.map(({ Id }) => Id)).size < queries.length)
          throw validationError('The values for parameter id in MetricDataQueries are not unique.');
        const { items, next } = slicePage(
          parsed,
          ({ number }) => number,
          pageQueries,
          NextToken,
          () => validationError('The value of NextToken is not valid.'),
        );
        const [from, until] = [StartTime.getTime() / 1000, EndTime.getTime() / 1000];
        const MetricDataResults: MetricDataResult[] = [];
        for (const { query, of } of items) {
          const loads = (await loadsOf?.(of.id)) ?? [];
          MetricDataResults.push({ Id: query.Id, Label: of.metric, ...buildSeries(of, loads, from, until) });
        }
        return { MetricDataResults, Messages: [], NextToken: next };
      },
    ),
  };
}

/** @throws ServiceError ValidationError */
function parseQuery({ Id = '', Expression, MetricStat }: MetricDataQuery): MetricQuery {
  if (!QUERY_ID_PATTERN.test(Id))
    throw validationError(`The value ${Id} for parameter MetricDataQueries.member.Id is not matching`);
  if ((Expression === undefined) === (MetricStat === undefined))
    throw validationError(`${Id}: either Expression or MetricStat must be given`);
  if (Expression !== undefined) {
    const found = SEARCH_PATTERN.exec(Expression);
    if (found === null) throw validationError(`Error in expression '${Id}': it is not simulated: ${Expression}`);
    const { over, in: schema, any = '', metric = '', id = '', only, statistic = '', period = '' } = found.groups ?? {};
    const query = { over, namespace: schema ?? any, metric, nameContains: only, id, statistic };
    return requireQuery(Id, query, Number(period));
  }
  const { Metric, Stat = '', Period = 0 } = MetricStat ?? {};
  const [dimension, ...others] = Metric?.Dimensions ?? [];
  if (dimension === undefined || others.length > 0) throw validationError(`${Id}: only one dimension is simulated`);
  const { Namespace: namespace = '', MetricName: metric = '' } = Metric ?? {};
  return requireQuery(Id, { namespace, metric, id: dimension.Value ?? '', statistic: Stat }, Period);
}

function requireQuery(
  name: string,
  query: Omit<MetricQuery, 'statistic'> & { readonly statistic: string },
  period: number,
): MetricQuery {
  if (period !== MINUTE_SECONDS)
    throw validationError(`${name}: Period must be ${MINUTE_SECONDS} s in the simulation, found ${period} s`);
  if (!STATISTICS.includes(query.statistic))
    throw validationError(`${name}: the statistic ${query.statistic} is not simulated`);
  return query as MetricQuery;
}

function buildSeries(
  { namespace, metric, nameContains, over, statistic }: MetricQuery,
  loads: readonly ServerLoad[],
  from: number,
  until: number,
): Pick<MetricDataResult, 'Timestamps' | 'Values' | 'StatusCode'> {
  const known = SERVER_METRICS.find(
    (one) =>
      one.namespace === namespace &&
      one.metric === metric &&
      one.nameContains === nameContains &&
      (over === undefined || QUERY_FUNCTIONS[one.over] === over),
  );
  const Timestamps: Date[] = [];
  const Values: number[] = [];
  if (known !== undefined && loads.length > 0) {
    for (let minute = Math.ceil(from / MINUTE_SECONDS) * MINUTE_SECONDS; minute < until; minute += MINUTE_SECONDS) {
      const value = computePoint(known, statistic, loads, minute);
      if (value === null) continue;
      Timestamps.push(new Date(minute * 1000));
      Values.push(value);
    }
  }
  return { Timestamps, Values, StatusCode: 'Complete' };
}

export function validationError(message: string): ServiceError {
  return new ServiceError('ValidationError', message);
}

// Server-side metrics of a simulated minute, computed from the requests of hosts.

export const MINUTE_SECONDS = 60;
/** Billed size of a metadata operation: at least 4 KiB. EFS guide, Metering: how EFS reports. */
const BILLED_METADATA_BYTES = 4096;
/** Share of the limit above which demand exceeds it: simulated rates only approach a limit. */
const EXCEEDED_SHARE = 0.999;
/** The same for a host's network: demand is then 1.5 times the limit. Assumed: slowdown below throttles no packets. */
const THROTTLED_NETWORK_SHARE = 0.95;

/** Converts to 1 or 0; null if the value is null. */
function toFlag(share: number | undefined, from: number): number | null {
  return share === undefined ? null : Number(share >= from);
}

/** Computes a rate, a share of the servers' baseline, a share of reads, or a flag (1 or 0); null without a value. */
type LoadMetric = (load: ServerLoad) => number | null;
/** Remaining credits, 0–1. */
type CreditMetric = (levels: ServerLoad['before']) => number;

/** Operations of the busiest metadata server, by name of the metric. */
const BUSIEST = {
  server_busiest_creates: 'create',
  server_busiest_opens: 'open',
  server_busiest_deletes: 'delete',
  server_busiest_stats: 'stat',
  server_busiest_renames: 'rename',
} as const;

/** By name of the metric; other metrics (CPU of servers, queues) have no values. */
const LOAD_METRICS: Readonly<Record<string, LoadMetric>> = {
  server_read: ({ read }) => read,
  server_write: ({ written }) => written,
  server_read_ops: ({ reads }) => reads,
  server_write_ops: ({ writes }) => writes,
  server_metadata_ops: ({ metadata }) => sumAll(Object.values(metadata)),
  server_file_creates: ({ metadata }) => metadata.create ?? 0,
  server_file_opens: ({ metadata }) => metadata.open ?? 0,
  server_file_deletes: ({ metadata }) => metadata.delete ?? 0,
  server_stats: ({ metadata }) => metadata.stat ?? 0,
  server_renames: ({ metadata }) => metadata.rename ?? 0,
  ...Object.fromEntries(
    Object.entries(BUSIEST).map(([name, operation]): [string, LoadMetric] => [
      name,
      // Assumed: folders, and so their operations, are spread evenly.
      ({ metadata, metadataServers }) => (metadata[operation] ?? 0) / metadataServers,
    ]),
  ),
  server_metadata: ({ metadata }) => sumAll(Object.values(metadata)) * BILLED_METADATA_BYTES,
  server_disk_reads: ({ reads, hits }) => reads * (1 - hits),
  server_disk_writes: ({ writes }) => writes,
  // Exceeds 1 during a burst. Assumed: CloudWatch does not cap utilization.
  server_network: ({ network }) => network,
  server_disk_throughput: ({ bandwidth }) => bandwidth,
  server_disk_iops: ({ iops }) => iops,
  server_cache_hits: ({ reads, hits }) => (reads > 0 ? hits : null),
  server_iops_exceeded: ({ iops }) => toFlag(iops, EXCEEDED_SHARE),
  server_throughput_exceeded: ({ bandwidth }) => toFlag(bandwidth, EXCEEDED_SHARE),
  server_host_throughput_exceeded: ({ host }) => toFlag(host?.bandwidth, THROTTLED_NETWORK_SHARE),
  server_host_iops_exceeded: ({ host }) => toFlag(host?.iops, THROTTLED_NETWORK_SHARE),
};
const CREDIT_METRICS: Readonly<Record<string, CreditMetric>> = {
  server_throughput_credits: ({ bandwidth }) => bandwidth,
  server_iops_credits: ({ iops }) => iops,
  server_burst_credits: ({ bandwidth }) => bandwidth,
  server_credits: ({ bandwidth, iops }) => Math.min(bandwidth, iops),
  server_host_throughput_credits: ({ bandwidth }) => bandwidth,
  server_host_iops_credits: ({ iops }) => iops,
};

/** Credits in models whose hosts have none. */
const SERVER_CREDITS: ModelledCredits = { servers: ['bandwidth', 'iops'], hosts: null };

/**
 * The point of one minute as CloudWatch returns it, null if none: from the first load to the last. Longer periods begin
 * at the first load. @param loads sorted by start time @param minute start, epoch seconds
 */
export function computePoint(
  metric: ServerMetric,
  statistic: Statistic,
  loads: readonly ServerLoad[],
  minute: number,
): number | null {
  const { name, hostRate, periodMinutes, fullValue } = metric;
  const length = MINUTE_SECONDS * periodMinutes;
  const end = minute + length;
  const [first, last] = [loads[0], loads.at(-1)];
  if (first === undefined || last === undefined || end <= first.from || minute >= last.until) return null;
  const begun = Math.floor(first.from / MINUTE_SECONDS) * MINUTE_SECONDS;
  if ((minute - begun) % length !== 0) return null;
  const within = loads.filter(({ from, until }) => from < end && until > minute);
  const reserve = CREDIT_METRICS[name];
  if (reserve !== undefined) {
    const of = hostRate === undefined ? 'servers' : 'hosts';
    const has = loads.some(({ credits }) => (credits ?? SERVER_CREDITS)[of] !== null);
    const level = ({ credits = SERVER_CREDITS }: ServerLoad, levels: ServerLoad['before']): number =>
      fullValue * reserve(pickLevels(credits[of] ?? [], levels));
    return has && statistic === 'Minimum' ? findLowest(level, loads, within, minute, end) : null;
  }
  const valueOf = LOAD_METRICS[name];
  if (valueOf === undefined) return null;
  const parts = within.flatMap((load) => {
    const value = valueOf(load);
    if (value === null) return [];
    const seconds = Math.min(end, load.until) - Math.max(minute, load.from);
    return [{ value: isRate(metric) ? value : fullValue * value, seconds }];
  });
  const sum = parts.reduce((all, { value, seconds }) => all + value * seconds, 0);
  if (isRate(metric)) return statistic === 'Sum' ? sum : null;
  if (parts.length === 0) return null;
  const busy = parts.reduce((all, { seconds }) => all + seconds, 0);
  if (statistic === 'Average') return sum / busy;
  return statistic === 'Maximum' ? Math.max(...parts.map(({ value }) => value)) : null;
}

/** Credits that the server does not have count as full. */
function pickLevels(own: readonly ('bandwidth' | 'iops')[], levels: ServerLoad['before']): ServerLoad['before'] {
  const { bandwidth, iops } = levels;
  return { ...levels, bandwidth: own.includes('bandwidth') ? bandwidth : 1, iops: own.includes('iops') ? iops : 1 };
}

/** Lowest credit level in a data point. While idle, the last level is kept. */
function findLowest(
  of: (load: ServerLoad, levels: ServerLoad['before']) => number,
  loads: readonly ServerLoad[],
  within: readonly ServerLoad[],
  minute: number,
  end: number,
): number | null {
  const levels = within.flatMap((load) => {
    const at = (moment: number): number => {
      const gone = (Math.min(load.until, Math.max(load.from, moment)) - load.from) / (load.until - load.from);
      return of(load, load.before) + (of(load, load.after) - of(load, load.before)) * gone;
    };
    return [at(minute), at(end)];
  });
  if (levels.length > 0) return Math.min(...levels);
  const before = loads.findLast(({ until }) => until <= minute);
  return before === undefined ? null : of(before, before.after);
}
