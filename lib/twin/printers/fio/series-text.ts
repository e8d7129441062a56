/** The log of the rate by the second that fio would have kept: the levels of the model, and noise without a trend. */
import type { ModelledFlow } from '../contract';
import { STEP_SECONDS } from '../../../workloads/fio/cell/series';

/** fio's numbers of the directions. */
const DIRECTION = { read: 0, write: 1 } as const;
/** Seconds of the intervals of which the model tells the deviation: the mean of several deviates by the root less. */
const INTERVAL = 0.5;
/** Steps of a wave with mean 0 and deviation 1: no split of it has two levels, no line through it rises. */
const WAVE = [1, -1, -1, 1].map((sign, index) => sign * (index % 2 === 0 ? 1.2 : 0.748_331_477));

/**
 * @param units what one operation of each direction is in the log: KiB, or 1
 * @param log how long its steps are, seconds, and the milliseconds at which the first begins
 */
export function seriesText(
  flows: Readonly<Record<keyof typeof DIRECTION, ModelledFlow | null>>,
  seconds: number,
  units: Readonly<Record<keyof typeof DIRECTION, number>>,
  { step, fromMs }: { readonly step: number; readonly fromMs: number } = { step: STEP_SECONDS, fromMs: 0 },
): string {
  // Like fio's, without the last step.
  const steps = Math.max(0, Math.ceil(seconds / step) - 1);
  const lines = (['read', 'write'] as const).flatMap((name) => {
    const flow = flows[name];
    if (flow === null) return [];
    const levels = flow.levels ?? [{ seconds, rate: flow.rate }];
    const swing = noiseOf(flow, levels) / Math.sqrt(step / INTERVAL);
    return Array.from({ length: steps }, (_, index) => {
      const level = meanOver(levels, index * step, (index + 1) * step);
      const rate = Math.max(0, level + swing * (WAVE[index % WAVE.length] ?? 0));
      const at = Math.round(fromMs + (index + 1) * step * 1000);
      return `${at}, ${Math.floor(rate * units[name])}, ${DIRECTION[name]}, 0, 0\n`;
    });
  });
  return lines.join('');
}

type Levels = NonNullable<ModelledFlow['levels']>;

/** What deviates beside the levels. */
function noiseOf({ intervals, rate }: ModelledFlow, levels: Levels): number {
  const seconds = levels.reduce((sum, level) => sum + level.seconds, 0);
  const ofLevels = levels.reduce((sum, level) => sum + level.seconds * (level.rate - rate) ** 2, 0) / seconds;
  return Math.sqrt(Math.max(0, intervals.stddev ** 2 - ofLevels));
}

/** Mean of the levels from one second to another; after their end as at it. */
function meanOver(levels: Levels, from: number, to: number): number {
  let [begin, sum, covered] = [0, 0, 0];
  for (const { seconds, rate } of levels) {
    const part = Math.max(0, Math.min(to, begin + seconds) - Math.max(from, begin));
    [begin, sum, covered] = [begin + seconds, sum + part * rate, covered + part];
  }
  return (sum + (to - from - covered) * (levels.at(-1)?.rate ?? 0)) / (to - from);
}
