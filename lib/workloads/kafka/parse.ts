/** `raw/kafka.json`: what the load program of a worker published and consumed (Report.java in workloads/kafka). */
import * as z from 'zod';
import type { Metric } from '../../shapes/metric';
import type { Series } from '../../shapes/series';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostFigures, HostRaw, HostReading } from '../contract';
import { Bins, hasEnoughSamples } from '../histogram';
import metrics from '../metrics.json';
import { findOutput, parseScript, readScriptHost, type ScriptResult } from '../tools/script-result';
import type { KafkaParams } from './schema';

export const KAFKA_METRICS = { ...metrics.published, ...metrics.consumed, ...metrics.kafka } as Readonly<
  Record<string, Metric>
>;
/** Metrics with one value for each second. */
export const KAFKA_SERIES: readonly string[] = [
  'publish_rate',
  'publish_throughput',
  'publish_latency_mean',
  'consume_rate',
  'total_throughput',
];

/** A run is INVALID below the first share of the requested time, and SUSPECT below the second. */
const RUN_SHARES = { least: 0.8, enough: 0.95 };
/** Relative difference of two rates that is rounding. */
const ROUNDING = 1e-6;

const countSchema = z.number().int().nonnegative();
const amountSchema = z.number().nonnegative();
const listSchema = z.array(amountSchema);
/** Bins of latencies: a percentile is at most 1% from the latency of its message. 12 decades: from 1 µs to 11 days. */
const BINS_PER_DECADE = 128;
const MAX_BINS = 12 * BINS_PER_DECADE;

/** The bin of a latency, microseconds. Bin `n` counts latencies from 10^(n/128) µs to below 10^((n+1)/128) µs. */
export function toKafkaBin(us: number): number {
  return Math.min(MAX_BINS - 1, Math.floor(Math.log10(Math.max(us, 1)) * BINS_PER_DECADE + 1e-9));
}

const latencySchema = z.object({
  meanUs: amountSchema,
  maxUs: amountSchema,
  bins: z.object({
    first: countSchema.max(MAX_BINS),
    counts: z.array(countSchema).max(MAX_BINS),
  }),
});
export type KafkaLatency = z.infer<typeof latencySchema>;

const outputSchema = z.object({
  tool: z.literal('kafka'),
  /** 1 had bins a third wide. */
  version: z.literal(2),
  kafka: z.string(),
  java: z.string(),
  /** Producers and consumers: of all topics and workers. */
  requested: z.object({
    topics: countSchema,
    partitions: countSchema,
    messageBytes: countSchema,
    producers: countSchema,
    consumers: countSchema,
    /** Messages per second of all workers; null: as many as possible. */
    rate: z.number().positive().nullable(),
    warmUpSeconds: amountSchema,
    seconds: z.number().positive(),
    replicationFactor: countSchema,
    workers: countSchema,
  }),
  /** Start of the measured window, epoch seconds, and its length. */
  start: z.number().positive(),
  seconds: z.number().positive(),
  acknowledged: countSchema,
  failed: countSchema,
  consumed: countSchema,
  /** Per second of the window; the backlog at the end of each. */
  series: z.object({
    acknowledged: listSchema,
    consumed: listSchema,
    backlog: listSchema,
    publishMeanUs: listSchema,
  }),
  publishLatency: latencySchema,
  endToEndLatency: latencySchema,
  /** Longest time between two acknowledgements of this worker. */
  longestStallSeconds: amountSchema,
  /** Of the whole run, after the consumers have read what was left. */
  total: z.object({ acknowledged: countSchema, consumed: countSchema, lost: countSchema, duplicated: countSchema }),
  problems: z.array(z.string()),
});
export type KafkaOutput = z.infer<typeof outputSchema>;

export const KAFKA_RESULT: ScriptResult<KafkaOutput, KafkaParams> = {
  tool: 'kafka',
  shape: outputSchema,
  metrics: KAFKA_METRICS,
  statistic: 'value',
  fails: 'the measuring step',
  impossible: findContradiction,
  figures: toFigures,
  incomplete: 'ZeroIo',
  listShortcomings: ({ acknowledged }) => (acknowledged === 0 ? ['no message was acknowledged'] : []),
  describe: ({ kafka, requested: { topics, partitions } }) => ({
    version: kafka,
    label: `topics ${topics}, partitions ${partitions}`,
  }),
  judgeMatch,
  doubts: ({ host }, output) => judgeTime(host, output),
  traits: { 'the version of Kafka': ({ status }) => status?.version },
};

/** For `fsxbench parse`: one file, the result of one worker. */
export function parseKafka(text: string): ToolResult {
  return parseScript(KAFKA_RESULT, text);
}

/** Output of a worker; null for other hosts, or if it is missing or unreadable. */
export function findKafkaOutput(raw: HostRaw): KafkaOutput | null {
  return findOutput(KAFKA_RESULT, raw);
}

export function readKafkaHost(raw: HostRaw): HostReading {
  const output = findKafkaOutput(raw);
  return { ...readScriptHost(KAFKA_RESULT, raw), ...(output === null ? {} : { series: listSeries(output) }) };
}

function findContradiction({ series, seconds, total }: KafkaOutput): string | null {
  const [name, values] = Object.entries(series).find(([, one]) => one.length !== Math.floor(seconds + ROUNDING)) ?? [];
  if (name !== undefined)
    return `series.${name} has ${values?.length ?? 0} values for ${seconds} s; expected one for each second`;
  return total.lost > total.acknowledged
    ? `${total.lost} messages were lost, but only ${total.acknowledged} acknowledged`
    : null;
}

function toFigures(output: KafkaOutput): ReturnType<ScriptResult<KafkaOutput, KafkaParams>['figures']> {
  const { start, seconds, acknowledged, consumed, longestStallSeconds, total, requested } = output;
  if (acknowledged === 0) return null;
  const publish = toLatencies('publish_latency', output.publishLatency);
  const endToEnd = toLatencies('end_to_end_latency', output.endToEndLatency);
  const toByteRate = (messages: number): number => (messages * requested.messageBytes) / seconds;
  const values = {
    publish_rate: acknowledged / seconds,
    publish_throughput: toByteRate(acknowledged),
    written_throughput: toByteRate(acknowledged * requested.replicationFactor),
    longest_stall: longestStallSeconds,
    consume_rate: consumed / seconds,
    consume_throughput: toByteRate(consumed),
    total_throughput: toByteRate(acknowledged + consumed),
    lost: total.lost,
    duplicated: total.duplicated,
    ...publish.values,
    ...endToEnd.values,
  };
  const histograms = { ...publish.histograms, ...endToEnd.histograms };
  const figures = [{ operation: null, values, weight: acknowledged, histograms }];
  return { figures, window: { from: start, to: start + seconds } };
}

/** Mean, percentiles and histogram of a latency; empty if no message has one. */
function toLatencies(
  family: string,
  { meanUs, maxUs, bins }: KafkaLatency,
): Pick<HostFigures, 'values' | 'histograms'> {
  const histogram = Bins.of(
    // The middle of a bin on the logarithmic scale; no message took longer than the longest.
    bins.counts.map(
      (count, index) => [Math.min(10 ** ((bins.first + index + 0.5) / BINS_PER_DECADE), maxUs), count] as const,
    ),
  );
  if (histogram === null) return { values: {}, histograms: {} };
  const percentiles = Object.entries(KAFKA_METRICS).flatMap(([name, { percentile }]) =>
    percentile?.of === family && hasEnoughSamples(percentile.percent, histogram.count)
      ? [[name, histogram.percentile(percentile.percent)] as const]
      : [],
  );
  return {
    values: { [`${family}_mean`]: meanUs, ...Object.fromEntries(percentiles) },
    histograms: { [family]: histogram },
  };
}

function listSeries({ start, requested: { messageBytes }, series }: KafkaOutput): readonly Omit<Series, 'host'>[] {
  const { acknowledged, consumed, publishMeanUs } = series;
  const line = (metric: string, values: readonly number[]): Omit<Series, 'host'> => ({
    metric,
    operation: null,
    unit: KAFKA_METRICS[metric]?.unit ?? 'ops/s',
    from: start,
    step: 1,
    values,
  });
  // Without acknowledgements, messages wait a second longer.
  const latencies: number[] = [];
  for (const [second, mean] of publishMeanUs.entries())
    latencies.push(acknowledged[second] === 0 ? (latencies.at(-1) ?? 0) + 1e6 : mean);
  return [
    line('publish_rate', acknowledged),
    line(
      'publish_throughput',
      acknowledged.map((count) => count * messageBytes),
    ),
    line('publish_latency_mean', latencies),
    line('consume_rate', consumed),
    line(
      'total_throughput',
      acknowledged.map((count, second) => (count + (consumed[second] ?? 0)) * messageBytes),
    ),
  ];
}

/** INVALID if the output belongs to other parameters. */
function judgeMatch(host: string, { requested }: KafkaOutput, params: KafkaParams): readonly Reason[] {
  const { topics, partitionsPerTopic, messageSize, producersPerTopic, consumerPerSubscription } = params;
  const wanted = {
    topics,
    partitions: partitionsPerTopic,
    messageBytes: messageSize,
    producers: producersPerTopic * topics,
    consumers: consumerPerSubscription * topics,
    rate: params.producerRate === 'max' ? null : params.producerRate,
    seconds: 60 * params.testDurationMinutes,
    replicationFactor: params.replicationFactor,
  };
  const isSame = (a: number | null, b: number | null): boolean =>
    a === null || b === null ? a === b : Math.abs(a - b) <= ROUNDING * Math.max(a, b);
  const wrong = Object.entries(wanted).flatMap(([name, value]) => {
    const found = requested[name as keyof typeof wanted];
    return isSame(found, value) ? [] : [`${name} ${found ?? 'max'} (requested: ${value ?? 'max'})`];
  });
  if (wrong.length === 0) return [];
  const text = `${host}: the result belongs to another configuration: ${wrong.join(', ')}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

function judgeTime(host: string, { seconds, requested }: KafkaOutput): readonly Reason[] {
  const share = seconds / requested.seconds;
  if (share >= RUN_SHARES.enough) return [];
  const text = `${host} measured ${seconds.toFixed(1)} s of the requested ${requested.seconds} s`;
  return [{ level: share < RUN_SHARES.least ? 'invalid' : 'suspect', code: 'ShortRun', text }];
}
