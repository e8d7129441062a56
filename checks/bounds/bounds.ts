/**
 * Quality of a plan: compared with the time of the same trials without overhead of fsxbench, and with the cost of a
 * separate rig for every configuration, one after another. Pure, like the plan.
 */
import { groupBy, sumAll } from '../../lib/shapes/collections';
import { hasManaged } from '../../lib/shapes/managed-hosts';
import type { Spec } from '../../lib/shapes/spec';
import { expandSpec } from '../../lib/experiment/design/expand';
import { adaptKinds } from '../../lib/experiment/kinds';
import { ScriptStore } from '../../lib/experiment/plan/commands';
import {
  type ComparisonRigs,
  planComparison,
  buildPricing,
  type PlanInput,
} from '../../lib/experiment/plan/comparison';
import { type PlanOptions, buildPlanInput } from '../../lib/experiment/plan/make-plan';
import { estimateCost, priceRigs } from '../../lib/experiment/plan/estimate';
import type { RigDraft } from '../../lib/experiment/plan/rig/draft';
import { getOverhead, MIN_OVERHEAD, computeRigSeconds } from '../../lib/experiment/plan/rig/times';

/** Cost, duration, and the measuring share of the time in which hosts are billed. */
export interface Price {
  readonly usd: number;
  readonly seconds: number;
  readonly measuring: number;
}

/**
 * Overhead in seconds: of commands with their common starts, late polls, removal; and once an execution its end, which
 * is settling and the final check of the guardian.
 */
export type OverheadSeconds = Readonly<Record<'commands' | 'looks' | 'removal' | 'end', number>>;

export interface Bounds {
  readonly experiment: string;
  readonly cells: number;
  readonly trials: number;
  /** It repeats a published study, with trials of the same length. */
  readonly study: boolean;
  readonly plan: Price;
  /** The same rigs and trials with only the durations of AWS (create, change, boot, delete) and of scripts. */
  readonly bound: Price;
  /** A sequential plan with a new rig for every configuration in every block. */
  readonly fresh: { readonly usd: number; readonly seconds: number };
  /** Overhead of fsxbench in seconds, sum of all rigs: why a plan exceeds its bound. */
  readonly ours: OverheadSeconds;
  /**
   * The trials of a configuration take less than its setup and removal: a plan with shared rigs may cost at most half.
   */
  readonly shorterThanSetUp: boolean;
}

/**
 * Undefined where nothing costs money. Trials keep their data: their layout is part of the bound.
 * @param spec one that `readSpec` has accepted
 */
export function computeBounds(spec: Spec, options: PlanOptions): Bounds | undefined {
  const kinds = adaptKinds(spec.fleet, options.kinds);
  const expanded = expandSpec(spec, kinds);
  const { cells, searches } = expanded;
  const whole = buildPlanInput(spec, options, kinds, expanded);
  if (whole.local || hasManaged(spec.fleet)) return undefined;
  const planned = madeFor(whole, cells, spec.design.comparison);
  const rigs = priceRigs(planned.drafts, { ...buildPricing(whole), bare: true }).rigs;
  const bound = estimateCost(rigs, { ...whole.timing, settleSeconds: 0, guardianPollSeconds: 0 }, whole.parallelRigs);
  // All values of a search belong to one configuration.
  const groups = groupBy(cells, ({ cellId }) => searches.find((one) => one.cells.includes(cellId))?.id ?? cellId);
  const alone = [...groups.values()].map((its) => {
    const own = searches.filter((one) => its.some(({ cellId }) => one.cells.includes(cellId)));
    return madeFor({ ...whole, searches: own }, its, 'sequential');
  });
  const fresh = estimateCost(
    alone.flatMap(({ rigs: its }) => its),
    whole.timing,
    1,
  );
  const shortest = alone.map((made) => splitFirstRig(made, whole));
  return {
    experiment: spec.experiment,
    cells: cells.length,
    trials: planned.drafts.reduce((sum, draft) => sum + listTrials(draft).length, 0),
    study: spec.published !== undefined,
    plan: { ...pick(planned.estimate), measuring: measuringShare(planned.drafts, whole, getOverhead(false)) },
    bound: { ...pick(bound), measuring: measuringShare(planned.drafts, whole, MIN_OVERHEAD) },
    fresh: pick(fresh),
    ours: computeOverhead(planned.drafts, whole),
    shorterThanSetUp: cells.length > 1 && shortest.every(({ setUp, trials }) => trials < setUp),
  };
}

function pick({ usd, seconds }: { readonly usd: number; readonly seconds: number }): Omit<Price, 'measuring'> {
  return { usd, seconds };
}

function madeFor(
  whole: PlanInput,
  cells: PlanInput['cells'],
  comparison: Spec['design']['comparison'],
): ComparisonRigs {
  return planComparison({ ...whole, cells }, comparison, new ScriptStore(whole.keys, whole.timing));
}

function listTrials({ stretches }: RigDraft): RigDraft['stretches'][number]['trials'] {
  return stretches.flatMap(({ trials }) => trials);
}

function computeOverhead(drafts: readonly RigDraft[], { timing }: PlanInput): OverheadSeconds {
  const [around, exact] = [getOverhead(false), MIN_OVERHEAD].map((overhead) => {
    const rigs = drafts.map((draft) => computeRigSeconds(draft, timing, overhead));
    return sumAll(rigs.flatMap(({ starting, stretches }) => [starting, ...stretches.map(({ trials }) => trials)]));
  });
  const changes = drafts.flatMap(({ stretches }) => stretches.flatMap((stretch) => stretch.changes));
  const looks = changes.flatMap(({ requests }) => requests.map(({ pollSeconds }) => pollSeconds / 2));
  return {
    commands: (around ?? 0) - (exact ?? 0),
    looks: sumAll(looks),
    removal: drafts.length * getOverhead(false).teardown,
    end: timing.settleSeconds + timing.guardianPollSeconds,
  };
}

/** Seconds of the first rig of a configuration: its trials, and the rest. */
function splitFirstRig({ drafts, rigs }: ComparisonRigs, { timing }: PlanInput): { setUp: number; trials: number } {
  const [draft] = drafts;
  const [rig] = rigs;
  if (draft === undefined || rig === undefined) return { setUp: 0, trials: 0 };
  const { stretches } = computeRigSeconds(draft, timing, MIN_OVERHEAD);
  const trials = stretches.reduce((sum, one) => sum + one.trials, 0);
  return { setUp: rig.expectedSeconds - trials, trials };
}

/** Measuring share of the time in which hosts are billed, all rigs together. */
function measuringShare(
  drafts: readonly RigDraft[],
  { timing }: PlanInput,
  around: ReturnType<typeof getOverhead>,
): number {
  const measured = drafts
    .flatMap(listTrials)
    .flatMap(({ steps }) => steps)
    .reduce((sum, { measures, expectedSeconds }) => sum + (measures ? expectedSeconds : 0), 0);
  const paid = drafts.reduce((sum, draft) => sum + computeRigSeconds(draft, timing, around).hosts, 0);
  return paid === 0 ? 0 : measured / paid;
}
