/** What a handler works with: AWS calls, clock, configuration, texts. The twin gives its own; nothing else does I/O. */
import type { DeploymentLimits } from '../shapes/deployment-limits';
import type { Ports } from '../shapes/external-storage';
import type { Architecture } from '../shapes/images';
import type { MachineName } from '../shapes/machines';
import type { ReceiptResource } from '../shapes/receipt';
import type { Price, PriceBook } from '../shapes/price';
import type { ScriptFiles } from '../workloads/contract';
import type { AwsCalls } from './calls';
import type { GetFile } from './admission/price-files';

export interface Config {
  /** Value of the tag `fsxbench:stack`: only what carries it is ever touched. */
  readonly stack: string;
  /** Results bucket. */
  readonly bucket: string;
  /** Name of the document by which hosts take commands. */
  readonly document: string;
  readonly machineArns: Readonly<Record<MachineName, string>>;
  /**
   * Where hosts and storage are created: `subnetId`, `storageSecurityGroupId`, and for file systems in two zones
   * `subnetId2`, `routeTableId`, `endpointRange`, to which requests refer as `@network.<name>`; and `zone`. Absent is
   * what the stack does not know or have.
   */
  readonly network: Readonly<Record<string, string>>;
  /** Who is told of alarms; absent where the deployment is not known. */
  readonly topicArn?: string;
  /** Image of the deployment by architecture, and where it has its root volume; absent where it is not known. */
  readonly images?: Readonly<Partial<Record<Architecture, { readonly imageId: string; readonly rootDevice: string }>>>;
  /** What hosts are launched with beside their role; absent where the deployment is not known. */
  readonly launch?: {
    readonly profileArn: string;
    /** Of hosts that read secrets. */
    readonly secretProfileArn: string;
    readonly securityGroupId: string;
    readonly placementGroup: string;
    /** Of their disks; absent: the key of the account. */
    readonly ebsKeyArn?: string;
  };
  /** Whether hosts are let out over HTTP, for packages; absent where the deployment is not known. */
  readonly httpPackages?: boolean;
  /** Whether hosts may run scripts that a spec brings; absent where the deployment is not known. */
  readonly commands?: boolean;
  /** Limits over specs and executions; absent where the deployment sets none. */
  readonly limits?: DeploymentLimits;
  /** Tags of the user's own on everything that executions create; absent where there are none. */
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  /** Ranges and TCP ports that hosts are let out to beside AWS; absent where the deployment is not known. */
  readonly external?: readonly { readonly cidr: string; readonly ports: readonly Ports[] }[];
  /** ARNs of secrets that hosts may read; absent where the deployment is not known. */
  readonly secrets?: readonly string[];
  /** ARNs of state machines of others that may be run; absent where the deployment is not known. */
  readonly hooks?: readonly string[];
  /** Tags of managed hosts that may be sent commands; absent where the deployment is not known. */
  readonly managed?: readonly { readonly tagKey: string; readonly tagValue: string }[];
  /** Version of the contracts that is deployed. Default: that of this program; the twin deploys others. */
  readonly contractVersion?: number;
  /** True where the hosts are processes of this machine: waits are at most 1 s. */
  readonly local: boolean;
  /** Account, storage and hosts are models: every number says so. */
  readonly simulated: boolean;
}

export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

/** Knows what executions made on this machine. */
export interface LocalResources {
  /** Each thing, and whether it is still there. */
  list(experiment: string, executionId: string): readonly ReceiptResource[];
}

export interface Context {
  readonly aws: AwsCalls;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly log: Log;
  /** Only where hosts are processes of this machine. */
  readonly notes?: LocalResources;
}

/** What admission works with, beside that. */
export interface PlanningContext extends Context {
  /** Texts of `workloads/`, by path below it, e.g. `fio/measure.sh`. */
  readonly scripts: ScriptFiles;
  /** Specs that can be started by name; absent in rehearsals and on this machine. */
  readonly experiments?: Readonly<Record<string, string>>;
  /** Prices of the Region; none where hosts are processes of this machine. */
  readonly prices: PriceBook;
  /** How AWS's price files are read, where they are; left out where `prices` are to stand. */
  readonly priceFiles?: {
    readonly get: GetFile;
    /** A book of the Region with these prices in place of older ones. */
    readonly book: (read: readonly Price[]) => PriceBook;
  };
}
