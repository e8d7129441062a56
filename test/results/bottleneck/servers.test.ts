import { toQueryLimits, checkServerLimits, judgeCredits } from '../../../lib/results/bottleneck/servers';
import { findBottleneck, type BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import type { TrialRow } from '../../../lib/shapes/verdict';
import type { ProvisionedRates, LimitName } from '../../../lib/shapes/metric';
import { getEbsProvisioned } from '../../../lib/targets/ebs/limits';
import type { Ebs } from '../../../lib/targets/ebs/schema';
import { listServerMetrics } from '../../../lib/shapes/server-metrics';
import { CONFIG } from '../../targets/ebs/config';
import { makeCell, MB, makeMeasure, makeRoles, makeRates } from './a-cell';

const makeMetric = (name: `server_${string}`, limit?: number) => ({
  name,
  query: 'x',
  unit: '%' as const,
  better: 'lower' as const,
  words: `${name.slice(7)} of its servers`,
  ...(limit === undefined ? {} : { limit }),
  reachSeconds: 0,
});
const METRICS = [makeMetric('server_cpu', 100), makeMetric('server_links', 8), makeMetric('server_queue')];
const makeServerMeasure = (name: string, centre: number) =>
  ({ metric: name, operation: null, statistics: { centre } }) as unknown as Measure;
const checkLimits = (...measures: readonly Measure[]) => {
  const { reached, below } = checkServerLimits(measures, toQueryLimits(METRICS), '');
  return [reached, below].map((all) => all.map(({ text }) => text));
};

describe('limits of Prometheus metrics in the spec', () => {
  it('reports a metric at 90% or more of its limit as reached', () => {
    expect(
      checkLimits(
        makeServerMeasure('server_cpu', 95),
        makeServerMeasure('server_links', 7),
        makeServerMeasure('server_queue', 99),
      ),
    ).toEqual([['cpu of its servers: 95% in use'], ['links of its servers: 87% in use']]);
  });

  it('reports a metric at 200% of its limit as below, since the limit is too low', () => {
    expect(checkLimits(makeServerMeasure('server_links', 16))).toEqual([
      [],
      ['links of its servers: 200% of the limit in the spec, which is too low'],
    ]);
  });

  it('reports missing metrics with the reason of the trials, not the CloudWatch error', () => {
    const text = 'Prometheus has no data for server_cpu: it hung';
    const note = { level: 'note' as const, code: 'ServerMetricsMissing', text, why: 'it hung' };
    const findMissing = (reasons: TrialRow['reasons']) =>
      findBottleneck({
        rows: [{ started: null, ended: null, reasons } as unknown as TrialRow],
        measures: [],
        provisioned: {},
        held: [],
        roles: [],
        local: false,
        telemetry: { prometheus: 'http://p', stepSeconds: 15, metrics: METRICS },
        serversProblem: 'AccessDenied',
      } satisfies BottleneckInput).missing;
    expect(findMissing([note])).toContain('server-side metrics (it hung)');
    expect(findMissing([])).toContain('server-side metrics');
  });
});

/** Credits of hosts: of which rate they are told, where it spends them, and what tells of them in their place. */
const metrics = listServerMetrics('ebs');
const makePercentage = (name: string, centre: number): Measure => makeMeasure(name, '%', centre, null);
/** 300 operations a second, 3,000 with credits: an m5.large sends 3,600 at all times, and spends included in hosts. */
const GP2: Ebs = { ...CONFIG, volumeType: 'gp2', sizeGiB: 100 };
/** 500 MiB/s: an m5.large moves 81 MB/s of them at all times. */
const WIDE: Ebs = { ...CONFIG, sizeGiB: 500, iops: 6000, throughputMiBps: 500 };
/** 5,243 MB/s: a c7gn.16xlarge moves 4,167 MB/s of them at all times, 5,000 MB/s for a while. */
const MANY: Ebs = { ...WIDE, volumes: 25, throughputMiBps: 200 };

function getRates(instanceType: string, config: Ebs): ProvisionedRates {
  return getEbsProvisioned(config, [instanceType]);
}

describe('judgeCredits', () => {
  const [VOLUMES, HOST_MBPS, HOST_IOPS] = [
    'server_credits',
    'server_host_throughput_credits',
    'server_host_iops_credits',
  ];
  it.each<readonly [string, string, string, Ebs, LimitName, Readonly<Record<string, number>>]>([
    ['left', 'volume credits remain and no host credits are needed', 'm5.large', GP2, 'iops', { [VOLUMES]: 60 }],
    ['spent', 'volume credits were used up', 'm5.large', GP2, 'iops', { [VOLUMES]: 0 }],
    ['unknown', 'only unneeded host credits were measured', 'm5.large', GP2, 'iops', { [HOST_IOPS]: 100 }],
    // 128 MiB/s through 81 MB/s.
    ['unknown', 'host credits are needed, but were not measured', 'm5.large', GP2, 'bandwidth', { [VOLUMES]: 60 }],
    ['left', 'volume credits remain on a larger host', 'm5.xlarge', GP2, 'bandwidth', { [VOLUMES]: 60 }],
    ['left', 'unneeded host credits were used up', 'm5.large', GP2, 'iops', { [VOLUMES]: 60, [HOST_MBPS]: 0 }],
    ['spent', 'needed host credits were used up', 'm5.large', GP2, 'bandwidth', { [VOLUMES]: 60, [HOST_MBPS]: 0 }],
    ['left', 'needed host credits remain', 't3.micro', GP2, 'iops', { [VOLUMES]: 60, [HOST_MBPS]: 0, [HOST_IOPS]: 90 }],
    ['unknown', 'host IOPS credits were not measured', 't3.micro', GP2, 'iops', { [VOLUMES]: 60, [HOST_MBPS]: 0 }],
    ['unknown', 'the instance size publishes no credits', 'c7gn.16xlarge', MANY, 'bandwidth', { [VOLUMES]: 60 }],
  ])('returns %s when %s', (are, _, instanceType, config, name, balances) => {
    const measures = Object.entries(balances).map(([metric, centre]) => makePercentage(metric, centre));
    const provisioned = getRates(instanceType, config);
    expect(judgeCredits({ measures, metrics, types: [instanceType], provisioned }, name)).toBe(are);
  });

  it('returns left when file servers have 80% of their credits, without host credits', () => {
    const zfs = listServerMetrics('fsx-openzfs');
    const provisioned = { iops: 3000, burst: { iops: 40_000 } };
    const measures = [makePercentage('server_iops_credits', 80)];
    expect(judgeCredits({ measures, metrics: zfs, types: ['m5.large'], provisioned }, 'iops')).toBe('left');
  });
});

describe('bottleneck text of an EBS configuration', () => {
  const describeLimit = (instanceType: string, config: Ebs, ...measures: readonly Measure[]): string => {
    const input: Partial<BottleneckInput> = { servers: metrics, roles: makeRoles(instanceType), measures };
    return findBottleneck(makeCell({ ...input, provisioned: getRates(instanceType, config) })).text;
  };

  it('names the provisioned operations as the limit only when volume credits are used up, without host credits', () => {
    expect(describeLimit('m5.large', GP2, ...makeRates(1.2 * MB, 295), makePercentage('server_credits', 60))).toMatch(
      /operations: 295 ops\/s of 3\.00k ops\/s with credits \(9%\)\)$/,
    );
    expect(describeLimit('m5.large', GP2, ...makeRates(1.2 * MB, 295), makePercentage('server_credits', 0))).toBe(
      'operations: 295 ops/s of 300 ops/s provisioned (98%); volume credits: used up',
    );
  });

  it('names host EBS throughput when requests exceeded it in 100% of the minutes', () => {
    const host = 'host EBS throughput: requests exceeded it in 100% of the minutes';
    expect(
      describeLimit(
        'm5.large',
        WIDE,
        ...makeRates(80 * MB, 900),
        makePercentage('server_host_throughput_exceeded', 100),
      ),
    ).toBe(host);
    expect(
      describeLimit(
        'm5.large',
        WIDE,
        ...makeRates(80 * MB, 900),
        makePercentage('server_host_throughput_exceeded', 40),
      ),
    ).toMatch(/^not known: .*missing: whether its credits were used up \(EBS throughput of the instance type/);
  });
});
