import { findBottleneck } from '../../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../../lib/results/measures';
import { EVIDENCE_FILE } from '../../../../lib/workloads/evidence';
import { computeRoleUses } from '../../../../lib/results/trial/host-utilization';
import { type Random, makeRandom } from '../../../../lib/shapes/random';
import type { TrialRow } from '../../../../lib/shapes/verdict';
import { getHardware } from '../../../../lib/targets/instance-types';
import type { ModelledRate, TargetModel } from '../../../../lib/targets/model';
import { formatEvidence } from '../../../../lib/twin/hosts/modelled/schedule';
import {
  type FleetWork,
  simulateFleet,
  makeFullBalance,
} from '../../../../lib/twin/hosts/modelled/performance/fleet-work';
import { toFleetFlows, computePerformance } from '../../../../lib/twin/hosts/modelled/performance/one-host';
import { type Demand, ZERO_IOS } from '../../../../lib/workloads/demand';
import type { SimulatedPerformance } from '../../../../lib/twin/printers/contract';
import { READ_AND_WRITE } from '../../../../lib/shapes/metric';

/** Types without bursts of their network: what those do depends on what came before. */
const TYPES = ['c5.9xlarge', 'c5.18xlarge', 'c5n.9xlarge', 'm5.8xlarge', 'c6in.8xlarge'];

interface RandomFleet {
  readonly type: string;
  readonly hosts: number;
  readonly model: TargetModel;
  readonly demand: Demand;
}

function makeRate(value: number): ModelledRate {
  return { baseline: value, burst: value, burstSeconds: 0 };
}

function drawFleet(random: Random): RandomFleet {
  const between = (least: number, most: number): number =>
    Math.exp(Math.log(least) + random() * Math.log(most / least));
  const type = TYPES[Math.floor(random() * TYPES.length)]!;
  const bytes = 2 ** Math.floor(between(12, 20));
  const writes = random() < 0.3;
  const files = random() < 0.2;
  const [bandwidth, iops] = [makeRate(between(1e8, 2e11)), makeRate(between(1e4, 2e7))];
  const io = { count: 1, bytes };
  return {
    type,
    hosts: Math.ceil(between(1, 8)),
    model: {
      read: bandwidth,
      write: bandwidth,
      readIops: iops,
      writeIops: iops,
      latencyUs: { read: between(100, 1e5), write: between(100, 1e5), metadata: between(100, 1000) },
      cacheBytes: 0,
      cacheRead: bandwidth.baseline,
      hostBytes: 1e12,
      metadata: { create: between(1e3, 1e5), delete: 1e9, stat: 1e9, open: 1e9, mkdir: 1e9, rmdir: 1e9, rename: 1e9 },
    },
    demand: {
      unit: {
        reads: files || writes ? ZERO_IOS : io,
        writes: writes && !files ? io : ZERO_IOS,
        sequential: false,
        metadata: files ? { create: 1 } : {},
        cpuSeconds: between(5e-6, 5e-3),
      },
      threads: getHardware(type).vcpus * Math.ceil(between(1, 4)),
      pace: { loop: 'closed', depth: Math.ceil(between(1, 64)) },
      extent: { until: 'time', warmUpSeconds: 0, measuredSeconds: 60 },
      workingBytes: 1e12,
      buffered: false,
    },
  };
}

function simulateWork({ type, hosts, model, demand }: RandomFleet): FleetWork {
  const full = makeFullBalance(0);
  const fleet = { hosts, machine: getHardware(type) };
  return simulateFleet(model, demand, fleet, { bandwidth: full, iops: full, network: full }, 0);
}

/** What the model says of each limit: how much of it is used. */
function computeUses({ type, hosts, model, demand: { unit } }: RandomFleet, { needs, phases: [phase] }: FleetWork) {
  const units = phase!.rate;
  return new Map([
    ['throughput', units * needs.cost('bandwidth', false)],
    ['operations', units * needs.cost('iops', false)],
    ['client network', units * needs.cost('network', false)],
    ['host CPU', (units * unit.cpuSeconds) / hosts / getHardware(type).vcpus],
    ['metadata', (units * (unit.metadata.create ?? 0)) / model.metadata.create],
  ]);
}

function findReportedBottleneck({ type, hosts, model, demand }: RandomFleet, done: FleetWork, random: Random) {
  const machine = getHardware(type);
  const all = Array.from({ length: hosts }, () =>
    computePerformance(toFleetFlows(done), demand, { hosts, machine }, 1, random),
  );
  const evidence = (performance: SimulatedPerformance, index: number): string =>
    formatEvidence(`i-${index}`, performance, 0, {
      memoryBytes: machine.memoryBytes,
      threadsPerCpu: demand.threads / machine.vcpus,
      moved: [done.needs.moved],
      delayedSeconds: null,
    });
  const file = { name: EVIDENCE_FILE, source: EVIDENCE_FILE };
  const uses = computeRoleUses(
    all.map((performance, index) => {
      const files = [{ ...file, text: evidence(performance, index) }];
      return { host: `client-${index}`, command: 'measure', status: null, files };
    }),
  );
  const units = all.reduce((sum, one) => sum + one.units.rate, 0);
  const { reads, writes, metadata } = demand.unit;
  const created = metadata.create ?? 0;
  const moved = reads.count * reads.bytes + writes.count * writes.bytes;
  const measures = [
    makeMeasure('bandwidth', units * moved),
    makeMeasure('iops', units * (reads.count + writes.count)),
    makeMeasure('creates', units * created),
  ];
  const of = ['all'];
  const { read, readIops } = model;
  const bytes = { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE } as const;
  return findBottleneck({
    rows: [{ trial: 't0001', reasons: [], usage: uses } as unknown as TrialRow],
    measures,
    provisioned: { bandwidth: read.baseline, iops: readIops.baseline, metadataCreates: model.metadata.create },
    held: [
      { of, bytes, operations: { metric: 'iops', limit: 'iops' } },
      { of, bytes: null, operations: { metric: 'creates', limit: 'metadataCreates' } },
    ],
    roles: [{ role: 'client', instanceType: type }],
    local: false,
  });
}

function makeMeasure(metric: string, centre: number): Measure {
  const unit = metric === 'bandwidth' ? ('bytes/s' as const) : ('ops/s' as const);
  const statistics = { centre } as unknown as Measure['statistics'];
  return { metric, operation: 'all', statistic: 'value', unit, statistics, values: [] };
}

/** Modelled hosts differ by up to two in a hundred, and the line cuts at 0.9. */
const CLEARLY_AT = 0.925;
const CLEARLY_BELOW = 0.875;

it('names each resource used to 92.5% as bottleneck, none below 87.5%, in 1000 random fleets', () => {
  const random = makeRandom('who was it');
  const named = new Map<string, number>();
  const wrong: string[] = [];
  for (let round = 0; round < 1000; round += 1) {
    const world = drawFleet(random);
    const done = simulateWork(world);
    const uses = computeUses(world, done);
    const found = findReportedBottleneck(world, done, random);
    const resources = found.reached.map(({ resource }) => resource);
    const said = new Set(resources);
    for (const [resource, share] of uses) {
      const missed = share >= CLEARLY_AT && !said.has(resource);
      const invented = share <= CLEARLY_BELOW && said.has(resource);
      if (missed || invented) wrong.push(`${round}: ${resource} at ${share}: ${found.text}`);
    }
    for (const name of resources.length === 0 ? ['not known'] : resources) named.set(name, (named.get(name) ?? 0) + 1);
  }
  expect(wrong).toEqual([]);
  // Each limit was the answer often enough for the claim to mean something.
  expect([...named.keys()].toSorted()).toEqual(
    ['client network', 'host CPU', 'metadata', 'not known', 'operations', 'throughput'].toSorted(),
  );
  for (const [, times] of named) expect(times).toBeGreaterThan(20);
});
