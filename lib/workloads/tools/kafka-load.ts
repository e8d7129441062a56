/** What all kinds that load Kafka do in a trial, as plans need it: the step that measures, what it asks of storage. */
import type { HeldRates } from '../../shapes/metric';
import type { Duration } from '../contract';
import { type Demand, NONE } from '../demand';
import type { StepSketch } from '../sketch';
import { WORKER } from './kafka-cluster';

/** What a message costs whoever moves it, seconds of a processor. Assumed. */
const CPU_SECONDS = 0.00002;

/** What is published goes to the storage of brokers; consumers find it in their memory. */
export const HELD: readonly HeldRates[] = [
  { of: null, bytes: { metric: 'publish_throughput', limit: 'bandwidth', moves: 'written' }, operations: null },
];

/** The step that measures, on those who load. @param marginSeconds until it is taken for hanging */
export function measureStep({ total }: Duration, marginSeconds: number): StepSketch {
  return {
    name: 'measure',
    roles: [WORKER],
    barrier: true,
    measures: true,
    expectedSeconds: total,
    timeoutSeconds: Math.ceil(total) + marginSeconds,
  };
}

/** What a kind offers. */
interface Offer {
  readonly messageSize: number;
  readonly replicationFactor: number;
  readonly producerRate: 'max' | number;
  /** Messages a second where the most is to be found. */
  readonly most: number;
  readonly threads: number;
}

/** A unit is a message: its copies are written, and consumers find it in the memory of brokers. */
export function messages(offer: Offer, { warmUp, measured }: Duration): Demand {
  const { messageSize, replicationFactor, producerRate, most, threads } = offer;
  return {
    ofAll: true,
    unit: {
      reads: NONE,
      writes: { count: replicationFactor, bytes: messageSize },
      sequential: true,
      metadata: {},
      cpuSeconds: CPU_SECONDS,
    },
    threads,
    pace: { loop: 'open', rate: producerRate === 'max' ? most : producerRate },
    extent: { until: 'time', warmUpSeconds: warmUp, measuredSeconds: measured },
    workingBytes: 0,
    buffered: true,
  };
}
