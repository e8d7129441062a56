import {
  computeDueTime,
  hasServerMetrics,
  type MetricDataQuery,
  makeRequests,
  listMinutes,
} from '../../../lib/results/servers/cloudwatch-requests';
import type { Plan } from '../../../lib/shapes/plan';
import { ENDPOINTS, RIGS, row, TRIALS } from './lustre-and-volumes';
import cases from './cloudwatch-requests.cases.json';

const ROWS = [
  row('t0001', '2026-03-02T09:00:10Z', '2026-03-02T09:05:10Z'),
  row('t0002', '2026-03-02T09:06:00Z', '2026-03-02T09:10:30Z'),
];
const PLAN = { rigs: RIGS, trials: TRIALS };
const findQuery = (id: string, queries: readonly MetricDataQuery[]) => queries.find(({ Id }) => Id === id);

describe('makeRequests', () => {
  const [request, ...others] = makeRequests(PLAN, ROWS, ENDPOINTS);
  const queries = request?.MetricDataQueries ?? [];

  it('makes one request per rig, for the whole minutes from its first trial to its last', () => {
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      StartTime: '2026-03-02T09:00:00.000Z',
      EndTime: '2026-03-02T09:11:00.000Z',
      ScanBy: 'TimestampAscending',
    });
  });

  it('requests metrics by the id of the file system, or of each volume', () => {
    expect(findQuery('r1_c1_0_server_read', queries)).toEqual(cases.query);
    const volumes = queries.flatMap((one) =>
      'MetricStat' in one && one.Id.endsWith('_server_credits') ? one.MetricStat.Metric.Dimensions : [],
    );
    expect(volumes).toEqual([
      { Name: 'VolumeId', Value: 'vol-0aa' },
      { Name: 'VolumeId', Value: 'vol-0bb' },
    ]);
  });

  it('requests EBS credits of the host with the volumes once, and from the minute in which a point begins', () => {
    const hosts = queries.filter(({ Id }) => Id.includes('_server_host_'));
    expect(hosts.map(({ Id }) => Id)).toEqual([
      'r1_c2_0_server_host_throughput_credits',
      'r1_c2_0_server_host_iops_credits',
      'r1_c2_0_server_host_throughput_exceeded',
      'r1_c2_0_server_host_iops_exceeded',
    ]);
    expect(hosts[2]).toMatchObject(cases.thirdHost);
    expect(hosts[0]).toMatchObject(cases.firstHost);
  });

  it('omits credit metrics that the instance type does not publish', () => {
    const listHostMetrics = (instanceType: string): readonly string[] => {
      const rigs = RIGS.map((rig) => ({ ...rig, roles: rig.roles.map((role) => ({ ...role, instanceType })) }));
      const [found] = makeRequests({ rigs, trials: TRIALS }, ROWS, ENDPOINTS);
      const ids = found?.MetricDataQueries.map(({ Id }) => Id) ?? [];
      return ids.flatMap((id) => /_server_host_(.*)$/.exec(id)?.[1] ?? []);
    };
    const [credits, exceeded] = ['credits', 'exceeded'].map((what) => [`throughput_${what}`, `iops_${what}`]);
    expect(listHostMetrics('m5.large')).toEqual([...(credits ?? []), ...(exceeded ?? [])]);
    expect(listHostMetrics('c7gn.16xlarge')).toEqual(exceeded);
    expect(listHostMetrics('c7gn.metal')).toEqual([]);
  });

  it('searches for file servers of unknown names, and uses the one nearest to its limit (MAX)', () => {
    expect(findQuery('r1_c1_0_server_network', queries)).toEqual({
      Id: 'r1_c1_0_server_network',
      Expression:
        'MAX(SEARCH(\'{AWS/FSx,FileSystemId,FileServer} MetricName="NetworkThroughputUtilization" ' +
        "FileSystemId=\"fs-0123456789abcdef0\"', 'Maximum', 60))",
    });
  });

  it('separates metadata disks (MDT) from data disks (OST) by their names', () => {
    for (const [name, part] of [
      ['server_disk_iops', 'OST'],
      ['server_metadata_iops', 'MDT'],
    ])
      expect(findQuery(`r1_c1_0_${name}`, queries)).toMatchObject({
        Expression:
          'MAX(SEARCH(\'{AWS/FSx,FileSystemId,StorageTargetId} MetricName="DiskIopsUtilization" ' +
          `FileSystemId="fs-0123456789abcdef0" StorageTargetId=${part}', 'Maximum', 60))`,
      });
  });

  it('searches for metadata metrics with any dimensions', () => {
    expect(findQuery('r1_c1_0_server_file_creates', queries)).toMatchObject({
      Expression:
        'SUM(SEARCH(\'Namespace="AWS/FSx" MetricName="FileCreateOperations" ' +
        "FileSystemId=\"fs-0123456789abcdef0\"', 'Sum', 60))",
    });
  });

  it('gives each query a unique Id that CloudWatch accepts', () => {
    expect(new Set(queries.map(({ Id }) => Id)).size).toBe(queries.length);
    for (const { Id } of queries) expect(Id).toMatch(/^[a-z][a-zA-Z0-9_]{0,254}$/);
  });

  it('makes no request without measured trials, created resources, or a target with CloudWatch metrics', () => {
    expect(makeRequests(PLAN, [row('t0001', null, null)], ENDPOINTS)).toEqual([]);
    expect(makeRequests(PLAN, ROWS, new Map())).toEqual([]);
    const disk = new Map([['r1', 'c3.x id fs-0123456789abcdef0\n']]);
    expect(makeRequests(PLAN, ROWS, disk)).toEqual([]);
  });

  it('puts at most 500 queries into one request', () => {
    const [, onVolumes] = ROWS;
    const rows = onVolumes === undefined ? [] : [onVolumes];
    const volumes = Array.from({ length: 70 }, (_, index) => `c2.i-${index} volumeId vol-${index}\n`).join('');
    const sizes = makeRequests(PLAN, rows, new Map([['r1', volumes]])).map(
      ({ MetricDataQueries }) => MetricDataQueries.length,
    );
    expect(sizes).toEqual([500, 70 * 12 - 500]);
  });
  it('requests only target instances with a trial of a whole minute, and only for that time', () => {
    const short = row('t0001', '2026-03-02T09:00:10Z', '2026-03-02T09:01:50Z');
    const [, long] = ROWS;
    const [only, ...more] = makeRequests(PLAN, long === undefined ? [] : [short, long], ENDPOINTS);
    expect(more).toEqual([]);
    expect([only?.StartTime, only?.EndTime]).toEqual(['2026-03-02T09:06:00.000Z', '2026-03-02T09:11:00.000Z']);
    expect(only?.MetricDataQueries.every(({ Id }) => Id.startsWith('r1_c2_'))).toBe(true);
    expect(makeRequests(PLAN, [short], ENDPOINTS)).toEqual([]);
  });

  it('computes the time when all points are available: ten minutes after the last minute', () => {
    expect(computeDueTime(request === undefined ? [] : [request])).toBe(Date.parse('2026-03-02T09:21:00Z') / 1000);
  });
});

it('lists the minutes that lie wholly inside a window', () => {
  const begins = listMinutes({ started: '2026-03-02T09:00:00Z', ended: '2026-03-02T09:02:59Z' });
  expect(begins).toEqual([0, 60].map((seconds) => Date.parse('2026-03-02T09:00:00Z') / 1000 + seconds));
  expect(listMinutes({ started: '2026-03-02T09:00:01Z', ended: '2026-03-02T09:01:59Z' })).toEqual([]);
  expect(listMinutes({ started: null, ended: null })).toEqual([]);
});

it('reports whether any target has CloudWatch metrics', () => {
  expect(hasServerMetrics({ rigs: RIGS })).toBe(true);
  const disks = RIGS.map((rig) => ({ ...rig, copies: rig.copies.filter(({ kind }) => kind === 'directory') }));
  expect(hasServerMetrics({ rigs: disks })).toBe(false);
});

it('reads the target instances and rows of each rig once, with 20 rigs', () => {
  let looks = 0;
  const [rig] = PLAN.rigs;
  const rigs = Array.from({ length: 20 }, (_, number) => ({
    ...rig,
    rig: `r${number + 1}`,
    get copies() {
      looks += 1;
      return rig?.copies ?? [];
    },
  })) as unknown as Plan['rigs'];
  const rows = rigs
    .flatMap(() => ROWS)
    .map((one) => ({
      ...one,
      get rig() {
        looks += 1;
        return one.rig;
      },
    }));
  expect(makeRequests({ ...PLAN, rigs }, rows, ENDPOINTS)).toHaveLength(1);
  expect(looks).toBe(rigs.length + rows.length);
});
