/** Finds hosts that did different work: their figures cannot be aggregated. */
import type { Reason } from '../shapes/verdict';
import type { HostRaw } from './contract';

/** Properties that must be equal on all hosts whose tool succeeded; the keys appear in messages. */
type HostProperties<H> = Readonly<Record<string, (host: H) => string | undefined>>;

/** Returns one reason (SUSPECT `HostsDiffer`) for each property that differs. */
export function compareHosts<H>(
  hosts: readonly H[],
  raw: (host: H) => HostRaw,
  traits: HostProperties<H>,
): readonly Reason[] {
  const running = hosts.filter((host) => raw(host).status?.rc === 0);
  return Object.entries(traits).flatMap(([name, trait]): readonly Reason[] => {
    if (new Set(running.map(trait)).size < 2) return [];
    const each = running.map((host) => `${raw(host).host} ${trait(host) ?? 'unknown'}`).join(', ');
    return [{ level: 'suspect', code: 'HostsDiffer', text: `hosts differ in ${name}: ${each}` }];
  });
}
