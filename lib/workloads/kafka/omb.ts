/**
 * Result files of the OpenMessaging Benchmark, for `parse` and `judge`: one JSON object a run, also of other brokers
 * than Kafka. Rates and backlogs have one value for each interval; latencies are also aggregated over the run. Source:
 * `TestResult.java` and `WorkloadGenerator.java` of https://github.com/openmessaging/benchmark.
 */
import { computeMean } from '../../shapes/collections';
import type { Metric, Metrics } from '../../shapes/metric';
import type { RunDetails, ToolResult } from '../../shapes/tool-result';
import metrics from '../metrics.json';
import type { OutputReader } from '../contract';
import { judgeSteadiness } from '../steadiness';
import { dropExplained } from '../tools/causes';

const TOOL = 'openmessaging-benchmark';
/** Seconds between two values of a list. */
const INTERVAL_SECONDS = 10;
/** Latencies are in milliseconds, except for the delay of publishing. */
const US_PER_MS = 1000;
/** Seconds of published messages in the backlog, above which consumers fell behind. Assumed: one interval. */
const BACKLOG_SECONDS_MAX = 10;
/** Lists with one value for each interval. */
const LISTS = ['publishRate', 'consumeRate', 'backlog', 'publishErrorRate'] as const;
/** Settings of a run that newer versions write. */
const SETTINGS = ['workload', 'messageSize', 'topics', 'partitions', 'producersPerTopic', 'consumersPerTopic'];
const FAMILIES = { publish_latency: 'aggregatedPublishLatency', end_to_end_latency: 'aggregatedEndToEndLatency' };
/** Name of a latency, statistic and end of its key. */
const LATENCIES: readonly (readonly [string, string, string])[] = [
  ['mean', 'mean', 'Avg'],
  ['p50', 'value', '50pct'],
  ['p95', 'value', '95pct'],
  ['p99', 'value', '99pct'],
  ['p99_9', 'value', '999pct'],
  ['max', 'max', 'Max'],
];

const METRICS: Metrics = { ...metrics.published, ...metrics.consumed } as Readonly<Record<string, Metric>>;

export const OMB_READER: OutputReader = { kind: 'kafka-omb', metrics: METRICS, parse: parseOutput };

type Document = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<(typeof LISTS)[number], readonly number[]>>;
type Observation = ToolResult['runs'][number]['observations'][number];

/** Parses a result file. Never throws for bad content. */
function parseOutput(text: string): ToolResult {
  const failed = (problem: string, impossible = false): ToolResult => ({
    tool: TOOL,
    toolVersion: null,
    status: 'failed',
    problems: [problem],
    ...(impossible ? { impossible } : {}),
    runs: [],
  });
  const document = parseDocument(text);
  if (typeof document === 'string') return failed(document);
  const lists = readLists(document);
  if (typeof lists === 'string') return failed(lists);
  const { publishRate } = lists;
  const below = publishRate.concat(lists.consumeRate).find((rate) => rate < 0);
  if (below !== undefined) return failed(`a rate is negative: ${below}`, true);
  if (publishRate.every((rate) => rate === 0)) return failed('no message was published');
  const problems = listProblems(lists);
  const label = typeof document['driver'] === 'string' ? document['driver'] : '0';
  const observations = [...listRates(lists, document['messageSize']), ...listLatencies(document)];
  const stated = describeRun(document, publishRate);
  const status = problems.length === 0 ? 'ok' : 'suspect';
  return { tool: TOOL, toolVersion: null, status, problems, runs: [{ label, observations, stated }] };
}

/** The document, or why there is none. */
function parseDocument(text: string): Document | string {
  if (text.trim() === '') return 'the file is empty';
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return 'the file is truncated or not JSON';
  }
  const isResult = typeof found === 'object' && found !== null && 'publishRate' in found && 'consumeRate' in found;
  return isResult ? (found as Document) : 'the file is not a result of the OpenMessaging Benchmark: it has no rates';
}

/** All lists, empty where older versions write none; or what is wrong with them. */
function readLists(document: Document): Lists | string {
  const found: Record<string, readonly number[]> = {};
  for (const name of LISTS) {
    const values: unknown = document[name] ?? [];
    if (!Array.isArray(values)) return `${name} is not a list`;
    const wrong: unknown = values.find((one) => typeof one !== 'number');
    if (wrong !== undefined) return `${name} contains ${JSON.stringify(wrong).slice(0, 40)}; expected numbers`;
    found[name] = values as readonly number[];
  }
  const lists = found as Lists;
  const { publishRate, consumeRate } = lists;
  if (publishRate.length === 0) return 'no interval was measured';
  if (publishRate.length === consumeRate.length) return lists;
  return `publishRate has ${publishRate.length} intervals, consumeRate ${consumeRate.length}`;
}

/** What makes the figures doubtful. Counters are read one after the other, so that backlogs may be negative. */
function listProblems({ publishRate, publishErrorRate, backlog }: Lists): readonly string[] {
  const failures = computeMean(publishErrorRate) || 0;
  const left = backlog.at(-1) ?? 0;
  const seconds = left / computeMean(publishRate);
  return [
    ...(failures > 0 ? [`publishing failed for ${failures.toPrecision(3)} messages/s on average`] : []),
    ...(seconds > BACKLOG_SECONDS_MAX && left > (backlog[0] ?? 0)
      ? [
          `consumers fell behind: the backlog ended with ${left} messages, ${seconds.toPrecision(3)} s of publishing ` +
            `(limit ${BACKLOG_SECONDS_MAX} s); lower the rate`,
        ]
      : []),
  ];
}

/** Means over the intervals; in bytes, too, if the message size is known. */
function listRates({ publishRate, consumeRate }: Lists, messageBytes: unknown): readonly Observation[] {
  const [published, consumed] = [computeMean(publishRate), computeMean(consumeRate)];
  const observe = (metric: string, unit: Observation['unit'], value: number): Observation => ({
    metric,
    operation: null,
    statistic: 'mean',
    unit,
    value,
  });
  const rates = [observe('publish_rate', 'ops/s', published), observe('consume_rate', 'ops/s', consumed)];
  if (typeof messageBytes !== 'number' || messageBytes <= 0) return rates;
  return [
    ...rates,
    observe('publish_throughput', 'bytes/s', published * messageBytes),
    observe('consume_throughput', 'bytes/s', consumed * messageBytes),
    observe('total_throughput', 'bytes/s', (published + consumed) * messageBytes),
  ];
}

/** Latencies of the whole run. Skips values that are no numbers: Jackson writes `"NaN"` if nothing was counted. */
function listLatencies(document: Document): readonly Observation[] {
  return Object.entries(FAMILIES).flatMap(([family, prefix]) =>
    LATENCIES.flatMap(([point, statistic, ending]): Observation[] => {
      const found = document[`${prefix}${ending}`];
      if (typeof found !== 'number') return [];
      return [{ metric: `${family}_${point}`, operation: null, statistic, unit: 'us', value: found * US_PER_MS }];
    }),
  );
}

function describeRun(document: Document, rates: readonly number[]): RunDetails {
  const options = SETTINGS.flatMap((name) => {
    const value = document[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
  return {
    options: Object.fromEntries(options),
    seconds: rates.length * INTERVAL_SECONDS,
    inFlight: null,
    direct: null,
    workingBytes: null,
    flushed: false,
    doubts: dropExplained([...findStops(rates), ...findUnsteadiness(rates), ...findClockSkew(document)]),
    readBack: false,
    remarks: [
      'the file shows neither the requested rate nor how messages were acknowledged and flushed: see its driver file',
    ],
  };
}

type Doubts = RunDetails['doubts'];

function findStops(rates: readonly number[]): Doubts {
  const count = rates.filter((rate) => rate === 0).length;
  const text =
    `nothing was published in ${count} of ${rates.length} intervals: brokers or producers stopped; the mean rate ` +
    'means nothing, and latencies cover only the other intervals';
  return count === 0 ? [] : [{ code: 'stopped', text }];
}

/** The test of trials. */
function findUnsteadiness(values: readonly number[]): Doubts {
  const rate = { host: null, operation: null, metric: 'publish_rate', unit: 'ops/s', from: 0 } as const;
  return judgeSteadiness({ series: [{ ...rate, step: INTERVAL_SECONDS, values }] }).flatMap(({ level, text }) =>
    level === 'suspect' ? [{ code: 'unsteady', text }] : [],
  );
}

/** Consumers may receive a message slightly before its producer learns of it. Chosen. */
const MIN_END_TO_END_RATIO = 0.8;

/** End-to-end latencies are differences of two clocks, and contain publishing (openmessaging/benchmark#216). */
function findClockSkew(document: Document): Doubts {
  const pairs = LATENCIES.map(([, , ending]) =>
    [FAMILIES.end_to_end_latency, FAMILIES.publish_latency].map((family) => Number(document[`${family}${ending}`])),
  );
  if (!pairs.every(([whole = 0, part = 0]) => whole < MIN_END_TO_END_RATIO * part)) return [];
  const [whole, part] = pairs[0] ?? [];
  const text =
    `end-to-end latencies are below publish latencies (${whole ?? ''} and ${part ?? ''} ms on average), which they ` +
    'contain: the clocks of the workers differ, so end-to-end latencies are no result';
  return [{ code: 'clocks', text }];
}
