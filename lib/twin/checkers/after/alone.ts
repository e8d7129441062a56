/** A trial that counts had its hosts for itself: no command of another attempt ran beside it. */
import type { HostWork } from '../../faults/hosts';
import type { Complaint } from '../facts';
import type { Aftermath } from './aftermath';

/** @returns a complaint about every VALID row whose attempt shared a host */
export function alone({ played: { work, now }, facts: { rows, executionId } }: Aftermath): Complaint[] {
  const own = work.filter(({ outputPrefix }) => outputPrefix.includes(`/${executionId}/raw/`));
  const byHost = new Map<string, HostWork[]>();
  for (const one of own) byHost.set(one.instanceId, [...(byHost.get(one.instanceId) ?? []), one]);
  const valid = new Set(rows.flatMap(({ row }) => (row.verdict === 'VALID' ? [`${row.trial}.a${row.attempt}`] : [])));
  const seen = new Set<string>();
  for (const commands of byHost.values()) {
    for (const one of commands) {
      if (!valid.has(one.attempt)) continue;
      const other = commands.find(
        (two) => two.attempt !== one.attempt && two.from < (one.until ?? now) && (two.until ?? now) > one.from,
      );
      if (other !== undefined) seen.add(`${one.attempt} is VALID, but ${other.attempt} ran beside it`);
    }
  }
  return [...seen].map((text) => ({ checker: 'alone', code: 'RanBeside', text }));
}
