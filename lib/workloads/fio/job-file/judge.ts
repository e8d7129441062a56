/** Reasons against the result of a job file, from comparing each job with its options. */
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw, HostStatus } from '../../contract';
import { compareHosts } from '../../compare-hosts';
import { applyChecks, BLOCK_CHECKS, CACHE_CHECKS, FIGURE_CHECKS, LOAD_CHECKS } from '../cell/result-checks';
import { toFailure, COMPARED_PROPERTIES } from '../cell/judge';
import { judgeReduction } from '../options/data-reduction';
import { judgeRunCall } from '../cell/judge-call';
import { judgeRate, toRateOverTime } from '../cell/judge-rate';
import { readFlushing } from '../options/flushes';
import { canPause } from '../options/pacing-options';
import type { GivenRate } from '../output/problems/rate';
import type { Run } from '../output/runs';
import { type HostOutput, parseHost, getMeasuredSeconds } from '../cell/read-host';
import type { DataParams, JobFileParams } from '../schema';
import { getJobName } from '../jobs/field';
import { type FileJob, readJobFile, getReduction } from '../jobs/read-job-file';
import { getStartTime } from './read-host';
import { type JobLog, readJobLogs } from './series';
import { FORCED_OPTIONS } from './steps';

/** All reasons: for each host, then from comparing hosts. */
export function judgeHosts(hosts: readonly HostRaw[], params: JobFileParams): readonly Reason[] {
  const outputs = hosts.map(parseHost);
  const { jobs } = readJobFile(params.jobFile);
  return [
    ...outputs.flatMap((host) => judgeHost(host, params)),
    // Notes on compressible data, each listed once.
    ...[...new Set(jobs.map(getReduction))].flatMap(judgeReduction),
    ...compareHosts(outputs, ({ raw }) => raw, COMPARED_PROPERTIES),
  ];
}

function judgeHost(host: HostOutput, params: JobFileParams): readonly Reason[] {
  const { status } = host.raw;
  const { jobs } = readJobFile(params.jobFile);
  // The reading reports it.
  if (status === null) return [];
  if (status.rc !== 0) return [toFailure(host, status, jobs.some(({ direct }) => direct) ? { direct: true } : null)];
  if (host.source === null) return [];
  const other = checkJobNames(host, jobs);
  if (other.length > 0) return other;
  const logs = new Map(readJobLogs(host, params, getStartTime(host.raw)).map((one) => [one.job.name, one]));
  return host.output.runs.flatMap((run) => {
    const job = jobs.find(({ name }) => name === getJobName(run.label));
    if (job === undefined) return [];
    const who = `${host.raw.host}, job ${job.name}`;
    // Reports `direct` and `buffered` as one resolved option.
    const { buffered: _, ...said } = Object.fromEntries(job.options);
    const asked = { ...said, direct: job.direct ? '1' : '0', ...FORCED_OPTIONS };
    return [...judgeJob(host, status, run, job, logs.get(job.name)), ...judgeRunCall(who, run, { asked })];
  });
}

/** The result must contain each job of the file exactly once. */
function checkJobNames({ raw, output }: HostOutput, jobs: readonly FileJob[]): readonly Reason[] {
  const [found, expected] = [output.runs.map(({ label }) => getJobName(label)), jobs.map(({ name }) => name)];
  if (found.toSorted().join('\n') === expected.toSorted().join('\n')) return [];
  const has = `the result has the jobs ${found.join(', ') || '(none)'}`;
  const text = `${raw.host}: ${has}; the job file has ${expected.join(', ')}`;
  return [{ level: 'invalid', code: 'JobMismatch', text }];
}

function judgeJob(
  host: HostOutput,
  status: HostStatus,
  run: Run,
  job: FileJob,
  log: JobLog | undefined,
): readonly Reason[] {
  const params = toCell(job, getMeasuredSeconds(run.directions));
  const rate = getTotalRate(job, log);
  const facts = {
    ...status.facts,
    ioengine: job.ioengine,
    direct: job.direct ? '1' : '0',
    ...(job.direct ? {} : { directReason: `job file: ${job.directReason}` }),
    fileBytes: String(job.size * job.numjobs),
  };
  const own = { ...status, facts };
  const raw = { ...host.raw, host: `${host.raw.host}, job ${job.name}`, status: own };
  const part = { ...host, raw, output: { ...host.output, runs: [run] }, directions: run.directions };
  const one = { host: part, status: own, params };
  return [
    ...applyChecks([...FIGURE_CHECKS, ...BLOCK_CHECKS, ...LOAD_CHECKS], one),
    ...(rate === null ? [] : judgeRate(part, rate)),
    ...applyChecks(CACHE_CHECKS, one),
  ];
}

/** Total rate of a job and its clones; null without a rate. */
function getTotalRate(job: FileJob, log: JobLog | undefined): GivenRate | null {
  const { rate, blocks, iodepth, numjobs } = job;
  if (rate === null) return null;
  const { iops, byChance } = rate;
  const requested = (['read', 'write'] as const).flatMap((operation) => {
    const each = iops[operation];
    return each === undefined ? [] : [{ operation, rate: each * numjobs }];
  });
  const over = log === undefined ? null : toRateOverTime(log.sums, { step: log.step, blocks: blocks ?? {}, numjobs });
  return { requested, byChance, slots: iodepth * numjobs, jobs: numjobs, over };
}

/** Represents a job as a configuration without a rate. @param measured seconds */
export function toCell(job: FileJob, measured: number): DataParams {
  const { options } = job;
  const split = options.get('bssplit');
  const flushing = readFlushing((name) => options.get(name));
  return {
    kind: 'fio',
    role: '',
    rw: job.rw,
    // Rates determine another mix, which may be unknown.
    rwmixread: job.rate === null ? job.mix : 0,
    ...(job.bs === null ? {} : { bs: job.bs }),
    ...(split === undefined ? {} : { bssplit: split }),
    iodepth: job.iodepth,
    numjobs: job.numjobs,
    ioengine: 'auto',
    size: job.size,
    ramp_time: job.rampTime,
    // A job may end as soon as it has processed its size.
    runtime: job.timeBased ? job.runtime : Math.min(job.runtime, measured),
    direct: job.direct,
    ...(flushing === null ? {} : { [flushing.option]: flushing.isWrite ? 'sync' : flushing.every }),
    ...(canPause((name) => options.get(name)) ? { thinktime: 1 } : {}),
  };
}
