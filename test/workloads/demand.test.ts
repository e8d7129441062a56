import { type Demand, listDemandPhases, ZERO_IOS, toHostDemand } from '../../lib/workloads/demand';

const demand: Demand = {
  unit: { reads: ZERO_IOS, writes: ZERO_IOS, sequential: false, metadata: { create: 1 }, cpuSeconds: 0 },
  threads: 8,
  pace: { loop: 'closed', depth: 1 },
  extent: { until: 'done', units: 100 },
  workingBytes: 64,
  buffered: false,
};

it('returns the phases of a demand as a list, empty without a demand', () => {
  expect(listDemandPhases(undefined)).toEqual([]);
  expect(listDemandPhases(demand)).toEqual([demand]);
  expect(listDemandPhases([demand, demand])).toEqual([demand, demand]);
});

it('divides threads, bytes and units among hosts for a demand of all hosts, not of each host', () => {
  expect(toHostDemand(demand, 4)).toBe(demand);
  expect(toHostDemand({ ...demand, ofAll: true }, 4)).toEqual({
    ...demand,
    threads: 2,
    workingBytes: 16,
    extent: { until: 'done', units: 25 },
  });
  const timed = { until: 'time', warmUpSeconds: 0, measuredSeconds: 5 } as const;
  expect(toHostDemand({ ...demand, ofAll: true, extent: timed }, 4).extent).toEqual(timed);
});
