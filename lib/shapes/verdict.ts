/** Verdicts and rows of trials. */
import type { RecordedEvent } from './recorded-events';

export const VERDICTS = ['VALID', 'SUSPECT', 'INVALID', 'INFEASIBLE', 'NOT_RUN'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Why a trial is not VALID, or a `note` for readers.
 * @example { level: 'suspect', code: 'HostBusy', text: 'other processes used 42% of the CPU time' }
 */
export interface Reason {
  readonly level: 'note' | 'suspect' | 'invalid' | 'infeasible' | 'not-run';
  /** Stable code in PascalCase: `ZeroIo`, `ShortRun`, `CacheServed`, `UnwrittenReads`, `NoOverlap`, `ResultLost`, … */
  readonly code: string;
  /** One sentence with the numbers. */
  readonly text: string;
  /** The cause without details, so that reasons with the same cause can be grouped. */
  readonly why?: string;
  /** Affected metrics; absent: all. */
  readonly metrics?: readonly string[];
  /** `RateStep`, falling `Unsteady`: lower or last level ÷ mean rate. `HostCredits`: baseline ÷ traffic of hosts. */
  readonly lowerLevel?: number;
  /** Operation with that level; null or absent: all. */
  readonly operation?: string | null;
}

export const HOST_CREDITS = 'HostCredits';

/** Whether a reason affects a metric; with null, whether it affects the whole trial. */
export function affects({ metrics }: Reason, metric: string | null): boolean {
  return metrics === undefined || (metric !== null && metrics.includes(metric));
}

/** Background load during a trial, on the most affected host. */
export interface BackgroundLoad {
  /** Shares of all CPU time (0–1): used by other processes, and withheld by the hypervisor (`stolen`). */
  readonly otherProcessesCpu: number;
  readonly stolenCpu: number;
  /** Bytes/s of other processes on the measured disk; 0 if no local disk is measured. */
  readonly otherProcessesBytesPerSecond: number;
  /**
   * This and all members below are absent in rows of earlier versions. Shares of CPU time: used in total, and used by
   * the hosts.
   */
  readonly busyCpu?: number;
  readonly ownCpu?: number;
  /** Load average of the kernel over a minute. */
  readonly load?: number;
  /** Minimum share of available memory. */
  readonly availableMemory?: number;
  /** Share of the time in which tasks waited for a CPU; null if the kernel lacks that counter. */
  readonly stalled?: Readonly<Record<'cpu' | 'io' | 'memory', number | null>>;
  /** Packets delayed by a network allowance of the instance type; null if the host lacks that counter. */
  readonly delayedPackets?: number | null;
  /** Offset of the worst clock in seconds, positive if ahead; null if the clock of a host is not synchronised. */
  readonly clockAheadSeconds?: number | null;
  /** Largest error bound of such an offset, seconds; null if one is unknown. */
  readonly clockBoundSeconds?: number | null;
}

/** Resource use of hosts of one role in a trial, with an entry per reporting host. */
export interface RoleUsage {
  readonly role: string;
  /** Shares of CPU time, 0–1, rounded to three digits. */
  readonly cpu: readonly number[];
  /** For the CPU with the most kernel time on each host: share of time in the kernel. Absent without reports. */
  readonly kernel?: readonly number[];
  /** Network bytes/s in the busier direction; null if a host has no counter. */
  readonly network: readonly number[] | null;
  /** Number of hosts with packets delayed by a network allowance; null if a host has no counter. */
  readonly delayedHosts: number | null;
  /** The NFS operation with the most time over all hosts; absent without NFS mounts. */
  readonly nfs?: {
    /** `READ`, `WRITE`, `GETATTR`, … */
    readonly operation: string;
    readonly operations: number;
    /** Mean milliseconds per operation: queued on the host, and in total. */
    readonly queuedMs: number;
    readonly totalMs: number;
  };
}

/**
 * The final row of a trial: exactly one per trial of a plan.
 * @example { trial: 't0001', rig: 'r1', block: 1, stage: null, cell: '4ad6c1e2b9f0', replicate: 1, attempt: 1,
 *   attempts: 1, verdict: 'VALID', reasons: [], started: '2026-11-28T01:13:00Z', ended: '2026-11-28T01:14:00Z',
 *   overlap: 0.99, facts: { direct: '1' }, simulated: false }
 */
export interface TrialRow {
  readonly trial: string;
  readonly rig: string;
  readonly block: number;
  readonly stage: string | null;
  readonly cell: string;
  readonly replicate: number;
  /** Number of the attempt that the row describes; 0 if none was started. */
  readonly attempt: number;
  readonly attempts: number;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  /** Common window of all hosts, ISO 8601; null without a measurement. */
  readonly started: string | null;
  readonly ended: string | null;
  /** Share of the longest host window in which all hosts measured, 0–1; null without a measurement. */
  readonly overlap: number | null;
  /** Background load; null without reports, absent in rows of earlier versions. */
  readonly backgroundLoad?: BackgroundLoad | null;
  /** Resource use by role; empty without reports, absent in rows of earlier versions. */
  readonly usage?: readonly RoleUsage[];
  /**
   * Facts from status.json that reports show: kernel, tool, mount, direct. One value if all hosts agree, otherwise a
   * list.
   */
  readonly facts: Readonly<Record<string, string>>;
  /** What state machines and hosts did during the trial; absent: nothing. */
  readonly events?: readonly RecordedEvent[];
  readonly simulated: boolean;
}

/** Derives the verdict from the worst reason. */
export function toVerdict(reasons: readonly Reason[]): Verdict {
  const has = (level: Reason['level']): boolean => reasons.some((reason) => reason.level === level);
  if (has('not-run')) return 'NOT_RUN';
  if (has('infeasible')) return 'INFEASIBLE';
  if (has('invalid')) return 'INVALID';
  return has('suspect') ? 'SUSPECT' : 'VALID';
}

/** Number of trials by verdict; verdicts without trials are 0. */
export function countVerdicts(rows: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const counts: Record<Verdict, number> = { VALID: 0, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}
