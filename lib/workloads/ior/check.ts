/** Rules beyond the schema of ior. */
import type { Problem } from '../../shapes/problem';
import { formatBytes } from '../../shapes/quantity';
import { eachAlike } from '../tools/mpi-ranks';
import type { IorParams } from './schema';

/** O_DIRECT takes whole blocks: 4 KiB fit all file systems. */
const DIRECT_BYTES = 4096;

/** `path` is relative to the workload's entry in the spec. */
export function check({ transferSize, blockSize, reorderTasks, fsync, direct }: IorParams): Problem[] {
  const found: Problem[] = [];
  if (transferSize === 0 || blockSize === 0 || blockSize % transferSize !== 0) {
    const message =
      `found ${formatBytes(blockSize)} with a \`transferSize\` of ${formatBytes(transferSize)}; allowed: a whole ` +
      'number of transfers, one at least';
    found.push({ severity: 'error', code: 'BadValue', path: ['blockSize'], message });
  }
  if (direct && transferSize % DIRECT_BYTES !== 0) {
    const message = `found ${transferSize} B with \`direct\`; allowed: multiples of ${DIRECT_BYTES} bytes`;
    found.push({ severity: 'error', code: 'BadValue', path: ['transferSize'], message });
  }
  if (!fsync && !direct) {
    const message =
      'what is written may be in the memory of the hosts when the time ends, and `write_bandwidth` be that of their ' +
      'memory. `fsync: true` waits until it is on the storage';
    found.push({ severity: 'advice', code: 'NotWrittenThrough', path: ['fsync'], message });
  }
  if (!reorderTasks && !direct) {
    const message =
      'each host reads what it has written: its memory may answer. `reorderTasks: true` asks another host';
    found.push({ severity: 'advice', code: 'OwnFilesRead', path: ['reorderTasks'], message });
  }
  return found;
}

/** Each host has as many processes as the others; one alone has nobody else whose data it could read. */
export function ofHosts({ ranks, reorderTasks, direct }: IorParams, hosts: number): readonly Problem[] {
  const uneven = eachAlike(ranks, hosts);
  if (hosts > 1 || !reorderTasks || direct) return uneven;
  const message =
    'one host reads what it has written itself, whatever `reorderTasks` says: its memory may answer, unless that is ' +
    'much smaller than what is written. Two hosts or more, or `direct: true`';
  return [...uneven, { severity: 'advice', code: 'OwnFilesRead', path: ['reorderTasks'], message }];
}
