import { loadOf } from '../../hosts/modelled/load-of';
import { makeWorld } from '../world';

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
  const loads = [loadOf({ until: 150 })];
  const world = makeWorld({
    serverLoads: (id) => Promise.resolve(id === FS ? loads : []),
    ...(pageItems === undefined ? {} : { pageItems }),
  });
  return (input: object) => world.call('cloudwatch', 'GetMetricData', { ...WINDOW, ...input });
}

describe('GetMetricData', () => {
  it('finds disks by a part of their names, and knows those of data; and metrics of any dimensions', async () => {
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

  it('answers each query by its id, a point a minute', async () => {
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

  it('has no points of what it does not know, and none outside of what was asked', async () => {
    const other = { Dimensions: [{ Name: 'FileSystemId', Value: 'fs-1' }] };
    const Metric = { Namespace: 'AWS/FSx', MetricName: 'DataReadBytes', ...other };
    const answer = await setUp()({ MetricDataQueries: [stat('a', '', { Metric })] });
    expect(answer).toMatchObject({ MetricDataResults: [{ Id: 'a', Values: [] }] });
    const late = { StartTime: new Date(61_000), MetricDataQueries: [stat('a')] };
    expect(await setUp()(late)).toMatchObject({ MetricDataResults: [{ Timestamps: [new Date(120_000)] }] });
  });

  it('gives pages', async () => {
    const call = setUp(1);
    const asked = { MetricDataQueries: [stat('a'), stat('b')] };
    const first = (await call(asked)) as { MetricDataResults: { Id: string }[]; NextToken: string };
    expect(first.MetricDataResults.map(({ Id }) => Id)).toEqual(['a']);
    const second = await call({ ...asked, NextToken: first.NextToken });
    expect(second).toMatchObject({ MetricDataResults: [{ Id: 'b' }] });
    expect(second).toMatchObject({ NextToken: undefined });
    await expect(call({ ...asked, NextToken: 'x' })).rejects.toMatchObject({ name: 'ValidationError' });
  });

  const refused: readonly (readonly [what: string, input: object, name: string])[] = [
    ['an id that begins with a capital', { MetricDataQueries: [stat('A')] }, 'ValidationError'],
    ['one id twice', { MetricDataQueries: [stat('a'), stat('a')] }, 'ValidationError'],
    ['neither metric nor expression', { MetricDataQueries: [{ Id: 'a' }] }, 'ValidationError'],
    ['another expression', { MetricDataQueries: [{ Id: 'a', Expression: 'SUM(METRICS())' }] }, 'ValidationError'],
    ['another fold', { MetricDataQueries: [{ Id: 'a', Expression: search('X', 'AVG') }] }, 'ValidationError'],
    ['another period', { MetricDataQueries: [stat('a', 'X', { Period: 300 })] }, 'ValidationError'],
    ['another statistic', { MetricDataQueries: [stat('a', 'X', { Stat: 'p99' })] }, 'ValidationError'],
    [
      'more than 500',
      { MetricDataQueries: Array.from({ length: 501 }, (_, index) => stat(`a${index}`)) },
      'ValidationError',
    ],
    ['no time', { EndTime: new Date(0), MetricDataQueries: [stat('a')] }, 'ValidationError'],
    ['the other order', { ScanBy: 'TimestampDescending', MetricDataQueries: [stat('a')] }, 'ValidationError'],
    ['a moment that is a text', { StartTime: '1970-01-01T00:00:00Z', MetricDataQueries: [stat('a')] }, 'ArgumentError'],
    ['what is not modelled', { MaxDatapoints: 5, MetricDataQueries: [stat('a')] }, 'ArgumentError'],
    ['nothing', { MetricDataQueries: undefined }, 'ArgumentError'],
  ];
  it.each(refused)('refuses %s', async (_, input, name) => {
    await expect(setUp()(input)).rejects.toMatchObject({ name });
  });
});
