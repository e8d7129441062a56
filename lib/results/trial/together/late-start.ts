/** Checks that hosts started at the agreed time. If all hosts are late together, their windows still look equal. */
import type { HostRaw, Window } from '../../../workloads/contract';
import type { Reason } from '../../../shapes/verdict';

/** A start is late if the delay exceeds these seconds and this share of the window. Waking up takes milliseconds. */
const LATE_SECONDS = 1;
const LATE_SHARE = 0.05;

/** With a late start, planned events hit another phase of the trial. @param warmUp seconds of load before the window */
export function checkLateStart(hosts: readonly HostRaw[], windows: readonly Window[], warmUp: number): Reason | null {
  const froms = new Map(windows.map(({ host, from }) => [host, from]));
  const late = hosts.flatMap(({ host, status }) => {
    const from = froms.get(host);
    const agreed = status?.startAt ?? null;
    return from === undefined || agreed === null ? [] : [from - warmUp - agreed];
  });
  const least = Math.min(...late);
  const longest = Math.max(...windows.map(({ from, to }) => to - from));
  if (late.length === 0 || least <= Math.max(LATE_SECONDS, LATE_SHARE * longest)) return null;
  const who = late.length === 1 ? 'the host began' : `all ${late.length} hosts began`;
  const text = `${who} ${least.toFixed(1)} s or more after the agreed time`;
  return { level: 'suspect', code: 'StartedLate', text };
}
