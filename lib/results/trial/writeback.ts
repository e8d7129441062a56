/** Checks that earlier writes had reached the storage when a trial started: `workloads/shell/settle.sh`. */
import type { HostRaw } from '../../workloads/contract';
import type { Reason } from '../../shapes/verdict';
import { formatBytes } from '../../shapes/quantity';
import { formatNames } from './host-facts';

/** Up to this many bytes, an idle system has pending writes: logs, access times. */
const LEAST_BYTES = 1024 ** 2;

/** Reason SUSPECT `WritebackPending` if hosts could not flush pending writes in time. */
export function checkWriteback(hosts: readonly HostRaw[]): readonly Reason[] {
  const found = hosts.flatMap(({ host, status }) => {
    const synced = status?.facts['synced'];
    if (status === null || status.rc !== 0 || synced === undefined || synced === 'yes') return [];
    const left = Number(status.facts['stillToWriteBytes'] ?? Number.NaN);
    if (left < LEAST_BYTES) return [];
    return [`${host}: ${synced}${Number.isNaN(left) ? '' : `, ${formatBytes(left)} were pending`}`];
  });
  if (found.length === 0) return [];
  const text = `earlier writes were not all on the storage when the trial started: ${formatNames(found)}`;
  return [{ level: 'suspect', code: 'WritebackPending', text }];
}
