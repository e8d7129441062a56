/** What mdtest asks of the storage, and what it would print. Marked as simulated. */
import type { FileOperations } from '../../shapes/file-operation';
import { type Demand, NONE } from '../demand';
import type { ModelledHost, ModelledPerformance, ModelledPrinter, ModelledTool } from '../modelled';
import { MPI, MEASURE } from '../tools/mpi';
import { wordsOf } from '../tools/mpi-call';
import { callOf } from './argv';
import { OUTPUT_FILE } from './read-host';
import type { MdtestParams } from './schema';

/** Phases, as a table of mdtest names them, in their order; what each asks of the storage for a file. */
export const PHASES = [
  { row: 'File creation', asks: { create: 1 }, writes: true, looks: false },
  { row: 'File stat', asks: { stat: 1 }, writes: false, looks: true },
  { row: 'File read', asks: { open: 1 }, writes: false, looks: true },
  { row: 'File removal', asks: { delete: 1 }, writes: false, looks: false },
] as const;
/**
 * Of one operation of one process, where the storage is idle: as over NFS. Assumed; a limit of the storage lengthens
 * it. A published run of 3.2 million files took minutes a phase.
 */
export const OPERATION_SECONDS = 0.002;
/** Processor time of one operation. Assumed. */
const CPU_SECONDS = 10e-6;
/** Of lookups that the memory of the host could answer, those that ask the storage all the same. Assumed. */
const ASKED_ALL_THE_SAME = 0.1;
/** What iterations differ by, relative: their deviation. Assumed. */
const SPREAD = 0.02;
const VERSION = '4.0.0';

/** For the `modelled` member of the workload. */
export const modelled: ModelledTool<MdtestParams> = {
  demand: (params) => ({ [MEASURE]: PHASES.map((phase) => demand(params, phase)) }),
  printer,
};

/** What the memory of a host leaves over. */
function fewer(asks: FileOperations): FileOperations {
  return Object.fromEntries(Object.entries(asks).map(([name, count]) => [name, ASKED_ALL_THE_SAME * count]));
}

/** A unit is a file. Iterations follow each other alike: those of a phase are one. */
function demand(params: MdtestParams, { asks, row, writes, looks }: (typeof PHASES)[number]): Demand {
  const { ranks, filesPerRank, iterations, fileSize, shiftRanks } = params;
  const data = fileSize === 0 ? NONE : { count: 1, bytes: fileSize };
  return {
    ofAll: true,
    unit: {
      reads: row === 'File read' ? data : NONE,
      writes: writes ? data : NONE,
      sequential: false,
      metadata: looks && !shiftRanks ? fewer(asks) : asks,
      cpuSeconds: CPU_SECONDS,
    },
    threads: ranks,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'done', units: ranks * filesPerRank * iterations },
    workingBytes: ranks * filesPerRank * fileSize,
    // Another host reads what one has made.
    buffered: row !== 'File read' || !shiftRanks,
    ...(row === 'File creation' ? { pauseSeconds: MPI.startSeconds } : {}),
  };
}

/** As the leader calls it: the others call nothing. */
function called(params: MdtestParams, { hosts, folder }: ModelledHost): readonly string[] {
  return callOf(params, hosts, `${folder}/mdtest`);
}

function printer(params: MdtestParams): ModelledPrinter {
  return (performance, host) => ({
    tool: 'mdtest',
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

function printed(params: MdtestParams, { phases = [] }: ModelledPerformance, host: ModelledHost): string {
  const { ranks, iterations, filesPerRank } = params;
  const { hosts } = host;
  const rows = PHASES.map(({ row }, index) => {
    const mean = hosts * (phases[index]?.units.rate ?? 0);
    const deviation = iterations === 1 ? 0 : SPREAD * mean;
    return [row.padEnd(28), mean + deviation, mean - deviation, mean, deviation]
      .map((cell) => (typeof cell === 'string' ? cell : cell.toFixed(3).padStart(14)))
      .join(' ');
  });
  return [
    '-- started at 01/01/2000 00:00:00 --',
    '',
    `mdtest-${VERSION} was launched with ${ranks} total task(s) on ${hosts} node(s)`,
    `Command line used: mdtest ${wordsOf(called(params, host), 'mdtest').join(' ')}`,
    '',
    `${ranks} tasks, ${ranks * filesPerRank} files`,
    '',
    `SUMMARY rate: (of ${iterations} iterations)`,
    '   Operation                     Max            Min           Mean        Std Dev',
    '   ---------                     ---            ---           ----        -------',
    ...rows.map((row) => `   ${row}`),
    '-- finished at 01/01/2000 00:00:00 --',
    '',
  ].join('\n');
}
