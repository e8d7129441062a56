/** Advice on loads that measure the memory of hosts. */
import type { Problem } from '../../shapes/problem';
import type { MdtestParams } from './schema';

/** `path` is relative to the workload's entry in the spec. */
export function check({ shiftRanks }: MdtestParams): Problem[] {
  if (shiftRanks) return [];
  const message =
    'lookups and reads ask the host that made the file: its memory may answer, and the figures be many times those ' +
    'of the file system. `shiftRanks: true` asks another host';
  return [{ severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message }];
}
