/** The context of handlers: all their I/O, such as AWS calls, clock and scripts. Simulations replace it. */
import type { DeploymentLimits } from '../shapes/deployment-limits';
import type { Ports } from '../shapes/external-storage';
import type { Architecture } from '../shapes/images';
import type { Figures } from '../shapes/deployment-metrics';
import type { MachineName } from '../shapes/machines';
import type { ReceiptResource } from '../shapes/receipt';
import type { SecretServers } from '../shapes/secret-servers';
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
   * `subnetId2`, `routeTableId`, `endpointRange`. Requests refer to them as `@network.<name>`. Names without a value
   * are absent.
   */
  readonly network: Readonly<Record<string, string>>;
  /** SNS topic of alarms; absent if the deployment is unknown, as in rehearsals. */
  readonly topicArn?: string;
  /** The deployment's image and root device by architecture; absent if the deployment is unknown. */
  readonly images?: Readonly<Partial<Record<Architecture, { readonly imageId: string; readonly rootDevice: string }>>>;
  /** Launch settings of hosts; absent if the deployment is unknown. */
  readonly launch?: {
    readonly profileArn: string;
    /** Instance profile of hosts that read secrets. */
    readonly secretProfileArn: string;
    readonly securityGroupId: string;
    readonly placementGroup: string;
    /** KMS key of host disks; absent: the account's default key. */
    readonly ebsKeyArn?: string;
  };
  /** Whether hosts may download packages over HTTP; absent if the deployment is unknown. */
  readonly httpPackages?: boolean;
  /** Whether hosts may run scripts in specs; absent if the deployment is unknown. */
  readonly commands?: boolean;
  /** Limits of specs and executions; absent if the deployment sets no limits. */
  readonly limits?: DeploymentLimits;
  /** The user's tags, for all resources that executions create; absent if the user has set none. */
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  /** Ranges, TCP ports and file systems that hosts may use; absent if the deployment is unknown. */
  readonly external?: readonly {
    readonly cidr: string;
    readonly ports: readonly Ports[];
    readonly fileSystemId?: string | undefined;
  }[];
  /** Secrets that hosts may read, and their servers; absent if the deployment is unknown. */
  readonly secrets?: readonly SecretServers[];
  /** ARNs of external state machines that may run as hooks; absent if the deployment is unknown. */
  readonly hooks?: readonly string[];
  /** Tags of managed hosts that may receive commands; absent if the deployment is unknown. */
  readonly managed?: readonly { readonly tagKey: string; readonly tagValue: string }[];
  /** Deployed contract version. Default: this program's version; simulations deploy other versions. */
  readonly contractVersion?: number;
  /** True if hosts are local processes: waits are at most 1 s. */
  readonly local: boolean;
  /** True if account, storage and hosts are simulated: every number is marked as simulated. */
  readonly simulated: boolean;
}

export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
  /** A log whose lines have these members, too; absent if nothing reads them. */
  withKeys?(keys: Readonly<Record<string, unknown>>): Log;
  /** Writes metrics of the deployment; absent on this machine, and in rehearsals. */
  writeMetrics?(figures: Figures): void;
}

/** Lists resources that executions created on this machine. */
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
  /** Set only if hosts are local processes. */
  readonly notes?: LocalResources;
}

/** The context of admission, which needs more. */
export interface PlanningContext extends Context {
  /** Scripts of `workloads/`, by path below it, e.g. `fio/measure.sh`. */
  readonly scripts: ScriptFiles;
  /** Specs that can be started by name; absent in rehearsals and on this machine. */
  readonly experiments?: Readonly<Record<string, string>>;
  /** Prices of the Region; empty if hosts are local processes. */
  readonly prices: PriceBook;
  /** Reads AWS's price files; absent if `prices` must not be replaced. */
  readonly priceFiles?: {
    readonly get: GetFile;
    /** Makes a price book of the Region in which these prices replace older ones. */
    readonly book: (read: readonly Price[]) => PriceBook;
  };
}
