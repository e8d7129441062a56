/** Advice on loads that measure the memory of hosts. */
import type { Problem } from '../../shapes/problem';
import { eachAlike } from '../tools/mpi-ranks';
import type { MdtestParams } from './schema';

/** `path` is relative to the workload's entry in the spec. */
export function check({ shiftRanks }: MdtestParams): Problem[] {
  if (shiftRanks) return [];
  const message =
    'lookups and reads ask the host that made the file: its memory may answer, and the figures be many times those ' +
    'of the file system. `shiftRanks: true` asks another host';
  return [ownFiles(message)];
}

/** Each host has as many processes as the others; and each phase goes one host further, where there is another. */
export function ofHosts({ ranks, shiftRanks }: MdtestParams, hosts: number): readonly Problem[] {
  const uneven = eachAlike(ranks, hosts);
  if (!shiftRanks || hosts > 2) return uneven;
  const asks =
    hosts === 1
      ? 'of one host lookups and reads ask the one that made the files'
      : 'of two hosts reads ask the one that made the files, since mdtest goes one host further with every phase';
  const more = 'its memory may answer. Three hosts and more have no such phase';
  const message = `${asks}, whatever \`shiftRanks\` says: ${more}`;
  return [...uneven, ownFiles(message)];
}

function ownFiles(message: string): Problem {
  return { severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message };
}
