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

it('returns the cached fraction of the working set as hit ratio of random reads', () => {
  expect([1, 2, 4, 8].map((working) => computeHitShare(2, working, false))).toEqual([1, 1, 0.5, 0.25]);
});

it('returns a hit ratio of 1 for sequential reads of data that fits the cache, else 0', () => {
  expect([1, 1.8, 2.5, 8].map((working) => computeHitShare(2, working, true))).toEqual([1, 1, 0, 0]);
});

it('returns a hit ratio of 0 without cache or without data', () => {
  expect(computeHitShare(0, 4, false)).toBe(0);
  expect(computeHitShare(4, 0, true)).toBe(0);
});

it('returns a page-cache share of 0 for direct I/O', () => {
  const load = { buffered: true, workingBytes: 16, unit: { sequential: false } } as Demand;
  expect(computePageCacheShare(load, 10)).toBeCloseTo(0.5);
  expect(computePageCacheShare({ ...load, buffered: false }, 10)).toBe(0);
});

it('counts Kafka replication as network traffic of hosts, also with local disks', () => {
  const rate = { baseline: 1e9, burst: 1e9, burstSeconds: 0 };
  const rates = {
    read: rate,
    write: rate,
    readIops: rate,
    writeIops: rate,
    hostBytes: 1e9,
    cacheBytes: 0,
    cacheRead: 0,
  };
  const latencyUs = { read: 100, write: 100, metadata: 100 };
  const fleet = { hosts: 3, machine: getHardware('i3en.2xlarge') };
  const cost = (eachHost: boolean): number => {
    const model = { ...rates, latencyUs, metadata: {}, ...(eachHost ? { eachHost } : {}) } as unknown as TargetModel;
    return computeResourceNeeds(model, computeDemand(PARAMS), fleet).cost('network', false);
  };
  // Three replicas of a message: two to other brokers, one to a consumer; to network storage another three.
  const bytes = 3 * PARAMS.messageSize;
  expect(cost(true)).toBeCloseTo(bytes / (3 * fleet.machine.network.baseline), 15);
  expect(cost(false)).toBeCloseTo((2 * bytes) / (3 * fleet.machine.network.baseline), 15);
});
