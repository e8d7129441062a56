/** fio figures of one direction, and its latency histogram, from a flow of the model. */
import { Bins } from '../../../workloads/histogram';
import { mapLevels, type SimulatedFlow } from '../contract';
import type { FlushMode } from '../../../workloads/fio/options/flushes';
import type { DirectionFigures, DocumentFigures, LatencyFigures } from './document';
import { SERIES_STEP_SECONDS } from '../../../workloads/fio/cell/series';

/** Bins of a power of two: FIO_IO_U_PLAT_BITS in fio's stat.h (https://github.com/axboe/fio/blob/master/stat.h). */
const HISTOGRAM_BIN_BITS = 6;
/** First and last bin, and step, in standard deviations: fewer bins than fio's hundreds, with the same statistics. */
const HISTOGRAM_RANGE = { from: -2.4, to: 3.6, step: 0.15 };

/** Middle and upper end of each bin on the normal distribution: the same for every histogram. */
const HISTOGRAM_BINS: readonly { readonly middle: number; readonly share: number }[] = Array.from(
  { length: Math.round((HISTOGRAM_RANGE.to - HISTOGRAM_RANGE.from) / HISTOGRAM_RANGE.step) + 1 },
  (_, index) => {
    const middle = HISTOGRAM_RANGE.from + index * HISTOGRAM_RANGE.step;
    return { middle, share: computeNormalShare(middle + HISTOGRAM_RANGE.step / 2) };
  },
);

/** Log-normal latencies. @param meanNs nanoseconds @param spread standard deviation of the natural logarithm */
export function toLatencyFigures(meanNs: number, spread: number, count: number): LatencyFigures {
  const medianNs = meanNs / Math.exp(spread ** 2 / 2);
  const bins: [number, number][] = [];
  let before = 0;
  for (const [index, { middle, share }] of HISTOGRAM_BINS.entries()) {
    const upTo = index === HISTOGRAM_BINS.length - 1 ? count : Math.round(count * share);
    const value = toBinValue(medianNs * Math.exp(spread * middle));
    const last = bins.at(-1);
    if (last?.[0] === value) last[1] += upTo - before;
    else if (upTo > before) bins.push([value, upTo - before]);
    before = upTo;
  }
  const mean = bins.reduce((sum, [value, n]) => sum + value * n, 0) / count;
  const square = bins.reduce((sum, [value, n]) => sum + (value - mean) ** 2 * n, 0) / count;
  const histogram = Bins.of(bins);
  return {
    bins,
    mean,
    stddev: Math.sqrt(square),
    min: bins[0]?.[0] ?? 0,
    max: bins.at(-1)?.[0] ?? 0,
    percentile: (percent) => histogram?.percentile(percent) ?? 0,
  };
}

/** The value that fio reports for the bin of a latency, nanoseconds: its middle (plat_idx_to_val in fio's stat.c). */
export function toBinValue(ns: number): number {
  const whole = Math.max(0, Math.floor(ns));
  const bits = Math.floor(Math.log2(Math.max(1, whole)));
  if (bits <= HISTOGRAM_BIN_BITS) return whole;
  const width = 2 ** (bits - HISTOGRAM_BIN_BITS);
  return Math.floor(whole / width) * width + width / 2;
}

/** Share of a standard normal distribution below z (Abramowitz and Stegun, 26.2.17; error below 7.5e-8). */
function computeNormalShare(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const tail = (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z < 0 ? tail : 1 - tail;
}

/** Time to submit an I/O to the kernel, nanoseconds, and for each byte. Assumed: as with libaio and O_DIRECT. */
const SUBMIT_TIME = { ns: 4000, nsPerByte: 0.02, most: 0.3, spread: 0.5 };

/** Figures of one direction. @param known I/Os, if these do not follow from a rate */
export function toDirectionFigures(
  flow: SimulatedFlow,
  known: number | null,
  bytes: number,
  runtimeMs: number,
  metadata: boolean,
): DirectionFigures {
  const ios = known ?? Math.max(1, Math.round((flow.rate * runtimeMs) / 1000));
  const totalNs = flow.latencyUs * 1000;
  const submit = Math.min(SUBMIT_TIME.ns + SUBMIT_TIME.nsPerByte * bytes, SUBMIT_TIME.most * totalNs);
  return {
    ios,
    bytes: Math.round(ios * bytes),
    runtimeMs,
    slat: metadata
      ? null
      : {
          mean: submit,
          stddev: submit * SUBMIT_TIME.spread,
          min: submit / 2,
          max: submit * (1 + 10 * SUBMIT_TIME.spread),
        },
    whole: toLatencyFigures(totalNs, flow.spread, ios),
    intervals: flow.intervals,
  };
}

/** Latency of the flush after every N writes (`fsync=N`); null without flushes. */
export function buildFlushLatency(
  flow: SimulatedFlow | undefined,
  write: DirectionFigures | null,
  flushing: FlushMode | null,
): DocumentFigures['sync'] {
  const count = flushing === null || flushing.isWrite ? 0 : Math.floor((write?.ios ?? 0) / flushing.every);
  return flow === undefined || count === 0
    ? null
    : { count, latency: toLatencyFigures(flow.latencyUs * 1000, flow.spread, count) };
}

// The log of the rate by the second, as fio keeps it: the levels of the model, and noise without a trend.

/** fio's numbers of the directions. */
const DIRECTION_NUMBERS = { read: 0, write: 1 } as const;
type DirectionFlows = Readonly<Record<keyof typeof DIRECTION_NUMBERS, SimulatedFlow | null>>;
/** Interval of the model's deviation, seconds: the deviation of a mean falls with the square root of the count. */
const INTERVAL_SECONDS = 0.5;
/** Steps of a wave with mean 0 and deviation 1: every split has equal levels, and a fitted line is flat. */
const WAVE_STEPS = [1, -1, -1, 1].map((sign, index) => sign * (index % 2 === 0 ? 1.2 : 0.748_331_477));

/** @param units of one operation by direction: KiB, or 1 @param log length of steps, seconds; start of the first, ms */
export function formatSeries(
  flows: DirectionFlows,
  seconds: number,
  units: Readonly<Record<keyof typeof DIRECTION_NUMBERS, number>>,
  { step, fromMs }: { readonly step: number; readonly fromMs: number } = { step: SERIES_STEP_SECONDS, fromMs: 0 },
): string {
  // Like fio's, without the last step.
  const steps = Math.max(0, Math.ceil(seconds / step) - 1);
  const lines = (['read', 'write'] as const).flatMap((name) => {
    const flow = flows[name];
    if (flow === null) return [];
    const levels = flow.levels ?? [{ seconds, rate: flow.rate }];
    const swing = computeNoise(flow, levels) / Math.sqrt(step / INTERVAL_SECONDS);
    return Array.from({ length: steps }, (_, index) => {
      const level = computeMean(levels, index * step, (index + 1) * step);
      const rate = Math.max(0, level + swing * (WAVE_STEPS[index % WAVE_STEPS.length] ?? 0));
      const at = Math.round(fromMs + (index + 1) * step * 1000);
      return `${at}, ${Math.floor(rate * units[name])}, ${DIRECTION_NUMBERS[name]}, 0, 0\n`;
    });
  });
  return lines.join('');
}

/** The log of latencies, nanoseconds. @param log as in {@link formatSeries} */
export function formatLatencyLog(
  { read, write }: DirectionFlows,
  seconds: number,
  log?: Parameters<typeof formatSeries>[3],
): string {
  const timed = (flow: SimulatedFlow | null): SimulatedFlow | null => {
    if (flow === null) return null;
    const levels = mapLevels(flow, ({ latencyUs }) => ({ rate: latencyUs }));
    return { ...flow, ...levels, rate: flow.latencyUs, intervals: { ...flow.intervals, stddev: 0 } };
  };
  return formatSeries({ read: timed(read), write: timed(write) }, seconds, { read: 1000, write: 1000 }, log);
}

type RateLevels = readonly { readonly seconds: number; readonly rate: number }[];

/** Deviation in addition to the levels. */
function computeNoise({ intervals, rate }: SimulatedFlow, levels: RateLevels): number {
  const seconds = levels.reduce((sum, level) => sum + level.seconds, 0);
  const ofLevels = levels.reduce((sum, level) => sum + level.seconds * (level.rate - rate) ** 2, 0) / seconds;
  return Math.sqrt(Math.max(0, intervals.stddev ** 2 - ofLevels));
}

/** Mean of the levels from one second to another; after their end, the last level. */
function computeMean(levels: RateLevels, from: number, to: number): number {
  let [begin, sum, covered] = [0, 0, 0];
  for (const { seconds, rate } of levels) {
    const part = Math.max(0, Math.min(to, begin + seconds) - Math.max(from, begin));
    [begin, sum, covered] = [begin + seconds, sum + part * rate, covered + part];
  }
  return (sum + (to - from - covered) * (levels.at(-1)?.rate ?? 0)) / (to - from);
}
