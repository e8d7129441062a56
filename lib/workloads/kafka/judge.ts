/** Reasons against a trial of `kafka`: what workers and servers left, messages lost, events, rate and backlog. */
import { formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading, TrialContext } from '../contract';
import { judgeStragglers } from '../straggler';
import { judgeScript } from '../tools/script-result';
import { listHosts } from './fleet';
import { listPlannedKills } from './kills';
import { findKafkaOutput, KAFKA_RESULT, type KafkaOutput } from './parse';
import { findRecovery, type KafkaKill, readKills } from './recovery';
import { KAFKA_ROLES, type KafkaParams } from './schema';

/** Below this share of the requested rate, it counts as not reached. */
export const RATE_SHARE = 0.97;
/** Growth of the backlog: share of the published messages, and seconds of publishing. Less is a passing delay. */
const BACKLOG_LIMITS = { share: 0.03, seconds: 1 };
const END_TO_END = ['end_to_end_latency_mean', 'end_to_end_latency_p99'];

/** @param trial absent: neither the target instance nor the planned events are known */
export function judgeKafka(
  reading: Reading,
  hosts: readonly HostRaw[],
  params: KafkaParams,
  trial?: TrialContext,
): readonly Reason[] {
  const { kills, problems } = readKills(hosts);
  const outputs = hosts.flatMap((raw) => findKafkaOutput(raw) ?? []);
  const isKilled = kills.some(({ acted }) => acted !== null);
  return [
    ...judgeScript(KAFKA_RESULT, hosts, params),
    ...(trial === undefined ? [] : judgeCopies(listHosts(hosts, KAFKA_ROLES.broker), trial)),
    ...[...problems, ...listFailedKills(kills, trial)].map((text) => createReason('invalid', 'EventFailed', text)),
    ...judgeLosses(outputs, params, isKilled),
    ...judgeProblems(hosts, isKilled),
    ...judgeTopics(hosts),
    ...judgeWorkers(reading, params),
    ...(isKilled ? judgeRecovery(reading, kills, hosts, params) : judgeRate(outputs, params)),
  ];
}

function createReason(level: Reason['level'], code: string, text: string, affected?: readonly string[]): Reason {
  return { level, code, text, ...(affected === undefined ? {} : { metrics: affected }) };
}

/** Brokers whose data are on another target instance than the trial measures. */
function judgeCopies(brokers: readonly HostRaw[], { copy }: TrialContext): readonly Reason[] {
  return brokers.flatMap(({ host, status }): readonly Reason[] => {
    if (status === null || status.rc !== 0) return [];
    const { kafkaCopy } = status.facts;
    if (kafkaCopy === copy) return [];
    const where = kafkaCopy === undefined ? 'outside the target instances' : `on target instance ${kafkaCopy}`;
    return [createReason('invalid', 'OtherCopy', `${host}: its server has its data ${where}; expected: ${copy}`)];
  });
}

/** Kills that failed, and planned ones that no host recorded. */
function listFailedKills(kills: readonly KafkaKill[], trial?: TrialContext): readonly string[] {
  const planned = listPlannedKills(trial?.events).flatMap(({ victims }) => victims);
  const missing = planned.filter((host) => !kills.some((one) => one.host === host));
  return [
    ...kills.flatMap(({ host, problem }) => (problem === null ? [] : [`kill of ${host}: ${problem}`])),
    ...missing.map((host) => `kill of ${host}: no host recorded it`),
  ];
}

/** Acknowledged messages that were never read. With fewer than three replicas, a kill may lose some. */
function judgeLosses(
  outputs: readonly KafkaOutput[],
  { replicationFactor }: KafkaParams,
  isKilled: boolean,
): readonly Reason[] {
  const lost = sumOutputs(outputs, ({ total }) => total.lost);
  if (lost === 0 || (isKilled && replicationFactor < 3)) return [];
  const all = sumOutputs(outputs, ({ total }) => total.acknowledged);
  const text = `${lost} of ${all} acknowledged messages were lost (replication factor ${replicationFactor})`;
  return [createReason('invalid', 'MessagesLost', text)];
}

function judgeProblems(hosts: readonly HostRaw[], isKilled: boolean): readonly Reason[] {
  return hosts.flatMap((raw): readonly Reason[] => {
    const output = findKafkaOutput(raw);
    if (output === null) return [];
    const { problems, failed } = output;
    return [
      ...problems.map((text) => createReason('suspect', 'ErrorLines', `${raw.host}: ${text}`)),
      ...(failed === 0 || isKilled
        ? []
        : [createReason('suspect', 'FailedIos', `${raw.host}: ${failed} messages could not be published`)]),
    ];
  });
}

/** Brokers that still delete topics when the next trial starts. */
function judgeTopics(hosts: readonly HostRaw[]): readonly Reason[] {
  return hosts.flatMap(({ host, status }) => {
    const left = status?.facts['topicsLeft'];
    return left === undefined
      ? []
      : [createReason('suspect', 'ErrorLines', `${host}: ${left} folders of topics were not deleted in time`)];
  });
}

/** Producers are spread over the workers one after the other: only with equal numbers, rates of workers are equal. */
function judgeWorkers({ observations }: Reading, { topics, producersPerTopic }: KafkaParams): readonly Reason[] {
  const own = observations.filter(({ host, metric }) => host !== 'aggregate' && metric === 'publish_rate');
  return (topics * producersPerTopic) % own.length === 0 ? judgeStragglers(own) : [];
}

function judgeRecovery(
  reading: Reading,
  kills: readonly KafkaKill[],
  hosts: readonly HostRaw[],
  { producerRate }: KafkaParams,
): readonly Reason[] {
  const recovery = findRecovery(reading, kills, hosts);
  if (recovery === null) return [];
  if ('problem' in recovery)
    return [createReason('suspect', 'NotRecovered', `no recovery time: ${recovery.problem}`, ['recovery_time'])];
  const { before } = recovery;
  if (producerRate === 'max' || before >= RATE_SHARE * producerRate) return [];
  const text =
    `before the kill, ${Math.round(before)} of ${producerRate} messages/s were acknowledged ` +
    `(limit ${100 * RATE_SHARE}%): the cluster was overloaded`;
  return [createReason('suspect', 'RateNotReached', text)];
}

/** A fixed rate that brokers do not keep up with, and any rate that consumers do not keep up with. */
function judgeRate(outputs: readonly KafkaOutput[], { producerRate }: KafkaParams): readonly Reason[] {
  if (outputs.length === 0) return [];
  const rate = sumOutputs(outputs, ({ acknowledged, seconds }) => acknowledged / seconds);
  const offered = producerRate === 'max' ? rate : producerRate;
  const percent = (100 * rate) / offered;
  const missed =
    `${Math.round(rate)} of ${offered} messages/s were acknowledged, ${percent.toFixed(1)}% ` +
    `(limit ${100 * RATE_SHARE}%)`;
  const published = sumOutputs(outputs, ({ acknowledged }) => acknowledged);
  const backlogAt = (at: number): number => sumOutputs(outputs, ({ series }) => series.backlog.at(at) ?? 0);
  const first = backlogAt(0);
  const last = backlogAt(-1);
  const growth = last - first;
  const hasGrown = growth > Math.max(BACKLOG_LIMITS.share * published, BACKLOG_LIMITS.seconds * offered);
  const behind =
    `the backlog of the consumers grew from ${first} to ${last} messages, ` +
    `${formatSeconds(last / offered)} of publishing`;
  return [
    ...(rate < RATE_SHARE * offered ? [createReason('suspect', 'RateNotReached', missed)] : []),
    ...(hasGrown ? [createReason('suspect', 'BacklogGrew', behind, END_TO_END)] : []),
  ];
}

function sumOutputs(outputs: readonly KafkaOutput[], of: (output: KafkaOutput) => number): number {
  return outputs.reduce((sum, output) => sum + of(output), 0);
}
