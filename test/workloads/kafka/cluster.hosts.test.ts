/** Kafka itself, with the jars of `npx fsxbench tools fetch kafka --local`, and shortly in its other versions. */
import { DEFAULT_KAFKA_VERSION, KAFKA_VERSIONS } from '../../../lib/shapes/kafka-jars';
import { describeOutside } from '../../outside/describe-outside';
import { until } from '../../process-state';
import { FETCHED_TOOLS, findMissingKafka } from './kafka-bundle';
import { KafkaHosts } from './kafka-hosts';

/** Messages per second, and seconds of warm-up and measured time: long enough for a restart on busy processors. */
const [RATE, WARM_UP, SECONDS] = [500, 1, 30];

/** A broker that is its own controller, and a worker: the broker is killed and started again under load. */
const LOAD = {
  KAFKA_TOPICS: '1',
  KAFKA_PARTITIONS: '8',
  KAFKA_MESSAGE_BYTES: '1024',
  KAFKA_PRODUCERS: '1',
  KAFKA_CONSUMERS: '1',
  KAFKA_RATE: String(RATE),
  KAFKA_WARMUP: String(WARM_UP),
  KAFKA_SECONDS: String(SECONDS),
  KAFKA_RF: '1',
  KAFKA_KEPT_SHARE: '0.5',
  KAFKA_KEPT_BYTES: String(8 * 2 ** 30),
  KAFKA_PARTITION_BYTES: '4194304',
  KAFKA_EVENTS: 'kill 1 1 broker',
};
/** Until the load starts, seconds: its program must be ready, or it starts late. */
const LEAD_SECONDS = 8;

interface Result {
  /** Version of the clients. */
  readonly kafka: string;
  readonly seconds: number;
  readonly acknowledged: number;
  readonly series: Readonly<Record<string, readonly number[]>>;
  readonly publishLatency: { readonly maxUs: number; readonly bins: { readonly counts: readonly number[] } };
  readonly longestStallSeconds: number;
  /** A quarter of what a partition keeps. */
  readonly segmentBytes: number;
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

/** A problem of a load program that was not ready in time. */
const LATE = /^the load began ([\d.]+) s late: /;
const readLateness = (problems: readonly string[]): number =>
  Math.max(0, ...problems.map((text) => Number(LATE.exec(text)?.[1] ?? 0) + 0.1));

/** The controller forgets a killed broker after 3 s in place of 9 s, and the broker waits no longer than necessary. */
const hasten = (script: string): string =>
  script.replace(
    'log.segment.delete.delay.ms=1000\n',
    '$&broker.session.timeout.ms=3000\nbroker.heartbeat.interval.ms=500\n',
  );

describeOutside('Kafka cluster on real hosts', findMissingKafka(DEFAULT_KAFKA_VERSION), () => {
  let hosts: KafkaHosts;
  beforeAll(async () => {
    hosts = new KafkaHosts({ worker: 1, broker: 1 }, { tools: FETCHED_TOOLS, edit: hasten });
    expect((await hosts.apply(hosts.fixtures())).map(({ stderr }) => stderr)).toEqual(['', '']);
    expect((await hosts.measure(LOAD, LEAD_SECONDS).all).map(({ stderr }) => stderr)).toEqual(['', '']);
  });
  afterAll(() => hosts?.remove());

  it('loses and duplicates no message when its broker is killed and started again', () => {
    const { total, problems, series, seconds, acknowledged, longestStallSeconds, segmentBytes } = hosts.json<Result>(
      'worker-0',
      'raw/kafka.json',
    );
    // On a busy machine, the load program starts late.
    expect(problems.filter((text) => !LATE.test(text))).toEqual([]);
    expect(segmentBytes).toBe(2 ** 28);
    expect(total).toEqual({ acknowledged: total.acknowledged, consumed: total.acknowledged, lost: 0, duplicated: 0 });
    // All that was sent in an open loop, whatever the broker did meanwhile.
    expect(total.acknowledged).toBeLessThanOrEqual(RATE * (WARM_UP + SECONDS));
    expect(total.acknowledged).toBeGreaterThanOrEqual(RATE * (SECONDS - readLateness(problems)));
    expect(seconds).toBe(SECONDS);
    expect(series['acknowledged']).toHaveLength(SECONDS);
    expect(series['acknowledged']?.reduce((sum, one) => sum + one, 0)).toBe(acknowledged);
    expect(longestStallSeconds).toBeGreaterThan(2);
  });

  it('counts latencies from the intended send time', () => {
    const { publishLatency, longestStallSeconds, problems } = hosts.json<Result>('worker-0', 'raw/kafka.json');
    const intended = RATE * (SECONDS - readLateness(problems));
    expect(publishLatency.bins.counts.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(0.999 * intended);
    expect(publishLatency.maxUs).toBeGreaterThan(longestStallSeconds * 0.9e6);
  });

  it('records the kill in the order of the log of the broker', () => {
    const { events } = hosts.json<{ events: KillEvent[] }>('broker-0', 'raw/events.json');
    expect(events).toEqual([expect.objectContaining({ host: 'broker-0', resumedOn: 'broker-0', problem: null })]);
    const [{ requested, acted, gone, started, ready } = {} as KillEvent] = events;
    // `[2026-11-28T06:22:45.450Z] INFO [KafkaRaftServer nodeId=2] Kafka Server started`
    const line = /\[(\S+)\] INFO .*Kafka Server started/.exec(hosts.stored('broker-0', 'raw/server.log') ?? '');
    const times = [requested, acted, gone, started, Date.parse(line?.[1] ?? '') / 1000, ready];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(hosts.status('broker-0').facts).toMatchObject({ kafkaCopy: 'c1' });
    expect(hosts.status('broker-0').facts).not.toHaveProperty('topicsLeft');
  });

  it('crashes the broker, which recovers its logs after the restart', () => {
    const log = hosts.stored('broker-0', 'raw/server.log') ?? '';
    expect(log).toMatch(/ INFO Recovering \d+ logs from \S+ since no clean shutdown file was found /);
    expect(log).not.toMatch(/ since clean shutdown file was found/);
  });

  it('leaves neither processes nor files when the command is ended during a kill', async () => {
    const running = hosts.measure({ ...LOAD, KAFKA_WARMUP: '0', KAFKA_EVENTS: 'kill 0 1 broker' }, 0);
    expect(await until(() => hosts.slot('broker-0') === 'dirty')).toBe(true);
    running.stop('TERM');
    // The agent of Systems Manager never gets the code of a signal or script.
    expect((await running.all).map(({ code }) => code)).toEqual([1, 1]);
    expect((await hosts.apply([])).map(({ stderr }) => stderr)).toEqual(['', '']);
    expect(hosts.processes()).toEqual([]);
    expect(hosts.files()).toEqual([]);
  });
});

const OTHER_VERSIONS = KAFKA_VERSIONS.filter((version) => version !== DEFAULT_KAFKA_VERSION);

describe.each(OTHER_VERSIONS)('Kafka %s', (version) => {
  describeOutside('with the same scripts and load program', findMissingKafka(version), () => {
    let hosts: KafkaHosts;
    beforeAll(() => void (hosts = new KafkaHosts({ worker: 1, broker: 1 }, { tools: FETCHED_TOOLS, version })));
    afterAll(() => hosts?.remove());

    it('serves all messages of a short load', async () => {
      const seconds = 3;
      expect((await hosts.apply(hosts.fixtures())).map(({ stderr }) => stderr)).toEqual(['', '']);
      const load = { ...LOAD, KAFKA_SECONDS: String(seconds), KAFKA_EVENTS: '' };
      expect((await hosts.measure(load, LEAD_SECONDS).all).map(({ stderr }) => stderr)).toEqual(['', '']);
      const { kafka, total, problems } = hosts.json<Result>('worker-0', 'raw/kafka.json');
      expect(kafka).toBe(version);
      expect(hosts.status('broker-0').version).toBe(version);
      expect(total).toMatchObject({ consumed: total.acknowledged, lost: 0, duplicated: 0 });
      expect(total.acknowledged).toBeGreaterThanOrEqual(RATE * (seconds - readLateness(problems)));
    });
  });
});
