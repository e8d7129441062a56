/** What was seen of one execution, for checkers to judge: gathered from outside, not told by what is judged. */
import type { Plan } from '../../shapes/plan';
import type { AttemptStarted } from '../../shapes/marks';
import type { Receipt } from '../../shapes/receipt';
import type { TrialRow } from '../../shapes/verdict';
import type { CallRecord } from '../cloud/service';

/** One thing in the cloud, as its own service lists it. */
export interface ListedResource {
  /** As in a receipt, e.g. `ec2:instance`. */
  readonly kind: string;
  readonly id: string;
  /** The service's own word, e.g. `shutting-down`. */
  readonly state: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A row as it was found in the bucket. */
export interface FoundRow {
  readonly key: string;
  readonly row: TrialRow;
}

/** A `started.json` as it was found in the bucket. */
export interface FoundStart {
  readonly key: string;
  readonly started: AttemptStarted;
}

/** An execution of the machine `action`, or of a machine of somebody. */
export interface OthersRun {
  readonly name: string;
  readonly status: string;
  /** Epoch milliseconds; null where it still runs. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What is left of hosts that are processes of this machine. */
export interface LeftOnMachine {
  /** Living processes of hosts below the folder, whoever started them; of no host that is known, by their rig. */
  readonly processes: readonly { readonly pid: number; readonly instanceId: string; readonly rigTag?: string }[];
  readonly folders: readonly {
    readonly path: string;
    readonly instanceId: string;
    readonly tags: Readonly<Record<string, string>>;
  }[];
  /** Directories with a marker, or with the name that a rig gives to one, and the rig that it names. */
  readonly volumes: readonly { readonly path: string; readonly rigTag: string }[];
}

export interface ExecutionFacts {
  readonly experiment: string;
  readonly executionId: string;
  /** Null where the execution was refused, or ended, before it had one. */
  readonly plan: Plan | null;
  /** Listing of everything, after the guardian ended; other executions' things may be in it. */
  readonly resources: readonly ListedResource[];
  /** Kinds that this listing covers. */
  readonly kinds: readonly string[];
  /** Ids of all hosts that the execution ever had. */
  readonly hostIds: readonly string[];
  /** Hosts that others own, and what stays on them; absent where there are none. */
  readonly managed?: {
    readonly ids: readonly string[];
    readonly left: readonly { readonly id: string; readonly executionId: string }[];
  };
  /** Null where hosts are modelled. */
  readonly machine: LeftOnMachine | null;
  readonly rows: readonly FoundRow[];
  readonly starts: readonly FoundStart[];
  /** The call log, in the order in which calls were answered; other executions' calls may be in it. */
  readonly calls: readonly CallRecord[];
  /** Null where there is none. */
  readonly receipt: Receipt | null;
  /** What others were asked to do, and what of theirs was started. */
  readonly others: { readonly actions: readonly OthersRun[]; readonly hooks: readonly OthersRun[] };
}

/** Something that must always hold, and did not. */
export interface Complaint {
  /** Name of the checker, e.g. `fence-held`. */
  readonly checker: string;
  /** Stable code in PascalCase. */
  readonly code: string;
  /** One sentence: what was found, and where. */
  readonly text: string;
  /** What it is about, where that is one thing in the cloud. */
  readonly id?: string;
}
