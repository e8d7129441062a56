import { judgeOutput } from '../../../lib/results/outputs/judge-output';
import { OMB_READER } from '../../../lib/workloads/kafka/omb';

/** As older versions write it: no settings, no errors. Times in milliseconds. */
const OLD = {
  workload: '100 partitions',
  driver: 'Kafka',
  publishRate: [1000, 1100, 1200],
  consumeRate: [1000, 1090, 1180],
  backlog: [-3, 20, 10],
  aggregatedPublishLatencyAvg: 2.5,
  aggregatedPublishLatency50pct: 2,
  aggregatedPublishLatency95pct: 4,
  aggregatedPublishLatency99pct: 8.125,
  aggregatedPublishLatency999pct: 16,
  aggregatedPublishLatencyMax: 94.178,
  aggregatedPublishLatencyQuantiles: { '0.5': 0.7 },
  aggregatedEndToEndLatencyAvg: 3,
  aggregatedEndToEndLatency99pct: 9,
};
const NEW = {
  ...OLD,
  driver: 'Kafka-acks1',
  messageSize: 1024,
  topics: 1,
  partitions: 4,
  producersPerTopic: 2,
  consumersPerTopic: 1,
  publishErrorRate: [0, 0, 0],
};

const parse = (document: unknown) => OMB_READER.parse(JSON.stringify(document));
const figures = (document: unknown) =>
  Object.fromEntries(
    parse(document).runs.flatMap(({ observations }) =>
      observations.map(({ metric, statistic, unit, value }) => [metric, `${statistic} ${value} ${unit}`]),
    ),
  );

describe('result of the OpenMessaging Benchmark', () => {
  const judge = (document: object) => {
    const { judgement, reasons } = judgeOutput(parse(document), { provisioned: {}, requested: {} });
    return [judgement, ...reasons];
  };
  const rates = (publishRate: readonly number[]) => ({ ...NEW, publishRate, consumeRate: publishRate, backlog: [] });
  const steady = Array.from({ length: 40 }, (_, at) => 9000 + 40 * (at % 7));

  it('is doubtful for one reason when nothing was published in 9 of 40 intervals', () => {
    expect(judge(rates(steady))).toEqual(['sound']);
    expect(judge(rates(steady.map((rate, at) => (at >= 31 ? 0 : rate))))).toEqual([
      'doubtful',
      expect.stringContaining('nothing was published in 9 of 40 intervals'),
    ]);
  });

  it('is doubtful when the publish rate halves after 250 of 400 s', () => {
    expect(judge(rates(steady.map((rate, at) => (at >= 25 ? rate / 2 : rate))))).toEqual([
      'doubtful',
      'the publish_rate went from 9,110 to 4,560 after 250 s of 400 s',
    ]);
  });

  it('is doubtful when messages arrived before they were published', () => {
    const early = { aggregatedEndToEndLatencyAvg: 0.7, aggregatedEndToEndLatency99pct: 1.1 };
    const points = { 50: 0.4, 95: 0.9, 999: 2, 99: 1.1 };
    const latencies = Object.entries(points).map(([at, ms]) => [`aggregatedEndToEndLatency${at}pct`, ms]);
    const more = Object.fromEntries(latencies) as Record<string, number>;
    const all = { ...NEW, ...early, ...more, aggregatedEndToEndLatencyMax: 20 };
    expect(judge(all)).toEqual(['doubtful', expect.stringContaining('(0.7 and 2.5 ms on average)')]);
    // One tail by itself may be shorter.
    expect(judge({ ...all, aggregatedEndToEndLatencyAvg: 3 })).toEqual(['sound']);
  });

  it('returns mean rates over the intervals, and latencies in microseconds', () => {
    const { status, runs, ...rest } = parse(OLD);
    expect([status, rest, runs.map(({ label }) => label)]).toEqual([
      'ok',
      { tool: 'openmessaging-benchmark', toolVersion: null, problems: [] },
      ['Kafka'],
    ]);
    expect(figures(OLD)).toEqual({
      publish_rate: 'mean 1100 ops/s',
      consume_rate: 'mean 1090 ops/s',
      publish_latency_mean: 'mean 2500 us',
      publish_latency_p50: 'value 2000 us',
      publish_latency_p95: 'value 4000 us',
      publish_latency_p99: 'value 8125 us',
      publish_latency_p99_9: 'value 16000 us',
      publish_latency_max: 'max 94178 us',
      end_to_end_latency_mean: 'mean 3000 us',
      end_to_end_latency_p99: 'value 9000 us',
    });
    // Without samples.
    expect(figures({ ...OLD, aggregatedEndToEndLatencyAvg: 'NaN' })).not.toHaveProperty('end_to_end_latency_mean');
  });

  it('returns throughput and settings when the message size is stated', () => {
    expect(figures(NEW)).toMatchObject({
      publish_throughput: 'mean 1126400 bytes/s',
      consume_throughput: 'mean 1116160 bytes/s',
      total_throughput: 'mean 2242560 bytes/s',
    });
    expect(parse(NEW).runs[0]?.stated).toMatchObject({
      seconds: 30,
      options: { messageSize: '1024', partitions: '4', producersPerTopic: '2' },
    });
  });

  it.each([
    [{ ...NEW, publishErrorRate: [0, 3, 0] }, 'publishing failed for 1.00 messages/s on average'],
    [
      { ...OLD, backlog: [0, 9000, 22_000] },
      'consumers fell behind: the backlog ended with 22000 messages, 20.0 s of publishing (limit 10 s); lower the rate',
    ],
  ])('is suspect for failed publishing or a growing backlog: %#', (document, problem) => {
    expect(parse(document)).toMatchObject({ status: 'suspect', problems: [problem] });
  });

  it.each([
    ['', 'the file is empty'],
    [JSON.stringify(OLD).slice(0, 200), 'the file is truncated or not JSON'],
    ['[]', 'the file is not a result of the OpenMessaging Benchmark: it has no rates'],
    ['null', 'the file is not a result of the OpenMessaging Benchmark: it has no rates'],
    [JSON.stringify({ ...OLD, publishRate: [], consumeRate: [] }), 'no interval was measured'],
    [JSON.stringify({ ...OLD, publishRate: [0, 0, 0] }), 'no message was published'],
    [JSON.stringify({ ...OLD, publishRate: 5 }), 'publishRate is not a list'],
    [JSON.stringify({ ...OLD, consumeRate: [1, 'NaN', 2] }), 'consumeRate contains "NaN"; expected numbers'],
    [JSON.stringify({ ...OLD, consumeRate: [1] }), 'publishRate has 3 intervals, consumeRate 1'],
  ])('fails without figures: %j', (text, problem) => {
    expect(OMB_READER.parse(text)).toMatchObject({ status: 'failed', problems: [problem], runs: [] });
  });
});

describe('judgeOutput of the OpenMessaging Benchmark', () => {
  const judge = (document: unknown, requested = {}) => judgeOutput(parse(document), { provisioned: {}, requested });

  it.each([
    [NEW, {}, 'sound', []],
    [NEW, { messageSize: '1 KiB' }, 'sound', []],
    [NEW, { partitions: '100' }, 'doubtful', ['the tool ran with partitions=4; requested: partitions=100']],
    [{ ...OLD, publishRate: [1, -1, 1] }, {}, 'impossible', ['a rate is negative: -1']],
    [
      { ...OLD, aggregatedPublishLatency95pct: 1 },
      {},
      'impossible',
      ['its publish_latency_p95 is below a lower percentile, which is impossible'],
    ],
  ])('judges figures, and settings compared with the requested ones: %#', (document, requested, judgement, reasons) =>
    expect(judge(document, requested)).toMatchObject({ judgement, reasons }),
  );
});
