/** Finds hosts that did different work: their figures cannot be aggregated. */
import { groupBy } from '../shapes/collections';
import { formatBytes } from '../shapes/quantity';
import type { Reason } from '../shapes/verdict';
import type { HostRaw } from './contract';

/**
 * Properties that must be equal on all hosts whose tool succeeded; the keys appear in messages. Numbers are bytes, of
 * which firmware takes some; an empty text is unknown, and differs from nothing.
 */
type HostProperties<H> = Readonly<Record<string, (host: H) => string | number | undefined>>;

const MAX_BYTES_RATIO = 1.05;

/** Returns one reason (SUSPECT `HostsDiffer`) for each property that differs. */
export function compareHosts<H>(
  hosts: readonly H[],
  raw: (host: H) => HostRaw,
  traits: HostProperties<H>,
): readonly Reason[] {
  const running = hosts.filter((host) => raw(host).status?.rc === 0);
  return Object.entries(traits).flatMap(([name, trait]): readonly Reason[] => {
    const known = running.filter((host) => trait(host) !== '');
    const values = groupBy(known, trait);
    const bytes = [...values.keys()].map(Number);
    if (values.size < 2 || Math.max(...bytes) <= MAX_BYTES_RATIO * Math.min(...bytes)) return [];
    const each = [...values].map(([value, own]) => {
      const text = typeof value === 'number' ? formatBytes(value) : (value ?? 'unknown');
      return `${own.map((host) => raw(host).host).join(', ')} ${text}`;
    });
    return [{ level: 'suspect', code: 'HostsDiffer', text: `hosts differ in ${name}: ${each.join('; ')}` }];
  });
}
