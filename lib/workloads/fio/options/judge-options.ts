/** What options beyond rw, bs and depth say of a result: was the rate reached that was asked, was it steady? */
import type { Reason } from '../../../shapes/verdict';
import type { HostOutput } from '../read-host';
import { blockBytes, type DataParams } from '../schema';
import { isPaced } from './check';
import { askedRate } from './options';

/**
 * Shares of the rate that is asked. fio 3.33 keeps an even one to a thousandth; with `poisson` and an engine that does
 * nothing it made 0.88 to 1.02 of it (measured on Debian 12, 1,000 to 50,000 I/Os a second).
 */
const REACHED = { linear: { least: 0.95, most: 1.05 }, poisson: { least: 0.85, most: 1.1 } } as const;
/** Share of the I/Os that may be in flight, from which some waited to begin. */
const FULL = 0.8;

/** Reasons of one host whose fio ended well. */
export function judgeOptions(host: HostOutput, params: DataParams): readonly Reason[] {
  return [...rateReached(host, params), ...steadyState(host, params)];
}

function rateReached({ raw, directions }: HostOutput, params: DataParams): readonly Reason[] {
  const asked = askedRate(params, params.numjobs, blockBytes(params));
  const made = directions.reduce((sum, { iops }) => sum + iops, 0);
  if (asked === null || made === 0) return [];
  const { least, most } = REACHED[params.rate_process ?? 'linear'];
  const share = made / asked;
  const text = `${raw.host}: ${shown(made)} I/Os/s of the ${shown(asked)} asked`;
  if (share > most) return [{ level: 'suspect', code: 'RateExceeded', text: `${text} were made` }];
  if (share < least) {
    const why = 'the latency is that of a storage, or a host, that cannot keep up with the rate';
    return [{ level: 'suspect', code: 'RateNotReached', text: `${text} were reached: ${why}` }];
  }
  const slots = params.iodepth * params.numjobs;
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  if (flying < FULL * slots) return [];
  const full =
    `${raw.host}: ${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
    'others waited to begin, which no latency has; give a larger iodepth';
  return [{ level: 'suspect', code: 'RateWithoutRoom', text: full }];
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
