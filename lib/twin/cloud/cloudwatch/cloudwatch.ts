/** CloudWatch as far as it is asked about servers of storage: GetMetricData, with the form of search that we send. */
import { GetMetricDataCommand, type MetricDataQuery, type MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { SERVER_METRICS, type Statistic } from '../../../shapes/server-metrics';
import type { ServerLoad } from '../../hosts/modelled/server-load';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import { MINUTE, pointOf } from './values';

export interface CloudWatchOptions {
  /** What a file system or volume has to do; none of what is not known. Default: of nothing. */
  readonly loadsOf?: ((id: string) => Promise<readonly ServerLoad[]>) | undefined;
  /** Queries of a page of answers. Default: all of a request. */
  readonly pageQueries?: number | undefined;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const QUERIES_MAX = 500;
/** Same reference, MetricDataQuery: "The first character must be a lowercase letter". */
const ID = /^[a-z][a-zA-Z0-9_]{0,254}$/;
const STATISTICS: readonly string[] = ['Sum', 'Average', 'Maximum', 'Minimum'];
/**
 * `MAX(SEARCH('{AWS/FSx,FileSystemId,FileServer} MetricName="X" FileSystemId="fs-1"', 'Maximum', 60))`, with
 * `Last=WORD` behind for a part of the name, or `Namespace="AWS/FSx"` for any dimensions
 */
const SEARCH = new RegExp(
  String.raw`^(?:SUM|MAX|MIN)\(SEARCH\('(?:\{(?<in>AWS/\w+),\w+,\w+\}|Namespace="(?<any>AWS/\w+)") ` +
    String.raw`MetricName="(?<metric>\w+)" FileSystemId="(?<id>[\w-]+)"(?: StorageTargetId=(?<only>\w+))?', ` +
    String.raw`'(?<statistic>\w+)', (?<period>\d+)\)\)$`,
);
interface Asked {
  readonly namespace: string;
  readonly metric: string;
  /** A part of the name of the server or disk. */
  readonly nameContains?: string | undefined;
  readonly id: string;
  readonly statistic: Statistic;
}

export function makeCloudWatch({ loadsOf, pageQueries = QUERIES_MAX }: CloudWatchOptions = {}): Service {
  return {
    GetMetricData: action(
      GetMetricDataCommand,
      async ({ MetricDataQueries: queries, StartTime, EndTime, ScanBy, NextToken }) => {
        if (queries.length > QUERIES_MAX)
          throw invalid(`The collection MetricDataQueries must not have a size greater than ${QUERIES_MAX}.`);
        if (StartTime >= EndTime) throw invalid('The parameter StartTime must be less than the parameter EndTime.');
        // The other order is not modelled: points would come from the last one on.
        if (ScanBy !== 'TimestampAscending') throw invalid('Only ScanBy TimestampAscending is modelled');
        const asked = queries.map((query, number) => ({ query, number, of: askedBy(query) }));
        if (new Set(queries.map(({ Id }) => Id)).size < queries.length)
          throw invalid('The values for parameter id in MetricDataQueries are not unique.');
        const { items, next } = page(
          asked,
          ({ number }) => number,
          pageQueries,
          NextToken,
          () => invalid('The value of NextToken is not valid.'),
        );
        const [from, until] = [StartTime.getTime() / 1000, EndTime.getTime() / 1000];
        const MetricDataResults: MetricDataResult[] = [];
        for (const { query, of } of items) {
          const loads = (await loadsOf?.(of.id)) ?? [];
          MetricDataResults.push({ Id: query.Id, Label: of.metric, ...series(of, loads, from, until) });
        }
        return { MetricDataResults, Messages: [], NextToken: next };
      },
    ),
  };
}

/** What one query is about. @throws ServiceError ValidationError */
function askedBy({ Id = '', Expression, MetricStat }: MetricDataQuery): Asked {
  if (!ID.test(Id)) throw invalid(`The value ${Id} for parameter MetricDataQueries.member.Id is not matching`);
  if ((Expression === undefined) === (MetricStat === undefined))
    throw invalid(`${Id}: either Expression or MetricStat must be given`);
  if (Expression !== undefined) {
    const found = SEARCH.exec(Expression);
    if (found === null) throw invalid(`Error in expression '${Id}': it is not modelled: ${Expression}`);
    const { in: schema, any = '', metric = '', id = '', only, statistic = '', period = '' } = found.groups ?? {};
    return checked(Id, { namespace: schema ?? any, metric, nameContains: only, id, statistic }, Number(period));
  }
  const { Metric, Stat = '', Period = 0 } = MetricStat ?? {};
  const [dimension, ...others] = Metric?.Dimensions ?? [];
  if (dimension === undefined || others.length > 0) throw invalid(`${Id}: one dimension is modelled`);
  const { Namespace: namespace = '', MetricName: metric = '' } = Metric ?? {};
  return checked(Id, { namespace, metric, id: dimension.Value ?? '', statistic: Stat }, Period);
}

function checked(
  name: string,
  asked: Omit<Asked, 'statistic'> & { readonly statistic: string },
  period: number,
): Asked {
  if (period !== MINUTE) throw invalid(`${name}: points of ${MINUTE} s are modelled, not of ${period} s`);
  if (!STATISTICS.includes(asked.statistic)) throw invalid(`${name}: the statistic ${asked.statistic} is not modelled`);
  return asked as Asked;
}

function series(
  { namespace, metric, nameContains, statistic }: Asked,
  loads: readonly ServerLoad[],
  from: number,
  until: number,
): Pick<MetricDataResult, 'Timestamps' | 'Values' | 'StatusCode'> {
  const told = SERVER_METRICS.find(
    (one) => one.namespace === namespace && one.metric === metric && one.nameContains === nameContains,
  );
  const Timestamps: Date[] = [];
  const Values: number[] = [];
  if (told !== undefined && loads.length > 0) {
    for (let minute = Math.ceil(from / MINUTE) * MINUTE; minute < until; minute += MINUTE) {
      const value = pointOf(told, statistic, loads, minute);
      if (value === null) continue;
      Timestamps.push(new Date(minute * 1000));
      Values.push(value);
    }
  }
  return { Timestamps, Values, StatusCode: 'Complete' };
}

function invalid(message: string): ServiceError {
  return new ServiceError('ValidationError', message, 400);
}
