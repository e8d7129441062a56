/** The rigs of a plan, priced, in either comparison: what the one that was not chosen would cost is said too. */
import type { PriceBook } from '../../shapes/price';
import type { Comparison, Estimate, Plan } from '../../shapes/plan';
import { Commands } from './commands';
import { estimateOf, priced, type PricedRig, type Unpriced } from './money';
import type { RigDraft, RigInput } from './rig/draft';
import { rigsOf } from './rig/rigs';

/** All that both comparisons share. */
export interface Whole extends Omit<RigInput, 'comparison'> {
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
