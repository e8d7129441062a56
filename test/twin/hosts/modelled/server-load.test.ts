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
    operations: [
      { name: 'read', count: 2, lonelyUs: 1 },
      { name: 'create', count: 3, lonelyUs: 1 },
      { name: 'stat', count: 1, lonelyUs: 1 },
    ],
  },
  spans: [
    { from: 100, until: 110, rate: 50, before: FULL, after: HALF },
    { from: 110, until: 140, rate: 20, before: HALF, after: HALF },
  ],
} as unknown as FleetWork;

it('computes the load on the servers for each span of a fleet run', () => {
  const [first, second, ...more] = toServerLoads(MODEL, WORK, { pace: 1, begins: 100, untilDone: false });
  expect(more).toEqual([]);
  expect(first).toEqual({
    from: 100,
    until: 110,
    read: 500,
    written: 200,
    reads: 100,
    writes: 50,
    metadata: { create: 150, stat: 50 },
    network: 500 / 2000,
    bandwidth: 0.5,
    iops: 0.1,
    hits: 0.5,
    before: FULL,
    after: HALF,
  });
  expect([second?.from, second?.until, second?.read]).toEqual([110, 140, 200]);
});

it('doubles rates at pace 2, and halves the duration only of a run that lasts until its work is done', () => {
  const done = toServerLoads(MODEL, WORK, { pace: 2, begins: 1000, untilDone: true });
  expect(done.map(({ from, until, read }) => [from, until, read])).toEqual([
    [1000, 1005, 1000],
    [1005, 1020, 400],
  ]);
  const timed = toServerLoads(MODEL, WORK, { pace: 2, begins: 1000, untilDone: false });
  expect(timed.map(({ from, until, read }) => [from, until, read])).toEqual([
    [1000, 1010, 1000],
    [1010, 1040, 400],
  ]);
});

it('computes EBS utilization of a host against its burst rate with credits, else its baseline', () => {
  const EMPTY = { bandwidth: 0, iops: 1, network: 1 };
  const hostLink = {
    bandwidth: { baseline: 500, burst: 1000, burstSeconds: 10 },
    iops: { baseline: 4000, burst: 4000, burstSeconds: 0 },
  };
  const own = { ...MODEL, readIops: { baseline: 2000, burst: 2000, burstSeconds: 0 }, hostLink };
  const spans = [
    { from: 100, until: 110, rate: 100, before: FULL, after: EMPTY },
    { from: 110, until: 120, rate: 100, before: EMPTY, after: EMPTY },
  ];
  const shares = (credits: TargetModel['credits']): unknown =>
    toServerLoads(
      { ...own, ...(credits === undefined ? {} : { credits }) },
      { ...WORK, spans },
      {
        pace: 0.98,
        begins: 100,
        untilDone: false,
      },
    ).map(({ host }) => host);
  expect(shares({ servers: null, hosts: ['bandwidth'] })).toEqual([
    { bandwidth: 0.5, iops: 0.1 },
    { bandwidth: 1, iops: 0.1 },
  ]);
  // It is its volumes that have none left.
  expect(shares({ servers: ['bandwidth'], hosts: null })).toEqual([
    { bandwidth: 0.5, iops: 0.1 },
    { bandwidth: 0.5, iops: 0.1 },
  ]);
});
