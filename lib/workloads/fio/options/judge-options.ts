/** What options beyond rw, bs and depth say of a result: was the rate reached that was asked, was it steady? */
import type { Reason } from '../../../shapes/verdict';
import type { HostOutput } from '../read-host';
import type { DataParams } from '../schema';
import { IO_METRICS } from '../../tools/io-metrics';
import { type Asked, type GivenRate, rateOfCell } from './given-rate';
import { lateText } from './late-ios';
import { rateReach, saidIn } from './options';
import { pauses } from './paces';

/** What a reason speaks against that finds latencies too low. */
const LATENCIES = Object.keys(IO_METRICS).filter((name) => name.startsWith('latency'));
/** Share of the I/Os that may be in flight, from which some waited to begin. */
const FULL = 0.8;

/**
 * Reasons of one host whose fio ended well.
 * @param rate null where as many I/Os as are answered were asked
 */
export function judgeOptions(
  host: HostOutput,
  params: DataParams,
  rate: GivenRate | null = rateOfCell(host, params),
): readonly Reason[] {
  return [...(rate === null ? [] : rateReached(host, rate)), ...steadyState(host, params)];
}

function rateReached({ raw, directions }: HostOutput, given: GivenRate): readonly Reason[] {
  const made = ({ operation: of }: Asked): number =>
    directions.reduce((sum, { operation, iops }) => sum + (of === null || of === operation ? iops : 0), 0);
  if (made({ operation: null, rate: 0 }) === 0) return [];
  const { least, most } = rateReach(given);
  const textOf = (one: Asked): string => {
    const what = one.operation === null ? 'I/Os' : `${one.operation}s`;
    return `${raw.host}: ${shown(made(one))} ${what}/s of the ${shown(one.rate)} asked`;
  };
  const exceeded = given.asked.find((one) => made(one) > most * one.rate);
  if (exceeded !== undefined)
    return [{ level: 'suspect', code: 'RateExceeded', text: `${textOf(exceeded)} were made` }];
  const missed = given.asked.find((one) => made(one) < least * one.rate);
  if (missed === undefined) return waited(raw.host, directions, given);
  const why =
    'the latency is that of a storage, or a host, that cannot keep up with the rate, and is more than it says';
  const text = `${textOf(missed)} were reached: ${why}`;
  return [{ level: 'suspect', code: 'RateNotReached', text, metrics: LATENCIES }];
}

/** Of a rate that was kept: did I/Os wait to begin? */
function waited(host: string, directions: HostOutput['directions'], given: GivenRate): readonly Reason[] {
  const { slots, over } = given;
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  const full =
    flying < FULL * slots
      ? null
      : `${host}: ${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
        'others waited to begin, which no latency has; give a larger iodepth';
  const text = full ?? lateText(host, given);
  if (text !== null) return [{ level: 'suspect', code: 'RateWithoutRoom', text, metrics: LATENCIES }];
  if (over !== null && over.values.length > 1) return [];
  const why = over === null ? 'no log of the rate over time is there' : 'its log of the rate over time is too short';
  const unknown = `${host}: whether I/Os waited to begin in stalls is not known: ${why}`;
  return [{ level: 'note', code: 'RateNotKnown', text: unknown }];
}

function steadyState({ raw, output }: HostOutput, params: DataParams): readonly Reason[] {
  const { steadystate } = params;
  if (steadystate === undefined || output.runs.some(({ jobs }) => jobs.some((job) => job.steady))) return [];
  const text = `${raw.host}: steadystate ${steadystate} was not attained within the runtime`;
  return [{ level: 'suspect', code: 'SteadyStateNotAttained', text }];
}

/** I/Os are in flight as long as the storage has them: nothing else holds the host back. */
export function keepsDepth(params: DataParams): boolean {
  return !pauses((name) => saidIn(params, name));
}

function shown(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}
