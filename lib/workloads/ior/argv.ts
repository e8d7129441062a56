/** How IOR is called. */
import { mpiCall } from '../tools/mpi-call';
import type { IorParams } from './schema';

/**
 * Of IOR (user guide, Command line options): POSIX, written and then read, processes in step (`-g`); what is read was
 * written on the next host (`-C`, which is one host further by default). With the places of `tools/mpi-call`.
 */
export function argvOf(params: IorParams): readonly string[] {
  const { filePerProc, fsync, reorderTasks, direct, randomOffset } = params;
  const { repetitions, transferSize, blockSize, segmentCount } = params;
  const flags = ['-a', 'POSIX', '-w', '-r', '-g'];
  const sizes = ['-t', String(transferSize), '-b', String(blockSize), '-s', String(segmentCount)];
  const output = ['-o', 'FOLDER/data', '-O', 'summaryFormat=JSON'];
  return [
    ...flags,
    ...(filePerProc ? ['-F'] : []),
    ...(fsync ? ['-e'] : []),
    ...(reorderTasks ? ['-C'] : []),
    ...(direct ? ['DIRECT'] : []),
    ...(randomOffset ? ['-z'] : []),
    '-i',
    String(repetitions),
    ...sizes,
    ...output,
  ];
}

/** The whole call on so many hosts, of a version from 3.3 on. @param folder in which it works */
export function callOf(params: IorParams, hosts: number, folder = 'FOLDER'): readonly string[] {
  const job = { tool: 'ior', ranks: params.ranks, argv: argvOf(params) };
  return mpiCall(job, hosts, { FOLDER: folder, DIRECT: '--posix.odirect' });
}
