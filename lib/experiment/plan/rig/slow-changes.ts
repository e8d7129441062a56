/** Advice on stages and levels that are reached by a change so long that the rig costs more than it measures. */
import type { Problem } from '../../../shapes/problem';
import { formatSeconds } from '../../../shapes/quantity';
import type { PricedRig } from '../money';

/** Of one change: file systems are made in less, as their `durations` have it. */
const SLOW_SECONDS = 3600;

/** A change once, with what its first time costs; blocks are alike. */
export function slowChanges(priced: readonly Pick<PricedRig, 'draft' | 'stretchUsdPerHour'>[]): Problem[] {
  const found = priced
    .filter(({ draft }) => draft.block === 1)
    .flatMap(({ draft, stretchUsdPerHour }) =>
      draft.stretches.flatMap(({ changes }, index) =>
        changes.flatMap(({ copy, stage, requests }): Problem[] => {
          const seconds = requests.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
          const target = draft.copies.find((one) => one.copy === copy)?.target;
          if (seconds <= SLOW_SECONDS || target === undefined) return [];
          // As the estimate has it: the dearer of both settings, whichever is there when.
          const usdPerHour = Math.max(stretchUsdPerHour[index - 1] ?? 0, stretchUsdPerHour[index] ?? 0);
          const usd = (usdPerHour * seconds) / 3600;
          const path = ['targets', target, ...(stage === null ? [] : ['stages', stage])];
          const message =
            `reached by changing the file system in place, which takes about ${formatSeconds(seconds)} (AWS spreads ` +
            `what is stored anew): hosts and storage cost about ${usd.toFixed(2)} USD meanwhile, and nothing of this ` +
            'copy is measured. A target of its own has no such wait';
          return [{ severity: 'advice', code: 'SlowChange', path, message }];
        }),
      ),
    );
  return [...new Map(found.map((problem) => [problem.path.join('.'), problem])).values()];
}
