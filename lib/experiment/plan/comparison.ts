/** Plans and prices the rigs of a comparison, and prices the alternative comparison. */
import rules from '../rules.json';
import type { PriceBook } from '../../shapes/price';
import { problemAt, problemIf, type Problem } from '../../shapes/problem';
import type { Comparison, Estimate, Plan } from '../../shapes/plan';
import { ScriptStore } from './commands';
import { estimateCost, priceRigs, type PricedRig, type Pricing, roundUsdUp, type MissingPrice } from './estimate';
import { ensure } from '../../shapes/errors';
import { makeTransferCost, makeStoredBytes } from './rig/transfer-cost';
import { type CostEstimate, MAX_PRICE_RATIO } from './rig/rig-targets';
import type { RigDraft, RigInput } from './rig/draft';
import { planRigs } from './rig/rigs';
import { reserveShares } from './walk';
import { checkQuotas, checkRigDisks } from './quotas';
import type { Target } from '../../targets/contract';

export interface PlanInput extends Omit<RigInput, 'comparison'> {
  readonly horizonSeconds: number;
  readonly local: boolean;
  readonly book: PriceBook;
  readonly parallelRigs: number;
}

export interface ComparisonRigs {
  readonly drafts: readonly RigDraft[];
  readonly rigs: readonly PricedRig[];
  readonly unknown: readonly MissingPrice[];
  readonly estimate: Estimate;
}

/** The rigs of a comparison. @param commands collects their scripts */
export function planComparison(whole: PlanInput, comparison: Comparison, commands: ScriptStore): ComparisonRigs {
  const { spec, timing, parallelRigs } = whole;
  const pricing = buildPricing(whole);
  const costOf = (draft: RigDraft, rigs: number): CostEstimate => {
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
  const { rigs: priced, unknown } = priceRigs(drafts, pricing);
  const rigs = comparison === 'cheapestFirst' ? reserveShares(priced) : priced;
  return { drafts, rigs, unknown, estimate: estimateCost(rigs, timing, parallelRigs) };
}

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

/** Default replicates of a grid: what a walk is compared with. */
const GRID_REPLICATES = 6;

/**
 * Cost of the alternative (interleaved or sequential); null with a single target, where both cost the same, and for an
 * alternative that is refused or exceeds a quota that the plan keeps.
 * @param drafts rigs of the plan
 */
export function priceAlternative(
  whole: PlanInput,
  comparison: Comparison,
  drafts: readonly RigDraft[],
): Plan['alternative'] {
  const isWalk = comparison === 'cheapestFirst';
  if (!isWalk && new Set(whole.cells.map(({ target }) => target)).size < 2) return null;
  const other: Comparison = comparison === 'interleaved' || isWalk ? 'sequential' : 'interleaved';
  const { design } = whole.spec;
  const replicates = isWalk ? Math.min(GRID_REPLICATES, design.replicates) : design.replicates;
  const input = { ...whole, spec: { ...whole.spec, design: { ...design, replicates } } };
  const found = planComparison(input, other, new ScriptStore(whole.keys, whole.timing));
  const targetOf = (kind: string): Target | undefined => whole.kinds.targetOf(kind);
  const listExceeded = (rigs: readonly RigDraft[]): readonly string[] =>
    checkQuotas(rigs, whole.parallelRigs, targetOf).takesUp.flatMap(({ of, amount, most }) =>
      amount > most ? [of] : [],
    );
  const exceeded = listExceeded(drafts);
  const isAllowed =
    checkRigDisks(found.drafts, targetOf).length === 0 &&
    listExceeded(found.drafts).every((one) => exceeded.includes(one));
  const { usd, seconds } = found.estimate;
  return isAllowed ? { comparison: other, usd, seconds } : null;
}

type PlanLayout = Pick<Plan, 'rigs' | 'trials' | 'local'>;

function countFleets({ rigs }: Pick<Plan, 'rigs'>): number {
  const fleets = rigs.map(({ roles }) =>
    JSON.stringify(
      roles.map(({ role, count, instanceType, image, placement }) => [role, count, instanceType, image, placement]),
    ),
  );
  return new Set(fleets).size;
}

/** Confounders: differences between fleets, and between stages of one target instance. */
function listConfounders(plan: PlanLayout): { readonly fleets: readonly string[]; readonly stages: readonly string[] } {
  const fleets = countFleets(plan);
  const hasStages = plan.trials.some(({ period }) => period > 1);
  return {
    fleets: fleets > 1 ? [`between the ${fleets} fleets, target instances, hosts or time may explain it`] : [],
    stages: hasStages ? ['between stages, which follow each other, time may explain it'] : [],
  };
}

/** Describes which differences this plan can attribute to targets, and which confounders remain. */
export function describeEvidence(comparison: Comparison, plan: PlanLayout): string {
  const { fleets, stages } = listConfounders(plan);
  if (comparison !== 'interleaved') {
    const found = plan.local
      ? 'each target runs at its own time: time may explain a difference'
      : 'each target runs on its own hosts at its own time: hosts or time may explain a difference';
    return [found, ...stages].join('; ');
  }
  const given = plan.rigs.some(({ copies }) => copies.some(({ external }) => external !== undefined));
  const what = plan.local || given ? 'targets' : 'target instances';
  const rivals = fleets.length > 0 ? 'targets of one fleet' : 'targets';
  const found = `${rivals} take turns on the same hosts at the same time: a difference comes from the ${what}`;
  return [found, ...fleets, ...stages].join('; ');
}

/** Confounders of a plan with a single target. Null if all configurations take turns. */
export function explainConfounding(plan: PlanLayout): string | null {
  const { fleets, stages } = listConfounders(plan);
  if (fleets.length + stages.length === 0) return null;
  const who = [...fleets.map(() => 'fleet'), ...stages.map(() => 'stage')].join(' and ');
  const found = `configurations of one ${who} take turns: a difference comes from the configurations`;
  return [found, ...fleets, ...stages].join('; ');
}

/** Advice if the chosen comparison costs much more than the other, or proves less. */
export function adviseComparison(plan: PlanParts): Problem[] {
  const { comparison, alternative, estimate } = plan;
  if (alternative === null || comparison === 'cheapestFirst') return [];
  const path = ['design', 'comparison'];
  const prices = `${estimate.usd.toFixed(2)} USD against ${alternative.usd.toFixed(2)}`;
  const sequential = describeEvidence('sequential', plan);
  if (comparison === 'sequential') {
    const which = countFleets(plan) > 1 ? 'targets of one fleet' : 'targets';
    return [problemAt(rules.confounded, path, { sequential, which, prices })];
  }
  return problemIf(estimate.usd > MAX_PRICE_RATIO * alternative.usd, rules.interleavedDear, path, {
    prices,
    sequential,
  });
}

type PlanParts = PlanLayout & Pick<Plan, 'comparison' | 'alternative' | 'estimate'>;

/** Estimate without the trials that depend on a look; null if none does. */
export function estimateShortest({
  trials,
  rigs,
  estimate,
}: Pick<Plan, 'trials' | 'rigs' | 'estimate'>): Pick<Estimate, 'usd' | 'seconds'> | null {
  const guarded = trials.filter(({ guard }) => guard?.look === true);
  if (guarded.length === 0) return null;
  const price = new Map(rigs.map(({ rig, usdPerHour }) => [rig, usdPerHour / 3600]));
  const seconds = guarded.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  const usd = guarded.reduce((sum, { rig, expectedSeconds }) => sum + expectedSeconds * (price.get(rig) ?? 0), 0);
  return { usd: Math.max(0, estimate.usd - usd), seconds: Math.max(0, estimate.seconds - seconds) };
}
