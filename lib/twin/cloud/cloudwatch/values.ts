/**
 * What modelled servers tell of a minute: each metric from what hosts asked of them. What the model knows nothing of
 * (the CPU of servers, queues) has no points, as with a metric that does not exist.
 */
import type { ModelledCredits } from '../../../targets/model';
import type { ServerLoad } from '../../hosts/modelled/server-load';

/** Seconds of a point. */
export const MINUTE = 60;
/** Percent of what the servers give at all times: more while they burst. Assumed: CloudWatch does not cut it off. */
function percent(share: number): number {
  return 100 * share;
}

/** Bytes for which an operation of metadata counts. EFS guide, Metering: how EFS reports: 4 KiB at least. */
const METADATA_BYTES = 4096;
/** Credits of a new file system of EFS, bytes: EFS guide, Bursting throughput: 2.1 TiB. */
const EFS_CREDITS = 2.1 * 1024 ** 4;
/** From this share on more is asked for than there is: a modelled limit is reached from below. */
const EXCEEDED = 0.999;

/**
 * The same of the way of a host: half as much again as it gives is asked for then. Assumed: what bends the rate below
 * that holds nothing back.
 */
const HELD_BACK = 0.95;

/** 1 or 0; null where nothing is told. */
function check(share: number | undefined, from: number): number | null {
  return share === undefined ? null : Number(share >= from);
}

/** A number of a load; null where the metric has no value then. */
type Value = (load: ServerLoad) => number | null;
type Reserve = (levels: ServerLoad['before']) => number;

/** Counted things add up to a minute's sum; shares are told as they are; reserves as they were left. */
export type Told = { readonly rate: Value } | { readonly share: Value } | ToldReserve;

interface ToldReserve {
  readonly reserve: Reserve;
  /** Whose it is: what has none tells nothing. Default: that of servers. */
  readonly of?: keyof ModelledCredits;
  /** Minutes of a point. Default: one. */
  readonly pointMinutes?: number;
}

const DATA = {
  read: { rate: ({ read }) => read },
  written: { rate: ({ written }) => written },
  reads: { rate: ({ reads }) => reads },
  writes: { rate: ({ writes }) => writes },
  metadata: { rate: ({ metadata }) => metadata },
} as const satisfies Readonly<Record<string, Told>>;

/** Where a model says nothing of hosts. */
const OF_SERVERS: ModelledCredits = { servers: ['bandwidth', 'iops'], hosts: null };

/** By namespace and name. */
const METRICS: Readonly<Record<string, Readonly<Record<string, Told>>>> = {
  'AWS/FSx': {
    DataReadBytes: DATA.read,
    DataWriteBytes: DATA.written,
    DataReadOperations: DATA.reads,
    DataWriteOperations: DATA.writes,
    MetadataOperations: DATA.metadata,
    NetworkThroughputUtilization: { share: ({ network }) => percent(network) },
    FileServerDiskThroughputUtilization: { share: ({ bandwidth }) => percent(bandwidth) },
    DiskIopsUtilization: { share: ({ iops }) => percent(iops) },
    DiskReadOperations: { rate: ({ reads, hits }) => reads * (1 - hits) },
    DiskWriteOperations: { rate: ({ writes }) => writes },
    FileServerDiskThroughputBalance: { reserve: ({ bandwidth }) => 100 * bandwidth },
    FileServerDiskIopsBalance: { reserve: ({ iops }) => 100 * iops },
    FileServerCacheHitRatio: { share: ({ reads, hits }) => (reads > 0 ? 100 * hits : null) },
  },
  'AWS/EFS': {
    DataReadIOBytes: DATA.read,
    DataWriteIOBytes: DATA.written,
    MetadataIOBytes: { rate: ({ metadata }) => metadata * METADATA_BYTES },
    BurstCreditBalance: { reserve: ({ bandwidth }) => EFS_CREDITS * bandwidth },
  },
  'AWS/EBS': {
    VolumeReadBytes: DATA.read,
    VolumeWriteBytes: DATA.written,
    VolumeReadOps: DATA.reads,
    VolumeWriteOps: DATA.writes,
    BurstBalance: { reserve: ({ bandwidth, iops }) => 100 * Math.min(bandwidth, iops) },
    VolumeIOPSExceededCheck: { share: ({ iops }) => check(iops, EXCEEDED) },
    VolumeThroughputExceededCheck: { share: ({ bandwidth }) => check(bandwidth, EXCEEDED) },
  },
  'AWS/EC2': {
    'EBSByteBalance%': { reserve: ({ bandwidth }) => 100 * bandwidth, of: 'hosts', pointMinutes: 5 },
    'EBSIOBalance%': { reserve: ({ iops }) => 100 * iops, of: 'hosts', pointMinutes: 5 },
    InstanceEBSThroughputExceededCheck: { share: ({ host }) => check(host?.bandwidth, HELD_BACK) },
    InstanceEBSIOPSExceededCheck: { share: ({ host }) => check(host?.iops, HELD_BACK) },
  },
};

/** Undefined for what no modelled server tells. */
export function toldAs(namespace: string, metric: string): Told | undefined {
  return METRICS[namespace]?.[metric];
}

export type Statistic = 'Sum' | 'Average' | 'Maximum' | 'Minimum';

/**
 * The point that begins in one minute; null where there is none. Servers tell of the time from their first load to
 * their last; points of several minutes follow each other from the first on.
 * @param loads in the order in which they began
 * @param minute its begin, epoch seconds
 */
export function pointOf(told: Told, statistic: Statistic, loads: readonly ServerLoad[], minute: number): number | null {
  const length = MINUTE * ('reserve' in told ? (told.pointMinutes ?? 1) : 1);
  const end = minute + length;
  const [first, last] = [loads[0], loads.at(-1)];
  if (first === undefined || last === undefined || end <= first.from || minute >= last.until) return null;
  const begun = Math.floor(first.from / MINUTE) * MINUTE;
  if ((minute - begun) % length !== 0) return null;
  const within = loads.filter(({ from, until }) => from < end && until > minute);
  if ('reserve' in told) {
    const { reserve, of = 'servers' } = told;
    const has = loads.some(({ credits }) => (credits ?? OF_SERVERS)[of] !== null);
    const level = ({ credits = OF_SERVERS }: ServerLoad, levels: ServerLoad['before']): number =>
      reserve(levelsOf(credits[of] ?? [], levels));
    return has && statistic === 'Minimum' ? leastOf(level, loads, within, minute, end) : null;
  }
  const parts = within.flatMap((load) => {
    const value = 'rate' in told ? told.rate(load) : told.share(load);
    return value === null ? [] : [{ value, seconds: Math.min(end, load.until) - Math.max(minute, load.from) }];
  });
  if ('share' in told && parts.length === 0) return null;
  const sum = parts.reduce((all, { value, seconds }) => all + value * seconds, 0);
  if ('rate' in told) return statistic === 'Sum' ? sum : null;
  const busy = parts.reduce((all, { seconds }) => all + seconds, 0);
  if (statistic === 'Average') return sum / busy;
  return statistic === 'Maximum' ? Math.max(...parts.map(({ value }) => value)) : null;
}

/** What is not its own is full. */
function levelsOf(own: readonly ('bandwidth' | 'iops')[], levels: ServerLoad['before']): ServerLoad['before'] {
  const { bandwidth, iops } = levels;
  return { ...levels, bandwidth: own.includes('bandwidth') ? bandwidth : 1, iops: own.includes('iops') ? iops : 1 };
}

/** What is left of a reserve at the lowest moment of a point; in idle time it is told as it was left. */
function leastOf(
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
