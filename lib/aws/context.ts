/** What handlers work with: AWS calls, clock, configuration, scripts. The twin passes its own; no other I/O happens. */
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
  /** Value of the tag `fsxbench:stack`: fsxbench touches only resources with this tag. */
  readonly stack: string;
  readonly bucket: string;
  /** Name of the SSM document that runs commands on hosts. */
  readonly document: string;
  readonly machineArns: Readonly<Record<MachineName, string>>;
  /**
   * Network of hosts and storage: `subnetId`, `storageSecurityGroupId`, `zone`, and for file systems in two zones
   * `subnetId2`, `routeTableId`, `endpointRange`. Requests refer to them as `@network.<name>`. Names that the stack
   * does not know or have are absent.
   */
  readonly network: Readonly<Record<string, string>>;
  /** SNS topic of alarms; absent where the deployment is unknown. */
  readonly topicArn?: string;
  /** The deployment's image and root device by architecture; absent where it is unknown. */
  readonly images?: Readonly<Partial<Record<Architecture, { readonly imageId: string; readonly rootDevice: string }>>>;
  /** Launch settings of hosts; absent where the deployment is unknown. */
  readonly launch?: {
    readonly profileArn: string;
    /** Instance profile of hosts that read secrets. */
    readonly secretProfileArn: string;
    readonly securityGroupId: string;
    readonly placementGroup: string;
    /** KMS key of host disks; absent: the account's default key. */
    readonly ebsKeyArn?: string;
  };
  /** Whether hosts may reach packages over HTTP; absent where the deployment is unknown. */
  readonly httpPackages?: boolean;
  /** Whether hosts may run scripts of a spec; absent where the deployment is unknown. */
  readonly commands?: boolean;
  /** Limits over specs and executions; absent where the deployment sets none. */
  readonly limits?: DeploymentLimits;
  /** The user's tags, for everything that executions create; absent where there are none. */
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  /** Ranges and TCP ports outside AWS that hosts may reach; absent where the deployment is unknown. */
  readonly external?: readonly { readonly cidr: string; readonly ports: readonly Ports[] }[];
  /** ARNs of secrets that hosts may read; absent where the deployment is unknown. */
  readonly secrets?: readonly string[];
  /** ARNs of external state machines that may run as hooks; absent where the deployment is unknown. */
  readonly hooks?: readonly string[];
  /** Tags of managed hosts that may receive commands; absent where the deployment is unknown. */
  readonly managed?: readonly { readonly tagKey: string; readonly tagValue: string }[];
  /** Deployed contract version. Default: this program's; the twin deploys others. */
  readonly contractVersion?: number;
  /** True where hosts are local processes: waits are at most 1 s. */
  readonly local: boolean;
  /** Account, storage and hosts are simulated: every number is marked so. */
  readonly simulated: boolean;
}

export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

/** Lists what executions created on this machine. */
export interface LocalResources {
  /** Each resource, and whether it still exists. */
  list(experiment: string, executionId: string): readonly ReceiptResource[];
}

export interface Context {
  readonly aws: AwsCalls;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly log: Log;
  /** Set only where hosts are local processes. */
  readonly notes?: LocalResources;
}

/** What admission needs in addition. */
export interface PlanningContext extends Context {
  /** Scripts of `workloads/`, by path below it, e.g. `fio/measure.sh`. */
  readonly scripts: ScriptFiles;
  /** Specs that can be started by name; absent in rehearsals and on this machine. */
  readonly experiments?: Readonly<Record<string, string>>;
  /** Prices of the Region; empty where hosts are local processes. */
  readonly prices: PriceBook;
  /** How AWS's price files are read; absent where `prices` must not be replaced. */
  readonly priceFiles?: {
    readonly get: GetFile;
    /** A price book of the Region in which these prices replace older ones. */
    readonly book: (read: readonly Price[]) => PriceBook;
  };
}
