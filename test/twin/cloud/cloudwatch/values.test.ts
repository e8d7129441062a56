import { SERVER_METRICS, type Statistic } from '../../../../lib/shapes/server-metrics';
import { pointOf } from '../../../../lib/twin/cloud/cloudwatch/values';
import type { ServerLoad } from '../../../../lib/twin/hosts/modelled/server-load';
import { loadOf } from '../../hosts/modelled/load-of';

function point(
  metric: string,
  statistic: Statistic,
  minute: number,
  loads: readonly ServerLoad[],
  namespace = 'AWS/FSx',
): number | null {
  const told = SERVER_METRICS.find((one) => one.namespace === namespace && one.metric === metric);
  if (told === undefined) throw new Error(`${metric} is no metric of servers`);
  return pointOf(told, statistic, loads, minute);
}

describe('a point of a minute', () => {
  const half = loadOf({ from: 30, until: 150 });

  it('adds up what was counted, of the part of the minute in which there was a load', () => {
    const sums = [0, 60, 120].map((minute) => point('DataReadBytes', 'Sum', minute, [half]));
    expect(sums).toEqual([30e6, 60e6, 30e6]);
    expect(point('DiskReadOperations', 'Sum', 60, [half])).toBe(60 * 100 * 0.75);
  });

  it('is none before the first load and after the last, and nothing was done between two', () => {
    const loads = [loadOf({ from: 60, until: 120 }), loadOf({ from: 240, until: 300 })];
    const sums = [0, 60, 120, 180, 240, 300].map((minute) => point('DataReadBytes', 'Sum', minute, loads));
    expect(sums).toEqual([null, 60e6, 0, 0, 60e6, null]);
    expect(point('DataReadBytes', 'Sum', 0, [])).toBeNull();
  });

  it('tells shares by time, and the highest one; above 100 % where credits are used', () => {
    const loads = [loadOf({ until: 15, network: 0.4 }), loadOf({ from: 15, until: 60, network: 1.2 })];
    expect(point('NetworkThroughputUtilization', 'Average', 0, loads)).toBeCloseTo(100, 9);
    expect(point('NetworkThroughputUtilization', 'Maximum', 0, loads)).toBe(120);
  });

  it('tells how often memory answered only where something was read', () => {
    expect(point('FileServerCacheHitRatio', 'Average', 0, [loadOf()])).toBe(25);
    expect(point('FileServerCacheHitRatio', 'Average', 0, [loadOf({ reads: 0 })])).toBeNull();
  });

  it('tells the least of a reserve in a minute, and in idle time what was left', () => {
    const emptying = loadOf({ until: 240, after: { bandwidth: 0, iops: 0.6, network: 1 } });
    const again = loadOf({ from: 360, until: 420, before: { bandwidth: 0, iops: 0.6, network: 1 } });
    const least = [0, 60, 180, 240].map((minute) =>
      point('FileServerDiskThroughputBalance', 'Minimum', minute, [emptying, again]),
    );
    expect(least).toEqual([75, 50, 0, 0]);
    expect(point('BurstBalance', 'Minimum', 240, [emptying, again], 'AWS/EBS')).toBe(0);
    expect(point('BurstCreditBalance', 'Minimum', 60, [emptying, again], 'AWS/EFS')).toBe(0.5 * 2.1 * 1024 ** 4);
  });

  it('tells what a host has left of its rate to volumes once in five minutes, where it has such credits', () => {
    const after = { bandwidth: 0.5, iops: 0.9, network: 1 };
    const loads = (credits: ServerLoad['credits']) => [loadOf({ from: 130, until: 730, after, credits })];
    const least = (name: string, credits: ServerLoad['credits']): readonly (readonly [number, number])[] =>
      Array.from({ length: 14 }, (_, minute) => minute * 60).flatMap((minute) => {
        const value = point(name, 'Minimum', minute, loads(credits), 'AWS/EC2');
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
      point('BurstBalance', 'Minimum', 660, loads(credits), 'AWS/EBS');
    expect(volume(hosts)).toBeNull();
    expect(Math.round(volume({ servers: ['iops'], hosts: ['bandwidth'] })!)).toBe(90);
  });

  it('tells volumes of which more was asked than they give', () => {
    const told = (iops: number): number | null =>
      point('VolumeIOPSExceededCheck', 'Maximum', 0, [loadOf({ iops })], 'AWS/EBS');
    expect([told(1), told(0.99)]).toEqual([1, 0]);
  });

  it('tells hosts that held their volumes back', () => {
    const told = (host: ServerLoad['host']): readonly (number | null)[] =>
      ['InstanceEBSThroughputExceededCheck', 'InstanceEBSIOPSExceededCheck'].map((name) =>
        point(name, 'Maximum', 0, [loadOf({ host })], 'AWS/EC2'),
      );
    expect(told({ bandwidth: 0.99, iops: 0.4 })).toEqual([1, 0]);
    expect(told({ bandwidth: 0.94, iops: 1 })).toEqual([0, 1]);
    expect(told(undefined)).toEqual([null, null]);
  });

  it('has no other statistic than the one that fits', () => {
    expect(point('DataReadBytes', 'Average', 0, [loadOf()])).toBeNull();
    expect(point('NetworkThroughputUtilization', 'Minimum', 0, [loadOf()])).toBeNull();
    expect(point('FileServerDiskIopsBalance', 'Maximum', 0, [loadOf()])).toBeNull();
  });
});

it('knows nothing of what no model has', () => {
  expect(point('CPUUtilization', 'Maximum', 0, [loadOf()])).toBeNull();
  expect(point('VolumeQueueLength', 'Average', 0, [loadOf()], 'AWS/EBS')).toBeNull();
});
