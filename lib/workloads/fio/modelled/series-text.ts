/** The log of the rate by the second that fio would have kept: as steady as the model says, without a trend. */
import type { ModelledFlow } from '../../modelled';
import { STEP_SECONDS } from '../series';

/** fio's numbers of the directions. */
const DIRECTION = { read: 0, write: 1 } as const;
/** Half seconds, of which the model tells the deviation, in a step: their mean deviates by the root less. */
const INTERVALS = STEP_SECONDS / 0.5;
/** Steps of a wave with mean 0 and deviation 1: no split of it has two levels, no line through it rises. */
const WAVE = [1, -1, -1, 1].map((sign, index) => sign * (index % 2 === 0 ? 1.2 : 0.748_331_477));

/**
 * @param unit what one operation is in the log: KiB, or 1
 */
export function seriesText(
  flows: Readonly<Record<keyof typeof DIRECTION, ModelledFlow | null>>,
  seconds: number,
  unit: number,
): string {
  // Like fio's, without the last second.
  const steps = Math.max(0, Math.ceil(seconds / STEP_SECONDS) - 1);
  const lines = (['read', 'write'] as const).flatMap((name) => {
    const flow = flows[name];
    if (flow === null) return [];
    const swing = flow.intervals.stddev / Math.sqrt(INTERVALS);
    return Array.from({ length: steps }, (_, index) => {
      const rate = Math.max(0, flow.rate + swing * (WAVE[index % WAVE.length] ?? 0));
      return `${(index + 1) * STEP_SECONDS * 1000}, ${Math.floor(rate * unit)}, ${DIRECTION[name]}, 0, 0\n`;
    });
  });
  return lines.join('');
}
