/** The rigs of a plan, priced, in either comparison: what the one that was not chosen would cost is said too. */
import type { PriceBook } from '../../shapes/price';
import type { Problem } from '../../shapes/problem';
import type { Comparison, Estimate, Plan } from '../../shapes/plan';
import { Commands } from './commands';
import { estimateOf, priced, type PricedRig, type Unpriced } from './money';
import type { RigDraft, RigInput } from './rig/draft';
import { rigsOf } from './rig/rigs';

/** All that both comparisons share. */
export interface Whole extends Omit<RigInput, 'comparison'> {
  /** From the start until everything must be gone. */
  readonly horizonSeconds: number;
  readonly local: boolean;
  readonly book: PriceBook;
  readonly parallelRigs: number;
}

/** Rigs of one comparison. */
export interface Compared {
  readonly drafts: readonly RigDraft[];
  readonly rigs: readonly PricedRig[];
  readonly unknown: readonly Unpriced[];
  readonly estimate: Estimate;
}

/** The rigs of a comparison. @param commands takes up their scripts */
export function compared(whole: Whole, comparison: Comparison, commands: Commands): Compared {
  const { spec, kinds, timing, local, book, parallelRigs } = whole;
  const drafts = rigsOf({ ...whole, comparison }, commands);
  const targetOf = (kind: string): ReturnType<typeof kinds.targetOf> => kinds.targetOf(kind);
  const { rigs, unknown } = priced(drafts, { targetOf, timing, local, maxUsd: spec.limits.maxUsd, book });
  return { drafts, rigs, unknown, estimate: estimateOf(rigs, timing, parallelRigs) };
}

/** What the other comparison would cost; null where both are the same: a single target. */
export function alternativeTo(whole: Whole, comparison: Comparison): Plan['alternative'] {
  if (new Set(whole.cells.map(({ target }) => target)).size < 2) return null;
  const other: Comparison = comparison === 'interleaved' ? 'sequential' : 'interleaved';
  const { usd, seconds } = compared(whole, other, new Commands(whole.keys, whole.timing)).estimate;
  return { comparison: other, usd, seconds };
}

/** So many times the price of the other comparison is worth a thought. */
const DEAR = 1.5;

/** What each comparison can prove, and what it cannot. */
export const PROVES: Readonly<Record<Comparison, string>> = {
  interleaved: 'rivals in turn by the same hosts in the same hour: a difference is one of the copies',
  sequential: 'each target on hosts and in an hour of its own: a difference may be one of hosts or of the hour',
};

/** Advice where the chosen comparison costs much more than the other, or proves less than it could. */
export function comparisonAdvice({ comparison, alternative, estimate }: PlanParts): Problem[] {
  if (alternative === null) return [];
  const path = ['design', 'comparison'];
  const prices = `${estimate.usd.toFixed(2)} USD against ${alternative.usd.toFixed(2)}`;
  if (comparison === 'sequential') {
    const message = `${PROVES.sequential}; \`interleaved\` would tell them apart: ${prices} interleaved`;
    return [{ severity: 'advice', code: 'Confounded', path, message }];
  }
  if (estimate.usd <= DEAR * alternative.usd) return [];
  const message = `all copies stand while each is measured: ${prices} with \`sequential\`, where ${PROVES.sequential}`;
  return [{ severity: 'advice', code: 'InterleavedDear', path, message }];
}

type PlanParts = Pick<Plan, 'comparison' | 'alternative' | 'estimate'>;
