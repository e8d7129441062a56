import {
  simulateFleet,
  makeFullBalance,
  type CreditBalances,
} from '../../../../../lib/twin/hosts/modelled/performance/fleet-work';
import { getHardware } from '../../../../../lib/targets/instance-types';
import type { Fleet } from '../../../../../lib/twin/hosts/modelled/performance/limits';
import { toFleetFlows } from '../../../../../lib/twin/hosts/modelled/performance/one-host';
import { type Demand, ZERO_IOS } from '../../../../../lib/workloads/demand';
import type { TargetModel } from '../../../../../lib/targets/model';
import { PLAIN, SMALL } from '../play';

const LOAD = {
  readShare: 1,
  sequential: false,
  blockBytes: 4096,
  threads: 4,
  depth: 16,
  workingBytes: 64 * 1024 ** 3,
  buffered: false,
  seconds: 30,
};
type Load = typeof LOAD;

/** Reads and writes of one size, 5 s of them as a warm-up. */
function makeDemand(load: Partial<Load>): Demand {
  const { readShare, blockBytes: bytes, sequential, threads, depth, seconds, ...rest } = { ...LOAD, ...load };
  const [reads, writes] = [readShare, 1 - readShare].map((count) => ({ count, bytes }));
  return {
    unit: { reads: reads!, writes: writes!, sequential, metadata: {}, cpuSeconds: 1 / 65_000 },
    threads,
    pace: { loop: 'closed', depth },
    extent: { until: 'time', warmUpSeconds: 5, measuredSeconds: seconds },
    ...rest,
  };
}
/** One operation on a file after the other. */
const makeFileDemand = (metadata: Demand['unit']['metadata'], threads = 2): Demand => ({
  unit: { reads: ZERO_IOS, writes: ZERO_IOS, sequential: false, metadata, cpuSeconds: 50e-6 },
  threads,
  pace: { loop: 'closed', depth: 1 },
  extent: { until: 'done', units: 1000 },
  workingBytes: 0,
  buffered: false,
});
const makeRate = (value: number) => ({ baseline: value, burst: value, burstSeconds: 0 });
const FLEET: Fleet = { hosts: 4, machine: getHardware('c5n.2xlarge') };
const FULL: CreditBalances = { bandwidth: makeFullBalance(0), iops: makeFullBalance(0), network: makeFullBalance(0) };
const EMPTY: CreditBalances = { ...FULL, bandwidth: { level: 0, at: 0 } };

/** What a fleet gets of a demand, from full reserves. */
function runDemand(demand: Demand, model: TargetModel = PLAIN, fleet: Fleet = FLEET) {
  const work = simulateFleet(model, demand, fleet, FULL, 0);
  const { units, operations } = toFleetFlows(work);
  const of = (name: string) => operations.find((one) => one.name === name)?.flow;
  return { work, units, of };
}

/** Rate and mean latencies of a load whose phases are one. */
function runLoad(more: Partial<Load> = {}, model: TargetModel = PLAIN, fleet: Fleet = FLEET) {
  const { work, units, of } = runDemand(makeDemand(more), model, fleet);
  expect(work.phases).toHaveLength(1);
  const { rate, spread } = units;
  return { rate, spread, readUs: of('read')?.latencyUs ?? 0, writeUs: of('write')?.latencyUs ?? 0 };
}

describe('throughput and latency with more I/Os in flight', () => {
  it.each([
    ['small random reads', {}],
    ['large sequential reads', { sequential: true, blockBytes: 1024 ** 2 }],
    ['random writes', { readShare: 0 }],
    ['a mix', { readShare: 0.7, blockBytes: 65_536 }],
  ])('increases monotonically, and stays below the limits of the target, with %s', (_, more) => {
    const found = [1, 2, 4, 8, 16, 32, 64, 256].map((depth) => runLoad({ ...more, depth }));
    for (const member of ['rate', 'readUs', 'writeUs', 'spread'] as const) {
      const values = found.map((one) => one[member]);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    }
    const load = { ...LOAD, ...more };
    const most = found.at(-1)?.rate ?? 0;
    const reads = most * load.readShare;
    const writes = most - reads;
    const bytes = (reads / 500e6 + writes / 400e6) * load.blockBytes;
    const merged = load.sequential ? Math.min(1, load.blockBytes / 131_072) : 1;
    const operations = (reads / 20_000 + writes / 10_000) * merged;
    expect(Math.max(bytes, operations)).toBeLessThanOrEqual(1);
    expect(Math.max(bytes, operations)).toBeGreaterThan(0.95);
  });

  it('returns the base latency for a single I/O in flight', () => {
    const { rate, readUs } = runLoad({ depth: 1, threads: 1 }, PLAIN, { ...FLEET, hosts: 1 });
    expect(readUs).toBeGreaterThan(400);
    expect(readUs).toBeLessThan(410);
    expect(rate).toBeCloseTo(1e6 / readUs, 3);
  });

  it("satisfies Little's law: rate times latency equals the I/Os in flight", () => {
    const { rate, readUs, writeUs } = runLoad({ readShare: 0.5 });
    expect((rate * (readUs + writeUs)) / 2 / 1e6).toBeCloseTo(4 * 4 * 16, 6);
  });
});

describe('limits outside the target', () => {
  const large: TargetModel = { ...PLAIN, read: makeRate(1e12), readIops: makeRate(1e9), hostBytes: 1e12 };
  const one = (type: string): Fleet => ({ hosts: 1, machine: getHardware(type) });
  const big = { blockBytes: 1024 ** 2, threads: 16, depth: 64 };

  it('limits throughput to the network of the host, or to the protocol limit per host', () => {
    const rate = (model: TargetModel): number => runLoad(big, model, one('c5n.9xlarge')).rate * 1024 ** 2;
    expect(rate(large)).toBeLessThan(50e9 / 8);
    expect(rate(large)).toBeGreaterThan(0.9 * (50e9 / 8));
    expect(rate({ ...large, hostBytes: 600e6 })).toBeLessThan(600e6);
  });

  it('limits IOPS to the CPUs of the host', () => {
    const [two, eight] = [one('c5n.large'), one('c5n.2xlarge')].map(
      (fleet) => runLoad({ threads: 16, depth: 64 }, large, fleet).rate,
    );
    expect(two).toBeLessThan(2 * 65_000);
    expect(eight).toBeGreaterThan(3 * (two ?? 0));
  });
});

describe('burst credits', () => {
  const load = makeDemand({ blockBytes: 1024 ** 2, sequential: true, seconds: 120 });
  const simulate = (reserves: CreditBalances, began = 0) =>
    simulateFleet({ ...SMALL, cacheBytes: 0 }, load, FLEET, reserves, began);

  it('gives the burst rate until the credits are used up, then the baseline', () => {
    const { phases, reserves } = simulate(FULL);
    expect(phases.map(({ seconds }) => Math.round(seconds))).toEqual([55, 65]);
    expect(phases[0]?.rate).toBeGreaterThan(1.8 * (phases[1]?.rate ?? 0));
    expect(reserves.bandwidth).toEqual({ level: expect.closeTo(0, 1), at: 125 });
  });

  it('gives only the baseline when no credits are left, which refill while the target is idle', () => {
    const rates = (began: number) => simulate(EMPTY, began).phases.map(({ rate }) => rate * 1024 ** 2);
    expect(rates(0)).toHaveLength(1);
    expect(rates(0)[0]).toBeLessThan(500e6);
    expect(rates(30)).toHaveLength(2);
    expect(rates(30)[0]).toBeGreaterThan(800e6);
  });

  it('limits a host to its network baseline once its network credits are used up', () => {
    const machine = { ...getHardware('m5.large'), network: { baseline: 100e6, burst: 1000e6, burstSeconds: 50 } };
    const { phases } = simulateFleet(PLAIN, load, { hosts: 1, machine }, FULL, 0);
    expect(phases).toHaveLength(2);
    expect((phases[1]?.rate ?? 0) * 1024 ** 2).toBeLessThan(100e6);
  });
});

describe('caches', () => {
  it('speeds up reads as more of the data fits into server memory', () => {
    const cached = { ...PLAIN, cacheBytes: 128 * 1024 ** 3 };
    const found = [512, 128, 32, 8].map((gib) =>
      runLoad({ workingBytes: gib * 1024 ** 3, blockBytes: 65_536 }, cached),
    );
    const rising = found.map(({ rate }) => rate);
    expect(rising.toSorted((a, b) => a - b)).toEqual(rising);
    expect(new Set(rising).size).toBeGreaterThan(2);
    const lonely = { depth: 1, threads: 1 };
    expect(runLoad({ ...lonely, workingBytes: 1e9 }, cached).readUs).toBeLessThan(0.7 * runLoad(lonely, PLAIN).readUs);
  });

  it('serves buffered reads of small files from the page cache, but not direct reads', () => {
    const small = { workingBytes: 1024 ** 3, depth: 1, threads: 1 };
    expect(runLoad({ ...small, buffered: true }).readUs).toBeLessThan(20);
    expect(runLoad(small).readUs).toBeGreaterThan(400);
  });
});

describe('metadata operations', () => {
  const machine = getHardware('c5n.large');

  it('scales with the number of hosts up to the limit of the target', () => {
    const rates = [1, 2, 4, 16, 64, 200].map(
      (hosts) => runDemand(makeFileDemand({ stat: 1 }), SMALL, { hosts, machine }).units.rate,
    );
    expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
    expect(rates[0]).toBeLessThan((2 / 300) * 1e6);
    expect(rates[0]).toBeGreaterThan((1.9 / 300) * 1e6);
    expect(rates.at(-1)).toBeLessThan(12_000);
    expect(rates.at(-1)).toBeGreaterThan(11_900);
    // Until all hosts have done their operations.
    const { work, units } = runDemand(makeFileDemand({ stat: 1 }), SMALL, { hosts: 16, machine });
    expect(work.phases.map(({ seconds }) => seconds)).toEqual([expect.closeTo((16 * 1000) / units.rate, 6)]);
  });

  it('takes two round trips to create a file, and one to delete it', () => {
    const quick = { ...SMALL, metadata: { ...SMALL.metadata, create: 1e6, delete: 1e6 } };
    const of = (operation: string) =>
      runDemand(makeFileDemand({ [operation]: 1 }, 1), quick, { hosts: 1, machine }).of(operation);
    expect((of('delete')?.latencyUs ?? 0) / 300).toBeCloseTo(1, 1);
    expect((of('create')?.latencyUs ?? 0) / 600).toBeCloseTo(1, 1);
  });

  it('refuses an operation with a rate of 0 in the model, and a unit without storage operations', () => {
    const rename = () => runDemand(makeFileDemand({ rename: 1 }), SMALL, { hosts: 1, machine });
    expect(rename).toThrow('has a rate of 0 for this work');
    expect(() => runDemand(makeFileDemand({}))).toThrow('has no operation on the storage');
  });
});

describe('unit of work with one read, write, create and delete', () => {
  const io = { count: 1, bytes: 20_000 };
  /** A small file: made, written, read again, deleted. */
  const small: Demand = {
    ...makeFileDemand({}, 8),
    unit: { reads: io, writes: io, sequential: true, metadata: { create: 1, delete: 1 }, cpuSeconds: 200e-6 },
  };

  it('has one rate for all operations of a unit, and a latency for each', () => {
    const { units, of } = runDemand(small, SMALL);
    const parts = ['read', 'write', 'create', 'delete'].map(of);
    for (const part of parts) expect(part?.rate).toBeCloseTo(units.rate, 9);
    const sum = parts.reduce((total, part) => total + (part?.latencyUs ?? 0), 0);
    expect(sum).toBeCloseTo(units.latencyUs, 6);
    expect((units.rate * units.latencyUs) / 1e6).toBeCloseTo(4 * 8, 6);
  });

  it('is limited by the scarcest resource', () => {
    const fleet = { ...FLEET, hosts: 64 };
    const rate = (change: Partial<TargetModel>) => runDemand(small, { ...SMALL, ...change }, fleet).units.rate;
    const free = { ...SMALL.metadata, create: 1e9, delete: 1e9 };
    // Creates and deletes go to one server: 1/2000 s and 1/1000 s are 1/667 s.
    expect(rate({ metadata: { ...SMALL.metadata, create: 2000, delete: 1000 } })).toBeCloseTo(667, -1);
    expect(rate({ metadata: free, write: makeRate(2e6), cacheBytes: 0 })).toBeCloseTo(100, 0);
  });
});

it('delivers an open-loop rate while the target keeps up, else its limit with high latency', () => {
  const [calm, over] = [10, 1000].map((rate) => {
    const publish = makeDemand({ readShare: 0, sequential: true, blockBytes: 1024 ** 2 });
    return toFleetFlows(simulateFleet(PLAIN, { ...publish, pace: { loop: 'open', rate } }, FLEET, FULL, 0));
  });
  expect(calm).toMatchObject({ keptUp: true, units: { rate: expect.closeTo(40, 9) } });
  expect(over?.keptUp).toBe(false);
  expect((over?.units.rate ?? 0) * 1024 ** 2).toBeCloseTo(400e6, -3);
  expect(over?.units.latencyUs).toBeGreaterThan(1000 * (calm?.units.latencyUs ?? 0));
});
