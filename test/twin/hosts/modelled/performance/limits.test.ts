import {
  computeHitShare,
  computePageCacheShare,
  computeResourceNeeds,
} from '../../../../../lib/twin/hosts/modelled/performance/limits';
import type { TargetModel } from '../../../../../lib/targets/model';
import { getHardware } from '../../../../../lib/targets/instance-types';
import type { Demand } from '../../../../../lib/workloads/demand';
import { computeDemand } from '../../../../../lib/workloads/kafka/steps';
import { PARAMS } from '../../../../workloads/kafka/kafka-output';

it.each([
  ['random reads: the cached fraction', 2, [1, 2, 4, 8], false, [1, 1, 0.5, 0.25]],
  ['sequential reads: all if the data fits', 2, [1, 1.8, 2.5, 8], true, [1, 1, 0, 0]],
  ['no cache', 0, [4], false, [0]],
  ['no data', 4, [0], true, [0]],
])('returns as hit ratio of %s (cache %d, data %j)', (_, cache, working, sequential, expected) => {
  expect(working.map((bytes) => computeHitShare(cache, bytes, sequential))).toEqual(expected);
});

it('returns a page-cache share of 0 for direct I/O', () => {
  const load = { buffered: true, workingBytes: 16, unit: { sequential: false } } as Demand;
  expect(computePageCacheShare(load, 10)).toBeCloseTo(0.5);
  expect(computePageCacheShare({ ...load, buffered: false }, 10)).toBe(0);
});

it('counts Kafka replication as network traffic of hosts, also with local disks', () => {
  const rate = { baseline: 1e9, burst: 1e9, burstSeconds: 0 };
  const rates = { read: rate, write: rate, readIops: rate, writeIops: rate };
  const caches = { hostBytes: 1e9, cacheBytes: 0, cacheRead: 0 };
  const latencyUs = { read: 100, write: 100, metadata: 100 };
  const fleet = { hosts: 3, machine: getHardware('i3en.2xlarge') };
  const cost = (eachHost: boolean): number => {
    const own = { latencyUs, metadata: {}, ...(eachHost ? { eachHost } : {}) };
    const model = { ...rates, ...caches, ...own } as unknown as TargetModel;
    return computeResourceNeeds(model, computeDemand(PARAMS), fleet).cost('network', false);
  };
  // Three replicas of a message: two to other brokers, one to a consumer; to network storage another three.
  const bytes = 3 * PARAMS.messageSize;
  expect(cost(true)).toBeCloseTo(bytes / (3 * fleet.machine.network.baseline), 15);
  expect(cost(false)).toBeCloseTo((2 * bytes) / (3 * fleet.machine.network.baseline), 15);
});
