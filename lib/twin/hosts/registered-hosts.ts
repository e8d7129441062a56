/** External hosts in Systems Manager, on EC2 or hybrid. fsxbench never launches or ends these; files may remain. */
import { findManagedTag } from '../../shapes/managed-hosts';
import { readSpec, readSpecObject } from '../../experiment/reading/read-spec';
import type { Role } from '../../shapes/spec';
import type { HostView } from '../cloud/ec2/ec2';
import type { HostChange } from '../cloud/ec2/state';

export interface ExternalHost {
  /** `i-…` or `mi-…`. */
  readonly id: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Its agent does not answer at first. */
  readonly silent?: boolean;
  /** Whether files of executions cannot be removed. */
  readonly stuck?: boolean;
}

/** Leftovers of an execution on a host, and their expiry, at which the host cleans itself. */
export interface HostLeftover {
  readonly executionId: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export class ExternalHosts {
  private readonly silent: Set<string>;
  private readonly stuck: Set<string>;
  private readonly remains = new Map<string, HostLeftover>();
  private readonly watchers: ((id: string, change: HostChange) => void)[] = [];
  private known: readonly HostView[] | null = null;

  constructor(readonly hosts: readonly ExternalHost[] = []) {
    this.silent = new Set(hosts.filter(({ silent }) => silent === true).map(({ id }) => id));
    this.stuck = new Set(hosts.filter(({ stuck }) => stuck === true).map(({ id }) => id));
  }

  has(id: string): boolean {
    return this.hosts.some((one) => one.id === id);
  }

  /** As Systems Manager lists them. */
  views(): readonly HostView[] {
    this.known ??= this.hosts.map(({ id, tags }, rank) => ({
      instanceId: id,
      tags,
      userData: '',
      privateIp: `10.20.0.${rank + 1}`,
      instanceType: 'managed',
      launchedAt: 0,
      state: 'running',
      rank,
      diskIds: [],
      online: !this.silent.has(id),
      managed: true,
    }));
    return this.known;
  }

  /** Makes the agent stop answering, or answer again. */
  silence(id: string, silent: boolean): void {
    if (silent) this.silent.add(id);
    else this.silent.delete(id);
    this.known = null;
    for (const watcher of this.watchers) watcher(id, silent ? 'silent' : 'online');
  }

  watch(watcher: (id: string, change: HostChange) => void): void {
    this.watchers.push(watcher);
  }

  /** Records files of an execution. @returns whether leftovers of another execution had to be removed first */
  arrive(id: string, remains: HostLeftover): boolean {
    const before = this.remains.get(id);
    this.remains.set(id, remains);
    return before !== undefined && before.executionId !== remains.executionId;
  }

  /** Whether the host has leftovers of an execution. */
  holds(id: string, executionId: string): boolean {
    return this.remains.get(id)?.executionId === executionId;
  }

  /** Removes all leftovers. */
  leave(id: string): void {
    this.remains.delete(id);
  }

  isStuck(id: string): boolean {
    return this.stuck.has(id);
  }

  /** Leftovers at a moment, epoch milliseconds. */
  listLeftovers(now: number): (HostLeftover & { readonly id: string })[] {
    return [...this.remains].flatMap(([id, one]) => (one.until <= now && !this.stuck.has(id) ? [] : [{ id, ...one }]));
  }
}

/** As many hosts as a spec requests, half of them hybrid. None if hosts are created, or the spec is unreadable. */
export function makeExternalHosts(spec: string | Readonly<Record<string, unknown>> | undefined): ExternalHosts {
  const read = typeof spec === 'object' ? readSpecObject(spec) : readSpec(spec ?? '', 'the spec');
  const { fleet = {} } = read.spec ?? {};
  const hosts = Object.values(fleet).flatMap((role) => {
    const tag = findManagedTag(role['managed'] as Role['managed']);
    const count = typeof role['count'] === 'number' ? role['count'] : 1;
    return tag === undefined ? [] : Array.from({ length: count }, () => ({ [tag.key]: tag.value }));
  });
  return new ExternalHosts(hosts.map((tags, index) => ({ id: makeHostId(index), tags })));
}

function makeHostId(index: number): string {
  return `${index % 2 === 0 ? 'mi' : 'i'}-${index.toString(16).padStart(17, '0')}`;
}
