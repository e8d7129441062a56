import type { FleetWork } from '../../../../lib/twin/hosts/modelled/performance/fleet-work';
import { toServerLoads } from '../../../../lib/twin/hosts/modelled/server-load';
import type { TargetModel } from '../../../../lib/targets/model';

const [FULL, HALF] = [1, 0.5].map((level) => ({ bandwidth: level, iops: level, network: level }));
if (FULL === undefined || HALF === undefined) throw new Error('two levels');
const MODEL = { read: { baseline: 500, burst: 500, burstSeconds: 0 }, cacheRead: 2000 } as TargetModel;
const WORK = {
  needs: {
    cost: (resource: string) => (resource === 'bandwidth' ? 0.01 : 0.002),
    moved: { read: 10, written: 4 },
    sent: { reads: 2, writes: 1 },
    hits: 0.5,
    operations: Object.entries({ read: 2, create: 3, stat: 1 }).map(([name, count]) => ({ name, count, lonelyUs: 1 })),
  },
  spans: [
    { from: 100, until: 110, rate: 50, before: FULL, after: HALF },
    { from: 110, until: 140, rate: 20, before: HALF, after: HALF },
  ],
} as unknown as FleetWork;

const OPTIONS = { pace: 1, begins: 100, untilDone: false };

it('computes the load on the servers for each span of a fleet run', () => {
  const [first, ...others] = toServerLoads(MODEL, WORK, OPTIONS);
  expect(first).toEqual({
    from: 100,
    until: 110,
    read: 500,
    written: 200,
    reads: 100,
    writes: 50,
    metadata: { create: 150, stat: 50 },
    metadataServers: 1,
    network: 500 / 2000,
    bandwidth: 0.5,
    iops: 0.1,
    hits: 0.5,
    before: FULL,
    after: HALF,
  });
  expect(others).toMatchObject([{ from: 110, until: 140, read: 200 }]);
});

it.each([
  [
    true,
    [
      [1000, 1005, 1000],
      [1005, 1020, 400],
    ],
  ],
  [
    false,
    [
      [1000, 1010, 1000],
      [1010, 1040, 400],
    ],
  ],
])('doubles rates at pace 2, and halves the duration of a run until its work is done: %j', (untilDone, expected) => {
  const loads = toServerLoads(MODEL, WORK, { pace: 2, begins: 1000, untilDone });
  expect(loads.map(({ from, until, read }) => [from, until, read])).toEqual(expected);
});

it.each<[string, NonNullable<TargetModel['credits']>, number]>([
  ['its burst rate, then its baseline', { servers: null, hosts: ['bandwidth'] }, 1],
  // It is its volumes that have none left.
  ['its burst rate', { servers: ['bandwidth'], hosts: null }, 0.5],
])('computes EBS utilization of a host against %s, with credits %j', (_, credits, without) => {
  const EMPTY = { bandwidth: 0, iops: 1, network: 1 };
  const makeRate = (baseline: number, burst = baseline) => ({ baseline, burst, burstSeconds: 10 });
  const hostLink = { bandwidth: makeRate(500, 1000), iops: makeRate(4000) };
  const own = { ...MODEL, readIops: makeRate(2000), hostLink, credits };
  const spans = [
    { from: 100, until: 110, rate: 100, before: FULL, after: EMPTY },
    { from: 110, until: 120, rate: 100, before: EMPTY, after: EMPTY },
  ];
  const loads = toServerLoads(own, { ...WORK, spans }, { ...OPTIONS, pace: 0.98 });
  expect(loads.map(({ host }) => host)).toEqual([
    { bandwidth: 0.5, iops: 0.1 },
    { bandwidth: without, iops: 0.1 },
  ]);
});
