/** How mdtest is called. */
import { mpiCall } from '../tools/mpi-call';
import type { MdtestParams } from './schema';

/**
 * Of mdtest (its `-h`): only files, so many of each process, all phases so often; the stride of `-N` is the processes
 * of a host, since they fill one host after the other. With the places of `tools/mpi-call`.
 */
export function argvOf({
  filesPerRank,
  iterations,
  ownDirectory,
  shiftRanks,
  fileSize,
}: MdtestParams): readonly string[] {
  const size = String(fileSize);
  return [
    '-F',
    '-v',
    '-n',
    String(filesPerRank),
    '-i',
    String(iterations),
    ...(ownDirectory ? ['-u'] : []),
    ...(shiftRanks ? ['-N', 'RANKS_OF_A_HOST'] : []),
    // What is written is on the storage when a create has ended (`-y`).
    ...(fileSize === 0 ? [] : ['-y', '-w', size, '-e', size]),
    '-d',
    'FOLDER',
  ];
}

/** The whole call on so many hosts. @param folder in which it works */
export function callOf(params: MdtestParams, hosts: number, folder = 'FOLDER'): readonly string[] {
  return mpiCall({ tool: 'mdtest', ranks: params.ranks, argv: argvOf(params) }, hosts, { FOLDER: folder });
}
