/** Verdicts and rows of trials. */

export const VERDICTS = ['VALID', 'SUSPECT', 'INVALID', 'INFEASIBLE', 'NOT_RUN'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a trial is not VALID, or a `note` for readers. */
export interface Reason {
  readonly level: 'note' | 'suspect' | 'invalid' | 'infeasible' | 'not-run';
  /** Stable code in PascalCase: `ZeroIo`, `ShortRun`, `CacheServed`, `UnwrittenReads`, `NoOverlap`, `ResultLost`, … */
  readonly code: string;
  /** One sentence with the numbers. */
  readonly text: string;
  /** The cause alone, if other reasons share it. */
  readonly why?: string;
  /** Affected metrics; absent: all. */
  readonly metrics?: readonly string[];
  /** For a rate step: lower level ÷ mean rate of the trial. */
  readonly lowerLevel?: number;
}

/** Whether it affects a metric; with null, whether it affects the whole trial. */
export function affects({ metrics }: Reason, metric: string | null): boolean {
  return metrics === undefined || (metric !== null && metrics.includes(metric));
}

/** Background load during a trial, on the most affected host. */
export interface BackgroundLoad {
  /** Share of all CPU time used by other processes, and withheld by the hypervisor: 0–1. */
  readonly othersCpu: number;
  readonly stolenCpu: number;
  /** Bytes/s of other processes on the measured disk; 0 if no local disk is measured. */
  readonly othersBytesPerSecond: number;
  /** The following are absent in rows of earlier versions. Share of CPU time used in total, and by the hosts. */
  readonly busyCpu?: number;
  readonly ownCpu?: number;
  /** Load average of the kernel over a minute. */
  readonly load?: number;
  /** Minimum share of available memory. */
  readonly availableMemory?: number;
  /** Share of the time in which tasks waited for it; null without that kernel counter. */
  readonly waited?: Readonly<Record<'cpu' | 'io' | 'memory', number | null>>;
  /** Packets delayed at an allowance of the instance type; null without that counter. */
  readonly heldPackets?: number | null;
  /** Seconds by which the worst clock is ahead; null if not synchronised. */
  readonly clockAheadSeconds?: number | null;
}

/** Resource use of hosts of one role in a trial, with an entry per reporting host. */
export interface RoleUsage {
  readonly role: string;
  /** Shares of CPU time, 0–1, three digits. */
  readonly cpu: readonly number[];
  /** Kernel share of the busiest CPU in the kernel per host; absent without reports. */
  readonly kernel?: readonly number[];
  /** Network bytes/s in the busier direction; null if a host has no counter. */
  readonly network: readonly number[] | null;
  /** Number of hosts with packets delayed at an allowance; null if a host has no counter. */
  readonly held: number | null;
  /** The NFS operation with the most time over all hosts; absent without NFS mounts. */
  readonly nfs?: {
    /** `READ`, `WRITE`, `GETATTR`, … */
    readonly operation: string;
    readonly operations: number;
    /** Mean milliseconds per operation: queued on the host, and in total. */
    readonly queued: number;
    readonly whole: number;
  };
}

/** The final row of a trial: exactly one per trial of a plan. */
export interface TrialRow {
  readonly trial: string;
  readonly rig: string;
  readonly block: number;
  readonly stage: string | null;
  readonly cell: string;
  readonly replicate: number;
  /** The valid attempt; 0 if none was started. */
  readonly attempt: number;
  readonly attempts: number;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  /** Common window of all hosts, ISO 8601; null without a measurement. */
  readonly started: string | null;
  readonly ended: string | null;
  /** Share of the longest host window in which all hosts measured, 0–1; null without a measurement. */
  readonly overlap: number | null;
  /** Null without reports; absent in rows of earlier versions. */
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
