/** Whether what was written before a trial was on the storage when it began: `workloads/shell/settle.sh`. */
import type { HostRaw } from '../../workloads/contract';
import type { Reason } from '../../shapes/verdict';
import { formatBytes } from '../../shapes/quantity';
import { formatNames } from './host-facts';

/** What a quiet system has to write at any moment: logs, access times. */
const LEAST_BYTES = 1024 ** 2;

/** SUSPECT `WritebackPending`, where hosts could not write out in time what they held back, and held back something. */
export function checkWriteback(hosts: readonly HostRaw[]): readonly Reason[] {
  const found = hosts.flatMap(({ host, status }) => {
    const synced = status?.facts['synced'];
    if (status === null || status.rc !== 0 || synced === undefined || synced === 'yes') return [];
    const left = Number(status.facts['stillToWriteBytes'] ?? Number.NaN);
    if (left < LEAST_BYTES) return [];
    return [`${host}: ${synced}${Number.isNaN(left) ? '' : `, ${formatBytes(left)} were still to be written`}`];
  });
  if (found.length === 0) return [];
  const text = `what was written before was not all on the storage when the trial began: ${formatNames(found)}`;
  return [{ level: 'suspect', code: 'WritebackPending', text }];
}
