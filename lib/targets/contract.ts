/**
 * Contract of a target kind. To add one: a folder here, one line in `registry.ts`, tests, and the records that the
 * compiler then lists (docs/contributing.md, Add a target).
 */
import type { z } from 'zod';
import type { HostDisk } from '../shapes/disks';
import type { Fixture } from '../shapes/fixture';
import type { Ports } from '../shapes/external-storage';
import type { ImageName } from '../shapes/images';
import type { ProvisionedRates } from '../shapes/metric';
import type { Telemetry } from '../shapes/telemetry';
import type { TransferBytes, PricedAmount } from '../shapes/price';
import type { Problem } from '../shapes/problem';
import type { QuotaUse } from '../shapes/quota';
import type { Durations } from './durations';
import type { KernelMount } from './kernel-mount';
import type { TargetModel } from './model';
import type { Change, CreateRequest } from '../shapes/requests';
import type { FsxType } from '../shapes/resources';

/** The rig for which a target is created. */
export interface RigContext {
  readonly executionId: string;
  readonly rig: string;
  /** Value of the tag `fsxbench:rig`. */
  readonly rigTag: string;
}

/** Texts of `workloads/<kind>/*.sh` by file name; read by the caller. */
export type TargetFiles = Readonly<Record<string, string>>;

export interface MountContext {
  /** Name of the target instance in its rig. */
  readonly copy: string;
  /** Roles that mount it with the same options. */
  readonly roles: readonly string[];
  /** Hosts of these roles; with more of them, work that one does for all takes longer. Default: one. */
  readonly hosts?: number;
  readonly files: TargetFiles;
}

/** Description of a created target from its service, in the shapes of the AWS SDK. */
export interface FoundTarget {
  /** From DescribeFileSystems; for FSx it has the type. */
  readonly fileSystem: object;
  /** From DescribeVolumes, with the root volume; empty unless requested. */
  readonly volumes: readonly object[];
}

/** What a target needs from the hosts themselves. */
export type HostNeeds = LaunchedDisk | BuiltInDisks;

/** A disk that the launch template creates and deletes with its host. */
export interface LaunchedDisk {
  /** Roles whose hosts have it: one host in all, since each would have separate storage at its own price. */
  readonly roles: readonly string[];
  readonly disk: HostDisk;
  /** Number of equal disks. Default: one. */
  readonly count?: number;
  /** Problems of an instance type with these disks; paths are relative to the target's entry. */
  checkType?(instanceType: string): readonly Problem[];
}

/** Local disks of instance types: each host has separate storage, without a separate price. */
export interface BuiltInDisks {
  /** Roles whose hosts use them. Default: those that mount the target. */
  readonly roles?: readonly string[] | undefined;
  readonly disk?: undefined;
  /** Problem of an instance type, or null; its path is relative to the role. */
  checkHostType(instanceType: string): Problem | null;
  /** Capacity of one host, bytes; null if unknown. */
  capacityBytes(instanceType: string): number | null;
}

/** Why hosts with an image cannot mount a target. */
export interface MountRefusal {
  /** False if it may work. */
  readonly sure: boolean;
  readonly why: string;
  readonly source: string;
}

/** Equal volumes of a target. */
export interface Volumes {
  /** Host number n starts with volume n modulo this number, and continues over the volumes that it mounts. */
  readonly count: number;
  /** Capacity of one volume. */
  readonly bytes: number;
  /** Number of volumes that a host uses in turn. Default: one. */
  readonly atOnce?: number;
  /** Each host has its own volumes, without a limit. */
  readonly each?: true;
}

/** What external storage needs from its owner and from the deployment. */
export interface ExternalNeeds<C = unknown, M = unknown> {
  /** Stores that it uses, as unique texts: two executions never measure one store at the same time. */
  stores(config: C): readonly string[];
  /** Egress that hosts need to mount it; addresses may be names. */
  reaches(config: C, mount: M): readonly ServerPorts[];
  /** ARNs of secrets that hosts read to mount it. Default: none. */
  secrets?(config: C): readonly string[];
}

/** A server with its TCP ports. */
export interface ServerPorts {
  readonly address: string;
  readonly ports: readonly Ports[];
}

/** Usage-based prices of a target, in addition to provisioned ones. */
export interface UsageItems<C = unknown> {
  /** Monthly, for this many stored bytes. Default: none. */
  stored?(config: C, bytes: number): readonly PricedAmount[];
  /** Once, for transferred bytes. Default: none. */
  moved?(config: C, bytes: TransferBytes): readonly PricedAmount[];
  /** Rates in the fastest Region, for an upper bound of the price of bytes. Default: the model. */
  mostMoving?(config: C, mount?: unknown): TargetModel | null;
  /** All monthly items with the stored data of the spec, for the price of a configuration. Default: `lineItems`. */
  perMonth?(config: C): readonly PricedAmount[];
}

/** Properties that only some targets have. */
export interface TargetTraits {
  /**
   * Files close before their data has left host memory, as with local file systems and Lustre; NFS writes on close.
   * Default: no.
   */
  readonly closesEarly?: true;
  /** A change is billed at its new price from its request on. Default: the higher price of both. */
  readonly paidAtOnce?: true;
  /** Time limit of a teardown, if longer than the default of two hours; at most three hours. */
  readonly teardownAllowanceSeconds?: number;
}

export interface Target<C = unknown, M = unknown> {
  readonly kind: string;
  /** One sentence for lists and pages. */
  readonly summary: string;
  /** On this machine: without an AWS account, and without a price except that of the spec. */
  readonly local: boolean;
  /** External storage, which fsxbench never creates, changes or deletes. Default: created by fsxbench. */
  readonly external?: ExternalNeeds<C, M>;
  /** Differences on managed hosts. Default: none; a `local` target is then not possible there. */
  readonly onManaged?: Required<Pick<Target<C, M>, 'check' | 'external' | 'mount' | 'userData' | 'model'>>;
  /** Type of the FSx file system, if it is one. */
  readonly fileSystemType?: FsxType;
  readonly schema: z.ZodType<C>;
  /** Schema of `mount` of a role, including `{}`. */
  readonly mountSchema: z.ZodType<M>;
  /** Rules beyond the schema; `path` is relative to the target's entry in the spec. */
  check(config: C): readonly Problem[];
  /** Rules for a mount of this target; `path` is relative to `mount`. Default: only its schema. */
  checkMount?(config: C, mount: M): readonly Problem[];
  /** Rules for the number of hosts that mount it; `path` is relative to the target's entry. Default: none. */
  checkHosts?(config: C, hosts: number): readonly Problem[];
  /** Create requests in order; empty if no call creates anything. */
  requests(config: C, rig: RigContext): readonly CreateRequest[];
  /** What hosts are launched with for it. Default: nothing. */
  hosts?(config: C): HostNeeds;
  /** Whether hosts that mount it need an Elastic Fabric Adapter. Default: no. */
  efa?(config: C): boolean;
  /** Why hosts with an image cannot, or may be unable to, mount it. Default: they can. */
  checkImage?(image: ImageName, config: C, mount?: M): MountRefusal | undefined;
  /** Inverse of `hosts`, for all that has a price. Null if no spec of this kind creates such a disk. */
  fromDisk?(disk: HostDisk): C | null;
  /**
   * Inverse of `requests`: the settings of a created target. Without volumes in `found`, volume settings are the schema
   * defaults. Host settings, such as file stripes, are not visible to services.
   * @returns null if no spec of this kind creates such a target
   */
  toConfig(found: FoundTarget): C | null;
  /** How one stage becomes the next. */
  change(from: C, to: C): Change;
  /** Lines for the boot script of every host of the rig: disks that must exist before the first command. */
  userData(config: C, rig: RigContext, files: TargetFiles): string;
  /**
   * Fixture that mounts it on hosts of some roles: see `mountFixture`. When set up,
   * `$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY` is the writable place under test. `<host>` in it is the host's own folder
   * or, if several volumes are folders next to it, a link to that on the host's first one (`own_folders` of
   * `shell/host.sh`). Ids and addresses of created resources are in the file `$FSXBENCH_ENDPOINTS`, a line `<copy>.<id>
   * <name> <value>` for each value. When removed, stored data stays.
   */
  mount(config: C, options: M, place: MountContext): Fixture;
  /**
   * Settings that data keeps from its writing, whatever changes later: if they differ, data is laid out again. Default:
   * none.
   * @param mounts distinct mounts of the roles, because files may be spread over them
   */
  getDataLayout?(config: C, mounts: readonly M[]): object;
  /**
   * Differences between a mount and its spec, one line each: kernels and servers lower options, and a second mount of
   * one server takes those of the first. Empty if nothing is mounted for it.
   */
  diffMount(config: C, mount: M, kernel: KernelMount): readonly string[];
  /**
   * Provisioned rates; see `LimitName` for meanings and units.
   * @param instanceTypes of the hosts: limits that they put on their disks. Default: none
   */
  getProvisioned(config: C, instanceTypes?: readonly string[]): ProvisionedRates;
  /** Price paid to others, US dollars an hour; not in estimates and budgets. Null if unknown. */
  usdPerHour?(config: C): number | null;
  /** Queries for the Prometheus server of the owner. Default: none. */
  telemetry?(config: C): Telemetry | null;
  /** Settings that identify its storage. Default: all. Other settings do not change the id of a configuration. */
  identity?(config: C): object;
  /**
   * Caveats of its results, one text each, shown after the name of a configuration; e.g. writes acknowledged before
   * they are durable. Default: none.
   */
  remarks?(config: C): readonly string[];
  /** Volumes that hosts with this mount use in turn. Default: one that holds everything. */
  volumes?(config: C, mount: M): Volumes;
  /** Capacity in bytes; null or undefined if unknown before creation. */
  capacityBytes?(config: C): number | null;
  /** Its use of account quotas. Default: none. */
  quotas?(config: C): readonly QuotaUse[];
  /** Provisioned items, billed by the month. */
  lineItems(config: C): readonly PricedAmount[];
  /** Items billed by usage. Default: none. */
  readonly usage?: UsageItems<C>;
  readonly traits?: TargetTraits;
  /**
   * Model for rehearsals; null if they cannot simulate it.
   * @param mount of the hosts. Default: that of the kind
   * @param instanceTypes of the hosts. Default: a typical one of the kind
   */
  model(config: C, mount?: M, instanceTypes?: readonly string[]): TargetModel | null;
  /** Durations of AWS operations; null without any. */
  readonly durations: Durations | null;
  /** Estimated time from its delete until it is gone, with everything on it. */
  teardownSeconds(config: C): number;
}

/** A target that is an FSx file system, with the type that other rooms use as a key. */
export interface FsxTarget<Type extends FsxType, C, M> extends Target<C, M> {
  readonly fileSystemType: Type;
  readonly durations: Durations;
}
