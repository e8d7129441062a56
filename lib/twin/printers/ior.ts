/** What IOR would print in a rehearsal. Marked as simulated. */
import { callOf } from '../../workloads/ior/argv';
import { OPERATIONS } from '../../workloads/ior/demand';
import { OUTPUT_FILE } from '../../workloads/ior/read-host';
import type { IorParams } from '../../workloads/ior/schema';
import { wordsOf } from '../../workloads/tools/mpi-call';
import type { ModelledHost, ModelledPerformance, ModelledPrinter } from './contract';

/** What repetitions differ by, relative: their deviation. Assumed. */
const SPREAD = 0.02;
const VERSION = '4.0.0';
const MIB = 1024 ** 2;

/** As the leader calls it: the others call nothing. */
function called(params: IorParams, { hosts, folder }: Pick<ModelledHost, 'hosts' | 'folder'>): readonly string[] {
  return callOf(params, hosts, `${folder}/ior`);
}

/** For the registry. */
export function printer(params: IorParams): ModelledPrinter {
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
