/**
 * What a target kind must offer. Adding one: a folder here, one line in `registry.ts`, tests, and the registries that
 * the compiler then names (docs/contributing.md, Adding a target).
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

/** What a target is told about the rig that it is made for. */
export interface RigContext {
  readonly executionId: string;
  readonly rig: string;
  /** Value of the tag `fsxbench:rig`. */
  readonly rigTag: string;
}

/** Texts of `workloads/<kind>/*.sh` by file name; read by the caller. */
export type TargetFiles = Readonly<Record<string, string>>;

/** Where a target is mounted. */
export interface MountContext {
  /** Name of the copy in its rig. */
  readonly copy: string;
  /** Roles that mount it with the same options. */
  readonly roles: readonly string[];
  /** Hosts of these roles: what one of them does for all takes the longer the more they are. Left out: one. */
  readonly hosts?: number;
  readonly files: TargetFiles;
}

/** What there is of a target, as its service tells it: plain data in the shapes of the AWS SDK. */
export interface FoundTarget {
  /** As DescribeFileSystems has it; of FSx it says its type. */
  readonly fileSystem: object;
  /** As DescribeVolumes has those on it, its root volume too; none where nobody asked for them. */
  readonly volumes: readonly object[];
}

/** What a target needs of the hosts themselves. */
export type HostNeeds = LaunchedDisk | BuiltInDisks;

/** A disk that is made with a host by its launch template, and deleted with it. */
export interface LaunchedDisk {
  /** Roles whose hosts have it: one host in all, since each would have storage of its own, at its own price. */
  readonly roles: readonly string[];
  readonly disk: HostDisk;
  /** So many alike; left out: one. */
  readonly count?: number;
  /** What is to be said of a type whose host has them; paths are relative to the target's entry. */
  checkType?(instanceType: string): readonly Problem[];
}

/** Disks that instance types come with: each host has storage of its own, at no price of its own. */
export interface BuiltInDisks {
  /** Roles whose hosts use them; left out: those that mount the target. */
  readonly roles?: readonly string[] | undefined;
  readonly disk?: undefined;
  /** What is wrong with a type for it, or may be; its path is relative to the role. Null: nothing. */
  checkHostType(instanceType: string): Problem | null;
  /** Bytes that fit on one host of a type; null where nobody knows. */
  capacityBytes(instanceType: string): number | null;
}

/** Why hosts of an image cannot mount a target. */
export interface MountRefusal {
  /** It is certain; else it may work. */
  readonly sure: boolean;
  readonly why: string;
  readonly source: string;
}

/** Volumes of a target that are alike. */
export interface Volumes {
  /** Host number n begins with volume n modulo this; what else it has goes on from there, over those it mounts. */
  readonly count: number;
  /** What fits on one of them. */
  readonly bytes: number;
  /** So many of them a host has, which it works on in turn; left out: one. */
  readonly atOnce?: number;
  /** Each host has its own, of which there are as many as anybody needs. */
  readonly each?: true;
}

/** What a target that exists already needs of its owner, and of the deployment. */
export interface ExternalNeeds<C = unknown, M = unknown> {
  /** Stores that it uses, each a text that no other has: no two executions measure one of them at the same time. */
  stores(config: C): readonly string[];
  /** Where hosts that mount it so must be let out to; addresses may be names. */
  reaches(config: C, mount: M): readonly ServerPorts[];
  /** ARNs of secrets that hosts which mount it read; left out: none. */
  secrets?(config: C): readonly string[];
}

/** A server, and the TCP ports by which it is reached. */
export interface ServerPorts {
  readonly address: string;
  readonly ports: readonly Ports[];
}

/** What a target is paid for by its use, beside what is provisioned. */
export interface UsageItems<C = unknown> {
  /** By the month, where so many bytes are stored; left out: nothing more. */
  stored?(config: C, bytes: number): readonly PricedAmount[];
  /** Once, by what was moved; left out: nothing is. */
  moved?(config: C, bytes: TransferBytes): readonly PricedAmount[];
  /** What it moves in the Region that moves most: what bytes may cost is reckoned with it. Left out: as modelled. */
  mostMoving?(config: C, mount?: unknown): TargetModel | null;
  /** For the price of a cell: all that one costs by the month that holds what the spec says. Left out: `lineItems`. */
  perMonth?(config: C): readonly PricedAmount[];
}

/** How a target differs from most. */
export interface TargetTraits {
  /**
   * Files are closed before what was written to them has left the memory of the host, as on local file systems and
   * Lustre; NFS writes it when it closes. Left out: no.
   */
  readonly closesEarly?: true;
  /** A change is paid for as it will be from when it is asked for. Left out: the dearer of both counts meanwhile. */
  readonly paidAtOnce?: true;
  /**
   * How long a teardown may take before it gives up and reports what is left, where that is longer than the two hours
   * that all have; three hours at most.
   */
  readonly teardownAllowanceSeconds?: number;
}

export interface Target<C = unknown, M = unknown> {
  readonly kind: string;
  /** One sentence for lists and pages. */
  readonly summary: string;
  /** Lives on this machine: needs no AWS account, has no price but what the spec states. */
  readonly local: boolean;
  /** It exists already, and others own it: nothing here makes, changes or deletes it. Left out: it is made here. */
  readonly external?: ExternalNeeds<C, M>;
  /** What of it differs on hosts that exist already; left out: nothing, and where it is `local` it cannot be there. */
  readonly onManaged?: Required<Pick<Target<C, M>, 'check' | 'external' | 'mount' | 'userData' | 'model'>>;
  /** Type of the FSx file system that it is; left out where it is none. */
  readonly fileSystemType?: FsxType;
  readonly schema: z.ZodType<C>;
  /** What `mount` of a role may say, `{}` included: how its hosts mount the target. */
  readonly mountSchema: z.ZodType<M>;
  /** Rules beyond the schema; `path` is relative to the target's entry in the spec. */
  check(config: C): readonly Problem[];
  /** Rules of a mount of a target that is set so; `path` is relative to `mount`. Left out: none beyond its schema. */
  checkMount?(config: C, mount: M): readonly Problem[];
  /**
   * Rules of what so many hosts that mount it have of it together; `path` is relative to the target's entry. Left out:
   * none.
   */
  checkHosts?(config: C, hosts: number): readonly Problem[];
  /** Creates in their order; none where nothing is created by calls. */
  requests(config: C, rig: RigContext): readonly CreateRequest[];
  /** What hosts are launched with for it; left out where it needs nothing of them. */
  hosts?(config: C): HostNeeds;
  /** Hosts that mount it are launched with an Elastic Fabric Adapter; left out: none is. */
  efa?(config: C): boolean;
  /** Why hosts of an image cannot mount it so, or may not; left out, and undefined: they can. */
  checkImage?(image: ImageName, config: C, mount?: M): MountRefusal | undefined;
  /** The way back from `hosts`: all that has a price. Null for what no spec of this kind could have asked for. */
  fromDisk?(disk: HostDisk): C | null;
  /**
   * The way back from `requests`: the settings of what was found. What only volumes tell is as the schema has it where
   * a spec says nothing, if there are none in `found`. What hosts do, like stripes of files, no service tells.
   * @returns null for what no spec of this kind could have asked for
   */
  toConfig(found: FoundTarget): C | null;
  /** How one stage becomes the next. */
  change(from: C, to: C): Change;
  /** Lines for the boot script of every host of the rig: disks that must exist before the first command. */
  userData(config: C, rig: RigContext, files: TargetFiles): string;
  /**
   * How hosts of some roles mount it: see `mountFixture`. Put up, `$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY` is the place
   * under test, ready to write: `<host>` in it is the host's own folder or, where
   * several volumes are folders beside it, a link to that on the host's first one (`own_folders` of `shell/host.sh`).
   * What was made for the copy stands in the file `$FSXBENCH_ENDPOINTS`, a line `<copy>.<id> <name> <value>` for each
   * value. Taken down, what is stored stays.
   */
  mount(config: C, options: M, place: MountContext): Fixture;
  /**
   * Settings that data keep from when they were written, whatever the target is changed to: where these differ, data
   * are laid out anew. Left out: none.
   * @param mounts how roles mount it, each way once: files may be spread over what is mounted
   */
  getDataLayout?(config: C, mounts: readonly M[]): object;
  /**
   * What of a mount is not as it was asked for, a line each: kernels and servers lower options, and a second mount of
   * one server takes those of the first. None where nothing is mounted for it.
   */
  diffMount(config: C, mount: M, kernel: KernelMount): readonly string[];
  /**
   * Limits that were paid for; see `LimitName` for what each is and in which unit.
   * @param instanceTypes of the hosts that work on it: what these let through of disks of theirs. Left out: all
   */
  getProvisioned(config: C, instanceTypes?: readonly string[]): ProvisionedRates;
  /** What somebody else is paid for it, US dollars an hour: part of no estimate and no budget. Null: nobody knows. */
  usdPerHour?(config: C): number | null;
  /** What the Prometheus of its owner is asked about its servers; left out, or null: nothing. */
  telemetry?(config: C): Telemetry | null;
  /** Settings that tell its storage from another; left out: all. What else a spec says of it changes no cell's id. */
  identity?(config: C): object;
  /**
   * What figures measured on it do not promise, one text each that goes behind the name of a configuration, e.g. that
   * it acknowledges writes before they are durable. Left out: nothing.
   */
  remarks?(config: C): readonly string[];
  /** Volumes that hosts which mount it so take in turn; left out: one, which holds all of it. */
  volumes?(config: C, mount: M): Volumes;
  /** Bytes that fit on it; null or left out where nobody can say before it is there. */
  capacityBytes?(config: C): number | null;
  /** What it takes up of an account's quotas; left out: none that anybody reckons with. */
  quotas?(config: C): readonly QuotaUse[];
  /** What of it is provisioned and paid for, by the month. */
  lineItems(config: C): readonly PricedAmount[];
  /** What is paid for by its use; left out: nothing is. */
  readonly usage?: UsageItems<C>;
  /** How it differs from most; left out: in nothing. */
  readonly traits?: TargetTraits;
  /**
   * What rehearsals take it for; null where a rehearsal cannot say anything.
   * @param mount how the hosts that ask mount it; left out: as the kind does by default
   * @param instanceTypes of the hosts that ask; left out: what the kind takes for usual
   */
  model(config: C, mount?: M, instanceTypes?: readonly string[]): TargetModel | null;
  /** How long AWS takes for all of this; null where AWS does nothing. */
  readonly durations: Durations | null;
  /** Modelled time until it is gone after its delete, with all that is on it. */
  teardownSeconds(config: C): number;
}

/** A target that is an FSx file system: its type is the word by which other rooms keep their records. */
export interface FsxTarget<Type extends FsxType, C, M> extends Target<C, M> {
  readonly fileSystemType: Type;
  readonly durations: Durations;
}
