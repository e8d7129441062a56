/** A trial that counts had its hosts for itself: no command of another attempt ran beside it. */
import type { HostWork } from './host-work';
import type { Complaint } from '../facts';
import type { Aftermath } from './aftermath';

/** @returns a complaint about every VALID row whose attempt shared a host */
export function alone({ played: { work, now }, facts: { rows, executionId } }: Aftermath): Complaint[] {
  const own = work.filter(({ outputPrefix }) => outputPrefix.includes(`/${executionId}/raw/`));
  const byHost = new Map<string, HostWork[]>();
  for (const one of own) {
    const before = byHost.get(one.instanceId);
    if (before === undefined) byHost.set(one.instanceId, [one]);
    else before.push(one);
  }
  const valid = new Set(rows.flatMap(({ row }) => (row.verdict === 'VALID' ? [`${row.trial}.a${row.attempt}`] : [])));
  const seen = new Set<string>();
  for (const commands of byHost.values()) {
    // In the order of their begin: one is held only against those that are not over yet.
    let open: HostWork[] = [];
    for (const one of commands) {
      open = open.filter(({ until }) => (until ?? now) > one.from);
      for (const other of open) {
        if (other.attempt === one.attempt) continue;
        if (valid.has(one.attempt)) seen.add(`${one.attempt} is VALID, but ${other.attempt} ran beside it`);
        if (valid.has(other.attempt)) seen.add(`${other.attempt} is VALID, but ${one.attempt} ran beside it`);
      }
      open.push(one);
    }
  }
  return [...seen].map((text) => ({ checker: 'alone', code: 'RanBeside', text }));
}
