import { findPeriodMinutes, listServerMetrics } from '../../lib/shapes/server-metrics';
import { TARGET_KINDS } from '../../lib/targets/registry';

const OF_AWS = ['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'ebs', 'efs'];

it('lists server metrics for FSx, EBS and EFS targets only', () => {
  expect(TARGET_KINDS.filter((kind) => listServerMetrics(kind).length > 0).toSorted()).toEqual(OF_AWS.toSorted());
});

describe.each(OF_AWS)('server metrics of %s', (kind) => {
  const metrics = listServerMetrics(kind);

  it('has a unique name and description per metric', () => {
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
    expect(new Set(metrics.map(({ words }) => words)).size).toBe(metrics.length);
    // Names become ids of queries: letters, digits and underscores.
    for (const { name } of metrics) expect(name).toMatch(/^server_[a-z_]+$/);
    for (const { metric, dimensions, words } of metrics) expect([metric, dimensions[0], words]).not.toContain('');
  });

  it('has a limit for each share of capacity (used or left), and a rate per second for each sum', () => {
    for (const { meaning, limit, unit, over, better } of metrics) {
      if (meaning === 'used')
        expect([unit, over, better, limit]).toEqual(['%', 'highest', 'lower', expect.any(String)]);
      if (meaning === 'left')
        expect([unit, over, better, limit]).toEqual(['%', 'lowest', 'higher', expect.any(String)]);
    }
    const sums = metrics.filter(({ statistic }) => statistic === 'Sum');
    expect(sums.map(({ unit, factor, metric }) => [unit, factor, metric])).toEqual(
      sums.map(({ metric }) => [metric.endsWith('Bytes') ? 'bytes/s' : 'ops/s', 1 / 60, metric]),
    );
  });
});

it('converts EFS credits to percent of 2.1 TiB, and EBS exceeded checks to percent of minutes', () => {
  const credits = listServerMetrics('efs').find(({ meaning }) => meaning === 'drained');
  expect((credits?.factor ?? 0) * 2.1 * 1024 ** 4).toBeCloseTo(100, 9);
  const checks = listServerMetrics('ebs').filter(({ meaning }) => meaning === 'exceeded');
  expect(checks.map(({ factor, statistic }) => [factor, statistic])).toEqual(checks.map(() => [100, 'Maximum']));
});

it('has the same unit, meaning and limit for a metric name in all target kinds', () => {
  const all = OF_AWS.flatMap(listServerMetrics);
  for (const one of all) {
    const { unit, better, meaning, limit } = all.find(({ name }) => name === one.name)!;
    expect([one.name, one.unit, one.better, one.meaning, one.limit]).toEqual([one.name, unit, better, meaning, limit]);
  }
});

it('finds a server metric by its full name, and returns null for other names', () => {
  const names = OF_AWS.flatMap(listServerMetrics).map(({ name }) => name);
  expect(names.filter((name) => findPeriodMinutes(name) === null)).toEqual([]);
  expect(['server_of_mine', 'iops', ''].map(findPeriodMinutes)).toEqual([null, null, null]);
});
