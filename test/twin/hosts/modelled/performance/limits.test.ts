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

it('answers as many random reads as fit', () => {
  expect([1, 2, 4, 8].map((working) => computeHitShare(2, working, false))).toEqual([1, 1, 0.5, 0.25]);
});

it('answers in-order reads of what fits wholly, and none of more', () => {
  expect([1, 1.8, 2.5, 8].map((working) => computeHitShare(2, working, true))).toEqual([1, 1, 0, 0]);
});

it('answers nothing where there is none, or nothing to read', () => {
  expect(computeHitShare(0, 4, false)).toBe(0);
  expect(computeHitShare(4, 0, true)).toBe(0);
});

it('of the host is passed by O_DIRECT', () => {
  const load = { buffered: true, workingBytes: 16, unit: { sequential: false } } as Demand;
  expect(computePageCacheShare(load, 10)).toBeCloseTo(0.5);
  expect(computePageCacheShare({ ...load, buffered: false }, 10)).toBe(0);
});

it('lets hosts send each other replicas over their network, also with disks of their own', () => {
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
