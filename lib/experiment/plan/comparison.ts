/** The rigs of a plan, priced, in either comparison: what the one that was not chosen would cost is said too. */
import rules from '../rules.json';
import type { PriceBook } from '../../shapes/price';
import { problemAt, problemIf, type Problem } from '../../shapes/problem';
import type { Comparison, Estimate, Plan } from '../../shapes/plan';
import { Commands } from './commands';
import { estimateOf, priced, type PricedRig, type Pricing, roundUsdUp, type Unpriced } from './money';
import { expected } from '../../shapes/errors';
import { movedBy, storedBy } from './rig/moved';
import { type Cost, DEAR } from './rig/copies';
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
  const { spec, timing, parallelRigs } = whole;
  const pricing = pricingOf(whole);
  const costOf = (draft: RigDraft, rigs: number): Cost => {
    const rig = expected(priced([draft], pricing).rigs[0], 'the rig that was priced');
    const { estimateUsd, expectedSeconds } = rig;
    const all = estimateOf(
      Array.from({ length: rigs }, () => rig),
      timing,
      parallelRigs,
    );
    const fits = all.usd <= spec.limits.maxUsd && all.seconds <= spec.limits.maxHours * 3600;
    return { usd: roundUsdUp(estimateUsd), seconds: expectedSeconds, fits };
  };
  const drafts = rigsOf({ ...whole, comparison }, commands, costOf);
  const { rigs, unknown } = priced(drafts, pricing);
  return { drafts, rigs, unknown, estimate: estimateOf(rigs, timing, parallelRigs) };
}

/** What the rigs of an experiment are priced with. */
export function pricingOf(whole: Whole): Pricing {
  const { spec, kinds, timing, local, book } = whole;
  const { maxUsd } = spec.limits;
  return {
    targetOf: (kind) => kinds.targetOf(kind),
    timing,
    local,
    maxUsd,
    book,
    moved: movedBy(whole, book),
    stored: storedBy(whole),
  };
}

/** What the other comparison would cost; null where both are the same: a single target. */
export function alternativeTo(whole: Whole, comparison: Comparison): Plan['alternative'] {
  if (new Set(whole.cells.map(({ target }) => target)).size < 2) return null;
  const other: Comparison = comparison === 'interleaved' ? 'sequential' : 'interleaved';
  const { usd, seconds } = compared(whole, other, new Commands(whole.keys, whole.timing)).estimate;
  return { comparison: other, usd, seconds };
}

/** What stands apart in a plan however rivals are compared. */
type Stands = Pick<Plan, 'rigs' | 'trials' | 'local'>;

/** Fleets that differ: each has rigs of its own. */
function fleetsOf({ rigs }: Pick<Plan, 'rigs'>): number {
  const fleets = rigs.map(({ roles }) =>
    JSON.stringify(
      roles.map(({ role, count, instanceType, image, placement }) => [role, count, instanceType, image, placement]),
    ),
  );
  return new Set(fleets).size;
}

/** What a difference may come from as well: between fleets, and between stages of one copy. */
function doubtsIn(plan: Stands): { readonly fleets: readonly string[]; readonly stages: readonly string[] } {
  const fleets = fleetsOf(plan);
  const hasStages = plan.trials.some(({ period }) => period > 1);
  return {
    fleets: fleets > 1 ? [`between the ${fleets} fleets it may be one of copies, hosts or the hour`] : [],
    stages: hasStages ? ['between stages, which follow each other, it may be one of the hour'] : [],
  };
}

/** What a comparison can prove, and what it cannot, in this plan. */
export function provesOf(comparison: Comparison, plan: Stands): string {
  const { fleets, stages } = doubtsIn(plan);
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
export function apartOf(plan: Stands): string | null {
  const { fleets, stages } = doubtsIn(plan);
  if (fleets.length + stages.length === 0) return null;
  const who = [...fleets.map(() => 'fleet'), ...stages.map(() => 'stage')].join(' and ');
  const found = `configurations of one ${who} in turn: a difference is one of the configurations`;
  return [found, ...fleets, ...stages].join('; ');
}

/** Advice where the chosen comparison costs much more than the other, or proves less than it could. */
export function comparisonAdvice(plan: PlanParts): Problem[] {
  const { comparison, alternative, estimate } = plan;
  if (alternative === null) return [];
  const path = ['design', 'comparison'];
  const prices = `${estimate.usd.toFixed(2)} USD against ${alternative.usd.toFixed(2)}`;
  const sequential = provesOf('sequential', plan);
  if (comparison === 'sequential') {
    const which = fleetsOf(plan) > 1 ? 'those of one fleet' : 'them';
    return [problemAt(rules.confounded, path, { sequential, which, prices })];
  }
  return problemIf(estimate.usd > DEAR * alternative.usd, rules.interleavedDear, path, { prices, sequential });
}

type PlanParts = Stands & Pick<Plan, 'comparison' | 'alternative' | 'estimate'>;
