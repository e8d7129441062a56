/** The `ior` workload, as far as it can be planned: large transfers of many processes, written and then read. */
import { check } from './check';
import type { HeldRates, Metric } from '../../shapes/metric';
import type { Duration } from '../contract';
import type { Demand } from '../demand';
import { MPI, mpiTools } from '../tools/mpi';
import type { SketchedWorkload, StepSketch } from '../sketch';
import { parseOutput } from './output/parse';
import { type IorParams, schema } from './schema';

/** Rates to plan with, bytes/s: of one process, and of all together so slow that something hangs. Assumed. */
const RATE = { expected: 500e6, least: 50e6 };
/** The least until a job is given up, seconds. */
const LEAST_SECONDS = 3600;

/** Rates of all processes together; the figure of a trial is the mean of its repetitions. */
function rate(words: string): Metric {
  return { unit: 'bytes/s', better: 'higher', words, column: true, overHosts: 'sum', statistic: 'mean' };
}

const METRICS: Readonly<Record<'write_bandwidth' | 'read_bandwidth', Metric>> = {
  write_bandwidth: rate('write bandwidth'),
  read_bandwidth: rate('read bandwidth'),
};

export const ior: SketchedWorkload<'ior', IorParams> = {
  kind: 'ior',
  summary: 'ior: how many bytes a second many processes write and read in large transfers, under MPI',
  schema,
  metrics: METRICS,
  factWords: {},
  gives: () => [{ operation: null, metrics: Object.keys(METRICS) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  duration,
  limits,
  fixtures: ({ role }) => mpiTools('ior', role),
  script: (params) => [measure(params)],
  parse: parseOutput,
  demand: (params) => ({ measure: demand(params) }),
};

function limits(): readonly HeldRates[] {
  return ['write_bandwidth', 'read_bandwidth'].map((metric) => ({
    of: null,
    bytes: { metric, limit: 'bandwidth' as const },
    operations: null,
  }));
}

/** Bytes of all processes in one repetition. */
function bytesOf({ ranks, blockSize, segmentCount }: IorParams): number {
  return ranks * blockSize * segmentCount;
}

/** Written and read, where nothing but the processes limits it. */
function duration({ blockSize, segmentCount, repetitions }: IorParams): Duration {
  const measured = Math.max(1, (2 * repetitions * blockSize * segmentCount) / RATE.expected);
  return { total: MPI.startSeconds + measured, warmUp: 0, measured, until: 'done' };
}

function measure(params: IorParams): StepSketch {
  const { role, ranks, repetitions, filePerProc } = params;
  // Reads take about as long as writes: what is moved counts twice.
  const moved = 2 * repetitions * bytesOf(params);
  return {
    name: 'measure',
    roles: [role],
    barrier: true,
    measures: true,
    expectedSeconds: duration(params).total,
    timeoutSeconds: Math.ceil(Math.max(LEAST_SECONDS, moved / RATE.least)),
    idleSeconds: MPI.startSeconds,
    work: {
      ofAll: true,
      writtenBytes: moved,
      operations: { create: repetitions * (filePerProc ? ranks : 1) },
      inFlight: ranks,
    },
  };
}

/** A unit is one transfer, written and read. */
function demand(params: IorParams): Demand {
  const { ranks, transferSize, repetitions } = params;
  const one = { count: 1, bytes: transferSize };
  return {
    ofAll: true,
    unit: { reads: one, writes: one, sequential: true, metadata: {}, cpuSeconds: 0.0001 },
    threads: ranks,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'done', units: (repetitions * bytesOf(params)) / Math.max(1, transferSize) },
    workingBytes: bytesOf(params),
    buffered: true,
  };
}
