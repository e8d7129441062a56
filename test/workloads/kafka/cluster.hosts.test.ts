import { setTimeout as sleep } from 'node:timers/promises';
import { findKafkaJars, KafkaWorld } from './kafka-world';

/** A broker that is its own controller, and a worker: the broker is killed and started again under load. */
const LOAD = {
  KAFKA_TOPICS: '1',
  KAFKA_PARTITIONS: '8',
  KAFKA_MESSAGE_BYTES: '1024',
  KAFKA_PRODUCERS: '1',
  KAFKA_CONSUMERS: '1',
  KAFKA_RATE: '500',
  KAFKA_WARMUP: '1',
  KAFKA_SECONDS: '22',
  KAFKA_RF: '1',
  KAFKA_EVENTS: 'kill 1 1 broker',
};
/** On two busy processors: a minute of work. */
const LIMIT = 200_000;

interface Result {
  readonly seconds: number;
  readonly acknowledged: number;
  readonly series: Readonly<Record<string, readonly number[]>>;
  readonly publishLatency: { readonly maxUs: number; readonly bins: { readonly counts: readonly number[] } };
  readonly longestStallSeconds: number;
  readonly total: { acknowledged: number; consumed: number; lost: number; duplicated: number };
  readonly problems: readonly string[];
}
interface KillEvent {
  readonly host: string;
  readonly requested: number;
  readonly acted: number;
  readonly gone: number;
  readonly started: number;
  readonly ready: number;
  readonly resumedOn: string;
  readonly problem: string | null;
}

const jars = findKafkaJars();
// eslint-disable-next-line no-console
if (jars.length === 0) console.warn('skipped: not all jars of Kafka are in ~/.m2 or FSXBENCH_KAFKA_LIBS');

(jars.length === 0 ? describe.skip : describe)('Kafka on hosts', () => {
  let world: KafkaWorld;
  beforeAll(async () => {
    world = new KafkaWorld({ worker: 1, broker: 1 }, jars);
    expect((await world.apply(world.fixtures())).map(({ stderr }) => stderr)).toEqual(['', '']);
    expect((await world.measure(LOAD).all).map(({ stderr }) => stderr)).toEqual(['', '']);
  }, LIMIT);
  afterAll(() => world.remove());

  it('loses and duplicates no message when its broker is killed and started again', () => {
    const { total, problems, series, seconds, acknowledged, longestStallSeconds } = world.json<Result>(
      'worker-0',
      'raw/kafka.json',
    );
    expect(problems).toEqual([]);
    // A second of warm-up and the measured time, at 500 messages per second.
    expect(total).toEqual({ acknowledged: 11_500, consumed: 11_500, lost: 0, duplicated: 0 });
    expect(seconds).toBe(22);
    expect(series['acknowledged']).toHaveLength(22);
    expect(series['acknowledged']?.reduce((sum, one) => sum + one, 0)).toBe(acknowledged);
    expect(longestStallSeconds).toBeGreaterThan(2);
  });

  it('counts latencies from the intended send time', () => {
    const { publishLatency, longestStallSeconds } = world.json<Result>('worker-0', 'raw/kafka.json');
    expect(publishLatency.bins.counts.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(10_990);
    expect(publishLatency.maxUs).toBeGreaterThan(longestStallSeconds * 0.9e6);
  });

  it('records the kill as the broker logs it', () => {
    const { events } = world.json<{ events: KillEvent[] }>('broker-0', 'raw/events.json');
    expect(events).toEqual([expect.objectContaining({ host: 'broker-0', resumedOn: 'broker-0', problem: null })]);
    const [{ requested, acted, gone, started, ready } = {} as KillEvent] = events;
    expect(acted - requested).toBeGreaterThanOrEqual(0);
    expect(acted - requested).toBeLessThan(2);
    expect(gone - acted).toBeLessThan(2);
    expect(started - gone).toBeLessThan(2);
    // `[2026-11-28T06:22:45.450Z] INFO [KafkaRaftServer nodeId=2] Kafka Server started`
    const line = /\[(\S+)\] INFO .*Kafka Server started/.exec(world.stored('broker-0', 'raw/server.log') ?? '');
    const logged = Date.parse(line?.[1] ?? '') / 1000;
    expect(Math.abs(ready - logged)).toBeLessThan(2);
    expect(world.status('broker-0').facts).toMatchObject({ kafkaCopy: 'c1' });
    expect(world.status('broker-0').facts).not.toHaveProperty('topicsLeft');
  });

  it(
    'leaves no process and no file, even if the command is ended during a kill',
    async () => {
      const running = world.measure({ ...LOAD, KAFKA_EVENTS: 'kill 0 1 broker' }, 2);
      // Start, warm-up, and a moment in which the killed broker starts again.
      await sleep(3600);
      running.stop('TERM');
      expect((await running.all).map(({ code }) => code)).toEqual([143, 143]);
      expect((await world.apply([])).map(({ stderr }) => stderr)).toEqual(['', '']);
      expect(world.processes()).toEqual([]);
      expect(world.files()).toEqual([]);
    },
    LIMIT,
  );
});
