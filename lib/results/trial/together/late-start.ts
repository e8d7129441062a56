/** Did the hosts begin when it was agreed? All of them may be late together, so that their windows look well. */
import type { HostRaw, Window } from '../../../workloads/contract';
import type { Reason } from '../../../shapes/verdict';

/** A start is late by more than this, and by more than this share of the window: waking up takes milliseconds. */
const LEAST_SECONDS = 1;
const LATE_SHARE = 0.05;

/**
 * What was to happen at an agreed moment of the trial happened at another.
 * @param warmUp seconds before the window, in which the hosts are at work already
 */
export function checkLateStart(hosts: readonly HostRaw[], windows: readonly Window[], warmUp: number): Reason | null {
  const froms = new Map(windows.map(({ host, from }) => [host, from]));
  const late = hosts.flatMap(({ host, status }) => {
    const from = froms.get(host);
    const agreed = status?.startAt ?? null;
    return from === undefined || agreed === null ? [] : [from - warmUp - agreed];
  });
  const least = Math.min(...late);
  const longest = Math.max(...windows.map(({ from, to }) => to - from));
  if (late.length === 0 || least <= Math.max(LEAST_SECONDS, LATE_SHARE * longest)) return null;
  const who = late.length === 1 ? 'the host began' : `all ${late.length} hosts began`;
  const text = `${who} ${least.toFixed(1)} s or more after the agreed instant`;
  return { level: 'suspect', code: 'StartedLate', text };
}
