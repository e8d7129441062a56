import { findBottleneck } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import type { LimitedRates } from '../../../lib/shapes/metric';
import type { RoleUsage, TrialRow } from '../../../lib/shapes/verdict';
import { listServerMetrics } from '../../../lib/shapes/server-metrics';
import { IOR_TOOL } from '../../../lib/workloads/mpi/ior/ior';
import { MDTEST_TOOL } from '../../../lib/workloads/mpi/mdtest/mdtest';
import { listLimits } from '../../../lib/workloads/mpi/tool';

const GB = 1e9;

function makeMeasure(metric: string, unit: Measure['unit'], value: number): Measure {
  const statistics = { centre: value, median: value } as unknown as Measure['statistics'];
  return { metric, operation: null, statistic: 'mean', unit, statistics, values: [] };
}

/** Two c5.9xlarge (12 Gbit/s each), half busy by a mean over all phases, as is their network; and what others did. */
function describeLimit(
  held: readonly LimitedRates[],
  measures: readonly Measure[],
  use: Partial<RoleUsage> = {},
  others: readonly RoleUsage[] = [],
): string {
  const uses: readonly RoleUsage[] = [
    { role: 'client', cpu: [0.5, 0.5], network: [0.75 * GB, 0.75 * GB], delayedHosts: 0, ...use },
    ...others,
  ];
  const row = { trial: 't0001', started: null, ended: null, reasons: [], usage: uses } as unknown as TrialRow;
  const roles = uses.map(({ role }) => ({ role, instanceType: 'c5.9xlarge' }));
  const servers = listServerMetrics('fsx-ontap');
  return findBottleneck({ rows: [row], measures, provisioned: {}, held, roles, local: false, servers }).text;
}

const makeBandwidths = (written: number, read: number): readonly Measure[] => [
  makeMeasure('write_bandwidth', 'bytes/s', written * GB),
  makeMeasure('read_bandwidth', 'bytes/s', read * GB),
];
const SERVERS = makeMeasure('server_cpu', '%', 50);
const MEAN = 'usage of each phase (mean over all phases: ';

it('names the client network as the limit when one phase uses 96% of it, though the mean is 50%', () => {
  expect(describeLimit(listLimits(IOR_TOOL), makeBandwidths(2.9, 2))).toBe(
    'client network: 96% of 12 Gbit/s on 2 of 2 hosts, in the busiest phase',
  );
});

it('reports usage of each phase as missing when means over all phases are below a limit', () => {
  expect(describeLimit(listLimits(IOR_TOOL), [...makeBandwidths(2, 1), SERVERS])).toBe(
    'not known: no checked limit was reached (client network: 66% of 12 Gbit/s on 2 hosts, in the ' +
      `busiest phase); missing: provisioned rates of the storage, ${MEAN}host CPU: 50% busy on 2 hosts), ` +
      `${MEAN}file server CPU: 50% in use)`,
  );
  expect(describeLimit(listLimits(MDTEST_TOOL), [makeMeasure('file_create', 'ops/s', 900), SERVERS])).toBe(
    `not known: missing: provisioned rates of the storage, ${MEAN}host CPU: 50% busy on 2 hosts; client network: ` +
      `50% of 12 Gbit/s on 2 hosts), ${MEAN}file server CPU: 50% in use)`,
  );
});

it('names host CPU by its mean of 95%, and uses the mean of the network when a phase rate exceeds the network', () => {
  expect(describeLimit(listLimits(MDTEST_TOOL), [], { cpu: [0.95, 0.95] })).toMatch(
    /^host CPU: 95% busy on 2 of 2 hosts$/,
  );
  expect(describeLimit(listLimits(IOR_TOOL), makeBandwidths(9, 1))).toContain(
    `${MEAN}host CPU: 50% busy on 2 hosts; client network: 50% of 12`,
  );
});

it('uses host means without mentioning phases when the workload has one phase', () => {
  const once: LimitedRates = {
    of: null,
    bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: 'both' },
    operations: null,
  };
  expect(describeLimit([once], [makeMeasure('bandwidth', 'bytes/s', 2.9 * GB)])).toContain(
    'no checked limit was reached (host CPU: 50% busy on 2 hosts; client network: 50% of 12 Gbit/s',
  );
});

describe('usage in the busiest phase', () => {
  const busiest = 'in the busiest phase';

  it('is not used for the network when hosts have several roles', () => {
    const other = { role: 'other', cpu: [0.5], network: [0.1 * GB], delayedHosts: 0 };
    const told = describeLimit(listLimits(IOR_TOOL), makeBandwidths(2.9, 2), {}, [other]);
    expect(told).not.toContain(busiest);
    expect(told).toContain('client network (client): 50% of 12 Gbit/s on 2 hosts');
  });

  it('counts bytes that a phase both reads and writes once per direction of the network', () => {
    const makePhase = (metric: string): LimitedRates => {
      return { of: [metric], bytes: { metric, limit: 'bandwidth', moves: 'both' }, operations: null };
    };
    const copied: Measure = { ...makeMeasure('copied', 'bytes/s', 2 * GB), operation: 'copied' };
    expect(describeLimit([makePhase('copied'), makePhase('listed')], [copied])).toContain(
      `client network: 66% of 12 Gbit/s on 2 hosts, ${busiest}`,
    );
  });

  it('is not reported as missing when some hosts reached a limit by their mean', () => {
    const told = describeLimit(listLimits(MDTEST_TOOL), [], { cpu: [0.1, 0.1, 0.95], network: null });
    expect(told).toContain('at most half of the hosts or trials were at a limit');
    expect(told).not.toContain(MEAN);
  });

  it('is not reported as missing when a server mean exceeds the provisioned rate', () => {
    const told = describeLimit(listLimits(MDTEST_TOOL), [makeMeasure('server_cpu', '%', 120)]);
    expect(told).toMatch(/^not known: file server CPU: 120% of the provisioned rate, from credits; missing: /);
  });
});
