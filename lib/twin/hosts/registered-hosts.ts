/**
 * Hosts that others own and that are registered with Systems Manager: on EC2, or hybrid. Nobody here launches or ends
 * them; they answer or fall silent, and hold what executions put on them until it is taken away.
 */
import { findTag } from '../../shapes/managed-hosts';
import { readSpec, readSpecObject } from '../../experiment/reading/read-spec';
import type { Role } from '../../shapes/spec';
import type { HostView } from '../cloud/ec2/ec2';
import type { HostChange } from '../cloud/ec2/state';

/** One of them. */
export interface RegisteredHost {
  /** `i-…` or `mi-…`. */
  readonly id: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Its agent does not answer at first. */
  readonly silent?: boolean;
  /** What is put on it cannot be taken away. */
  readonly stuck?: boolean;
}

/** What an execution has put on a host, and until when: then the host cleans itself. */
export interface HostLeftover {
  readonly executionId: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export class RegisteredHosts {
  private readonly silent: Set<string>;
  private readonly stuck: Set<string>;
  private readonly remains = new Map<string, HostLeftover>();
  private readonly watchers: ((id: string, change: HostChange) => void)[] = [];
  private known: readonly HostView[] | null = null;

  constructor(readonly hosts: readonly RegisteredHost[] = []) {
    this.silent = new Set(hosts.filter(({ silent }) => silent === true).map(({ id }) => id));
    this.stuck = new Set(hosts.filter(({ stuck }) => stuck === true).map(({ id }) => id));
  }

  has(id: string): boolean {
    return this.hosts.some((one) => one.id === id);
  }

  /** As Systems Manager sees them. */
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

  /** Its agent stops answering, or answers again. */
  silence(id: string, silent: boolean): void {
    if (silent) this.silent.add(id);
    else this.silent.delete(id);
    this.known = null;
    for (const watcher of this.watchers) watcher(id, silent ? 'silent' : 'online');
  }

  watch(watcher: (id: string, change: HostChange) => void): void {
    this.watchers.push(watcher);
  }

  /** From now on it holds what an execution has put there. @returns whether that of another one had to go first */
  arrive(id: string, remains: HostLeftover): boolean {
    const before = this.remains.get(id);
    this.remains.set(id, remains);
    return before !== undefined && before.executionId !== remains.executionId;
  }

  /** Whether something of an execution is there. */
  holds(id: string, executionId: string): boolean {
    return this.remains.get(id)?.executionId === executionId;
  }

  /** All that was put there is taken away. */
  leave(id: string): void {
    this.remains.delete(id);
  }

  isStuck(id: string): boolean {
    return this.stuck.has(id);
  }

  /** What stays on hosts at a moment, epoch milliseconds. */
  listLeftovers(now: number): (HostLeftover & { readonly id: string })[] {
    return [...this.remains].flatMap(([id, one]) => (one.until <= now && !this.stuck.has(id) ? [] : [{ id, ...one }]));
  }
}

/**
 * As many hosts as a spec asks for: every other one is hybrid. None where hosts are made, or nothing can be read.
 * @param spec as an execution is started with it
 */
export function makeRegisteredHosts(spec: string | Readonly<Record<string, unknown>> | undefined): RegisteredHosts {
  const read = typeof spec === 'object' ? readSpecObject(spec) : readSpec(spec ?? '', 'the spec');
  const { fleet = {} } = read.spec ?? {};
  const hosts = Object.values(fleet).flatMap((role) => {
    const tag = findTag(role['managed'] as Role['managed']);
    const count = typeof role['count'] === 'number' ? role['count'] : 1;
    return tag === undefined ? [] : Array.from({ length: count }, () => ({ [tag.key]: tag.value }));
  });
  return new RegisteredHosts(hosts.map((tags, index) => ({ id: makeHostId(index), tags })));
}

function makeHostId(index: number): string {
  return `${index % 2 === 0 ? 'mi' : 'i'}-${index.toString(16).padStart(17, '0')}`;
}
