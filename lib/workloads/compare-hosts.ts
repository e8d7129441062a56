/** Hosts that did different things: what they give has no sum. */
import type { Reason } from '../shapes/verdict';
import type { HostRaw } from './contract';

/** A host whose tool ended well, and what of it must be the same everywhere, by what it is called. */
type Traits<H> = Readonly<Record<string, (host: H) => string | undefined>>;

/**
 * SUSPECT `HostsDiffer`, once for each trait.
 * @param raw what a host left
 */
export function compareHosts<H>(hosts: readonly H[], raw: (host: H) => HostRaw, traits: Traits<H>): readonly Reason[] {
  const running = hosts.filter((host) => raw(host).status?.rc === 0);
  return Object.entries(traits).flatMap(([name, trait]): readonly Reason[] => {
    if (new Set(running.map(trait)).size < 2) return [];
    const each = running.map((host) => `${raw(host).host} ${trait(host) ?? 'unknown'}`).join(', ');
    return [{ level: 'suspect', code: 'HostsDiffer', text: `hosts differ in ${name}: ${each}` }];
  });
}
