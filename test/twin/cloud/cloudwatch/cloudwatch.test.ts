import { makeLoad } from '../../hosts/modelled/load-of';
import { expectRefusal, makeServices } from '../services';
import { SERVER_METRICS, type Statistic } from '../../../../lib/shapes/server-metrics';
import { computePoint } from '../../../../lib/twin/cloud/cloudwatch/cloudwatch';
import type { ServerLoad } from '../../../../lib/twin/hosts/modelled/server-load';

const FS = 'fs-0123456789abcdef0';
const stat = (Id: string, MetricName = 'DataReadBytes', change: object = {}): object => ({
  Id,
  MetricStat: {
    Metric: { Namespace: 'AWS/FSx', MetricName, Dimensions: [{ Name: 'FileSystemId', Value: FS }] },
    Period: 60,
    Stat: 'Sum',
    ...change,
  },
});
const search = (metric: string, fold = 'MAX'): string =>
  `${fold}(SEARCH('{AWS/FSx,FileSystemId,FileServer} MetricName="${metric}" FileSystemId="${FS}"', 'Maximum', 60))`;
const WINDOW = { StartTime: new Date(0), EndTime: new Date(180_000), ScanBy: 'TimestampAscending' };

function setUp(pageItems?: number) {
  const loads = [makeLoad({ until: 150 })];
  const services = makeServices({
    serverLoads: (id) => Promise.resolve(id === FS ? loads : []),
    ...(pageItems === undefined ? {} : { pageItems }),
  });
  return (input: object) => services.call('cloudwatch', 'GetMetricData', { ...WINDOW, ...input });
}

describe('GetMetricData', () => {
  it('returns points for a SEARCH of OST disks and one of any dimension, none for MDT disks', async () => {
    const disks = (part: string): string =>
      `MAX(SEARCH('{AWS/FSx,FileSystemId,StorageTargetId} MetricName="DiskIopsUtilization" FileSystemId="${FS}" ` +
      `StorageTargetId=${part}', 'Maximum', 60))`;
    const any = `SUM(SEARCH('Namespace="AWS/FSx" MetricName="DataReadBytes" FileSystemId="${FS}"', 'Sum', 60))`;
    const { MetricDataResults = [] } = (await setUp()({
      MetricDataQueries: [
        { Id: 'a', Expression: disks('OST') },
        { Id: 'b', Expression: disks('MDT') },
        { Id: 'c', Expression: any },
      ],
    })) as { MetricDataResults?: { Id: string; Values: number[] }[] };
    expect(MetricDataResults.map(({ Id, Values }) => [Id, Values.length])).toEqual([
      ['a', 3],
      ['b', 0],
      ['c', 3],
    ]);
  });

  it('returns one result per query id, one point per minute', async () => {
    const answer = await setUp()({
      MetricDataQueries: [
        stat('a'),
        { Id: 'b', Expression: search('NetworkThroughputUtilization') },
        stat('c', 'Whatever'),
      ],
    });
    const at = [0, 60_000, 120_000].map((time) => new Date(time));
    expect(answer).toEqual({
      MetricDataResults: [
        { Id: 'a', Label: 'DataReadBytes', Timestamps: at, Values: [60e6, 60e6, 30e6], StatusCode: 'Complete' },
        {
          Id: 'b',
          Label: 'NetworkThroughputUtilization',
          Timestamps: at,
          Values: [20, 20, 20],
          StatusCode: 'Complete',
        },
        { Id: 'c', Label: 'Whatever', Timestamps: [], Values: [], StatusCode: 'Complete' },
      ],
      Messages: [],
    });
  });

  it('returns no points for an unknown file system or outside the requested time range', async () => {
    const other = { Dimensions: [{ Name: 'FileSystemId', Value: 'fs-1' }] };
    const Metric = { Namespace: 'AWS/FSx', MetricName: 'DataReadBytes', ...other };
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
    expect(second).toMatchObject({ MetricDataResults: [{ Id: 'b' }] });
    expect(second).toMatchObject({ NextToken: undefined });
    await expectRefusal(call({ ...asked, NextToken: 'x' }), 'ValidationError');
  });

  const refused: readonly (readonly [what: string, input: object, name: string])[] = [
    ['an id that begins with a capital', { MetricDataQueries: [stat('A')] }, 'ValidationError'],
    ['one id twice', { MetricDataQueries: [stat('a'), stat('a')] }, 'ValidationError'],
    ['neither metric nor expression', { MetricDataQueries: [{ Id: 'a' }] }, 'ValidationError'],
    [
      'an unsupported expression',
      { MetricDataQueries: [{ Id: 'a', Expression: 'SUM(METRICS())' }] },
      'ValidationError',
    ],
    ['the function AVG', { MetricDataQueries: [{ Id: 'a', Expression: search('X', 'AVG') }] }, 'ValidationError'],
    ['a period of 300 s', { MetricDataQueries: [stat('a', 'X', { Period: 300 })] }, 'ValidationError'],
    ['the statistic p99', { MetricDataQueries: [stat('a', 'X', { Stat: 'p99' })] }, 'ValidationError'],
    [
      'more than 500 queries',
      { MetricDataQueries: Array.from({ length: 501 }, (_, index) => stat(`a${index}`)) },
      'ValidationError',
    ],
    ['an empty time range', { EndTime: new Date(0), MetricDataQueries: [stat('a')] }, 'ValidationError'],
    ['descending order', { ScanBy: 'TimestampDescending', MetricDataQueries: [stat('a')] }, 'ValidationError'],
    ['a time as a string', { StartTime: '1970-01-01T00:00:00Z', MetricDataQueries: [stat('a')] }, 'ArgumentError'],
    ['an unmodelled parameter', { MaxDatapoints: 5, MetricDataQueries: [stat('a')] }, 'ArgumentError'],
    ['a request without queries', { MetricDataQueries: undefined }, 'ArgumentError'],
  ];
  it.each(refused)('refuses %s', async (_, input, name) => {
    await expectRefusal(setUp()(input), name);
  });
});

function computeTestPoint(
  metric: string,
  statistic: Statistic,
  minute: number,
  loads: readonly ServerLoad[],
  namespace = 'AWS/FSx',
): number | null {
  const told = SERVER_METRICS.find((one) => one.namespace === namespace && one.metric === metric);
  if (told === undefined) throw new Error(`${metric} is no metric of servers`);
  return computePoint(told, statistic, loads, minute);
}

describe('computePoint', () => {
  const half = makeLoad({ from: 30, until: 150 });

  it('sums counters over the part of the minute that had load', () => {
    const sums = [0, 60, 120].map((minute) => computeTestPoint('DataReadBytes', 'Sum', minute, [half]));
    expect(sums).toEqual([30e6, 60e6, 30e6]);
    expect(computeTestPoint('DiskReadOperations', 'Sum', 60, [half])).toBe(60 * 100 * 0.75);
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

  it('returns the cache hit ratio only when there were reads', () => {
    expect(computeTestPoint('FileServerCacheHitRatio', 'Average', 0, [makeLoad()])).toBe(25);
    expect(computeTestPoint('FileServerCacheHitRatio', 'Average', 0, [makeLoad({ reads: 0 })])).toBeNull();
  });

  it('returns the lowest burst balance of a minute, and the remaining balance when idle', () => {
    const emptying = makeLoad({ until: 240, after: { bandwidth: 0, iops: 0.6, network: 1 } });
    const again = makeLoad({ from: 360, until: 420, before: { bandwidth: 0, iops: 0.6, network: 1 } });
    const least = [0, 60, 180, 240].map((minute) =>
      computeTestPoint('FileServerDiskThroughputBalance', 'Minimum', minute, [emptying, again]),
    );
    expect(least).toEqual([75, 50, 0, 0]);
    expect(computeTestPoint('BurstBalance', 'Minimum', 240, [emptying, again], 'AWS/EBS')).toBe(0);
    expect(computeTestPoint('BurstCreditBalance', 'Minimum', 60, [emptying, again], 'AWS/EFS')).toBe(
      0.5 * 2.1 * 1024 ** 4,
    );
  });

  it('returns the EBS balance of a burstable host every five minutes, and null for other hosts', () => {
    const after = { bandwidth: 0.5, iops: 0.9, network: 1 };
    const loads = (credits: ServerLoad['credits']) => [makeLoad({ from: 130, until: 730, after, credits })];
    const least = (name: string, credits: ServerLoad['credits']): readonly (readonly [number, number])[] =>
      Array.from({ length: 14 }, (_, minute) => minute * 60).flatMap((minute) => {
        const value = computeTestPoint(name, 'Minimum', minute, loads(credits), 'AWS/EC2');
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
      computeTestPoint('BurstBalance', 'Minimum', 660, loads(credits), 'AWS/EBS');
    expect(volume(hosts)).toBeNull();
    expect(Math.round(volume({ servers: ['iops'], hosts: ['bandwidth'] })!)).toBe(90);
  });

  it('returns VolumeIOPSExceededCheck 1 when a volume is used fully, else 0', () => {
    const told = (iops: number): number | null =>
      computeTestPoint('VolumeIOPSExceededCheck', 'Maximum', 0, [makeLoad({ iops })], 'AWS/EBS');
    expect([told(1), told(0.99)]).toEqual([1, 0]);
  });

  it('returns 1 for the EBS exceeded check of a host that limited its volumes, 0 for the other, else null', () => {
    const told = (host: ServerLoad['host']): readonly (number | null)[] =>
      ['InstanceEBSThroughputExceededCheck', 'InstanceEBSIOPSExceededCheck'].map((name) =>
        computeTestPoint(name, 'Maximum', 0, [makeLoad({ host })], 'AWS/EC2'),
      );
    expect(told({ bandwidth: 0.99, iops: 0.4 })).toEqual([1, 0]);
    expect(told({ bandwidth: 0.94, iops: 1 })).toEqual([0, 1]);
    expect(told(undefined)).toEqual([null, null]);
  });

  it('returns null for a statistic that does not fit the metric', () => {
    expect(computeTestPoint('DataReadBytes', 'Average', 0, [makeLoad()])).toBeNull();
    expect(computeTestPoint('NetworkThroughputUtilization', 'Minimum', 0, [makeLoad()])).toBeNull();
    expect(computeTestPoint('FileServerDiskIopsBalance', 'Maximum', 0, [makeLoad()])).toBeNull();
  });
});

it('counts metadata operations by kind, and 0 for kinds that a load does not have', () => {
  const loads = [makeLoad({ metadata: { create: 5, open: 2, rename: 1, mkdir: 1 } })];
  const kinds = ['FileCreate', 'FileOpen', 'FileDelete', 'Stat', 'Rename'];
  expect(kinds.map((kind) => computeTestPoint(`${kind}Operations`, 'Sum', 0, loads))).toEqual([300, 120, 0, 0, 60]);
  expect(computeTestPoint('MetadataOperations', 'Sum', 0, loads)).toBe(540);
});

it('returns null for metrics that no model provides', () => {
  expect(computeTestPoint('CPUUtilization', 'Maximum', 0, [makeLoad()])).toBeNull();
  expect(computeTestPoint('VolumeQueueLength', 'Average', 0, [makeLoad()], 'AWS/EBS')).toBeNull();
});
