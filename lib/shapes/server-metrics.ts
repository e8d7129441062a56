/**
 * CloudWatch metrics of AWS storage servers, from `server-metrics.json`. CloudWatch queries, the simulated CloudWatch,
 * alarms, the report's page on servers and limit checks all use these rows.
 */
import data from './server-metrics.json';
import type { Metric } from './metric';
import type { Unit } from './observation';

/** CloudWatch dimensions that select the metrics of one target instance: ids of its created resources. */
export type ServerDimension = 'FileSystemId' | 'VolumeId' | 'InstanceId';

export type Statistic = 'Sum' | 'Average' | 'Maximum' | 'Minimum';
/** How values of several servers, disks or volumes are combined. */
type Combination = 'sum' | 'highest' | 'lowest';

/** Facts that follow from the meaning of a metric: how to query it, its unit, and which values are better. */
interface MeaningFacts {
  /** CloudWatch statistic within the period of a data point. */
  readonly statistic: Statistic;
  readonly over: Combination;
  readonly unit: Unit;
  readonly better: Metric['better'];
}

/**
 * For shares of a limit use the most loaded server or disk: the average with an idle standby server would be half. For
 * credits use the lowest balance.
 */
const MEANINGS = {
  count: { statistic: 'Sum', over: 'sum', unit: 'ops/s', better: 'higher' },
  busiest: { statistic: 'Sum', over: 'highest', unit: 'ops/s', better: 'higher' },
  used: { statistic: 'Maximum', over: 'highest', unit: '%', better: 'lower' },
  left: { statistic: 'Minimum', over: 'lowest', unit: '%', better: 'higher' },
  drained: { statistic: 'Minimum', over: 'lowest', unit: '%', better: 'higher' },
  exceeded: { statistic: 'Maximum', over: 'highest', unit: '%', better: 'lower' },
  cached: { statistic: 'Average', over: 'lowest', unit: '%', better: 'higher' },
  level: { statistic: 'Average', over: 'sum', unit: 'count', better: 'higher' },
} as const satisfies Readonly<Record<string, MeaningFacts>>;

/** One metric that AWS records for the servers of a target kind. */
export interface ServerMetric extends MeaningFacts {
  /** Metric name of its observations. */
  readonly name: `server_${string}`;
  readonly words: string;
  readonly meaning: keyof typeof MEANINGS;
  /** Name of the limit or credit balance that the percentage refers to. */
  readonly limit?: string;
  /** For metrics of the path from a host to its volumes: the measured rate. Absent: other metrics. */
  readonly hostRate?: 'bandwidth' | 'iops';
  readonly namespace: 'AWS/FSx' | 'AWS/EFS' | 'AWS/EBS' | 'AWS/EC2';
  /** Name in CloudWatch. */
  readonly metric: string;
  /**
   * The first dimension selects the target instance. Further dimensions, e.g. of a server or disk, have unknown values,
   * so a search finds them.
   */
  readonly dimensions: readonly [ServerDimension, ...string[]];
  /** Word that values of the last dimension must contain. */
  readonly nameContains?: string;
  /** Further dimensions are not documented: search by the first one only, and accept any others. */
  readonly anyDimensions?: true;
  /** Minutes that a data point covers, starting at its timestamp. */
  readonly periodMinutes: number;
  /** Reported value that means 100% in a metric that is a share: 100, 1, or the bytes of full credits. */
  readonly fullValue: number;
  /** Factor from the reported value to the unit, e.g. 1/60 from a sum per minute to a rate per second. */
  readonly factor: number;
}

type MetricRow = Pick<ServerMetric, 'name' | 'metric' | 'meaning' | 'words'> & Partial<ServerMetric>;

interface MetricGroup extends Pick<ServerMetric, 'namespace' | 'dimensions' | 'anyDimensions'> {
  readonly kinds: readonly string[];
  readonly periodMinutes?: number;
  readonly metrics: readonly MetricRow[];
}

const table: unknown = data.groups;

const GROUPS = (table as readonly MetricGroup[]).map(({ kinds, metrics, ...shared }) => ({
  kinds,
  metrics: metrics.map((row): ServerMetric => {
    const { fullValue = 100 } = row;
    const counts = isRate(row);
    const reading: MeaningFacts = MEANINGS[row.meaning];
    const bytes = counts && row.metric.endsWith('Bytes') ? { unit: 'bytes/s' as const } : {};
    const factor = counts ? 1 / 60 : row.meaning === 'level' ? 1 : 100 / fullValue;
    return { periodMinutes: 1, ...shared, ...reading, ...bytes, fullValue, factor, ...row };
  }),
}));

/** All server metrics. A metric of several target kinds appears once for each group of kinds. */
export const SERVER_METRICS: readonly ServerMetric[] = GROUPS.flatMap(({ metrics }) => metrics);

/** Whether CloudWatch reports operations or bytes for each minute, of all servers or of the busiest. */
export function isRate({ meaning }: Pick<ServerMetric, 'meaning'>): boolean {
  return meaning === 'count' || meaning === 'busiest';
}

/** Server metrics of a target kind, in the order of the table; empty if AWS records none. */
export function listServerMetrics(kind: string): readonly ServerMetric[] {
  return GROUPS.flatMap(({ kinds, metrics }) => (kinds.includes(kind) ? metrics : []));
}

/** Whether a metric is of the busiest server alone. */
export function isOfBusiest(metric: string): boolean {
  return SERVER_METRICS.some(({ name, meaning }) => name === metric && meaning === 'busiest');
}

const PERIODS: ReadonlyMap<string, number> = new Map(
  SERVER_METRICS.map(({ name, periodMinutes }) => [name, periodMinutes]),
);

/** Minutes that a data point of a metric covers; null for names that are no server metric. */
export function findPeriodMinutes(metric: string): number | null {
  return PERIODS.get(metric) ?? null;
}

/** CloudWatch functions that combine several servers or disks. */
export const QUERY_FUNCTIONS: Readonly<Record<Combination, string>> = { sum: 'SUM', highest: 'MAX', lowest: 'MIN' };
