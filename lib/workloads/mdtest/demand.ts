/** What mdtest asks of the storage. */
import type { FileOperations } from '../../shapes/file-operation';
import { type Demand, NONE } from '../demand';
import { MPI, MEASURE } from '../tools/mpi';
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

/** One phase after the other. */
export function demand(params: MdtestParams): Readonly<Record<string, readonly Demand[]>> {
  return { [MEASURE]: PHASES.map((phase) => demandOf(params, phase)) };
}

/** What the memory of a host leaves over. */
function fewer(asks: FileOperations): FileOperations {
  return Object.fromEntries(Object.entries(asks).map(([name, count]) => [name, ASKED_ALL_THE_SAME * count]));
}

/** A unit is a file. Iterations follow each other alike: those of a phase are one. */
function demandOf(params: MdtestParams, { asks, row, writes, looks }: (typeof PHASES)[number]): Demand {
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
