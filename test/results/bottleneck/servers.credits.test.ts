/** Credits of hosts: of which rate they are told, where it spends them, and what tells of them in their place. */
import { bottleneckOf, type BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import { creditsOf } from '../../../lib/results/bottleneck/servers';
import type { Measure } from '../../../lib/results/measures';
import type { Entitlement, LimitName } from '../../../lib/shapes/metric';
import { entitlement } from '../../../lib/targets/ebs/limits';
import type { Ebs } from '../../../lib/targets/ebs/schema';
import { serverMetricsOf } from '../../../lib/shapes/server-metrics';
import { CONFIG } from '../../targets/ebs/config';
import { cell, MB, measure, ON, rates } from './a-cell';

const metrics = serverMetricsOf('ebs');
const told = (name: string, centre: number): Measure => measure(name, '%', centre, null);
/** 300 operations a second, 3,000 with credits: an m5.large sends 3,600 at all times, and spends none of its own. */
const GP2: Ebs = { ...CONFIG, volumeType: 'gp2', sizeGiB: 100 };
/** 500 MiB/s: an m5.large moves 81 MB/s of them at all times. */
const WIDE: Ebs = { ...CONFIG, sizeGiB: 500, iops: 6000, throughputMiBps: 500 };
/** 5,243 MB/s: a c7gn.16xlarge moves 4,167 MB/s of them at all times, 5,000 MB/s for a while. */
const MANY: Ebs = { ...WIDE, volumes: 25, throughputMiBps: 200 };

function on(instanceType: string, config: Ebs): Entitlement {
  return entitlement(config, [instanceType]);
}

describe('what is known of the credits of a rate', () => {
  const known = (
    instanceType: string,
    config: Ebs,
    name: LimitName,
    measures: readonly Measure[],
  ): ReturnType<typeof creditsOf> =>
    creditsOf({ measures, metrics, types: [instanceType], entitled: on(instanceType, config) }, name);

  it('is what volumes told, where they give no more than their host moves at all times', () => {
    expect(known('m5.large', GP2, 'iops', [told('server_credits', 60)])).toEqual({ are: 'left' });
    expect(known('m5.large', GP2, 'iops', [told('server_credits', 0)])).toEqual({ are: 'spent' });
    expect(known('m5.large', GP2, 'iops', [told('server_host_iops_credits', 100)])).toEqual({ are: 'unknown' });
  });

  it('waits for the host where they give more', () => {
    // 128 MiB/s through 81 MB/s.
    expect(known('m5.large', GP2, 'bandwidth', [told('server_credits', 60)])).toEqual({ are: 'unknown' });
    expect(known('m5.xlarge', GP2, 'bandwidth', [told('server_credits', 60)])).toEqual({ are: 'left' });
  });

  it('is not what the host told of the other rate', () => {
    const spent = [told('server_credits', 60), told('server_host_throughput_credits', 0)];
    expect(known('m5.large', GP2, 'iops', spent)).toEqual({ are: 'left' });
    expect(known('m5.large', GP2, 'bandwidth', spent)).toEqual({ are: 'spent' });
    // A host that spends both.
    const both = [...spent, told('server_host_iops_credits', 90)];
    expect(known('t3.micro', GP2, 'iops', both)).toEqual({ are: 'left' });
    expect(known('t3.micro', GP2, 'iops', spent)).toEqual({ are: 'unknown' });
  });

  it('is by minutes in which the host held its volumes back, where its balance is not told', () => {
    const exceeded = (percent: number): readonly Measure[] => [told('server_host_throughput_exceeded', percent)];
    expect(known('m5.large', WIDE, 'bandwidth', exceeded(0))).toEqual({ are: 'left' });
    expect(known('m5.large', WIDE, 'bandwidth', exceeded(100))).toEqual({ are: 'spent' });
    // Some minutes of a trial say neither.
    expect(known('m5.large', WIDE, 'bandwidth', exceeded(40))).toEqual({ are: 'unknown' });
    const balance = told('server_host_throughput_credits', 40);
    expect(known('m5.large', WIDE, 'bandwidth', [...exceeded(100), balance])).toEqual({ are: 'left' });
  });

  it('says of a size that publishes none that it does not, and goes by these minutes', () => {
    expect(known('c7gn.16xlarge', MANY, 'bandwidth', [])).toEqual({
      are: 'unknown',
      why: 'a c7gn.16xlarge publishes no credits',
    });
    const exceeded = [told('server_host_throughput_exceeded', 0)];
    expect(known('c7gn.16xlarge', MANY, 'bandwidth', exceeded)).toEqual({ are: 'left' });
    expect(known('m5.large', WIDE, 'bandwidth', [])).toEqual({ are: 'unknown' });
  });

  it('is that of servers where nothing is told of hosts', () => {
    const zfs = serverMetricsOf('fsx-openzfs');
    const entitled = { iops: 3000, burst: { iops: 40_000 } };
    const measures = [told('server_iops_credits', 80)];
    expect(creditsOf({ measures, metrics: zfs, types: ['m5.large'], entitled }, 'iops')).toEqual({ are: 'left' });
  });
});

describe('the line of a configuration', () => {
  const line = (instanceType: string, config: Ebs, ...measures: readonly Measure[]): string => {
    const input: Partial<BottleneckInput> = { servers: metrics, roles: ON(instanceType), measures };
    return bottleneckOf(cell({ ...input, entitled: on(instanceType, config) })).text;
  };

  it('goes by the credits of a volume, though its host tells none of its own in a short trial', () => {
    expect(line('m5.large', GP2, ...rates(1.2 * MB, 295), told('server_credits', 60))).toMatch(
      /operations: 295 ops\/s of 3\.00k ops\/s that credits give \(9 %\)\)$/,
    );
    expect(line('m5.large', GP2, ...rates(1.2 * MB, 295), told('server_credits', 0))).toBe(
      'operations: 295 ops/s of 300 ops/s provisioned (98 %); volume credits: used up',
    );
  });

  it('names the host that held its volumes back, and none that did so in some minutes only', () => {
    expect(line('m5.large', WIDE, ...rates(80 * MB, 900), told('server_host_throughput_exceeded', 100))).toBe(
      'throughput: 80.0 MB/s of 81.3 MB/s provisioned (98 %); host EBS throughput: more was asked for than it gives, ' +
        'in 100 % of the minutes',
    );
    expect(line('m5.large', WIDE, ...rates(80 * MB, 900), told('server_host_throughput_exceeded', 40))).toMatch(
      /^not known: .*lacking: whether its credits were used up \(throughput/,
    );
  });

  it('says of a size that publishes no credits why they are not known', () => {
    expect(line('c7gn.metal', MANY, ...rates(4100 * MB, 4100))).toContain(
      'provisioned (98 %); a c7gn.metal publishes no credits)',
    );
  });
});
