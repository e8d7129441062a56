/** State of the simulated EC2: launch templates, instances, and watchers. */
import type { InstanceStateName, RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { HostDriver, HostLaunch } from '../../hosts/driver';
import { type BilledDisk, ResourceStore, type StoreOptions } from '../resource-store';
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

export interface LaunchVolume {
  readonly id: string;
  readonly device: string;
  readonly disk: BilledDisk;
  readonly root: boolean;
  /** `DeleteOnTermination`. */
  readonly goesWithHost: boolean;
}

export interface Volume extends LaunchVolume {
  readonly tags: Tags;
  readonly zone: string;
  /** Order of launch. */
  readonly rank: number;
  readonly state: 'in-use' | 'available';
}

export interface VolumeModificationRecord {
  readonly volumeId: string;
  readonly from: BilledDisk;
  readonly to: BilledDisk;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endsAt: number;
}

export interface Instance {
  readonly launch: HostLaunch;
  /** Unknown if the host outlived an earlier process. */
  readonly disks: readonly LaunchVolume[];
  /** Order of launch. */
  readonly rank: number;
  readonly reservationId: string;
  /** Index in its launch. */
  readonly index: number;
  readonly zone: string;
  /** Absent if the host outlived an earlier process, because its template is unknown. */
  readonly template?: LaunchTemplate;
  readonly subnetId?: string;
  state: Exclude<InstanceStateName, 'stopping' | 'stopped'>;
  /** Whether the agent answers. */
  online: boolean;
  /** Whether the agent has answered since the boot. If so, SSM lists the host even while its agent is silent. */
  managed: boolean;
  /** Why the boot failed. Such an instance runs and is billed, but never comes online. */
  bootError?: string;
  /** When its last removal failed, epoch milliseconds. */
  removalFailedAt?: number;
  /** When it became terminated, epoch milliseconds. */
  terminatedAt?: number;
  /** Reason of the termination, in EC2's words. */
  stateReason?: { readonly Code: string; readonly Message: string };
}

/** Simulated delays, milliseconds. */
interface Ec2Timing {
  /** From the launch to `running`. */
  readonly pendingMs: number;
  /** From the launch until listings show an instance. */
  readonly visibleMs: number;
  /** Milliseconds after which a new template is known everywhere. Before, CreateFleet returns errors. */
  readonly knownMs: number;
  /** How long listings show a terminated instance. */
  readonly forgetMs: number;
}

/** One hour: "usually". https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/terminating-instances.html */
const TERMINATED_VISIBLE_MS = 3_600_000;

const LOCAL_TIMING: Ec2Timing = { pendingMs: 0, visibleMs: 0, knownMs: 0, forgetMs: TERMINATED_VISIBLE_MS };
/** Assumed typical values; only the existence of both delays is documented. */
const MODELLED_TIMING: Ec2Timing = { pendingMs: 15_000, visibleMs: 2_000, knownMs: 0, forgetMs: TERMINATED_VISIBLE_MS };

export interface Ec2Options extends Pick<StoreOptions, 'clock' | 'ids' | 'place' | 'requiredTags' | 'onPaid'> {
  readonly driver: HostDriver;
  /** Default: {@link MODELLED_TIMING} with a virtual clock, else {@link LOCAL_TIMING}. */
  readonly timing?: Partial<Ec2Timing>;
  /** Number of requested instances that EC2 can launch. Default: all. */
  readonly capacity?: (instanceType: string, count: number) => number;
  /** Whether listings offer an instance type in a zone, e.g. `us-east-1a`; launches use `capacity`. Default: yes. */
  readonly offers?: (instanceType: string, zone: string) => boolean;
  /** Private address of the n-th instance, from 0. Default: 10.0.0.10 and following. */
  readonly address?: (index: number) => string;
  /** Called if a host does not boot or cannot be removed. */
  readonly onHostProblem?: (instanceId: string, problem: string) => void;
  /** Whether a volume outlives its instance, against its settings. Default: none does. */
  readonly outlives?: (volumeId: string) => boolean;
}

/** A change that the simulated SSM sees: the agent answers, becomes silent, or the host is terminated. */
export type HostChange = 'online' | 'silent' | 'gone';

export class Ec2State extends ResourceStore {
  readonly templates = new Map<string, LaunchTemplate>();
  readonly instances = new Map<string, Instance>();
  /** Existing volumes, in order of creation. */
  readonly volumes = new Map<string, Volume>();
  /** Modifications of each volume, in order. */
  readonly modifications = new Map<string, readonly VolumeModificationRecord[]>();
  /** Instances with a removal under way, so that a second TerminateInstances does not start another. */
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

  /** Instances in order of launch, without those that ended long ago. */
  known(): readonly Instance[] {
    const now = this.now();
    for (const [id, { terminatedAt }] of this.instances) {
      if (terminatedAt !== undefined && now - terminatedAt > this.delays.forgetMs) this.instances.delete(id);
    }
    return [...this.instances.values()];
  }

  listedInstances(): readonly Instance[] {
    const now = this.now();
    return this.known().filter(({ launch }) => now - launch.launchedAt >= this.delays.visibleMs);
  }
}
