/** Did the host do what was asked of it, for as long, with as much in flight? */
import type { Reason } from '../../../shapes/verdict';
import { formatSeconds } from '../../../shapes/quantity';
import type { HostStatus } from '../../contract';
import { saidIn } from '../options/options';
import { pauses } from '../options/paces';
import { type HostOutput, runtimeSeconds } from './read-host';
import type { DataParams } from '../schema';

/** A measurement shorter than this share of what was asked is another measurement. */
const ENOUGH = 0.8;
/** One shorter or longer than these shares is in doubt. */
const RUNTIME = { least: 0.95, most: 1.1 };
/** Of the I/Os that should be in flight, those that were, by Little's law: rate × latency. */
const IN_FLIGHT = 0.8;
/** Share of the CPUs that its jobs may use, from which a host was busy with itself. */
const CLIENT_BUSY = 0.9;

/** Reasons of one host whose fio ended well. */
export function judgeLoad(host: HostOutput, status: HostStatus, params: DataParams): readonly Reason[] {
  return [
    ...runtime(host, params),
    ...depthIgnored(host.raw.host, status, params),
    ...depthNotReached(host, status, params),
    ...shortIos(host),
    ...clientBound(host, status, params),
  ];
}

function runtime({ raw, directions }: HostOutput, params: DataParams): readonly Reason[] {
  const seconds = runtimeSeconds(directions);
  const share = seconds / params.runtime;
  if (seconds === 0 || (share >= RUNTIME.least && share <= RUNTIME.most)) return [];
  const text = `${raw.host} measured for ${formatSeconds(seconds)} of the ${formatSeconds(params.runtime)} asked`;
  if (share > RUNTIME.most) return [{ level: 'suspect', code: 'LongRun', text }];
  return [{ level: share < ENOUGH ? 'invalid' : 'suspect', code: 'ShortRun', text }];
}

/** Where no asynchronous engine can be loaded, `auto` takes psync, which has one I/O in flight. */
function depthIgnored(host: string, status: HostStatus, params: DataParams): readonly Reason[] {
  if (params.iodepth === 1 || !isSynchronous(status)) return [];
  const why = 'ioengine psync has one I/O in flight for each job; install libaio';
  const text = `${host}: iodepth ${params.iodepth} was asked, but ${why}`;
  return [{ level: 'invalid', code: 'DepthIgnored', text }];
}

function isSynchronous({ facts }: HostStatus): boolean {
  return facts['ioengine'] === 'psync';
}

function depthNotReached({ raw, directions }: HostOutput, status: HostStatus, params: DataParams): readonly Reason[] {
  const asked = params.iodepth * params.numjobs;
  if (asked <= 1 || pauses((name) => saidIn(params, name)) || (params.iodepth > 1 && isSynchronous(status))) return [];
  if (directions.length === 0 || directions.some(({ latencyMeanUs }) => latencyMeanUs === null)) return [];
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  if (flying >= IN_FLIGHT * asked) return [];
  const text =
    `${raw.host}: ${flying.toFixed(1)} I/Os were in flight (IOPS × latency), but iodepth ${params.iodepth} × ` +
    `numjobs ${params.numjobs} are ${asked}: the storage answers sooner than the host asks, or while it does`;
  return [{ level: 'suspect', code: 'DepthNotReached', text }];
}

function shortIos({ raw, directions }: HostOutput): readonly Reason[] {
  const count = directions.reduce((sum, { shortIos: short }) => sum + short, 0);
  if (count === 0) return [];
  const text = `${raw.host}: ${count} I/Os moved less than a block, or were dropped`;
  return [{ level: 'suspect', code: 'ShortIos', text }];
}

/** What the kernel does for them outside of their threads is not counted: they were at least as busy. */
function clientBound({ raw, output }: HostOutput, { facts }: HostStatus, params: DataParams): readonly Reason[] {
  const jobs = output.runs.flatMap((run) => run.jobs);
  const used = jobs.reduce((sum, { cpu }) => sum + (cpu ?? 0), 0) / jobs.length;
  const cpus = Math.min(params.numjobs, Number(facts['cpus'] ?? params.numjobs));
  const share = (used * params.numjobs) / cpus;
  if (!(share > CLIENT_BUSY)) return [];
  const text =
    `${raw.host}: the jobs were busy with themselves for ${Math.min(100, 100 * share).toFixed(0)} % of the CPU time ` +
    'that they could use: the storage may give more than was measured';
  return [{ level: 'note', code: 'ClientBound', text }];
}
