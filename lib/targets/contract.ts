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
import type { MovedData, PricedAmount } from '../shapes/price';
import type { Problem } from '../shapes/problem';
import type { QuotaUse } from '../shapes/quota';
import type { SecretServers } from '../shapes/secret-servers';
import type { OperationTimes } from './durations';
import type { KernelMount } from './kernel-mount';
import type { TargetModel } from './model';
import type { Change, CreateRequest } from '../shapes/requests';
import type { FsxType } from '../shapes/resources';
import type { Script } from '../workloads/contract';

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
  /** Roles that mount the target with the same options. */
  readonly roles: readonly string[];
  /** Number of hosts in these roles: work that one host does for all takes longer with more hosts. Default: one. */
  readonly hosts?: number;
  readonly files: TargetFiles;
}

/** Description of a created target from its service, in the shapes of the AWS SDK. */
export interface FoundTarget {
  /** From DescribeFileSystems. The response of FSx contains the file system type. */
  readonly fileSystem: object;
  /** From DescribeVolumes, including the root volume; empty unless requested. */
  readonly volumes: readonly object[];
}

/** What a target needs from the hosts themselves. */
export type HostNeeds = LaunchedDisk | BuiltInDisks;

/** A disk that the launch template creates and deletes with its host. */
export interface LaunchedDisk {
  /** Roles whose hosts have the disk: one host in total, because each host would have separately billed storage. */
  readonly roles: readonly string[];
  readonly disk: HostDisk;
  /** Number of equal disks. Default: one. */
  readonly count?: number;
  /** Problems of an instance type with these disks; paths are relative to the target's entry. */
  checkType?(instanceType: string): readonly Problem[];
}

/** Local disks of instance types: each host has separate storage, without a separate price. */
export interface BuiltInDisks {
  /** Roles whose hosts use these disks. Default: roles that mount the target. */
  readonly roles?: readonly string[] | undefined;
  readonly disk?: undefined;
  /** Problem of an instance type, or null; its path is relative to the role. */
  checkHostType(instanceType: string): Problem | null;
  /** Capacity of one host. */
  capacity(instanceType: string): Capacity;
}

/** Why hosts with an image cannot mount a target. */
export interface MountRefusal {
  /** Whether mounting surely fails; false if it may work. */
  readonly sure: boolean;
  readonly why: string;
  readonly source: string;
}

/** What a file system can hold. */
export interface Capacity {
  /** Null if unknown before creation, or without a limit. */
  readonly bytes: number | null;
  /** Files and directories (inodes). Default: limited by the bytes only. */
  readonly names?: number | undefined;
}

export interface VolumeLayout extends Capacity {
  /** Number of volumes. Host n starts with volume n modulo this number, and continues with the next ones. */
  readonly count: number;
  /** Number of volumes that a host uses in turn. Default: one. */
  readonly atOnce?: number;
  /** Whether each host has separate volumes, without a limit. */
  readonly each?: true;
}

/** What external storage needs from its owner and from the deployment. */
export interface ExternalNeeds<C = unknown, M = unknown> {
  /** Unique names of the stores: two executions never measure one store at the same time. */
  stores(config: C): readonly string[];
  /** Servers and ports that hosts must reach: the storage, and Prometheus servers. Addresses may be DNS names. */
  reaches(config: C, mount: M): readonly ServerPorts[];
  /** Secrets that hosts read, each with the servers that it goes to. Default: none. */
  secrets?(config: C): readonly SecretServers[];
}

export interface ServerPorts {
  readonly address: string;
  readonly ports: readonly Ports[];
  /** File system that the role of hosts must be allowed to mount. Default: access needs no IAM permission. */
  readonly fileSystemId?: string;
}

/** Usage-based prices of a target, in addition to provisioned ones. */
export interface UsageItems<C = unknown> {
  /** Monthly items for a number of stored bytes. Default: none. */
  stored?(config: C, bytes: number): readonly PricedAmount[];
  /** One-time items for transferred bytes and created files. Default: none. */
  moved?(config: C, data: MovedData): readonly PricedAmount[];
  /** Model with the rates of the fastest Region, for an upper bound of transfer costs. Default: `model`. */
  mostMoving?(config: C, mount?: unknown): TargetModel | null;
  /** All monthly items with the stored data of the spec, for the price of a configuration. Default: `lineItems`. */
  perMonth?(config: C): readonly PricedAmount[];
}

/** How hosts mount a target, and what hosts see of it. */
export interface Mounting<C = unknown, M = unknown> {
  /** Schema of `mount` of a role, including `{}`. */
  readonly schema: z.ZodType<M>;
  /** Rules for a mount of this target; `path` is relative to `mount`. Default: only its schema. */
  check?(config: C, mount: M): readonly Problem[];
  /** Rules for the number of hosts that mount the target; `path` is relative to the target's entry. Default: none. */
  checkHosts?(config: C, hosts: number): readonly Problem[];
  /** Why hosts with this image cannot mount the target, or may fail to. Default: they can. */
  checkImage?(image: ImageName, config: C, mount?: M): MountRefusal | undefined;
  /**
   * Fixture that mounts the target on hosts of some roles: see `makeMountFixture`. After setup,
   * `$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY` is the writable directory under test. `<host>` in it is the folder of the
   * host. With several volumes, these are folders next to `<host>`, which links to the folder on the host's first
   * volume (`own_folders` of `shell/host.sh`). Ids and addresses of created resources are in the file
   * `$FSXBENCH_ENDPOINTS`, a line `<copy>.<id> <name> <value>` for each value. Removal keeps stored data.
   */
  mount(config: C, options: M, place: MountContext): Fixture;
  /**
   * Settings that apply to data when it is written, not later: if they differ, data is laid out again. Default: none.
   * @param mounts distinct mounts of the roles, because files may be spread over them
   */
  getDataLayout?(config: C, mounts: readonly M[]): object;
  /**
   * Differences between a mount and its spec, one line each: kernels and servers lower options, and a second mount of
   * one server uses the options of the first. Empty if the target mounts nothing.
   */
  diffMount(config: C, mount: M, kernel: KernelMount): readonly string[];
  /** Volumes that hosts with this mount use in turn. Default: one volume with the whole capacity. */
  volumes?(config: C, mount: M): VolumeLayout;
}

/** Rates, capacity and caveats of results. */
export interface Performance<C = unknown, M = unknown> {
  /** Provisioned rates, as in `LimitName`. @param instanceTypes hosts that limit host disks. Default: no limits */
  getProvisioned(config: C, instanceTypes?: readonly string[]): ProvisionedRates;
  /**
   * Model for rehearsals; null if rehearsals cannot simulate the target.
   * @param mount of the hosts. Default: the default mount of the kind
   * @param instanceTypes of the hosts. Default: a typical one of the kind
   */
  model(config: C, mount?: M, instanceTypes?: readonly string[]): TargetModel | null;
  /** Capacity of the whole target instance. Default: unknown, or without a limit. */
  capacity?(config: C): Capacity;
  /** Queries for the Prometheus server of the owner. Default: none. */
  telemetry?(config: C): Telemetry | null;
  /** Caveats about results, after a configuration's name; e.g. writes acknowledged before durable. Default: none. */
  remarks?(config: C): readonly string[];
  /** Whether closing a file leaves data in host memory (local disks, Lustre); NFS writes on close. Default: no. */
  readonly closesEarly?: true;
}

/** What the target costs. */
export interface Prices<C = unknown> {
  /** Provisioned items, billed by the month. */
  lineItems(config: C): readonly PricedAmount[];
  /** Items billed by usage. Default: none. */
  readonly usage?: UsageItems<C>;
  /** Price of external storage, US dollars an hour. Estimates and budgets exclude it. Null if unknown. */
  usdPerHour?(config: C): number | null;
  /** Whether the new price applies as soon as a change is requested. Default: a change costs the higher price. */
  readonly paidAtOnce?: true;
}

/** What a target needs of its hosts beyond a mount: disks, network adapters, preparation at boot. */
export interface HostParts<C = unknown> {
  /** Disks of the hosts at launch. Default: none. */
  getNeeds?(config: C): HostNeeds;
  /** Inverse of `getNeeds`, for settings that have a price. Null if no spec of this kind creates such a disk. */
  fromDisk?(disk: HostDisk): C | null;
  /** Whether hosts that mount the target need an Elastic Fabric Adapter. Default: no. */
  hasEfa?(config: C): boolean;
  /** Part of the boot script of every host of the rig, for disks that must exist before the first command. */
  userData?(config: C, rig: RigContext, files: TargetFiles): Script;
}

/** AWS resources that fsxbench creates for the target and deletes after it. */
export interface Resources<C = unknown> {
  readonly fileSystemType?: FsxType;
  /** Create requests in order. */
  requests(config: C, rig: RigContext): readonly CreateRequest[];
  /**
   * Inverse of `requests`: the settings of a created target. Without volumes in `found`, volume settings are the schema
   * defaults. Host settings, such as file stripes, are not visible to services.
   * @returns null if no spec of this kind creates such a target
   */
  toConfig(found: FoundTarget): C | null;
  /** Use of account quotas. Default: none. */
  quotas?(config: C): readonly QuotaUse[];
  readonly durations: OperationTimes;
  /** Estimated seconds to delete the target and everything on it. */
  teardownSeconds(config: C): number;
  /** Time limit of a teardown, if longer than the default of two hours; at most three hours. */
  readonly teardownAllowanceSeconds?: number;
}

/** A kind of storage. Optional facets are for the kinds that have such a part. */
export interface Target<C = unknown, M = unknown> {
  readonly kind: string;
  /** One sentence for lists and pages. */
  readonly summary: string;
  /** Whether it is on this machine: needs no AWS account, and has no price unless the spec states one. */
  readonly local: boolean;
  readonly schema: z.ZodType<C>;
  /** Rules beyond the schema; `path` is relative to the target's entry in the spec. */
  check(config: C): readonly Problem[];
  /** How to change the target from one configuration to another: in place, or why not. */
  change(from: C, to: C): Change;
  /** Settings that identify the storage: only these affect the id of a configuration. Default: all. */
  identity?(config: C): object;
  readonly mounting: Mounting<C, M>;
  readonly performance: Performance<C, M>;
  readonly prices: Prices<C>;
  readonly hosts?: HostParts<C>;
  /** Absent if no AWS call creates the target. */
  readonly resources?: Resources<C>;
  /** For external storage, which fsxbench never creates, changes or deletes. Default: fsxbench creates the target. */
  readonly external?: ExternalNeeds<C, M>;
  /** Members that differ on managed hosts. Default: none, and managed hosts refuse a `local` target. */
  readonly onManaged?: Required<Pick<Target<C, M>, 'check' | 'external' | 'mounting' | 'performance'>>;
}

/** A target that is an FSx file system, with the type that other rooms use as a key. */
export interface FsxTarget<Type extends FsxType, C, M> extends Target<C, M> {
  readonly resources: Resources<C> & { readonly fileSystemType: Type };
}
