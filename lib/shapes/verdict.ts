/** Verdicts of trials, and the rows that carry them. */

export const VERDICTS = ['VALID', 'SUSPECT', 'INVALID', 'INFEASIBLE', 'NOT_RUN'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a trial is not VALID, or what a reader should know although it is (`note`). */
export interface Reason {
  readonly level: 'note' | 'suspect' | 'invalid' | 'infeasible' | 'not-run';
  /** Stable code in PascalCase: `ZeroIo`, `ShortRun`, `CacheServed`, `UnwrittenReads`, `NoOverlap`, `ResultLost`, … */
  readonly code: string;
  /** One sentence with the numbers that led to it. */
  readonly text: string;
  /** What of it is the cause alone, where others tell that too. */
  readonly why?: string;
  /** It speaks against these of its figures only; left out: against all of them. */
  readonly metrics?: readonly string[];
  /** Of a step the lower level ÷ the mean rate of the trial. */
  readonly lowerLevel?: number;
}

/** Whether it speaks against a metric; of a trial as a whole only where it speaks against all. */
export function affects({ metrics }: Reason, metric: string | null): boolean {
  return metrics === undefined || (metric !== null && metrics.includes(metric));
}

/** What a machine did beside a trial, of the host that felt most of it. */
export interface BackgroundLoad {
  /** Share of all CPU time that other processes took, and that the hypervisor kept back: 0–1. */
  readonly othersCpu: number;
  readonly stolenCpu: number;
  /** Bytes a second that others moved on the measured disk; 0 where no disk of the machine is measured. */
  readonly othersBytesPerSecond: number;
  /** Rows of earlier versions have none of what follows. Share of all CPU time that all took, and the hosts alone. */
  readonly busyCpu?: number;
  readonly ownCpu?: number;
  /** Processes that wanted a CPU, the kernel's mean over a minute. */
  readonly load?: number;
  /** Share of the memory that could still be had, the least. */
  readonly availableMemory?: number;
  /** Share of the time in which something waited for it; null where the kernel does not count that. */
  readonly waited?: Readonly<Record<'cpu' | 'io' | 'memory', number | null>>;
  /** Packets that an allowance of the instance type held back; null where nothing counts them. */
  readonly heldPackets?: number | null;
  /** Seconds by which the clock that is most wrong is ahead; null where nothing keeps one. */
  readonly clockAheadSeconds?: number | null;
}

/** How much hosts of one role used of themselves in a trial: each list has an entry for each host that told. */
export interface RoleUsage {
  readonly role: string;
  /** Shares of all CPU time of their machines, 0–1, three digits. */
  readonly cpu: readonly number[];
  /** Of the CPU of each host that was most in the kernel, the share of its time; absent where no host told. */
  readonly kernel?: readonly number[];
  /** Bytes a second over the network, in the direction that moved more; null where a host could not tell. */
  readonly network: readonly number[] | null;
  /** Hosts of which packets were held back at an allowance of their type; null where a host could not tell. */
  readonly held: number | null;
  /** The operation of NFS that took most of the time, over all its hosts; absent where nothing is mounted by NFS. */
  readonly nfs?: {
    /** `READ`, `WRITE`, `GETATTR`, … */
    readonly operation: string;
    readonly operations: number;
    /** Means of one, milliseconds: waiting on the host to be sent, and in all. */
    readonly queued: number;
    readonly whole: number;
  };
}

/** The terminal row of a trial: every trial of a plan has exactly one, whatever happened. */
export interface TrialRow {
  readonly trial: string;
  readonly rig: string;
  readonly block: number;
  readonly stage: string | null;
  readonly cell: string;
  readonly replicate: number;
  /** The attempt that counts; 0 where none was started. */
  readonly attempt: number;
  readonly attempts: number;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  /** Window common to all hosts, ISO 8601; null where nothing was measured. */
  readonly started: string | null;
  readonly ended: string | null;
  /** Share of the longest host window in which all hosts measured, 0–1; null where nothing was measured. */
  readonly overlap: number | null;
  /** Null where no host told; absent in rows of earlier versions. */
  readonly beside?: BackgroundLoad | null;
  /** Empty where no host told; absent in rows of earlier versions. */
  readonly uses?: readonly RoleUsage[];
  /**
   * Facts from status.json worth showing: kernel, tool, mount, direct. One value where all hosts agree, else a list.
   */
  readonly facts: Readonly<Record<string, string>>;
  readonly simulated: boolean;
}

/** The worst reason decides. */
export function toVerdict(reasons: readonly Reason[]): Verdict {
  const has = (level: Reason['level']): boolean => reasons.some((reason) => reason.level === level);
  if (has('not-run')) return 'NOT_RUN';
  if (has('infeasible')) return 'INFEASIBLE';
  if (has('invalid')) return 'INVALID';
  return has('suspect') ? 'SUSPECT' : 'VALID';
}

/** Trials by verdict, every verdict named. */
export function countVerdicts(rows: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const counts: Record<Verdict, number> = { VALID: 0, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}
