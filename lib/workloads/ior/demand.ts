/** What IOR asks of the storage. */
import { type Demand, NONE } from '../demand';
import { MEASURE, MPI } from '../tools/mpi';
import type { IorParams } from './schema';

/** Processor time of one transfer. Assumed. */
const CPU_SECONDS = 100e-6;
/** In turn. */
export const OPERATIONS = ['write', 'read'] as const;

/** One after the other. */
export function demand(params: IorParams): Readonly<Record<string, readonly Demand[]>> {
  return { [MEASURE]: OPERATIONS.map((operation) => demandOf(params, operation)) };
}

/** Bytes of all processes in one repetition. */
export function bytesOf({ ranks, blockSize, segmentCount }: IorParams): number {
  return ranks * blockSize * segmentCount;
}

/** A unit is one transfer. Repetitions follow each other alike: they are one. */
function demandOf(params: IorParams, operation: (typeof OPERATIONS)[number]): Demand {
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
