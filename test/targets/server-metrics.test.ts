import { TARGET_KINDS, targetOf } from '../../lib/targets/registry';
import { isOfServers } from '../../lib/targets/server-metrics';

const OF_AWS = ['fsx-lustre', 'fsx-ontap', 'fsx-openzfs', 'ebs', 'efs'];

it('stand with all storage of AWS that is no disk of a host, and with nothing else', () => {
  expect(TARGET_KINDS.filter((kind) => targetOf(kind)?.serverMetrics !== undefined).toSorted()).toEqual(
    OF_AWS.toSorted(),
  );
});

describe.each(OF_AWS)('what the servers of %s tell', (kind) => {
  const metrics = targetOf(kind)?.serverMetrics ?? [];

  it('has a name of its own each, and one meaning', () => {
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
    expect(new Set(metrics.map(({ words }) => words)).size).toBe(metrics.length);
    for (const { name, limits, reserve } of metrics) {
      // Names become ids of queries: letters, digits and underscores.
      expect(name).toMatch(/^server_[a-z_]+$/);
      expect([limits, reserve].filter((one) => one !== undefined).length).toBeLessThan(2);
    }
  });

  it('has limits and reserves in percent, and counts of a minute as rates', () => {
    const shares = metrics.filter(({ limits, reserve }) => limits !== undefined || reserve !== undefined);
    expect(new Set(shares.map(({ unit }) => unit))).toEqual(new Set(['%']));
    const sums = metrics.filter(({ statistic }) => statistic === 'Sum');
    expect(sums.map(({ unit, factor }) => [unit.slice(-2), factor])).toEqual(sums.map(() => ['/s', 1 / 60]));
  });
});

it('means the same by a name in whatever kind tells it', () => {
  const all = OF_AWS.flatMap((kind) => targetOf(kind)?.serverMetrics ?? []);
  for (const one of all) {
    const { unit, better, limits } = all.find(({ name }) => name === one.name)!;
    expect([one.name, one.unit, one.better, one.limits]).toEqual([one.name, unit, better, limits]);
  }
});

it('is known by its name, and nothing else that begins so', () => {
  const names = OF_AWS.flatMap((kind) => targetOf(kind)?.serverMetrics ?? []).map(({ name }) => name);
  expect(names.filter((name) => !isOfServers(name))).toEqual([]);
  expect(['server_of_mine', 'iops', ''].filter(isOfServers)).toEqual([]);
});
