/**
 * Reasons of a trial that come from no workload: how it was run, and what is left of it. `docs/errors.md` shows them;
 * reasons of a rig, such as `BudgetReached`, stand in `error-table.ts`.
 */
import type { ErrorEntry } from './error-table';

/** A reason of a trial. */
export interface TrialReason extends ErrorEntry {
  /**
   * It says how the measurement came out, not how it was made: throwing such trials out would throw out the bad hours
   * of a storage and keep the good ones. They count in decisions like VALID ones, and the answer says so.
   */
  readonly cameOut?: true;
  /** Something else than the storage was the limit: it may give more than was measured. Answers say so. */
  readonly lowerBound?: true;
  /**
   * The figures that it speaks against count, and are no more than lower bounds, of times that are the better the lower
   * they are: they may miss a limit, and keep to none.
   */
  readonly understates?: true;
}

export const TRIAL_REASONS = {
  ClockSkew: {
    what:
      'INVALID: the clocks of its hosts differed by more than 5 % of the window (less what the hosts were apart by ' +
      'their own clocks); SUSPECT: by more than 1 %. As far as that can be seen: by the offset that chrony knows, or ' +
      'by 2 s and more, as each host sends its last object with the time of its own clock, and the listing ' +
      'of the bucket says when it came. Windows that look alike by such clocks were apart, so that rates must not ' +
      'be added up. A trial of one host is not concerned: its window is measured by one clock.',
    remedy:
      'On the host that is named: `chronyc tracking`, and `systemctl enable --now chronyd` with `server ' +
      '169.254.169.123 prefer iburst` (Amazon Time Sync) in /etc/chrony.conf, as Amazon Linux 2023 has it; an own ' +
      'image (`imageId`) must keep that. Then start again.',
  },
  CopyFailed: {
    what:
      'NOT_RUN: the copy that it would have measured could not be created, made ready or changed; its rivals were ' +
      'measured.',
    remedy: 'Read the cause that stands behind it, mend it, and start again.',
  },
  CpuStolen: {
    what:
      'SUSPECT: the hypervisor kept back CPU time that the host wanted while it measured: 5 % of what it wanted, ' +
      'and 1 % of all, or more.',
    remedy: 'Take an instance type that is not burstable, or give the virtual machine CPUs of its own.',
  },
  CreditsSpent: {
    what:
      'SUSPECT, and it counts: credits of the storage (FSx, EFS, EBS), or of a host to its volumes, ran out while it ' +
      'was measured, as CloudWatch told: part of it was measured with them, part without.',
    remedy:
      'Look at the series of the trial; measure longer, after a warm-up that spends what is saved up, or what ' +
      'credits carry throughout.',
    cameOut: true,
  },
  DeviceShared: {
    what:
      'SUSPECT: others used the measured disk: 1 MiB/s or more and a twentieth of what the hosts moved, or 100 ' +
      'operations a second or more and a twentieth of all. Operations of others are found as far as they are more ' +
      'than one for each 4 KiB of the hosts: beside hosts that write large blocks or much, small ones may stay ' +
      'unseen, and so do flushes without data. What others wrote to network file systems may be taken for writes to ' +
      'the disk.',
    remedy: 'Stop what uses the disk (backups, indexing, updates), or measure one that nothing else uses.',
  },
  EndedLate: {
    what:
      'INVALID: a host measured longer than the others, which had ended before: their rates must not be added up. It ' +
      'was slow: a configuration that lost trials so is not called better than others.',
    remedy: 'Look at that host; where it is always another one, the storage is not shared evenly.',
  },
  ExecutionStopped: {
    what: 'NOT_RUN: the execution ended before the trial was started.',
    remedy: 'Nothing: start the experiment again.',
  },
  HostBusy: {
    what:
      'SUSPECT: other processes took a tenth of the CPU time or more, and less than a tenth was left idle, or ' +
      'something waited for a CPU for a fifth of the time (where the kernel does not count that: less than half a ' +
      'CPU was left idle). A daemon that serves the measured storage (FUSE, a proxy) counts as another process.',
    remedy: 'Close what else runs on this machine, and start again.',
  },
  HostFailed: {
    what: 'INVALID: a script failed on a host; the text quotes what it said last.',
    remedy: 'Read the raw files.',
  },
  HostLost: {
    what: 'INVALID: a host, or what it left, was lost twice.',
    remedy: 'Nothing, where single trials are lost; else look at the hosts.',
  },
  Interrupted: {
    what: 'INVALID: the execution ended in the middle of the trial, before all hosts left results (else NotClosed).',
    remedy: 'As for ExecutionStopped.',
  },
  LostAtWork: {
    what:
      'A note: an attempt was lost that had begun to measure, and was not done in time, or never told. It may have ' +
      'been slow: a configuration that has such is not called better than others because of the attempts that stand.',
    remedy: 'Read what SSM, and the log of the host, say of the attempt.',
  },
  LunShared: {
    what:
      'INVALID, NOT_RUN: a host saw LUNs that are not its own, or not all of its own, or another host saw them too. ' +
      'Nothing was written: two file systems on one disk would destroy each other.',
    remedy: 'Read which host saw which serials; with ONTAP, `lun mapping show` says who may see a LUN. Else report it.',
  },
  MemoryPressure: {
    what:
      'SUSPECT: the memory of the machine was used up: 1 MiB/s or more read back from swap, a process of anybody ' +
      'ended for want of memory, or less than a twentieth left. Data in a memory file system counts as used.',
    remedy: 'Close what else runs on this machine, or take hosts with more memory.',
  },
  NetworkBound: {
    what:
      'A caveat, the trial counts: packets of a host were held back because it was at an allowance of its instance ' +
      'type (bandwidth, packets, connections). What was measured is a lower bound of what the storage gives.',
    remedy: 'Take a larger instance type, or more hosts.',
    lowerBound: true,
  },
  NeverStarted: { what: 'NOT_RUN: its rig ended well, but left nothing of the trial.', remedy: 'Report it.' },
  NoOverlap: {
    what:
      'INVALID: the hosts measured at different times: their rates must not be added up. They must have measured ' +
      'together for 95 % of the longest window; where each does a fixed work as quickly as it can, they must have ' +
      'begun within 5 % of the shortest one.',
    remedy: 'Nothing, where single trials are late; else take fewer hosts, or longer trials.',
  },
  NoWindow: { what: 'INVALID: no host says when it measured.', remedy: 'Read the raw files of the trial.' },
  NotClosed: {
    what: 'SUSPECT: the end of the trial was never written down; all its results are there.',
    remedy: 'Nothing.',
  },
  NotSettled: {
    what:
      'SUSPECT: before the trial a host could not write out all that it held back (in 15 s, 2 s on one machine, or ' +
      'the time until the agreed instant), and 1 MiB or more was still to be written: writes of an earlier trial, ' +
      'or of others, went on in this one.',
    remedy:
      'On one machine: stop what else writes to its disks. Else: the storage takes writes more slowly than hosts ' +
      'hold them back; look at the fact `synced` of the trials, which names the volume.',
  },
  OthersRunning: {
    what: 'INVALID: commands of another attempt ran on the hosts while this one measured.',
    remedy: 'Nothing: hosts end what an older attempt left. Where it happens often, look at what cannot be killed.',
  },
  ResultLost: {
    what: 'INVALID: the trial was run, but results of hosts are missing, or were never judged.',
    remedy: '`fsxbench report` judges again what lies in the bucket.',
  },
  Retried: { what: 'A note: the first attempt was lost, a second one was made.', remedy: 'Nothing.' },
  RigFailed: { what: 'NOT_RUN: the rig failed before the trial.', remedy: 'Read the reason of the rig.' },
  RateStep: {
    what:
      'SUSPECT, and it counts: the rate went from one level to another in the middle of the window, the lower one ' +
      'below 0.8 of the higher one, each for a fifth of the time or more. So it looks where credits end, or a cache ' +
      'is full.',
    remedy: 'Look at the series of the trial; measure longer, or after a warm-up that spends what is saved up.',
    cameOut: true,
  },
  RowMissing: { what: 'NOT_RUN: the trial was never started, and never judged.', remedy: 'As for ExecutionStopped.' },
  ServersCached: {
    what:
      'A note: the memory of the file servers answered half of the reads or more, as CloudWatch told. It is the ' +
      'cache that was measured, not the disks behind it.',
    remedy: 'Nothing, where that is wanted; else two or three times as much data as the servers have memory.',
  },
  ServersOdd: {
    what:
      'A note: the Prometheus of whoever owns the storage told values that are no measurement (below nothing, beyond ' +
      'all measure), which do not count, or more than 100 %.',
    remedy:
      'Look at the query: a `rate` needs a counter; of several processors or servers take the `avg`, not the `sum`.',
  },
  ServersSilent: {
    what:
      'A note: the Prometheus of whoever owns the storage told nothing of these metrics: it did not answer, its ' +
      'answer was none, empty or of several series, or fewer than three whole steps lie in the trial. Or it, or ' +
      'CloudWatch, had less than 90 % of the points of the trial: overloaded servers tell nothing, so that the mean ' +
      'of the rest would be one of quieter times. The trial counts all the same.',
    remedy:
      'Read the cause that stands behind it; ask by hand on a host (docs/results.md). Too short a trial: measure ' +
      'longer, set `telemetry.step` lower, or shorten the range of the query.',
  },
  StartedLate: {
    what:
      'SUSPECT: all hosts began after the agreed instant, by more than 1 s and 5 % of the window: what was to happen ' +
      'at a moment of the trial happened at another.',
    remedy:
      'Nothing, where single trials are late; else look at what hosts do before the start (clocks, large scripts).',
  },
  Straggler: {
    what: 'SUSPECT, and it counts: a host reached less than 0.7 of the median host.',
    remedy: 'Look at the evidence of that host; where it is always another one, the storage is not shared evenly.',
    cameOut: true,
  },
  Throttled: {
    what:
      'SUSPECT: a limit on CPU time (of a container) held the host back in 5 % of its periods or more, or heat ' +
      'slowed it down for 5 % of the time or more, while it measured.',
    remedy: 'Measure outside of a container with a CPU limit; let the machine cool down.',
  },
  TimedOut: {
    what:
      'INVALID: the work was not done within its time limit. It would have been slow: a configuration that lost ' +
      'trials so is not called better than others.',
    remedy: 'Give less work, or look at why the storage takes so long.',
  },
  ToolFailed: { what: 'INVALID: the tool ended with an exit code.', remedy: 'Read what the tool said.' },
  Unsteady: {
    what:
      'SUSPECT, and it counts: the rate by the second was not steady: a line through it rose or fell by more than a ' +
      'tenth of its mean over the window, or its smoothed values spread over more than a fifth of it.',
    remedy: 'Look at the series of the trial; measure longer.',
    cameOut: true,
  },
  Unreadable: { what: 'INVALID: the output of the tool cannot be read.', remedy: 'Report it, with the raw files.' },
  WrongFixture: {
    what:
      'INVALID: another mount, data set, service or setting stood on a host than the plan states for the trial, or ' +
      'something that it does not state. A script that finds this before it measures ends with code 75, and the ' +
      'trial is tried once more, with its fixtures put up anew.',
    remedy: 'Read `raw/` of the command `fixtures`; `slots.json` in the folder of the host says what stands there.',
  },
} as const satisfies Readonly<Record<string, TrialReason>>;
