/**
 * Reasons of a trial that workloads find in what their tools left: what was measured, and whether it is what was asked.
 * `docs/errors.md` shows them; the text of a reason has the numbers.
 */
import type { TrialReason } from './trial-reasons';

const RAW = 'Read the raw files of the trial; where they are whole, report it with them.';
const CACHE =
  'fio: `direct: true` (or leave it out), or files of at least twice the memory of a host; mdtest, metadata and IOR: ' +
  'let another host look up or read (`shiftRanks`, `reorderTasks`) what one has made, of three hosts or more (IOR: ' +
  'two; or `direct: true`).';

export const WORKLOAD_REASONS = {
  BadFigures: {
    what: "INVALID: what a script of one's own wrote of its figures cannot be read, or lacks one of its `metrics`.",
    remedy: 'Mend the script: a line `NAME VALUE` for each metric, in `raw/results.txt`, as the text says.',
  },
  BufferedByNecessity: {
    what: 'A note: O_DIRECT was refused, and buffered I/O is right there all the same, as the text says.',
    remedy: 'Nothing.',
  },
  CacheServed: {
    what:
      'SUSPECT where buffered I/O was asked for, else INVALID: the memory of the host answered, or took, what the ' +
      'storage was to be measured by: its files fit into the page cache, or it knew them already (lookups).',
    remedy: CACHE,
  },
  ClientBound: {
    what:
      'A caveat, the trial counts: the jobs were busy with themselves for more than 90 % of the CPU time that they ' +
      'could use. What was measured is a lower bound of what the storage gives.',
    remedy: 'Take a larger `instanceType`, more hosts, or more `numjobs`, until the storage is what limits.',
    lowerBound: true,
  },
  Contradiction: { what: 'INVALID: figures of the tool contradict each other.', remedy: RAW },
  CopyIncomplete: {
    what: 'INVALID: not all of the tree was there afterwards, or not as it should be.',
    remedy: 'Read `raw/cp.stderr`: most often the storage is full, or was taken away.',
  },
  DepthIgnored: {
    what: 'INVALID: more than one I/O in flight was asked for, of an engine that has one.',
    remedy: 'Install libaio on the hosts, or ask for `ioengine: psync` with `iodepth: 1` and more `numjobs`.',
  },
  DepthNotReached: {
    what:
      'SUSPECT: fewer than 0.8 of the I/Os were in flight that `iodepth` × `numjobs` should have there (IOPS × ' +
      'latency): the storage answers sooner than the host asks.',
    remedy: 'Ask for a smaller `iodepth` (or fewer `numjobs`): this storage is at its end before, and so is the host.',
  },
  CompressibleData: {
    what: 'Note: data were asked for of which a part compresses away; bytes count as they were before.',
    remedy: 'Leave `buffer_compress_percentage` out to measure the disks of storage that compresses.',
  },
  DirectRefused: {
    what: 'INFEASIBLE: `direct: true` was asked for, and the file system refuses O_DIRECT.',
    remedy: 'Leave `direct` out, or take another file system: memory file systems know no O_DIRECT before Linux 6.6.',
  },
  EndedApart: {
    what:
      'Note: hosts ran a script of yours for different times; rates that it declares were added up as they stand, ' +
      'and may never have been there at once.',
    remedy:
      'Let the script run for a given time; or declare counts and seconds, and `overHosts` of the rate as `mean`.',
  },
  EngineUnavailable: {
    what: 'INFEASIBLE: the engine that was asked for cannot be used on the host.',
    remedy: 'Install its library on the hosts, or leave `ioengine` out.',
  },
  ErrorLines: { what: 'SUSPECT: the tool printed errors beside its result.', remedy: 'Read `raw/fio.stderr`.' },
  FailedIos: {
    what: 'SUSPECT: I/Os failed.',
    remedy: 'Read `raw/fio.stderr`, and the log of the kernel of that host: the storage, or the way to it, fails.',
  },
  FewMetadataServers: {
    what:
      'SUSPECT where processes have directories of their own, else a note: not all metadata servers of a Lustre that ' +
      'are paid for had directories of this load. It may give more than was measured.',
    remedy: 'Ask for more `ranks`, with `ownDirectory: true`; `lfs getdirstripe` on a host says where directories are.',
  },
  FiguresDisagree: {
    what: 'INVALID: rate × time is off what was counted by more than 2 %, or bandwidth × time off the bytes.',
    remedy: RAW,
  },
  HostsDiffer: {
    what: 'SUSPECT: hosts of a trial were set up differently, as the text says: what they give has no sum.',
    remedy: 'Give all hosts of a role one image and one instance type, and the same packages.',
  },
  ImpossibleFigure: { what: 'INVALID: a figure is negative, or no number.', remedy: RAW },
  JobFailed: { what: 'INVALID: a job of fio ended with an error.', remedy: 'Read `raw/fio.stderr`.' },
  LateStart: {
    what: 'SUSPECT: a process began an operation late, because the one before still held it when all others began.',
    remedy: 'Look at the evidence of that host: too many processes for its CPUs, or storage that stalls.',
  },
  LongRun: {
    what: 'SUSPECT: it measured for more than 110 % of the time that was asked.',
    remedy: 'Look for requests that hang (latencies of seconds); measure longer, so that the last ones weigh less.',
  },
  NoResult: { what: 'INVALID: a host left no result of its tool.', remedy: 'Read the raw files of that host.' },
  NoData: {
    what:
      'SUSPECT: fio ran with an engine that moves no data (`null`, `cpuio`), or on what is no storage (`/dev/null`, ' +
      '`/dev/zero`, `/dev/shm`): nothing of a storage was measured.',
    remedy: 'Take another `ioengine`, or give fio a `filename` or `directory` on the storage that is meant.',
  },
  NotVerified: {
    what: 'INVALID: what a trial had written was not read back whole, so that nobody knows whether it is sound.',
    remedy: 'Read `raw/verify.stderr` and `raw/verify.json` of that host.',
  },
  OtherBlockSize: {
    what: 'INVALID: bandwidth ÷ IOPS is off the block size that was asked for by more than 2 %.',
    remedy: RAW,
  },
  OperationsFailed: {
    what: 'INVALID: operations failed, and the tool counted them as done: such a figure is that of errors.',
    remedy:
      'Read the output of the tool: most often inodes, space or a quota are used up, or a host has lost the storage.',
  },
  OtherJobs: {
    what: 'INVALID: the result of a job file has other jobs than the file.',
    remedy: 'Read `raw/fio.stderr` and `raw/job.fio`: fio may have ended before its last jobs.',
  },
  OtherMix: {
    what: 'INVALID: reads and writes are off the mix that was asked for by more than 5 points.',
    remedy: RAW,
  },
  OtherOptions: {
    what:
      'SUSPECT: by its own words the tool (fio, IOR, mdtest) ran with other options than the plan or the job file ' +
      'has, with more of them, or without some. Options that say where it works and how results are told are not ' +
      'compared, nor those that it does not repeat: fio none without a value (that `time_based`, `thread`, ' +
      '`norandommap` or `refill_buffers` is missing is not seen), and of a job file none where a `[global]` comes ' +
      'after a job.',
    remedy:
      'Look at the call in the output of the tool, and at what the hosts put in its place: a script of its name that ' +
      'comes first in PATH, variables of the environment that IOR, mdtest or Open MPI read, or a version that does ' +
      'not know an option.',
  },
  PercentilesNotMerged: {
    what: 'A note: a host left no histogram, so that there are no percentiles of all hosts together.',
    remedy: 'Nothing.',
  },
  PhaseIncomplete: {
    what: 'INVALID: a process ended an operation early or did nothing in it, so that no rate is that of all of them.',
    remedy: 'Read what it says of the first error: most often the storage is full, or may not be written.',
  },
  RateExceeded: {
    what:
      'SUSPECT: more I/Os were made than the rate that was asked: by more than 5 %, by chance ' +
      '(`poisson`) by 10 % and four times the root of the I/Os that were due.',
    remedy: 'Take `rate_process: linear`, or less of a rate for each job and more jobs.',
  },
  RateNotKnown: {
    what:
      'A note: whether a given rate was reached is not known, as in a job file its I/Os may differ in size ' +
      '(`bssplit`, `bsrange`); or whether I/Os waited to begin is not, as only reads or writes have a rate, the job ' +
      'itself pauses, or no log tells the rate over time.',
    remedy:
      'Give reads and writes of each job one size and a rate each, and no pause (`thinktime`) beside it; measure for ' +
      'some seconds.',
  },
  RateNotReached: {
    what:
      'SUSPECT, and it counts: less than 95 % of the rate that was asked was reached, by chance (`poisson`) less ' +
      'than 85 % less four times the root of the I/Os that were due; of all, or by one of its jobs (`numjobs`). The ' +
      'rate is what was measured; of latencies, which leave out the wait of I/Os that could not begin, only that is ' +
      'known that they are no lower. Where the job itself pauses (`thinktime`) nothing is said of them.',
    remedy:
      'Ask for a smaller `rate_iops` or `rate`, or for shorter pauses; else a larger `iodepth`, more `numjobs`, more ' +
      'hosts.',
    cameOut: true,
    understates: true,
  },
  RateWithoutRoom: {
    what:
      'SUSPECT, and it counts: the rate was reached, but I/Os waited to begin: most that may be in flight were, or ' +
      'fewer were made in some seconds, and more in later ones, than can be for those in flight. No latency has that ' +
      'wait: of latencies only that is known that they are no lower. Stalls within a second (in job files of many ' +
      'jobs or hours within a step of their log) are not seen. Where fio itself stood still it says for how long: ' +
      'then nothing could begin, whatever may be in flight.',
    remedy:
      'Give a larger `iodepth`, as many I/Os as fall due in the longest stall: it takes nothing otherwise. Where fio ' +
      'itself stood still, see what took its host (`HostBusy`, `CpuStolen`).',
    cameOut: true,
    understates: true,
  },
  SeveralRuns: { what: 'INVALID: more than one run lies in a file, and one was asked for.', remedy: RAW },
  ShortIos: {
    what: 'SUSPECT: I/Os moved less than a block, or were dropped.',
    remedy: 'Make `size` a multiple of `bs`; else read `raw/fio.stderr`.',
  },
  ShortRun: {
    what:
      'INVALID below 80 % of the time that was asked, SUSPECT below 95 %; SUSPECT too where a fixed work was done in ' +
      'less than a second.',
    remedy:
      'Of a fixed work give more of it: `nrfiles` of fio, `files` of other kinds, more to do for a script of ' +
      '`command`. A job of fio may end with its `size`, `io_size` or `number_ios`: `time_based` makes it go on, but ' +
      'for the last. Else read what the tool said about its early end.',
  },
  SourceBound: {
    what:
      'SUSPECT where the tree came from disks while it was copied, or nothing shows how quickly it can be read; a ' +
      'caveat where reading it alone takes half of the time: what was measured is a lower bound of the storage.',
    remedy: 'Give hosts more memory than the tree has bytes, or a smaller `size`; for the caveat a larger host.',
    lowerBound: true,
  },
  SteadyStateNotAttained: {
    what: 'SUSPECT, and it counts: `steadystate` was asked for and not attained within the `runtime`.',
    remedy: 'Give a longer `runtime` or `ramp_time`, or a wider limit; look at the series of the trial.',
    cameOut: true,
  },
  StatusMissing: {
    what: 'INVALID: a host left no status.json: its script was killed, or its results were lost.',
    remedy: 'Look at the memory of that host, and whether it was ended: single ones may be bad luck.',
  },
  Truncated: {
    what: 'INVALID: the output of the tool is cut off.',
    remedy: 'Look for room on the disk of the host: the tool could not write all of it.',
  },
  UnevenIterations: {
    what:
      'SUSPECT, and it counts: iterations of one job are more than two times apart: their mean is of no one storage. ' +
      'The quick ones are as likely the odd ones as the slow ones.',
    remedy: 'Look for what was used up, or warmed, in the midst of the job; ask for fewer iterations and more trials.',
    cameOut: true,
  },
  UnevenWorkers: {
    what: 'A note: the slowest worker took half as long again as the one in the middle; its time is that of the trial.',
    remedy: 'Nothing.',
  },
  UnknownMetric: {
    what: 'A note: a script told a metric that its spec does not declare; it is left out.',
    remedy: 'Declare it in `metrics`, or take it out of the script.',
  },
  UnwrittenData: {
    what:
      'SUSPECT: what was written may have been in the memory of the hosts when the time ended: nobody asked for it ' +
      'to be on the storage, and it fits there.',
    remedy: 'IOR: `fsync: true`.',
  },
  UnwrittenReads: {
    what: 'INVALID: files were read that were never written: storage answers that without any disk.',
    remedy: 'Look at the step `fill` of that copy: it lays out what is read. Old files of other sizes may lie there.',
  },
  WritesDelayed: {
    what: 'SUSPECT: memory took buffered writes for which no sync within the window waited.',
    remedy: 'fio: `direct: true` (or leave it out), so that each write reaches the storage before it counts.',
  },
  WrongResult: { what: 'INVALID: the result is one of another copy than the trial asks for.', remedy: RAW },
  Verified: {
    what: 'A note: each block of the files of a trial was read back after it, and was one that fio had written there.',
    remedy: 'Leave `verify` out to measure without the processor time that filling and checksumming take.',
  },
  VerifyFailed: {
    what: 'INVALID: what fio read back was not what it had written.',
    remedy:
      'Trust no figure, and no data, of this storage before you know why: `raw/fio.stderr` says where, or ' +
      '`raw/verify.stderr`.',
  },
  VerifyReads: {
    what: 'INVALID: reads of a job that only writes are those by which fio verified it.',
    remedy: 'Measure without `verify`, and verify apart.',
  },
  ZeroIo: {
    what: 'INVALID: the tool ended without an error, and has done nothing.',
    remedy: 'Read what the tool said; look whether the storage is mounted, and whether it is full.',
  },
} as const satisfies Readonly<Record<string, TrialReason>>;
