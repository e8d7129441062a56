/** What options beyond rw, bs and depth say of a result: was the rate reached that was asked, was it steady? */
import type { Reason } from '../../../shapes/verdict';
import type { HostOutput } from '../read-host';
import { blockBytes, type DataParams } from '../schema';
import { IO_METRICS } from '../../tools/io-metrics';
import { isPaced } from './check';
import { lateText } from './late-ios';
import { askedRate, rateReach } from './options';

/** What a reason speaks against that finds latencies too low. */
const LATENCIES = Object.keys(IO_METRICS).filter((name) => name.startsWith('latency'));
/** Share of the I/Os that may be in flight, from which some waited to begin. */
const FULL = 0.8;

/** Reasons of one host whose fio ended well. */
export function judgeOptions(host: HostOutput, params: DataParams): readonly Reason[] {
  return [...rateReached(host, params), ...steadyState(host, params)];
}

function rateReached(host: HostOutput, params: DataParams): readonly Reason[] {
  const { raw, directions } = host;
  const asked = askedRate(params, params.numjobs, blockBytes(params));
  const made = directions.reduce((sum, { iops }) => sum + iops, 0);
  if (asked === null || made === 0) return [];
  const { least, most } = rateReach(params);
  const share = made / asked;
  const text = `${raw.host}: ${shown(made)} I/Os/s of the ${shown(asked)} asked`;
  if (share > most) return [{ level: 'suspect', code: 'RateExceeded', text: `${text} were made` }];
  if (share < least) {
    const why =
      'the latency is that of a storage, or a host, that cannot keep up with the rate, and is more than it says';
    return [{ level: 'suspect', code: 'RateNotReached', text: `${text} were reached: ${why}`, metrics: LATENCIES }];
  }
  const slots = params.iodepth * params.numjobs;
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  if (flying >= FULL * slots) {
    const full =
      `${raw.host}: ${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
      'others waited to begin, which no latency has; give a larger iodepth';
    return [{ level: 'suspect', code: 'RateWithoutRoom', text: full, metrics: LATENCIES }];
  }
  const late = lateText(host, params, asked);
  return late === null ? [] : [{ level: 'suspect', code: 'RateWithoutRoom', text: late, metrics: LATENCIES }];
}

function steadyState({ raw, output }: HostOutput, params: DataParams): readonly Reason[] {
  const { steadystate } = params;
  if (steadystate === undefined || output.runs.some(({ jobs }) => jobs.some((job) => job.steady))) return [];
  const text = `${raw.host}: steadystate ${steadystate} was not attained within the runtime`;
  return [{ level: 'suspect', code: 'SteadyStateNotAttained', text }];
}

/** I/Os are in flight as long as the storage has them: nothing else holds the host back. */
export function keepsDepth(params: DataParams): boolean {
  const { fsync, fdatasync, thinktime } = params;
  return !isPaced(params) && fsync === undefined && fdatasync === undefined && thinktime === undefined;
}

function shown(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}
