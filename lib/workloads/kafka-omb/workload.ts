/** The `kafka-omb` workload, as far as it can be planned: Kafka under the OpenMessaging Benchmark. */
import type { Duration } from '../contract';
import type { SketchedWorkload } from '../sketch';
import { CONSUMED, fixtures, HELD, measureStep, messages, OVER_TIME, PUBLISHED, roles, services } from '../tools/kafka';
import { check, type KafkaOmbParams, schema } from './schema';

/** Points of a series are so far apart: the benchmark prints every ten seconds. */
const EVERY_SECONDS = 10;
/**
 * Around what is measured: topics are made, a probe waits until all consumers get messages, and results are gathered.
 * Minutes, says everyone who runs it; a partition takes about a hundredth of a second. Assumed.
 */
const AROUND = { seconds: 120, perPartition: 0.05 };
/** For all of that, until it hangs. */
const MARGIN_SECONDS = 1800;
/** What is offered where the most is to be found, messages a second: as a published run had it. */
const OFFERED = 1_000_000;

const METRICS = { ...PUBLISHED, ...CONSUMED };

export const kafkaOmb: SketchedWorkload<'kafka-omb', KafkaOmbParams> = {
  kind: 'kafka-omb',
  summary: 'kafka-omb: how many messages a second Kafka takes and gives, under the OpenMessaging Benchmark',
  schema,
  metrics: METRICS,
  factWords: {},
  gives: () => [
    {
      operation: null,
      metrics: Object.keys(METRICS),
      series: { everySeconds: EVERY_SECONDS, metrics: OVER_TIME },
    },
  ],
  roles: (_params, fleet) => roles(fleet),
  services: (_params, fleet) => services(fleet),
  check,
  duration,
  limits: () => HELD,
  fixtures: ({ kafka, driver, replicationFactor }, place) =>
    fixtures({ kafka, brokers: { driver, replicationFactor }, load: 'omb' }, place),
  script: (params) => [measureStep(duration(params), MARGIN_SECONDS)],
  demand: (params) => ({
    measure: messages(
      { ...params, most: OFFERED, threads: params.producersPerTopic * params.topics },
      duration(params),
    ),
  }),
};

function duration({
  warmupDurationMinutes,
  testDurationMinutes,
  topics,
  partitionsPerTopic,
}: KafkaOmbParams): Duration {
  const [warmUp, measured] = [60 * warmupDurationMinutes, 60 * testDurationMinutes];
  const around = AROUND.seconds + AROUND.perPartition * topics * partitionsPerTopic;
  return { total: warmUp + measured + around, warmUp, measured, until: 'time' };
}
