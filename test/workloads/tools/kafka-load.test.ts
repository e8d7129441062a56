import { measureStep, messages } from '../../../lib/workloads/tools/kafka-load';

const LASTS = { total: 500, warmUp: 60, measured: 300, until: 'time' } as const;
const OFFER = { messageSize: 1024, replicationFactor: 3, most: 1_000_000, threads: 160 };

it('measures on those who load, and is given up only well after its length', () => {
  const { roles, expectedSeconds, timeoutSeconds, measures } = measureStep(LASTS, 1800);
  expect([roles, expectedSeconds, timeoutSeconds, measures]).toEqual([['worker'], 500, 2300, true]);
});

it.each([
  ['max', 1_000_000],
  [40_000, 40_000],
] as const)('writes every copy of %s messages a second', (producerRate, rate) => {
  const { unit, pace, extent, threads } = messages({ ...OFFER, producerRate }, LASTS);
  expect([unit.writes, unit.reads.count, pace, threads]).toEqual([
    { count: 3, bytes: 1024 },
    0,
    { loop: 'open', rate },
    160,
  ]);
  expect(extent).toEqual({ until: 'time', warmUpSeconds: 60, measuredSeconds: 300 });
});
