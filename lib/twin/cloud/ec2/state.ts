/** What the modelled EC2 holds: launch templates, instances, and who wants to know of changes. */
import type { InstanceStateName, RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { HostDriver, HostLaunch } from '../../hosts/driver';
import { type PaidDisk, ResourceStore, type StoreOptions } from '../resource-store';
import type { Tags } from '../service';

export interface LaunchTemplate {
  readonly id: string;
  readonly name: string;
  readonly data: RequestLaunchTemplateData;
  readonly tags: Tags;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly createdBy: string;
  /** Order of creation. */
  readonly rank: number;
}

/** A disk that an instance was launched with. */
export interface Disk {
  readonly id: string;
  readonly device: string;
  readonly disk: PaidDisk;
  readonly root: boolean;
  /** `DeleteOnTermination`. */
  readonly goesWithHost: boolean;
}

/** A disk that exists. */
export interface Volume extends Disk {
  readonly tags: Tags;
  readonly zone: string;
  /** Order of launch. */
  readonly rank: number;
  readonly state: 'in-use' | 'available';
}

/** A change of a disk. */
export interface Modification {
  readonly volumeId: string;
  readonly from: PaidDisk;
  readonly to: PaidDisk;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endsAt: number;
}

export interface Instance {
  readonly launch: HostLaunch;
  /** Of a host that outlived an earlier process nobody knows any. */
  readonly disks: readonly Disk[];
  /** Order of launch. */
  readonly rank: number;
  readonly reservationId: string;
  /** Number in its launch, from 0. */
  readonly index: number;
  readonly zone: string;
  /** Absent for a host that outlived an earlier process: nobody knows its template any more. */
  readonly template?: LaunchTemplate;
  readonly subnetId?: string;
  state: Exclude<InstanceStateName, 'stopping' | 'stopped'>;
  /** The agent answers. */
  online: boolean;
  /** The agent has answered once since the boot: SSM knows the host, even when it falls silent. */
  managed: boolean;
  /** Why the boot failed; such an instance runs and is paid for, but never comes online. */
  bootError?: string;
  /** Epoch milliseconds at which it became terminated. */
  terminatedAt?: number;
  /** Why it ended, as EC2 words it. */
  stateReason?: { readonly Code: string; readonly Message: string };
}

/** Modelled delays, milliseconds. */
interface Ec2Timing {
  /** From the launch to `running`. */
  readonly pendingMs: number;
  /** From the launch until listings show an instance: they lag behind the call. */
  readonly visibleMs: number;
  /** From the making of a template until every part of EC2 knows it: a fleet of it has errors in a good answer. */
  readonly knownMs: number;
  /** A terminated instance stays in listings for this long. */
  readonly forgetMs: number;
}

/** One hour: "usually". https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/terminating-instances.html */
const FORGET_MS = 3_600_000;

/** Local hosts are there at once. */
const LOCAL_TIMING: Ec2Timing = { pendingMs: 0, visibleMs: 0, knownMs: 0, forgetMs: FORGET_MS };
/** Assumed, of the order usually seen; documented is only that both delays exist. */
const MODELLED_TIMING: Ec2Timing = {
  pendingMs: 15_000,
  visibleMs: 2_000,
  knownMs: 0,
  forgetMs: FORGET_MS,
};

export interface Ec2Options extends Pick<StoreOptions, 'clock' | 'ids' | 'place' | 'requiredTags' | 'onPaid'> {
  readonly driver: HostDriver;
  /** Default: {@link MODELLED_TIMING} with a virtual clock, else {@link LOCAL_TIMING}. */
  readonly timing?: Partial<Ec2Timing>;
  /** How many of the instances asked for can be had. Default: all. */
  readonly capacity?: (instanceType: string, count: number) => number;
  /**
   * Whether a zone, e.g. `us-east-1a`, has an instance type at all, as listings tell; launches ask `capacity` alone.
   * Default: it has.
   */
  readonly offers?: (instanceType: string, zone: string) => boolean;
  /** Private address of the n-th instance, from 0. Default: 10.0.0.10 and on. */
  readonly address?: (index: number) => string;
  /** Told when a host does not boot or cannot be removed. */
  readonly onHostProblem?: (instanceId: string, problem: string) => void;
  /** Whether a disk stays when its instance goes, whatever was asked for. Default: none does. */
  readonly outlives?: (volumeId: string) => boolean;
}

/** A change that the modelled SSM follows: the agent answers, answers no more, or the host is gone. */
export type HostChange = 'online' | 'silent' | 'gone';

export class Ec2State extends ResourceStore {
  readonly templates = new Map<string, LaunchTemplate>();
  readonly instances = new Map<string, Instance>();
  /** Disks that exist, in the order in which they were made. */
  readonly volumes = new Map<string, Volume>();
  /** Changes of each, in their order. */
  readonly modifications = new Map<string, readonly Modification[]>();
  /** Instances whose removal is under way, so that a second TerminateInstances does not start another. */
  readonly removing = new Set<Instance>();
  readonly delays: Ec2Timing;
  private readonly watchers: ((instanceId: string, change: HostChange) => void)[] = [];
  private addresses = 0;

  constructor(override readonly options: Ec2Options) {
    const { clock, ids, place } = options;
    super({ clock, ids, place });
    this.delays = { ...(clock.virtual ? MODELLED_TIMING : LOCAL_TIMING), ...options.timing };
  }

  nextAddress(): string {
    const index = this.addresses++;
    const host = index + 10;
    return this.options.address?.(index) ?? `10.0.${Math.floor(host / 256)}.${host % 256}`;
  }

  watch(watcher: (instanceId: string, change: HostChange) => void): void {
    this.watchers.push(watcher);
  }

  announce(instanceId: string, change: HostChange): void {
    for (const watcher of this.watchers) watcher(instanceId, change);
  }

  /** Instances in order of launch, those forgotten long after their end removed. */
  known(): readonly Instance[] {
    const now = this.now();
    for (const [id, { terminatedAt }] of this.instances) {
      if (terminatedAt !== undefined && now - terminatedAt > this.delays.forgetMs) this.instances.delete(id);
    }
    return [...this.instances.values()];
  }

  /** Instances that a listing shows now. */
  listedInstances(): readonly Instance[] {
    const now = this.now();
    return this.known().filter(({ launch }) => now - launch.launchedAt >= this.delays.visibleMs);
  }
}
