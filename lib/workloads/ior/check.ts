/** Rules beyond the schema of ior. */
import type { Problem } from '../../shapes/problem';
import { formatBytes } from '../../shapes/quantity';
import type { IorParams } from './schema';

/** `path` is relative to the workload's entry in the spec. */
export function check({ transferSize, blockSize, reorderTasks, fsync }: IorParams): Problem[] {
  const found: Problem[] = [];
  if (transferSize === 0 || blockSize === 0 || blockSize % transferSize !== 0) {
    const message =
      `found ${formatBytes(blockSize)} with a \`transferSize\` of ${formatBytes(transferSize)}; allowed: a whole ` +
      'number of transfers, one at least';
    found.push({ severity: 'error', code: 'BadValue', path: ['blockSize'], message });
  }
  if (!fsync) {
    const message =
      'what is written may be in the memory of the hosts when the time ends, and `write_bandwidth` be that of their ' +
      'memory. `fsync: true` waits until it is on the storage';
    found.push({ severity: 'advice', code: 'NotWrittenThrough', path: ['fsync'], message });
  }
  if (!reorderTasks) {
    const message =
      'each host reads what it has written: its memory may answer. `reorderTasks: true` asks another host';
    found.push({ severity: 'advice', code: 'OwnFilesRead', path: ['reorderTasks'], message });
  }
  return found;
}
