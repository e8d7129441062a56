/**
 * The server metrics of storage in AWS, of `server-metrics.json`: one row says what CloudWatch is asked for, what the
 * simulated CloudWatch tells, which alarms there may be, what the page of servers draws, and against which limit a
 * value is held.
 */
import data from './server-metrics.json';
import type { Metric } from './metric';
import type { Unit } from './observation';

/** Dimensions by which a copy's own metrics are found: the ids of what was made for it. */
export type ServerDimension = 'FileSystemId' | 'VolumeId' | 'InstanceId';

export type Statistic = 'Sum' | 'Average' | 'Maximum' | 'Minimum';
/** Of several servers, disks or volumes. */
type Combination = 'sum' | 'highest' | 'lowest';

/** What follows from what a metric means: how it is asked for, its unit, and which values are better. */
interface MeaningFacts {
  /** Of what was seen in the time of a point. */
  readonly statistic: Statistic;
  readonly over: Combination;
  readonly unit: Unit;
  readonly better: Metric['better'];
}

/**
 * Of limits the server or disk that is nearest to it: FSx tells some of a whole file system, and the average of a busy
 * server and one that stands by would be half. Of credits whichever has least.
 */
const MEANINGS = {
  count: { statistic: 'Sum', over: 'sum', unit: 'ops/s', better: 'higher' },
  used: { statistic: 'Maximum', over: 'highest', unit: '%', better: 'lower' },
  left: { statistic: 'Minimum', over: 'lowest', unit: '%', better: 'higher' },
  drained: { statistic: 'Minimum', over: 'lowest', unit: '%', better: 'higher' },
  exceeded: { statistic: 'Maximum', over: 'highest', unit: '%', better: 'lower' },
  cached: { statistic: 'Average', over: 'lowest', unit: '%', better: 'higher' },
  level: { statistic: 'Average', over: 'sum', unit: 'count', better: 'higher' },
} as const satisfies Readonly<Record<string, MeaningFacts>>;

/** One metric that AWS keeps of the servers of a kind. */
export interface ServerMetric extends MeaningFacts {
  /** What its observations are called. */
  readonly name: `server_${string}`;
  readonly words: string;
  readonly meaning: keyof typeof MEANINGS;
  /** The limit that it is percent of, or the reserve. */
  readonly limit?: string;
  /** The rate of the way from a host to its volumes that it is of; left out: of none. */
  readonly hostRate?: 'bandwidth' | 'iops';
  readonly namespace: 'AWS/FSx' | 'AWS/EFS' | 'AWS/EBS' | 'AWS/EC2';
  /** As CloudWatch calls it. */
  readonly metric: string;
  /** The first is that of the copy. By others it is looked for: a server or a disk each, whose names nobody knows. */
  readonly dimensions: readonly [ServerDimension, ...string[]];
  /** Of what is found by the last dimension, only what has this word in its name. */
  readonly nameContains?: string;
  /** By which others it is kept nobody knows: it is looked for by the first, whatever others it has. */
  readonly anyDimensions?: true;
  /** Minutes that a data point covers, from its timestamp on. */
  readonly periodMinutes: number;
  /** What AWS tells of all of it, where it is a share: 100, 1, or the bytes of all credits. */
  readonly fullValue: number;
  /** What AWS tells times this is in the unit: a sixtieth of the sum of a minute is a rate. */
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
    const counts = row.meaning === 'count';
    const reading: MeaningFacts = MEANINGS[row.meaning];
    const bytes = counts && row.metric.endsWith('Bytes') ? { unit: 'bytes/s' as const } : {};
    const factor = counts ? 1 / 60 : row.meaning === 'level' ? 1 : 100 / fullValue;
    return { periodMinutes: 1, ...shared, ...reading, ...bytes, fullValue, factor, ...row };
  }),
}));

/** All of them, whatever tells them; one that several kinds have is here once for each group of kinds. */
export const SERVER_METRICS: readonly ServerMetric[] = GROUPS.flatMap(({ metrics }) => metrics);

/** Those of a kind, in their order; none where AWS keeps none. */
export function listServerMetrics(kind: string): readonly ServerMetric[] {
  return GROUPS.flatMap(({ kinds, metrics }) => (kinds.includes(kind) ? metrics : []));
}

const PERIODS: ReadonlyMap<string, number> = new Map(
  SERVER_METRICS.map(({ name, periodMinutes }) => [name, periodMinutes]),
);

/** Minutes that a point of such a metric tells of; null for what is no metric of servers of AWS. */
export function findPeriodMinutes(metric: string): number | null {
  return PERIODS.get(metric) ?? null;
}

/** What is told of several servers or disks, in the words of queries to CloudWatch. */
export const QUERY_FUNCTIONS: Readonly<Record<Combination, string>> = { sum: 'SUM', highest: 'MAX', lowest: 'MIN' };
