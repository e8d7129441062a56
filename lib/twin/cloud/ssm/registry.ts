/** Commands that were sent, and hosts that can receive one. */
import type { InstanceInformationStringFilter, Target } from '@aws-sdk/client-ssm';
import type { Clock } from '../../../asl/clock/clock';
import type { HostDriver } from '../../hosts/driver';
import type { Ec2, HostView } from '../ec2/ec2';
import type { HostChange } from '../ec2/state';
import type { ExternalHosts } from '../../hosts/registered-hosts';
import { makeConstraintError, type IdGenerator, type AccountPlace, ServiceError } from '../service';
import type { CommandDelivery } from './delivery';
import type { SsmDocument } from './document';

export interface SsmOptions {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly place: AccountPlace;
  readonly driver: HostDriver;
  /** The simulated EC2 whose instances are the managed hosts. */
  readonly ec2: Pick<Ec2, 'hosts' | 'online' | 'watch'>;
  /** External hosts. Default: none. */
  readonly registered?: ExternalHosts | undefined;
  readonly documents: Readonly<Record<string, SsmDocument>>;
  /** Delay of listings after SendCommand, milliseconds. Default: 1000 with a virtual clock, else 0. */
  readonly visibleMs?: number;
}

export interface SentCommand {
  readonly id: string;
  readonly rank: number;
  readonly documentName: string;
  readonly parameters: Readonly<Record<string, string[]>>;
  readonly targets: readonly Target[];
  readonly comment: string;
  readonly timeoutSeconds: number;
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly delivery: CommandDelivery;
}

/** Default delay of listings after SendCommand: `InvocationDoesNotExist` in the first second is a known race. */
const DEFAULT_LISTING_DELAY_MS = 1000;

export class SsmState {
  readonly commands = new Map<string, SentCommand>();
  readonly visibleMs: number;
  /** Cache of the managed hosts, and of those that answer, until one of them changes. */
  private hosts: { readonly managed: readonly HostView[]; readonly online: readonly HostView[] } | null = null;
  private ranks = 0;

  constructor(readonly options: SsmOptions) {
    this.visibleMs = options.visibleMs ?? (options.clock.virtual ? DEFAULT_LISTING_DELAY_MS : 0);
    const changed = (instanceId: string, change: HostChange): void => {
      this.hosts = null;
      for (const { delivery } of this.commands.values()) {
        if (change === 'gone') delivery.hostGone(instanceId);
        else if (change === 'online') delivery.hostOnline();
      }
    };
    options.ec2.watch(changed);
    options.registered?.watch(changed);
  }

  nextRank(): number {
    return this.ranks++;
  }

  /** Hosts registered with SSM; commands for a silent one wait for it. */
  managed(): readonly HostView[] {
    return this.listHosts().managed;
  }

  online(): readonly HostView[] {
    return this.listHosts().online;
  }

  /** Includes silent external hosts. */
  listed(): readonly HostView[] {
    const silent = this.options.registered?.views().filter(({ online }) => !online) ?? [];
    return [...this.online(), ...silent];
  }

  answers(instanceId: string): boolean {
    const { ec2, registered } = this.options;
    return registered?.has(instanceId) === true
      ? this.online().some((host) => host.instanceId === instanceId)
      : ec2.online(instanceId);
  }

  private listHosts(): { readonly managed: readonly HostView[]; readonly online: readonly HostView[] } {
    if (this.hosts === null) {
      const made = this.options.ec2.hosts().filter((host) => host.managed);
      const managed = [...made, ...(this.options.registered?.views() ?? [])];
      this.hosts = { managed, online: managed.filter((host) => host.online) };
    }
    return this.hosts;
  }

  /** @throws ServiceError InvalidCommandId */
  command(id: string): SentCommand {
    const found = this.commands.get(id);
    if (found !== undefined) return found;
    throw new ServiceError('InvalidCommandId', `The specified command ID '${id}' isn't valid`);
  }

  isListed(command: SentCommand): boolean {
    return this.options.clock.now() - command.requestedAt >= this.visibleMs;
  }
}

// Managed hosts that a request selects: by targets, or by filters.

/** Bounds of SendCommand. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html */
const MAX_TARGETS = 5;
const MAX_TARGET_VALUES = 50;

/** The hosts that match all targets, each by any of its values. None is no error: such a command "succeeds". */
export function selectTargetHosts(targets: readonly Target[], managed: readonly HostView[]): HostView[] {
  if (targets.length > MAX_TARGETS) {
    throw makeConstraintError('targets', `Member must have length less than or equal to ${MAX_TARGETS}`);
  }
  const tests = targets.map(({ Key = '', Values = [] }) => {
    if (Values.length === 0 || Values.length > MAX_TARGET_VALUES) {
      const message = `Target '${Key}' needs 1 to ${MAX_TARGET_VALUES} values, it has ${Values.length}`;
      throw new ServiceError('ValidationException', message);
    }
    if (Key === 'InstanceIds') return (host: HostView) => Values.includes(host.instanceId);
    if (!Key.startsWith('tag:')) {
      throw new ServiceError('ValidationException', `Target key '${Key}' must be tag:KEY or InstanceIds`);
    }
    const tag = Key.slice('tag:'.length);
    return (host: HostView) => hasTag(host, tag, Values);
  });
  return managed.filter((host) => tests.every((test) => test(host)));
}

/** Hosts that match all filters of DescribeInstanceInformation. */
export function filterHosts(
  filters: readonly InstanceInformationStringFilter[],
  hosts: readonly HostView[],
): readonly HostView[] {
  const tests = filters.map(({ Key = '', Values = [] }) => {
    if (Values.length === 0) {
      throw new ServiceError('InvalidInstanceInformationFilterValue', `Filter '${Key}' has no values`);
    }
    if (Key === 'InstanceIds') return (host: HostView) => Values.includes(host.instanceId);
    if (!Key.startsWith('tag:'))
      throw new ServiceError('InvalidFilterKey', `The specified filter key '${Key}' isn't valid`);
    const tag = Key.slice('tag:'.length);
    return (host: HostView) => hasTag(host, tag, Values);
  });
  return hosts.filter((host) => tests.every((test) => test(host)));
}

function hasTag({ tags }: HostView, name: string, values: readonly string[]): boolean {
  const value = tags[name];
  return value !== undefined && values.includes(value);
}
