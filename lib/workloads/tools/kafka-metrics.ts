/** What Kafka gives to those who publish and consume: the same of every kind that loads it. */
import type { Metric } from '../../shapes/metric';

const THROUGHPUT = { unit: 'bytes/s', better: 'higher', overHosts: 'sum' } as const;
const RATE = { unit: 'ops/s', better: 'higher', overHosts: 'sum' } as const;

/** Of what is published: rates, and how long a message takes until it is acknowledged. */
export const PUBLISHED = {
  publish_rate: { ...RATE, words: 'messages published a second', column: true },
  publish_throughput: { ...THROUGHPUT, words: 'published', column: true },
  publish_latency_mean: latency('mean publish latency', 'mean'),
  publish_latency_p50: latency('p50 publish latency', 50, 'publish_latency'),
  publish_latency_p95: latency('p95 publish latency', 95, 'publish_latency'),
  publish_latency_p99: { ...latency('p99 publish latency', 99, 'publish_latency'), column: true },
  publish_latency_p99_9: latency('p99.9 publish latency', 99.9, 'publish_latency'),
  /** What a lost broker costs its clients. */
  longest_stall: {
    unit: 's',
    better: 'lower',
    words: 'longest time without an acknowledgement',
    column: true,
    overHosts: 'highest',
  },
} as const satisfies Readonly<Record<string, Metric>>;

/** Of what is consumed besides, and of both together. */
export const CONSUMED = {
  consume_rate: { ...RATE, words: 'messages consumed a second', column: false },
  consume_throughput: { ...THROUGHPUT, words: 'consumed', column: false },
  total_throughput: { ...THROUGHPUT, words: 'published and consumed', column: true },
  end_to_end_latency_mean: latency('mean end-to-end latency', 'mean'),
  end_to_end_latency_p99: latency('p99 end-to-end latency', 99, 'end_to_end_latency'),
} as const satisfies Readonly<Record<string, Metric>>;

/** Those that are given over time too. */
export const OVER_TIME = [
  'publish_rate',
  'publish_throughput',
  'consume_rate',
  'consume_throughput',
  'total_throughput',
];

function latency(words: string, percent: number | 'mean', of = ''): Metric {
  const common = { unit: 'us', better: 'lower', words, column: false } as const;
  return percent === 'mean'
    ? { ...common, overHosts: 'mean', statistic: 'mean' }
    : { ...common, overHosts: 'histogram', percentile: { of, percent } };
}
