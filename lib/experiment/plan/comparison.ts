/** The rigs of a plan, priced, in either comparison: what the one that was not chosen would cost is said too. */
import rules from '../rules.json';
import type { PriceBook } from '../../shapes/price';
import { problemAt, problemIf, type Problem } from '../../shapes/problem';
import type { Comparison, Estimate, Plan } from '../../shapes/plan';
import { Commands } from './commands';
import { estimateCost, priceRigs, type PricedRig, type Pricing, roundUsdUp, type MissingPrice } from './money';
import { ensure } from '../../shapes/errors';
import { makeTransferCost, makeStoredBytes } from './rig/transfer-cost';
import { type Cost, MAX_PRICE_RATIO } from './rig/copies';
import type { RigDraft, RigInput } from './rig/draft';
import { planRigs } from './rig/rigs';

/** All that both comparisons share. */
export interface PlanInput extends Omit<RigInput, 'comparison'> {
  /** From the start until everything must be gone. */
  readonly horizonSeconds: number;
  readonly local: boolean;
  readonly book: PriceBook;
  readonly parallelRigs: number;
}

/** Rigs of one comparison. */
export interface ComparisonRigs {
  readonly drafts: readonly RigDraft[];
  readonly rigs: readonly PricedRig[];
  readonly unknown: readonly MissingPrice[];
  readonly estimate: Estimate;
}

/** The rigs of a comparison. @param commands takes up their scripts */
export function planComparison(whole: PlanInput, comparison: Comparison, commands: Commands): ComparisonRigs {
  const { spec, timing, parallelRigs } = whole;
  const pricing = buildPricing(whole);
  const costOf = (draft: RigDraft, rigs: number): Cost => {
    const rig = ensure(priceRigs([draft], pricing).rigs[0], 'the rig that was priced');
    const { estimateUsd, expectedSeconds } = rig;
    const all = estimateCost(
      Array.from({ length: rigs }, () => rig),
      timing,
      parallelRigs,
    );
    const fits = all.usd <= spec.limits.maxUsd && all.seconds <= spec.limits.maxHours * 3600;
    return { usd: roundUsdUp(estimateUsd), seconds: expectedSeconds, fits };
  };
  const drafts = planRigs({ ...whole, comparison }, commands, costOf);
  const { rigs, unknown } = priceRigs(drafts, pricing);
  return { drafts, rigs, unknown, estimate: estimateCost(rigs, timing, parallelRigs) };
}

/** What the rigs of an experiment are priced with. */
export function buildPricing(whole: PlanInput): Pricing {
  const { spec, kinds, timing, local, book } = whole;
  const { maxUsd } = spec.limits;
  return {
    targetOf: (kind) => kinds.targetOf(kind),
    timing,
    local,
    maxUsd,
    book,
    moved: makeTransferCost(whole, book),
    stored: makeStoredBytes(whole),
  };
}

/** What the other comparison would cost; null where both are the same: a single target. */
export function priceAlternative(whole: PlanInput, comparison: Comparison): Plan['alternative'] {
  if (new Set(whole.cells.map(({ target }) => target)).size < 2) return null;
  const other: Comparison = comparison === 'interleaved' ? 'sequential' : 'interleaved';
  const { usd, seconds } = planComparison(whole, other, new Commands(whole.keys, whole.timing)).estimate;
  return { comparison: other, usd, seconds };
}

/** What stands apart in a plan however rivals are compared. */
type PlanLayout = Pick<Plan, 'rigs' | 'trials' | 'local'>;

/** Fleets that differ: each has rigs of its own. */
function countFleets({ rigs }: Pick<Plan, 'rigs'>): number {
  const fleets = rigs.map(({ roles }) =>
    JSON.stringify(
      roles.map(({ role, count, instanceType, image, placement }) => [role, count, instanceType, image, placement]),
    ),
  );
  return new Set(fleets).size;
}

/** What a difference may come from as well: between fleets, and between stages of one copy. */
function listConfounders(plan: PlanLayout): { readonly fleets: readonly string[]; readonly stages: readonly string[] } {
  const fleets = countFleets(plan);
  const hasStages = plan.trials.some(({ period }) => period > 1);
  return {
    fleets: fleets > 1 ? [`between the ${fleets} fleets it may be one of copies, hosts or the hour`] : [],
    stages: hasStages ? ['between stages, which follow each other, it may be one of the hour'] : [],
  };
}

/** What a comparison can prove, and what it cannot, in this plan. */
export function describeProof(comparison: Comparison, plan: PlanLayout): string {
  const { fleets, stages } = listConfounders(plan);
  if (comparison === 'sequential') {
    const found = plan.local
      ? 'each target in a time of its own: a difference may be one of the hour'
      : 'each target on hosts and in an hour of its own: a difference may be one of hosts or of the hour';
    return [found, ...stages].join('; ');
  }
  const given = plan.rigs.some(({ copies }) => copies.some(({ foreign }) => foreign !== undefined));
  const what = plan.local || given ? 'targets' : 'copies';
  const rivals = fleets.length > 0 ? 'rivals of one fleet' : 'rivals';
  const found = `${rivals} in turn by the same hosts in the same hour: a difference is one of the ${what}`;
  return [found, ...fleets, ...stages].join('; ');
}

/** What nobody chose: configurations of a single target that cannot take turns. Null where all of them do. */
export function explainSeparation(plan: PlanLayout): string | null {
  const { fleets, stages } = listConfounders(plan);
  if (fleets.length + stages.length === 0) return null;
  const who = [...fleets.map(() => 'fleet'), ...stages.map(() => 'stage')].join(' and ');
  const found = `configurations of one ${who} in turn: a difference is one of the configurations`;
  return [found, ...fleets, ...stages].join('; ');
}

/** Advice where the chosen comparison costs much more than the other, or proves less than it could. */
export function adviseComparison(plan: PlanParts): Problem[] {
  const { comparison, alternative, estimate } = plan;
  if (alternative === null) return [];
  const path = ['design', 'comparison'];
  const prices = `${estimate.usd.toFixed(2)} USD against ${alternative.usd.toFixed(2)}`;
  const sequential = describeProof('sequential', plan);
  if (comparison === 'sequential') {
    const which = countFleets(plan) > 1 ? 'those of one fleet' : 'them';
    return [problemAt(rules.confounded, path, { sequential, which, prices })];
  }
  return problemIf(estimate.usd > MAX_PRICE_RATIO * alternative.usd, rules.interleavedDear, path, {
    prices,
    sequential,
  });
}

type PlanParts = PlanLayout & Pick<Plan, 'comparison' | 'alternative' | 'estimate'>;
