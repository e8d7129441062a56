/**
 * What AWS tells of the servers of storage, in CloudWatch. A name that is wrong gives no points, and nothing else: what
 * is taken for true of them is listed in docs/aws-checklist.md.
 */
import type { Unit } from '../shapes/observation';
import type { ServerDimension, ServerMetric } from '../shapes/telemetry';

const SECONDS = 60;

type Of = Pick<ServerMetric, 'namespace' | 'dimensions'>;
/** Name of the observations, CloudWatch's name, words. */
type Named = readonly [name: ServerMetric['name'], metric: string, words: string];

/** What is counted, as a rate: sums of a minute. */
function rate(of: Of, unit: Unit, [name, metric, words]: Named): ServerMetric {
  const one = { ...of, name, metric, words, unit, better: 'higher' } as const;
  return { ...one, statistic: 'Sum', over: 'sum', factor: 1 / SECONDS };
}

/**
 * Percent of a limit, of the server or disk that is nearest to it. FSx tells some of a whole file system: the average
 * of a busy server and one that stands by would be half.
 */
function used(of: Of, limits: string, [name, metric, words]: Named): ServerMetric {
  const one = { ...of, name, metric, words, limits, unit: '%', better: 'lower' } as const;
  return { ...one, statistic: of.namespace === 'AWS/FSx' ? 'Maximum' : 'Average', over: 'highest' };
}

/** Percent that is left of credits, of whichever has least. */
function left(of: Of, reserve: string, [name, metric, words]: Named): ServerMetric {
  const one = { ...of, name, metric, words, reserve, unit: '%', better: 'higher' } as const;
  return { ...one, statistic: 'Minimum', over: 'lowest' };
}

function fsx(...more: readonly string[]): Of {
  const own: ServerDimension = 'FileSystemId';
  return { namespace: 'AWS/FSx', dimensions: [own, ...more] };
}

/** Of all types of FSx: what clients asked for. Guides of Lustre, ONTAP and OpenZFS, "metrics and dimensions". */
const ASKED: readonly ServerMetric[] = [
  rate(fsx(), 'bytes/s', ['server_read', 'DataReadBytes', 'bytes read from its servers']),
  rate(fsx(), 'bytes/s', ['server_write', 'DataWriteBytes', 'bytes written to its servers']),
  rate(fsx(), 'ops/s', ['server_read_ops', 'DataReadOperations', 'reads that its servers counted']),
  rate(fsx(), 'ops/s', ['server_write_ops', 'DataWriteOperations', 'writes that its servers counted']),
  rate(fsx(), 'ops/s', ['server_metadata_ops', 'MetadataOperations', 'metadata operations that its servers counted']),
];

const NETWORK: Named = ['server_network', 'NetworkThroughputUtilization', 'network of its servers in use'];
const THROUGHPUT: Named = [
  'server_disk_throughput',
  'FileServerDiskThroughputUtilization',
  'throughput between its servers and disks in use',
];
const CPU: Named = ['server_cpu', 'CPUUtilization', 'CPU of its servers in use'];
const DISKS: Named = ['server_disk_iops', 'DiskIopsUtilization', 'operations of its disks in use'];

/** What metadata servers count each by itself, by dimensions that were not found: whichever it is kept by. */
const COUNTED: readonly Named[] = [
  ['server_file_creates', 'FileCreateOperations', 'creates of files that its metadata servers counted'],
  ['server_file_opens', 'FileOpenOperations', 'opens of files that its metadata servers counted'],
  ['server_file_deletes', 'FileDeleteOperations', 'deletes of files that its metadata servers counted'],
  ['server_stats', 'StatOperations', 'stats that its metadata servers counted'],
  ['server_renames', 'RenameOperations', 'renames that its metadata servers counted'],
];

/**
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/fs-metrics.html: of servers by `FileServer`, of disks by
 * `StorageTargetId`: data (OST) and metadata (MDT). Guide, How to use metrics: what is used of metadata IOPS is the
 * maximum over MDTs; CPU is told of metadata servers.
 */
export const LUSTRE_METRICS: readonly ServerMetric[] = [
  ...ASKED,
  ...COUNTED.map((one) => ({ ...rate(fsx(), 'ops/s', one), anywhere: true as const })),
  used(fsx('FileServer'), 'file server network', NETWORK),
  used(fsx('FileServer'), 'file server disk throughput', THROUGHPUT),
  used(fsx('FileServer'), 'metadata server CPU', [
    'server_metadata_cpu',
    'CPUUtilization',
    'CPU of its metadata servers in use',
  ]),
  { ...used(fsx('StorageTargetId'), 'disk operations', DISKS), only: 'OST' },
  {
    ...used(fsx('StorageTargetId'), 'metadata operations', [
      'server_metadata_iops',
      'DiskIopsUtilization',
      'metadata operations of its servers in use',
    ]),
    only: 'MDT',
  },
  rate(fsx('StorageTargetId'), 'ops/s', ['server_disk_reads', 'DiskReadOperations', 'reads of its disks']),
  rate(fsx('StorageTargetId'), 'ops/s', ['server_disk_writes', 'DiskWriteOperations', 'writes of its disks']),
];

/**
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/fsx-openzfs-metrics.html and
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/file-system-metrics.html: all by `FileSystemId`.
 */
export const VOLUME_SERVER_METRICS: readonly ServerMetric[] = [
  ...ASKED,
  used(fsx(), 'file server network', NETWORK),
  used(fsx(), 'file server disk throughput', THROUGHPUT),
  used(fsx(), 'file server disk operations', [
    'server_file_server_iops',
    'FileServerDiskIopsUtilization',
    'operations between its servers and disks in use',
  ]),
  used(fsx(), 'file server CPU', CPU),
  used(fsx(), 'disk operations', DISKS),
  left(fsx(), 'disk throughput credits', [
    'server_throughput_credits',
    'FileServerDiskThroughputBalance',
    'credits of disk throughput left',
  ]),
  left(fsx(), 'disk operation credits', [
    'server_iops_credits',
    'FileServerDiskIopsBalance',
    'credits of disk operations left',
  ]),
  {
    ...fsx(),
    name: 'server_cache_hits',
    metric: 'FileServerCacheHitRatio',
    words: 'reads that the memory of its servers answered',
    fromMemory: true,
    statistic: 'Average',
    over: 'lowest',
    unit: '%',
    better: 'higher',
  },
];

/** Bytes that a new file system may move above its baseline. EFS guide, Bursting throughput: 2.1 TiB */
const EFS_CREDITS = 2.1 * 1024 ** 4;
const EFS: Of = { namespace: 'AWS/EFS', dimensions: ['FileSystemId'] };

/** https://docs.aws.amazon.com/efs/latest/ug/efs-metrics.html */
export const EFS_METRICS: readonly ServerMetric[] = [
  rate(EFS, 'bytes/s', ['server_read', 'DataReadIOBytes', 'bytes read from its servers']),
  rate(EFS, 'bytes/s', ['server_write', 'DataWriteIOBytes', 'bytes written to its servers']),
  rate(EFS, 'bytes/s', ['server_metadata', 'MetadataIOBytes', 'bytes of metadata']),
  rate(EFS, 'bytes/s', ['server_metered', 'MeteredIOBytes', 'bytes that count against its throughput']),
  used(EFS, 'general purpose mode', ['server_io_limit', 'PercentIOLimit', 'limit of the general purpose mode in use']),
  {
    ...EFS,
    name: 'server_burst_credits',
    metric: 'BurstCreditBalance',
    words: 'credits of its throughput left, of those of a new file system',
    // Modes that do not burst may tell of none.
    drained: 'throughput credits',
    statistic: 'Minimum',
    over: 'lowest',
    factor: 100 / EFS_CREDITS,
    unit: '%',
    better: 'higher',
  },
  {
    ...EFS,
    name: 'server_permitted',
    metric: 'PermittedThroughput',
    words: 'throughput that it permits',
    statistic: 'Average',
    over: 'lowest',
    unit: 'bytes/s',
    better: 'higher',
  },
];

const EBS: Of = { namespace: 'AWS/EBS', dimensions: ['VolumeId'] };

/**
 * A minute in which more was asked for than is provisioned is told as 1. That is no share of a limit: one second of
 * sixty is enough for it.
 */
function exceeded(of: Of, [name, metric, words]: Named): ServerMetric {
  return {
    ...of,
    name,
    metric,
    words,
    statistic: 'Maximum',
    over: 'highest',
    factor: 100,
    unit: '%',
    better: 'lower',
  };
}

const HOST: Of = { namespace: 'AWS/EC2', dimensions: ['InstanceId'] };

type Way = NonNullable<ServerMetric['way']>;

/**
 * What a host has left of its best rate to all of its volumes: of sizes up to 4xlarge that hold it for 30 minutes a
 * day.
 * "Available for basic monitoring only": a point tells of five minutes, and detailed monitoring would end them.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
function leftOfHost(way: Way, reserve: string, named: Named): ServerMetric {
  return { ...left(HOST, reserve, named), pointMinutes: 5, way };
}

/**
 * Whether more was asked for "within the last minute" than a host moves to all of its volumes, 1 or 0 (same page).
 * Guessed: a point a minute under basic monitoring too; and 1 where a host without credits is held to its baseline, for
 * AWS watches them "for immediate throttle detection" of such hosts.
 * https://aws.amazon.com/blogs/compute/simulating-amazon-ec2-ebs-burst-credits-before-downsizing-an-instance/
 */
function hostExceeded(way: Way, exceeds: string, named: Named): ServerMetric {
  return { ...exceeded(HOST, named), exceeds, way };
}

/** https://docs.aws.amazon.com/ebs/latest/userguide/using_cloudwatch_ebs.html */
export const EBS_METRICS: readonly ServerMetric[] = [
  rate(EBS, 'bytes/s', ['server_read', 'VolumeReadBytes', 'bytes read from its volumes']),
  rate(EBS, 'bytes/s', ['server_write', 'VolumeWriteBytes', 'bytes written to its volumes']),
  rate(EBS, 'ops/s', ['server_read_ops', 'VolumeReadOps', 'reads that its volumes counted']),
  rate(EBS, 'ops/s', ['server_write_ops', 'VolumeWriteOps', 'writes that its volumes counted']),
  {
    ...EBS,
    name: 'server_queue',
    metric: 'VolumeQueueLength',
    words: 'requests that wait for its volumes',
    statistic: 'Average',
    over: 'sum',
    unit: 'count',
    better: 'lower',
  },
  left(EBS, 'volume credits', ['server_credits', 'BurstBalance', 'credits of its volumes left']),
  leftOfHost('bandwidth', 'host EBS throughput credits', [
    'server_host_throughput_credits',
    'EBSByteBalance%',
    'credits of throughput between its host and EBS left',
  ]),
  leftOfHost('iops', 'host EBS operation credits', [
    'server_host_iops_credits',
    'EBSIOBalance%',
    'credits of operations between its host and EBS left',
  ]),
  hostExceeded('bandwidth', 'host EBS throughput', [
    'server_host_throughput_exceeded',
    'InstanceEBSThroughputExceededCheck',
    'minutes in which more throughput was asked for than its host moves to EBS',
  ]),
  hostExceeded('iops', 'host EBS operations', [
    'server_host_iops_exceeded',
    'InstanceEBSIOPSExceededCheck',
    'minutes in which more operations were asked for than its host sends to EBS',
  ]),
  exceeded(EBS, [
    'server_iops_exceeded',
    'VolumeIOPSExceededCheck',
    'minutes in which more operations were asked for than are provisioned',
  ]),
  exceeded(EBS, [
    'server_throughput_exceeded',
    'VolumeThroughputExceededCheck',
    'minutes in which more throughput was asked for than is provisioned',
  ]),
];

/** Minutes that a point tells of, by name. */
const NAMES: ReadonlyMap<string, number> = new Map(
  [...LUSTRE_METRICS, ...VOLUME_SERVER_METRICS, ...EFS_METRICS, ...EBS_METRICS].map((one) => [
    one.name,
    one.pointMinutes ?? 1,
  ]),
);

/** Whether a metric is one that servers of AWS tell. */
export function isOfServers(metric: string): boolean {
  return NAMES.has(metric);
}

/** Minutes that a point of such a metric tells of; null for others. */
export function pointMinutesOf(metric: string): number | null {
  return NAMES.get(metric) ?? null;
}
