/** The `mdtest` workload, as far as it can be planned: files made, looked up, read and removed by many processes. */
import type { Duration } from '../contract';
import { type Demand, NONE } from '../demand';
import { MPI, mpiTools } from '../tools/mpi';
import type { SketchedWorkload, StepSketch } from '../sketch';
import { check } from './check';
import { limits, METRICS } from './metrics';
import { parseOutput } from './output/parse';
import { type MdtestParams, schema } from './schema';

/** Create, stat, read, remove. */
const PHASES = 4;
/**
 * Of one operation of one process, where the storage is idle: as over NFS. Assumed; a limit of the storage lengthens
 * it. A published run of 3.2 million files took minutes a phase.
 */
const OPERATION_SECONDS = 0.002;
/** All processes together, so slow that something hangs; and the least until a job is given up, seconds. */
const LEAST = { operations: 2000, seconds: 7200 };

export const mdtest: SketchedWorkload<'mdtest', MdtestParams> = {
  kind: 'mdtest',
  summary: 'mdtest: how many files a second many processes make, look up, read and remove, under MPI',
  schema,
  metrics: METRICS,
  factWords: {},
  gives: () => [{ operation: null, metrics: Object.keys(METRICS) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  duration,
  limits,
  fixtures: ({ role }) => mpiTools('mdtest', role),
  script: (params) => [measure(params)],
  parse: parseOutput,
  demand: (params) => ({ measure: demand(params) }),
};

/** Where nothing limits: each process does one thing after the other. */
function duration({ filesPerRank, iterations }: MdtestParams): Duration {
  const measured = PHASES * filesPerRank * iterations * OPERATION_SECONDS;
  return { total: MPI.startSeconds + measured, warmUp: 0, measured, until: 'done' };
}

function measure(params: MdtestParams): StepSketch {
  const { role, ranks, filesPerRank, iterations, fileSize } = params;
  const files = ranks * filesPerRank * iterations;
  return {
    name: 'measure',
    roles: [role],
    barrier: true,
    measures: true,
    expectedSeconds: duration(params).total,
    timeoutSeconds: Math.ceil(Math.max(LEAST.seconds, (PHASES * files) / LEAST.operations)),
    idleSeconds: MPI.startSeconds,
    work: {
      ofAll: true,
      writtenBytes: files * fileSize,
      // A read opens the file and closes it: it is looked up like any other.
      operations: { create: files, stat: 2 * files, delete: files },
      inFlight: ranks,
    },
  };
}

/** A unit is a file. */
function demand({ ranks, filesPerRank, iterations, fileSize }: MdtestParams): Demand {
  const data = fileSize === 0 ? NONE : { count: 1, bytes: fileSize };
  return {
    ofAll: true,
    unit: {
      reads: data,
      writes: data,
      sequential: false,
      metadata: { create: 1, stat: 2, delete: 1 },
      cpuSeconds: 0.0001,
    },
    threads: ranks,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'done', units: ranks * filesPerRank * iterations },
    workingBytes: ranks * filesPerRank * fileSize,
    buffered: true,
  };
}
