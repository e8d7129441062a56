/** What IOR asks of the storage, and what it would print. Marked as simulated. */
import { type Demand, NONE } from '../demand';
import type { ModelledHost, ModelledPerformance, ModelledPrinter, ModelledTool } from '../modelled';
import { MEASURE, MPI } from '../tools/mpi';
import { wordsOf } from '../tools/mpi-call';
import { callOf } from './argv';
import { OUTPUT_FILE } from './read-host';
import type { IorParams } from './schema';

/** Processor time of one transfer. Assumed. */
const CPU_SECONDS = 100e-6;
/** What repetitions differ by, relative: their deviation. Assumed. */
const SPREAD = 0.02;
const VERSION = '4.0.0';
const MIB = 1024 ** 2;
const OPERATIONS = ['write', 'read'] as const;

/** For the `modelled` member of the workload. */
export const modelled: ModelledTool<IorParams> = {
  demand: (params) => ({ [MEASURE]: OPERATIONS.map((operation) => demand(params, operation)) }),
  printer,
};

/** Bytes of all processes in one repetition. */
export function bytesOf({ ranks, blockSize, segmentCount }: IorParams): number {
  return ranks * blockSize * segmentCount;
}

/** A unit is one transfer. Repetitions follow each other alike: they are one. */
function demand(params: IorParams, operation: (typeof OPERATIONS)[number]): Demand {
  const { ranks, transferSize, repetitions, reorderTasks, direct, randomOffset } = params;
  const one = { count: 1, bytes: transferSize };
  return {
    ofAll: true,
    unit: {
      reads: operation === 'read' ? one : NONE,
      writes: operation === 'write' ? one : NONE,
      sequential: !randomOffset,
      metadata: {},
      cpuSeconds: CPU_SECONDS,
    },
    threads: ranks,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'done', units: (repetitions * bytesOf(params)) / Math.max(1, transferSize) },
    workingBytes: bytesOf(params),
    // Another host reads what one has written: no memory of hosts knows it.
    buffered: !direct && (operation === 'write' || !reorderTasks),
    ...(operation === 'write' ? { pauseSeconds: MPI.startSeconds } : {}),
  };
}

/** As the leader calls it: the others call nothing. */
function called(params: IorParams, { hosts, folder }: Pick<ModelledHost, 'hosts' | 'folder'>): readonly string[] {
  return callOf(params, hosts, `${folder}/ior`);
}

function printer(params: IorParams): ModelledPrinter {
  return (performance, host) => ({
    tool: 'ior',
    version: VERSION,
    argv: host.index === 0 ? called(params, host) : [],
    files: host.index === 0 ? { [OUTPUT_FILE]: printed(params, performance, host) } : {},
    facts: {
      memBytes: String(host.memoryBytes),
      mpiNodes: String(host.hosts),
      ...(host.barrier ? { lateSeconds: host.lateSeconds.toFixed(6) } : {}),
    },
  });
}

function printed(params: IorParams, { phases = [] }: ModelledPerformance, host: ModelledHost): string {
  const { hosts } = host;
  const { ranks, repetitions, blockSize, transferSize, segmentCount, filePerProc, reorderTasks } = params;
  const summary = OPERATIONS.map((operation, index) => {
    const mean = (hosts * (phases[index]?.units.rate ?? 0) * transferSize) / MIB;
    const deviation = repetitions === 1 ? 0 : SPREAD * mean;
    return {
      operation,
      API: 'POSIX',
      TestID: 0,
      numTasks: ranks,
      tasksPerNode: ranks / hosts,
      repetitions,
      filePerProc: Number(filePerProc),
      reorderTasks: Number(reorderTasks),
      segmentCount,
      blockSize,
      transferSize,
      bwMaxMIB: mean + deviation,
      bwMinMIB: mean - deviation,
      bwMeanMIB: mean,
      bwStdMIB: deviation,
    };
  });
  const { fsync, randomOffset } = params;
  const Parameters = {
    nodes: hosts,
    filePerProc: Number(filePerProc),
    fsync: Number(fsync),
    reorderTasks: Number(reorderTasks),
    randomOffset: Number(randomOffset),
  };
  const command = ['ior', ...wordsOf(called(params, host), 'ior')].join(' ');
  const head = `{"Version":"${VERSION}",\n"Command line":${JSON.stringify(command)},\n`;
  return `${head}${JSON.stringify({ tests: [{ TestID: 0, Parameters }], summary }).slice(1)}\n`;
}
