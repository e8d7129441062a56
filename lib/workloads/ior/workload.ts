/** The `ior` workload: large transfers of many processes, written and then read, as one MPI job. */
import type { Problem } from '../../shapes/problem';
import type { Duration, KnownWorkload, ScriptFiles, Step } from '../contract';
import { MPI, mpiFixtures, mpiStep } from '../tools/mpi';
import { eachAlike } from '../tools/mpi-ranks';
import { check } from './check';
import { judge } from './judge';
import { limits, METRICS } from './metrics';
import { bytesOf, modelled } from './modelled';
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
  ofHosts,
  duration,
  limits,
  fixtures: ({ role }, { files }) => mpiFixtures(role, files),
  script: (params, files) => [measure(params, files)],
  parse: parseOutput,
  readHost,
  judge,
  modelled,
};

/** Each host has as many processes as the others. */
function ofHosts({ ranks }: IorParams, hosts: number): readonly Problem[] {
  return eachAlike(ranks, hosts);
}

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

/**
 * Of IOR (user guide, Command line options): POSIX, written and then read, processes in step (`-g`); what is read was
 * written on the next host (`-C`, which is one host further by default).
 */
function argvOf(params: IorParams): readonly string[] {
  const { filePerProc, fsync, reorderTasks, repetitions, transferSize, blockSize, segmentCount } = params;
  const flags = ['-a', 'POSIX', '-w', '-r', '-g'];
  const sizes = ['-t', String(transferSize), '-b', String(blockSize), '-s', String(segmentCount)];
  return [
    ...flags,
    ...(filePerProc ? ['-F'] : []),
    ...(fsync ? ['-e'] : []),
    ...(reorderTasks ? ['-C'] : []),
    '-i',
    String(repetitions),
    ...sizes,
    '-o',
    'FOLDER/data',
    '-O',
    'summaryFormat=JSON',
  ];
}
