/** Compares the requested rate of a configuration with its rate over time; see `output/problems/rate.ts`. */
import type { Reason } from '../../../shapes/verdict';
import { getRequestedRate } from '../options/options';
import { findRateFault, type GivenRate, type RateOverTime } from '../output/problems/rate';
import { getBlockBytes, type DataParams } from '../schema';
import { METRICS } from './metrics';
import { type HostOutput, getMeasuredSeconds } from './read-host';
import { LOG_KIB, getSeriesLog, SERIES_STEP_SECONDS, type LogSums, sumLog } from './series';

/** Null for closed-loop configurations. */
export function getCellRate({ raw, directions }: HostOutput, params: DataParams): GivenRate | null {
  const { iodepth, numjobs, rate_process: how } = params;
  const bytes = getBlockBytes(params);
  const rate = getRequestedRate(params, numjobs, bytes);
  if (rate === null) return null;
  const log = raw.files.find(({ name }) => name === getSeriesLog(params).file)?.text ?? '';
  const names = directions.map(({ operation }) => operation);
  const sums = sumLog(log, { fromMs: 0, step: SERIES_STEP_SECONDS, seconds: getMeasuredSeconds(directions) }, names);
  return {
    requested: [{ operation: null, rate }],
    byChance: how === 'poisson',
    slots: iodepth * numjobs,
    jobs: numjobs,
    over: toRateOverTime(sums, { step: SERIES_STEP_SECONDS, blocks: { read: bytes, write: bytes }, numjobs }),
  };
}

/** Null if the log is empty. @param sums KiB/s */
export function toRateOverTime(
  sums: LogSums,
  of: { readonly step: number; readonly blocks: Readonly<Record<string, number>>; readonly numjobs: number },
): RateOverTime | null {
  const { step, blocks, numjobs } = of;
  const each = [...sums].map(([operation, kib]) => ({ kib, ios: LOG_KIB / (blocks[operation] || Infinity) }));
  const length = Math.max(0, ...each.map(({ kib }) => kib.length));
  if (length === 0) return null;
  const values = Array.from({ length }, (_, at) => each.reduce((sum, { kib, ios }) => sum + (kib[at] ?? 0) * ios, 0));
  // One line per job and operation.
  return { step, values, rounding: each.reduce((sum, { ios }) => sum + numjobs * ios, 0) };
}

/** Metrics that a reason about understated latencies affects. */
export const LATENCY_METRICS = Object.keys(METRICS).filter((name) => name.includes('latency'));

/** Reasons for one host whose fio succeeded. */
export function judgeRate({ raw, directions }: HostOutput, given: GivenRate): readonly Reason[] {
  const fault = findRateFault(directions, given);
  if (fault === null) return [];
  const reason = { code: fault.code, text: `${raw.host}: ${fault.text}` };
  if (fault.code === 'RateNotKnown') return [{ level: 'note', ...reason }];
  return [{ level: 'suspect', ...reason, ...(fault.code === 'RateExceeded' ? {} : { metrics: LATENCY_METRICS }) }];
}
