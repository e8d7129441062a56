/** The `ior` workload: large transfers of many processes, written and then read, as one MPI job. */
import type { Duration, KnownWorkload, ScriptFiles, Step } from '../contract';
import { MPI, mpiFixtures, mpiStep } from '../tools/mpi';
import { mpiCall } from '../tools/mpi-call';
import { onHosts } from '../tools/mpi-ranks';
import { argvOf } from './argv';
import { check, ofHosts } from './check';
import { judge } from './judge';
import { LEAST_PHASE_SECONDS } from '../tools/mpi-reading';
import { limits, METRICS } from './metrics';
import { bytesOf, demand } from './demand';
import { parseOutput } from './output/parse';
import { OUTPUT_FILE, readHost } from './read-host';
import { type IorParams, schema } from './schema';

/** Rates to plan with, bytes/s: of one process, and of all together so slow that something hangs. Assumed. */
const RATE = { expected: 500e6, least: 50e6 };
/** The least until a job is given up, seconds. */
const LEAST_SECONDS = 3600;

export const ior: KnownWorkload<'ior', IorParams> = {
  kind: 'ior',
  summary: 'ior: how many bytes a second many processes write and read in large transfers, under MPI',
  schema,
  metrics: METRICS,
  factWords: {},
  oneTree: true,
  oneJob: true,
  bundle: 'ior',
  gives: () => [{ operation: null, metrics: Object.keys(METRICS) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  onHosts,
  ofHosts,
  command: (params, hosts) => mpiCall({ tool: 'ior', ranks: params.ranks, argv: argvOf(params) }, hosts),
  duration,
  phases: ({ repetitions }) => ({ count: 2 * repetitions, leastSeconds: LEAST_PHASE_SECONDS, setting: 'segmentCount' }),
  limits,
  fixtures: ({ role }, { files }) => mpiFixtures(role, files),
  script: (params, files) => [measure(params, files)],
  parse: parseOutput,
  readHost,
  judge,
  demand,
};

/** Written and read, where nothing but the processes limits it. */
function duration({ blockSize, segmentCount, repetitions }: IorParams): Duration {
  const measured = Math.max(1, (2 * repetitions * blockSize * segmentCount) / RATE.expected);
  return { total: MPI.startSeconds + measured, warmUp: 0, measured, until: 'done' };
}

function measure(params: IorParams, files: ScriptFiles): Step {
  const { role, ranks, repetitions, filePerProc } = params;
  const workingBytes = bytesOf(params);
  const bytes = repetitions * workingBytes;
  return mpiStep(
    {
      tool: 'ior',
      role,
      ranks,
      argv: argvOf(params),
      output: OUTPUT_FILE,
      seconds: duration(params).total,
      limitSeconds: Math.max(LEAST_SECONDS, (2 * bytes) / RATE.least),
      work: {
        ofAll: true,
        writtenBytes: bytes,
        reads: { bytes, workingBytes },
        operations: { create: repetitions * (filePerProc ? ranks : 1) },
        inFlight: ranks,
      },
    },
    files,
  );
}
