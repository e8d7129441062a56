import { findPeriodMinutes, listServerMetrics } from '../../lib/shapes/server-metrics';
import { TARGET_KINDS } from '../../lib/targets/registry';

const OF_AWS = ['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'ebs', 'efs'];

it('stand with all storage of AWS that is no disk of a host, and with nothing else', () => {
  expect(TARGET_KINDS.filter((kind) => listServerMetrics(kind).length > 0).toSorted()).toEqual(OF_AWS.toSorted());
});

describe.each(OF_AWS)('what the servers of %s tell', (kind) => {
  const metrics = listServerMetrics(kind);

  it('has a name of its own each, and one meaning', () => {
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
    expect(new Set(metrics.map(({ words }) => words)).size).toBe(metrics.length);
    // Names become ids of queries: letters, digits and underscores.
    for (const { name } of metrics) expect(name).toMatch(/^server_[a-z_]+$/);
    for (const { metric, dimensions, words } of metrics) expect([metric, dimensions[0], words]).not.toContain('');
  });

  it('has shares of a limit that it names, of the nearest to it, and counts of a minute as rates', () => {
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

it('tell credits of EFS in percent of those of a new file system, and checks in percent of minutes', () => {
  const credits = listServerMetrics('efs').find(({ meaning }) => meaning === 'drained');
  expect((credits?.factor ?? 0) * 2.1 * 1024 ** 4).toBeCloseTo(100, 9);
  const checks = listServerMetrics('ebs').filter(({ meaning }) => meaning === 'exceeded');
  expect(checks.map(({ factor, statistic }) => [factor, statistic])).toEqual(checks.map(() => [100, 'Maximum']));
});

it('means the same by a name in whatever kind tells it', () => {
  const all = OF_AWS.flatMap(listServerMetrics);
  for (const one of all) {
    const { unit, better, meaning, limit } = all.find(({ name }) => name === one.name)!;
    expect([one.name, one.unit, one.better, one.meaning, one.limit]).toEqual([one.name, unit, better, meaning, limit]);
  }
});

it('is known by its name, and nothing else that begins so', () => {
  const names = OF_AWS.flatMap(listServerMetrics).map(({ name }) => name);
  expect(names.filter((name) => findPeriodMinutes(name) === null)).toEqual([]);
  expect(['server_of_mine', 'iops', ''].map(findPeriodMinutes)).toEqual([null, null, null]);
});
