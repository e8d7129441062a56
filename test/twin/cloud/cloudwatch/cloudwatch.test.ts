import { makeLoad } from '../../hosts/modelled/load-of';
import { expectRefusal, makeServices } from '../services';
import { SERVER_METRICS, type Statistic } from '../../../../lib/shapes/server-metrics';
import { computePoint } from '../../../../lib/twin/cloud/cloudwatch/cloudwatch';
import type { ServerLoad } from '../../../../lib/twin/hosts/modelled/server-load';

const FS = 'fs-0123456789abcdef0';
function stat(Id: string, MetricName = 'DataReadBytes', change: object = {}): object {
  const Metric = { Namespace: 'AWS/FSx', MetricName, Dimensions: [{ Name: 'FileSystemId', Value: FS }] };
  return { Id, MetricStat: { Metric, Period: 60, Stat: 'Sum', ...change } };
}
const search = (metric: string, fold = 'MAX'): string =>
  `${fold}(SEARCH('{AWS/FSx,FileSystemId,FileServer} MetricName="${metric}" FileSystemId="${FS}"', 'Maximum', 60))`;
const WINDOW = { StartTime: new Date(0), EndTime: new Date(180_000), ScanBy: 'TimestampAscending' };

function setUp(pageItems?: number) {
  const loads = [makeLoad({ until: 150 })];
  const serverLoads = (id: string) => Promise.resolve(id === FS ? loads : []);
  const services = makeServices({ serverLoads, ...(pageItems === undefined ? {} : { pageItems }) });
  return (input: object) => services.call('cloudwatch', 'GetMetricData', { ...WINDOW, ...input });
}

describe('GetMetricData', () => {
  it('returns points for a SEARCH of OST disks and one of any dimension, none for MDT disks', async () => {
    const disks = (part: string): string =>
      `MAX(SEARCH('{AWS/FSx,FileSystemId,StorageTargetId} MetricName="DiskIopsUtilization" FileSystemId="${FS}" ` +
      `StorageTargetId=${part}', 'Maximum', 60))`;
    const any = `SUM(SEARCH('Namespace="AWS/FSx" MetricName="DataReadBytes" FileSystemId="${FS}"', 'Sum', 60))`;
    const MetricDataQueries = [disks('OST'), disks('MDT'), any].map((Expression, n) => ({ Id: `q${n}`, Expression }));
    const answer = (await setUp()({ MetricDataQueries })) as { MetricDataResults: { Values: number[] }[] };
    expect(answer.MetricDataResults.map(({ Values }) => Values.length)).toEqual([3, 0, 3]);
  });

  it('returns operations of all metadata servers for SUM, and of one for MAX', async () => {
    const loads = [makeLoad({ until: 60, metadata: { create: 32 }, metadataServers: 16 })];
    const services = makeServices({ serverLoads: () => Promise.resolve(loads) });
    const of = (fold: string): string =>
      `${fold}(SEARCH('Namespace="AWS/FSx" MetricName="FileCreateOperations" FileSystemId="${FS}"', 'Sum', 60))`;
    const MetricDataQueries = ['SUM', 'MAX'].map((fold) => ({ Id: fold.toLowerCase(), Expression: of(fold) }));
    const answer = await services.call('cloudwatch', 'GetMetricData', { ...WINDOW, MetricDataQueries });
    expect(answer).toMatchObject({ MetricDataResults: [{ Values: [1920] }, { Values: [120] }] });
  });

  it('returns one result per query id, one point per minute', async () => {
    const network = { Id: 'b', Expression: search('NetworkThroughputUtilization') };
    const at = [0, 60_000, 120_000].map((time) => new Date(time));
    const result = (Id: string, Label: string, Timestamps: Date[], Values: number[]) => {
      return { Id, Label, Timestamps, Values, StatusCode: 'Complete' };
    };
    expect(await setUp()({ MetricDataQueries: [stat('a'), network, stat('c', 'Whatever')] })).toEqual({
      MetricDataResults: [
        result('a', 'DataReadBytes', at, [60e6, 60e6, 30e6]),
        result('b', 'NetworkThroughputUtilization', at, [20, 20, 20]),
        result('c', 'Whatever', [], []),
      ],
      Messages: [],
    });
  });

  it('returns no points for an unknown file system or outside the requested time range', async () => {
    const Dimensions = [{ Name: 'FileSystemId', Value: 'fs-1' }];
    const Metric = { Namespace: 'AWS/FSx', MetricName: 'DataReadBytes', Dimensions };
    const answer = await setUp()({ MetricDataQueries: [stat('a', '', { Metric })] });
    expect(answer).toMatchObject({ MetricDataResults: [{ Id: 'a', Values: [] }] });
    const late = { StartTime: new Date(61_000), MetricDataQueries: [stat('a')] };
    expect(await setUp()(late)).toMatchObject({ MetricDataResults: [{ Timestamps: [new Date(120_000)] }] });
  });

  it('returns pages, and refuses an unknown NextToken', async () => {
    const call = setUp(1);
    const asked = { MetricDataQueries: [stat('a'), stat('b')] };
    const first = (await call(asked)) as { MetricDataResults: { Id: string }[]; NextToken: string };
    expect(first.MetricDataResults.map(({ Id }) => Id)).toEqual(['a']);
    const second = await call({ ...asked, NextToken: first.NextToken });
    expect(second).toMatchObject({ MetricDataResults: [{ Id: 'b' }], NextToken: undefined });
    await expectRefusal(call({ ...asked, NextToken: 'x' }), 'ValidationError');
  });

  it.each<[string, object, string?]>([
    ['an id that begins with a capital', { MetricDataQueries: [stat('A')] }],
    ['one id twice', { MetricDataQueries: [stat('a'), stat('a')] }],
    ['neither metric nor expression', { MetricDataQueries: [{ Id: 'a' }] }],
    ['an unsupported expression', { MetricDataQueries: [{ Id: 'a', Expression: 'SUM(METRICS())' }] }],
    ['the function AVG', { MetricDataQueries: [{ Id: 'a', Expression: search('X', 'AVG') }] }],
    ['a period of 300 s', { MetricDataQueries: [stat('a', 'X', { Period: 300 })] }],
    ['the statistic p99', { MetricDataQueries: [stat('a', 'X', { Stat: 'p99' })] }],
    ['more than 500 queries', { MetricDataQueries: Array.from({ length: 501 }, (_, index) => stat(`a${index}`)) }],
    ['an empty time range', { EndTime: new Date(0) }],
    ['descending order', { ScanBy: 'TimestampDescending' }],
    ['a time as a string', { StartTime: '1970-01-01T00:00:00Z' }, 'ArgumentError'],
    ['an unmodelled parameter', { MaxDatapoints: 5 }, 'ArgumentError'],
    ['a request without queries', { MetricDataQueries: undefined }, 'ArgumentError'],
  ])('refuses %s', async (_, input, name = 'ValidationError') => {
    await expectRefusal(setUp()({ MetricDataQueries: [stat('a')], ...input }), name);
  });
});

/** @param metric of FSx, or of another service: `AWS/EC2 Name` */
function computeTestPoint(metric: string, statistic: Statistic, minute: number, loads: readonly ServerLoad[]) {
  const [name = '', namespace = 'AWS/FSx'] = metric.split(' ').toReversed();
  const found = SERVER_METRICS.find((one) => one.namespace === namespace && one.metric === name);
  if (found === undefined) throw new Error(`${metric} is no metric of servers`);
  return computePoint(found, statistic, loads, minute);
}

describe('computePoint', () => {
  it('sums counters over the part of the minute that had load', () => {
    const half = [makeLoad({ from: 30, until: 150 })];
    const sums = [0, 60, 120].map((minute) => computeTestPoint('DataReadBytes', 'Sum', minute, half));
    expect(sums).toEqual([30e6, 60e6, 30e6]);
    expect(computeTestPoint('DiskReadOperations', 'Sum', 60, half)).toBe(60 * 100 * 0.75);
  });

  it('returns null before the first and after the last load, and 0 between two loads', () => {
    const loads = [makeLoad({ from: 60, until: 120 }), makeLoad({ from: 240, until: 300 })];
    const sums = [0, 60, 120, 180, 240, 300].map((minute) => computeTestPoint('DataReadBytes', 'Sum', minute, loads));
    expect(sums).toEqual([null, 60e6, 0, 0, 60e6, null]);
    expect(computeTestPoint('DataReadBytes', 'Sum', 0, [])).toBeNull();
  });

  it('weights the average utilization by time and takes the highest as maximum, above 100% in bursts', () => {
    const loads = [makeLoad({ until: 15, network: 0.4 }), makeLoad({ from: 15, until: 60, network: 1.2 })];
    expect(computeTestPoint('NetworkThroughputUtilization', 'Average', 0, loads)).toBeCloseTo(100, 9);
    expect(computeTestPoint('NetworkThroughputUtilization', 'Maximum', 0, loads)).toBe(120);
  });

  it('returns the lowest burst balance of a minute, and the remaining balance when idle', () => {
    const balance = { bandwidth: 0, iops: 0.6, network: 1 };
    const loads = [makeLoad({ until: 240, after: balance }), makeLoad({ from: 360, until: 420, before: balance })];
    const least = [0, 60, 180, 240].map((minute) =>
      computeTestPoint('FileServerDiskThroughputBalance', 'Minimum', minute, loads),
    );
    expect(least).toEqual([75, 50, 0, 0]);
    expect(computeTestPoint('AWS/EBS BurstBalance', 'Minimum', 240, loads)).toBe(0);
    expect(computeTestPoint('AWS/EFS BurstCreditBalance', 'Minimum', 60, loads)).toBe(0.5 * 2.1 * 1024 ** 4);
  });

  it('returns the EBS balance of a burstable host every five minutes, and null for other hosts', () => {
    const after = { bandwidth: 0.5, iops: 0.9, network: 1 };
    const loads = (credits: ServerLoad['credits']) => [makeLoad({ from: 130, until: 730, after, credits })];
    const least = (name: string, credits: ServerLoad['credits']): readonly (readonly [number, number])[] =>
      Array.from({ length: 14 }, (_, minute) => minute * 60).flatMap((minute) => {
        const value = computeTestPoint(`AWS/EC2 ${name}`, 'Minimum', minute, loads(credits));
        return value === null ? [] : [[minute, Math.round(value)] as const];
      });
    const hosts = { servers: null, hosts: ['bandwidth'] } as const;
    expect(least('EBSByteBalance%', hosts)).toEqual([
      [120, 76],
      [420, 51],
      [720, 50],
    ]);
    // It has such credits, and what its volumes do takes none of them.
    expect(least('EBSIOBalance%', hosts).map(([, value]) => value)).toEqual([100, 100, 100]);
    expect(least('EBSByteBalance%', undefined)).toEqual([]);
    // Volumes without credits tell of none, though their host has some.
    const volume = (credits: ServerLoad['credits']): number | null =>
      computeTestPoint('AWS/EBS BurstBalance', 'Minimum', 660, loads(credits));
    expect(volume(hosts)).toBeNull();
    expect(Math.round(volume({ servers: ['iops'], hosts: ['bandwidth'] })!)).toBe(90);
  });

  const metadata = { create: 5, open: 2, rename: 1, mkdir: 1 };
  it.each<[string, Statistic, Partial<ServerLoad>, number | null]>([
    ['FileServerCacheHitRatio', 'Average', {}, 25],
    ['FileServerCacheHitRatio', 'Average', { reads: 0 }, null],
    ['AWS/EBS VolumeIOPSExceededCheck', 'Maximum', { iops: 1 }, 1],
    ['AWS/EBS VolumeIOPSExceededCheck', 'Maximum', { iops: 0.99 }, 0],
    // Of a host: 1 where it limited its volumes.
    ['AWS/EC2 InstanceEBSThroughputExceededCheck', 'Maximum', { host: { bandwidth: 0.99, iops: 0.4 } }, 1],
    ['AWS/EC2 InstanceEBSIOPSExceededCheck', 'Maximum', { host: { bandwidth: 0.99, iops: 0.4 } }, 0],
    ['AWS/EC2 InstanceEBSThroughputExceededCheck', 'Maximum', { host: { bandwidth: 0.94, iops: 1 } }, 0],
    ['AWS/EC2 InstanceEBSIOPSExceededCheck', 'Maximum', { host: { bandwidth: 0.94, iops: 1 } }, 1],
    ['AWS/EC2 InstanceEBSThroughputExceededCheck', 'Maximum', {}, null],
    ['AWS/EC2 InstanceEBSIOPSExceededCheck', 'Maximum', {}, null],
    // Statistics that do not fit.
    ['DataReadBytes', 'Average', {}, null],
    ['NetworkThroughputUtilization', 'Minimum', {}, null],
    ['FileServerDiskIopsBalance', 'Maximum', {}, null],
    ['FileCreateOperations', 'Sum', { metadata }, 300],
    ['FileOpenOperations', 'Sum', { metadata }, 120],
    ['FileDeleteOperations', 'Sum', { metadata }, 0],
    ['StatOperations', 'Sum', { metadata }, 0],
    ['RenameOperations', 'Sum', { metadata }, 60],
    ['MetadataOperations', 'Sum', { metadata }, 540],
    // No model provides these.
    ['CPUUtilization', 'Maximum', {}, null],
    ['AWS/EBS VolumeQueueLength', 'Average', {}, null],
  ])('computes %s, %s, of a load with %j as %d', (metric, statistic, load, expected) => {
    expect(computeTestPoint(metric, statistic, 0, [makeLoad(load)])).toBe(expected);
  });
});
