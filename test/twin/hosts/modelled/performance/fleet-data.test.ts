import { fleetData, type Reserves } from '../../../../../lib/twin/hosts/modelled/performance/fleet-data';
import { machineOf } from '../../../../../lib/twin/hosts/modelled/performance/instance-types';
import type { Fleet } from '../../../../../lib/twin/hosts/modelled/performance/limits';
import { fullReserve } from '../../../../../lib/twin/hosts/modelled/performance/reserve';
import type { DataLoad } from '../../../../../lib/workloads/modelled';
import type { TargetModel } from '../../../../../lib/targets/model';
import { PLAIN, SMALL } from '../play';

const LOAD: DataLoad = {
  kind: 'data',
  readShare: 1,
  sequential: false,
  blockBytes: 4096,
  threads: 4,
  depth: 16,
  hostBytes: 64 * 1024 ** 3,
  buffered: false,
  warmUpSeconds: 5,
  measureSeconds: 30,
};
const FLEET: Fleet = { hosts: 4, machine: machineOf('c5n.2xlarge') };
const FULL: Reserves = { bandwidth: fullReserve(0), iops: fullReserve(0), network: fullReserve(0) };
const EMPTY: Reserves = { ...FULL, bandwidth: { level: 0, at: 0 } };

/** Rate and mean read latency of a load whose phases are one. */
function answer(more: Partial<DataLoad> = {}, model: TargetModel = PLAIN, fleet: Fleet = FLEET) {
  const { phases } = fleetData(model, { ...LOAD, ...more }, fleet, FULL, 0);
  expect(phases).toHaveLength(1);
  const [phase] = phases;
  return {
    rate: phase?.rate ?? 0,
    readUs: phase?.readUs ?? 0,
    writeUs: phase?.writeUs ?? 0,
    spread: phase?.spread ?? 0,
  };
}

describe('more in flight', () => {
  it.each([
    ['small random reads', {}],
    ['large in-order reads', { sequential: true, blockBytes: 1024 ** 2 }],
    ['random writes', { readShare: 0 }],
    ['a mix', { readShare: 0.7, blockBytes: 65_536 }],
  ])('gives no less throughput and no less latency with %s, and stays below the limits', (_, more) => {
    const found = [1, 2, 4, 8, 16, 32, 64, 256].map((depth) => answer({ ...more, depth }));
    for (const [index, { rate, readUs, writeUs, spread }] of found.entries()) {
      const before = found[index - 1];
      if (before === undefined) continue;
      expect(rate).toBeGreaterThanOrEqual(before.rate);
      expect(readUs).toBeGreaterThanOrEqual(before.readUs);
      expect(writeUs).toBeGreaterThanOrEqual(before.writeUs);
      expect(spread).toBeGreaterThanOrEqual(before.spread);
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

  it('of a lonely operation waits for nobody', () => {
    const { rate, readUs } = answer({ depth: 1, threads: 1 }, PLAIN, { ...FLEET, hosts: 1 });
    expect(readUs).toBeGreaterThan(400);
    expect(readUs).toBeLessThan(410);
    expect(rate).toBeCloseTo(1e6 / readUs, 3);
  });

  it('obeys the law of Little', () => {
    const { rate, readUs, writeUs } = answer({ readShare: 0.5 });
    expect((rate * (readUs + writeUs)) / 2 / 1e6).toBeCloseTo(4 * 4 * 16, 6);
  });
});

describe('limits beside the target', () => {
  const large: TargetModel = {
    ...PLAIN,
    read: { baseline: 1e12, burst: 1e12, burstSeconds: 0 },
    readIops: { baseline: 1e9, burst: 1e9, burstSeconds: 0 },
    hostBytes: 1e12,
  };
  const one = (type: string): Fleet => ({ hosts: 1, machine: machineOf(type) });
  const big = { blockBytes: 1024 ** 2, threads: 16, depth: 64 };

  it('are the network of the hosts', () => {
    const small = answer(big, large, one('c5n.9xlarge')).rate * 1024 ** 2;
    expect(small).toBeLessThan(50e9 / 8);
    expect(small).toBeGreaterThan(0.9 * (50e9 / 8));
  });

  it('are what one host can do over the protocol', () => {
    expect(answer(big, { ...large, hostBytes: 600e6 }, one('c5n.9xlarge')).rate * 1024 ** 2).toBeLessThan(600e6);
  });

  it('are the processors of the hosts', () => {
    const [two, eight] = [one('c5n.large'), one('c5n.2xlarge')].map(
      (fleet) => answer({ threads: 16, depth: 64 }, large, fleet).rate,
    );
    expect(two).toBeLessThan(2 * 65_000);
    expect(eight).toBeGreaterThan(3 * (two ?? 0));
  });
});

describe('bursts', () => {
  const load = { ...LOAD, blockBytes: 1024 ** 2, sequential: true, measureSeconds: 120 };
  const rates = (reserves: Reserves, began = 0): number[] =>
    fleetData({ ...SMALL, cacheBytes: 0 }, load, FLEET, reserves, began).phases.map(({ rate }) => rate * 1024 ** 2);

  it('last as long as the reserve, then the baseline holds', () => {
    const { phases, reserves } = fleetData({ ...SMALL, cacheBytes: 0 }, load, FLEET, FULL, 0);
    expect(phases.map(({ seconds }) => Math.round(seconds))).toEqual([55, 65]);
    expect(phases[0]?.rate).toBeGreaterThan(1.8 * (phases[1]?.rate ?? 0));
    expect(reserves.bandwidth).toEqual({ level: expect.closeTo(0, 1), at: 125 });
  });

  it('are not there where nothing is left', () => {
    expect(rates(EMPTY)).toHaveLength(1);
    expect(rates(EMPTY)[0]).toBeLessThan(500e6);
  });

  it('come back while nothing is asked', () => {
    expect(rates(EMPTY, 30)[0]).toBeGreaterThan(800e6);
    expect(rates(EMPTY, 30)).toHaveLength(2);
  });

  it('of the network end as well', () => {
    const machine = { ...machineOf('m5.large'), network: { baseline: 100e6, burst: 1000e6, burstSeconds: 50 } };
    const { phases } = fleetData(PLAIN, load, { hosts: 1, machine }, FULL, 0);
    expect(phases).toHaveLength(2);
    expect((phases[1]?.rate ?? 0) * 1024 ** 2).toBeLessThan(100e6);
  });
});

describe('memory', () => {
  it('of the servers makes reads quicker and more, the more of the files it holds', () => {
    const cached = { ...PLAIN, cacheBytes: 128 * 1024 ** 3 };
    const found = [512, 128, 32, 8].map((gib) => answer({ hostBytes: gib * 1024 ** 3, blockBytes: 65_536 }, cached));
    const rising = found.map(({ rate }) => rate);
    expect(rising.toSorted((a, b) => a - b)).toEqual(rising);
    expect(new Set(rising).size).toBeGreaterThan(2);
    const lonely = { depth: 1, threads: 1 };
    expect(answer({ ...lonely, hostBytes: 1e9 }, cached).readUs).toBeLessThan(0.7 * answer(lonely, PLAIN).readUs);
  });

  it('of the host answers buffered reads of small files, and no direct ones', () => {
    const small = { hostBytes: 1024 ** 3, depth: 1, threads: 1 };
    expect(answer({ ...small, buffered: true }).readUs).toBeLessThan(20);
    expect(answer(small).readUs).toBeGreaterThan(400);
  });
});
