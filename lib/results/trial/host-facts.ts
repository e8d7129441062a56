/** Host facts for the row of a trial. */
import { quoteIfNeeded } from '../../shapes/shell-quote';
import type { HostRaw, HostStatus } from '../../workloads/contract';
import { readEvidence } from '../../workloads/evidence';

/** Maximum number of host names in a text; further hosts are only counted. */
const NAMES_MAX = 10;

export function formatNames(hosts: readonly string[]): string {
  const rest = hosts.length - NAMES_MAX;
  const names = hosts.slice(0, NAMES_MAX).join(', ');
  return rest > 0 ? `${names} and ${rest} more` : names;
}

/**
 * `kernel`, `tool`, `mount`, `paths`, quoted `command`, workload facts: one value if hosts agree, else
 * `value (host, host)`.
 */
export function collectFacts(hosts: readonly HostRaw[]): Readonly<Record<string, string>> {
  const byFact = new Map<string, Map<string, string[]>>();
  const words = new Map<string, string>();
  for (const raw of hosts) {
    const { host, status } = raw;
    if (status === null) continue;
    const { paths } = readEvidence([raw])[0]?.surroundings ?? {};
    const facts: Readonly<Record<string, string>> = {
      ...toHostFacts(status, words),
      ...(paths && { paths: `${paths.running} of ${paths.all}` }),
    };
    for (const name of Object.keys(facts)) {
      const value = facts[name];
      if (value === undefined || value === '') continue;
      const values = byFact.get(name) ?? new Map<string, string[]>();
      byFact.set(name, values);
      const names = values.get(value);
      if (names === undefined) values.set(value, [host]);
      else names.push(host);
    }
  }
  return Object.fromEntries([...byFact].map(([name, values]) => [name, joinValues(values)]));
}

function joinValues(values: ReadonlyMap<string, readonly string[]>): string {
  const [only] = values.keys();
  if (values.size === 1 && only !== undefined) return only;
  return [...values].map(([value, hosts]) => `${value} (${formatNames(hosts)})`).join('; ');
}

/** @param words cache of quoted arguments, as hosts of a trial run nearly the same command */
function toHostFacts(status: HostStatus, words: Map<string, string>): Readonly<Record<string, string>> {
  const { source, type, options, more = [], parameters = {} } = status.mount;
  const set = Object.entries(parameters).map(([name, value]) => `; lctl ${name} ${value}`);
  // Shows one mount per host: further mounts have the same server and options, else the trial has reason WrongFixture.
  const others = more.map((one) => one.source.replace(/^.*:/, ''));
  const { simulated: _, ...own } = status.facts;
  const quoted = (word: string): string => {
    const known = words.get(word) ?? quoteIfNeeded(word);
    words.set(word, known);
    return known;
  };
  return {
    // Some tools print their name before their version: `fio-3.33`.
    tool: status.version.startsWith(status.tool) ? status.version : `${status.tool} ${status.version}`.trim(),
    kernel: status.kernel,
    mount: type === '' ? '' : `${type} on ${[source, ...others].join(', ')} (${options}${set.join('')})`,
    command: status.argv.map(quoted).join(' '),
    ...own,
  };
}
