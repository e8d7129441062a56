/** The `mdtest` workload: files made, looked up, read and removed by many processes, as one MPI job. */
import type { Duration, KnownWorkload, ScriptFiles, Step } from '../contract';
import { MPI, mpiFixtures, mpiStep } from '../tools/mpi';
import { mpiCall } from '../tools/mpi-call';
import { onHosts } from '../tools/mpi-ranks';
import { argvOf } from './argv';
import { check, ofHosts } from './check';
import { judge } from './judge';
import { LEAST_PHASE_SECONDS } from '../tools/mpi-reading';
import { limits, METRICS } from './metrics';
import { demand, OPERATION_SECONDS, PHASES } from './demand';
import { parseOutput } from './output/parse';
import { OUTPUT_FILE, readHost } from './read-host';
import { type MdtestParams, schema } from './schema';

/** All processes together, so slow that something hangs; and the least until a job is given up, seconds. */
const LEAST = { operations: 2000, seconds: 7200 };

export const mdtest: KnownWorkload<'mdtest', MdtestParams> = {
  kind: 'mdtest',
  summary: 'mdtest: how many files a second many processes make, look up, read and remove, under MPI',
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
  command: (params, hosts) => mpiCall({ tool: 'mdtest', ranks: params.ranks, argv: argvOf(params) }, hosts),
  duration,
  phases: ({ iterations }) => ({
    count: PHASES.length * iterations,
    leastSeconds: LEAST_PHASE_SECONDS,
    setting: 'filesPerRank',
  }),
  limits,
  fixtures: ({ role }, { files }) => mpiFixtures(role, files),
  script: (params, files) => [measure(params, files)],
  parse: parseOutput,
  readHost,
  judge,
  demand,
};

/** Where nothing limits: each process does one thing after the other. */
function duration({ filesPerRank, iterations }: MdtestParams): Duration {
  const measured = PHASES.length * filesPerRank * iterations * OPERATION_SECONDS;
  return { total: MPI.startSeconds + measured, warmUp: 0, measured, until: 'done' };
}

function measure(params: MdtestParams, scripts: ScriptFiles): Step {
  const { role, ranks, filesPerRank, iterations, fileSize, ownDirectory } = params;
  const files = ranks * filesPerRank * iterations;
  return mpiStep(
    {
      tool: 'mdtest',
      role,
      ranks,
      argv: argvOf(params),
      output: OUTPUT_FILE,
      directories: ownDirectory ? ranks : 1,
      seconds: duration(params).total,
      limitSeconds: Math.max(LEAST.seconds, (PHASES.length * files) / LEAST.operations),
      work: {
        ofAll: true,
        writtenBytes: files * fileSize,
        operations: { create: files, stat: files, open: files, delete: files },
        inFlight: ranks,
      },
    },
    scripts,
  );
}
