/**
 * Output of `kafka` in a rehearsal: of the load program for workers, and records of kills for servers. All values are
 * marked as simulated, with times after a kill as once measured.
 */
import { ensure } from '../../shapes/errors';
import { listPlannedKills, type PlannedKill } from '../../workloads/kafka/kills';
import { KAFKA_RESULT, type KafkaLatency, type KafkaOutput, toKafkaBin } from '../../workloads/kafka/parse';
import { EVENTS_FILE, type KafkaEvents } from '../../workloads/kafka/recovery';
import { KAFKA_ROLES, type KafkaParams } from '../../workloads/kafka/schema';
import { getOutputFile } from '../../workloads/tools/script-result';
import {
  type OutputPrinter,
  type RateLevel,
  type SimulatedFlow,
  type SimulatedHost,
  type SimulatedOutput,
  type SimulatedPerformance,
  type SimulatedPlace,
  toHostFacts,
} from './contract';
import { toLatencyFigures } from './fio/latency';

/** Java of Amazon Corretto 17. */
const JAVA_VERSION = '17.0.15';
/** Seconds from a kill until the server is ready, on the same host and on a standby. Measured once each. */
const READY_SECONDS = { broker: 29, standby: 22.7 };
/** Seconds until other replicas lead the partitions of a killed broker. Measured once, with Kafka 4.4.0. */
const FAILOVER_SECONDS = 8;
/** Seconds until a killed process has ended. Assumed. */
const GONE_SECONDS = 0.1;
/** Rate of clients that catch up, relative to the offered one: 16,849 and 13,020 messages/s were measured. */
const CATCH_UP = 1.3;
/** End-to-end latency, relative to publish latency: one more fetch. Assumed. */
const END_TO_END = 1.5;

/** A worker that is alone, if the trial is unknown. */
const ALONE: SimulatedPlace = { role: KAFKA_ROLES.worker, roles: { [KAFKA_ROLES.worker]: 1 }, copy: 'c1', events: [] };

export function makeKafkaPrinter(params: KafkaParams): OutputPrinter {
  return (performance, host) => {
    const place = host.place ?? ALONE;
    const own = place.role === KAFKA_ROLES.worker ? printWorker(params, performance, host) : printServer(params, host);
    return {
      tool: 'kafka',
      version: params.version,
      ...own,
      facts: { ...own.facts, ...toHostFacts(host) },
    };
  };
}

/** Seconds from a kill until the server is ready; null for never. */
function getReadySeconds({ resumeOn }: PlannedKill): number | null {
  if (resumeOn === KAFKA_ROLES.broker) return READY_SECONDS.broker;
  return resumeOn === KAFKA_ROLES.standby ? READY_SECONDS.standby : null;
}

/** Facts of a broker, and the kills that this host records: a standby those after which it takes over. */
function printServer(params: KafkaParams, host: SimulatedHost): Pick<SimulatedOutput, 'argv' | 'files' | 'facts'> {
  const place = host.place ?? ALONE;
  const opened = getWindowStart(params, host);
  const events = listPlannedKills(place.events).flatMap((kill) => {
    const isResumed = kill.resumeOn === KAFKA_ROLES.standby;
    const name = isResumed ? kill.victims[host.index] : kill.victims.find((victim) => victim === host.host);
    if (name === undefined || place.role !== (isResumed ? KAFKA_ROLES.standby : KAFKA_ROLES.broker)) return [];
    return [toEvent(kill, name, opened + kill.atSeconds)];
  });
  const file: KafkaEvents = { version: 1, events };
  return {
    argv: ['java', 'kafka.Kafka'],
    files: events.length === 0 ? {} : { [EVENTS_FILE]: `${JSON.stringify(file)}\n` },
    facts: place.role === KAFKA_ROLES.broker ? { kafkaCopy: place.copy } : {},
  };
}

function toEvent(kill: PlannedKill, victim: string, acted: number): KafkaEvents['events'][number] {
  const seconds = getReadySeconds(kill);
  const ready = seconds === null ? null : acted + seconds;
  return { action: 'kill', host: victim, requested: acted, acted, gone: acted + GONE_SECONDS, ready, problem: null };
}

function getWindowStart({ warmupDurationMinutes }: KafkaParams, { began, lateSeconds }: SimulatedHost): number {
  return began - lateSeconds + 60 * warmupDurationMinutes;
}

function printWorker(
  params: KafkaParams,
  { units }: SimulatedPerformance,
  host: SimulatedHost,
): Pick<SimulatedOutput, 'argv' | 'files' | 'facts'> {
  const output = makeOutput(params, units, host);
  return {
    argv: ['java', 'Load'],
    files: { [getOutputFile(KAFKA_RESULT)]: `${JSON.stringify(output)}\n` },
    facts: {},
  };
}

function makeOutput(params: KafkaParams, units: SimulatedFlow, host: SimulatedHost): KafkaOutput {
  const { roles, ...place } = host.place ?? ALONE;
  const hosts = Object.values(roles).reduce((sum, count) => sum + count, 0);
  const seconds = Math.floor(60 * params.testDurationMinutes);
  const limit = params.producerRate === 'max' ? Number.POSITIVE_INFINITY : params.producerRate;
  const rate = Math.min(limit, units.rate * hosts) / host.hosts;
  const kills = listPlannedKills(place.events);
  const levels = listLevels(units, seconds);
  const kept = listShares(params, kills, seconds, roles[KAFKA_ROLES.broker] ?? 1);
  const shares = kept.map((share, second) => (share * (levels[second]?.rate ?? 0)) / units.rate);
  const acknowledged = toWhole(shares.map((share) => share * rate));
  const all = acknowledged.reduce((sum, count) => sum + count, 0);
  const zeros = acknowledged.map(() => 0);
  const delays = listDelays(kept, rate);
  const publishLatency = toLatency(units.latencyUs, units.spread, all, delays);
  return {
    tool: 'kafka',
    version: 2,
    kafka: params.version,
    java: JAVA_VERSION,
    requested: {
      topics: params.topics,
      partitions: params.partitionsPerTopic,
      messageBytes: params.messageSize,
      producers: params.producersPerTopic * params.topics,
      consumers: params.consumerPerSubscription * params.topics,
      rate: params.producerRate === 'max' ? null : params.producerRate,
      warmUpSeconds: 60 * params.warmupDurationMinutes,
      seconds: 60 * params.testDurationMinutes,
      replicationFactor: params.replicationFactor,
      workers: host.hosts,
    },
    start: getWindowStart(params, host),
    seconds,
    acknowledged: all,
    failed: 0,
    consumed: all,
    series: {
      acknowledged,
      consumed: acknowledged,
      backlog: zeros,
      publishMeanUs: acknowledged.map((count, second) => (count === 0 ? 0 : (levels[second]?.latencyUs ?? 0))),
    },
    publishLatency,
    endToEndLatency: toLatency(END_TO_END * units.latencyUs, units.spread, all, delays),
    longestStallSeconds: Math.max(
      0,
      ...delays.flatMap(([seconds, count]) => (count >= Math.round(rate) ? seconds : [])),
    ),
    total: { acknowledged: all, consumed: all, lost: 0, duplicated: 0 },
    problems: [],
  };
}

/**
 * The rate of each second, relative to the one without kills. With replicas, all wait for new leaders; without, only
 * the partitions of killed brokers, until these are ready. At a fixed rate, clients then catch up.
 */
function listShares(
  { replicationFactor, producerRate }: KafkaParams,
  kills: readonly PlannedKill[],
  seconds: number,
  brokers: number,
): readonly number[] {
  let missing = 0;
  return Array.from({ length: seconds }, (_, second) => {
    const left = kills.map((kill) => {
      const since = second + 1 - kill.atSeconds;
      const until = replicationFactor > 1 ? FAILOVER_SECONDS : (getReadySeconds(kill) ?? Number.POSITIVE_INFINITY);
      const lost = replicationFactor > 1 ? 1 : kill.victims.length / brokers;
      return since > 0 && since <= until ? Math.max(0, 1 - lost) : 1;
    });
    const open = Math.min(1, ...left);
    if (open < 1) {
      missing += 1 - open;
      return open;
    }
    const extra = producerRate === 'max' ? 0 : Math.min(missing, CATCH_UP - 1);
    missing -= extra;
    return 1 + extra;
  });
}

/** Rate and latency of each second, if these changed. */
function listLevels({ levels, rate, latencyUs }: SimulatedFlow, seconds: number): readonly RateLevel[] {
  const all = levels ?? [{ seconds, rate, latencyUs }];
  const ends = all.map((_, at) => all.slice(0, at + 1).reduce((sum, one) => sum + one.seconds, 0));
  return Array.from({ length: seconds }, (_, second) => {
    const at = ends.findIndex((end) => second < end);
    return ensure(at < 0 ? all.at(-1) : all[at], 'a level');
  });
}

/** Whole numbers with the same sum, up to rounding. */
function toWhole(values: readonly number[]): number[] {
  let [sum, whole] = [0, 0];
  return values.map((value) => {
    sum += value;
    const count = Math.floor(sum) - whole;
    whole += count;
    return count;
  });
}

/** Messages that wait for the end of an outage, by their intended second: how long, seconds, and how many. */
function listDelays(shares: readonly number[], rate: number): readonly (readonly [seconds: number, count: number])[] {
  const delays: (readonly [number, number])[] = [];
  let end: number | null = null;
  for (const [second, share] of [...shares.entries()].toReversed()) {
    if (share >= 1) end = second;
    else if (end !== null) delays.push([end - second, Math.round((1 - share) * rate)]);
  }
  return delays;
}

/** Log-normal latencies in bins of the result file, and those of messages that had to wait. */
function toLatency(meanUs: number, spread: number, count: number, delays: ReturnType<typeof listDelays>): KafkaLatency {
  const late = Math.min(
    count,
    delays.reduce((sum, [, own]) => sum + own, 0),
  );
  if (count === late) return { meanUs: 0, maxUs: 0, bins: { first: 0, counts: [] } };
  const { bins, mean, max } = toLatencyFigures(meanUs * 1000, spread, count - late);
  const first = toKafkaBin((bins[0]?.[0] ?? 0) / 1000);
  const longest = Math.max(max / 1000, ...delays.map(([seconds]) => seconds * 1e6));
  const counts = Array.from({ length: toKafkaBin(longest) - first + 1 }, () => 0);
  for (const [us, own] of [
    ...bins.map(([ns, own]) => [ns / 1000, own] as const),
    ...delays.map(([seconds, own]) => [seconds * 1e6, own] as const),
  ]) {
    const at = toKafkaBin(us) - first;
    counts[at] = (counts[at] ?? 0) + own;
  }
  const waited = delays.reduce((sum, [seconds, own]) => sum + seconds * 1e6 * own, 0);
  return { meanUs: ((mean / 1000) * (count - late) + waited) / count, maxUs: longest, bins: { first, counts } };
}
