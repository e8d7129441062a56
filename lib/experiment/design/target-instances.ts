/**
 * Which stages and levels of a target are reached by changing one copy in place, and which need a copy of their own:
 * where both can be, a policy says which. What each would cost is known only to who sees the whole rig.
 */
import texts from '../messages.json';
import { fillText } from '../../shapes/problem';
import { canonicalize } from '../../shapes/canonical-json';
import { ensure } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import { formatSeconds } from '../../shapes/quantity';
import type { Change, ChangeRequest, ChainedChange } from '../../shapes/requests';
import type { Target } from '../../targets/contract';

type Config = Readonly<Record<string, unknown>>;

/** A stage before its rig is known. */
export interface StageDraft {
  readonly stage: string | null;
  readonly config: Config;
  /** Modelled time that its trials take. */
  readonly seconds: number;
  /** Others bring the same storage to it: no request changes it, and no other copy would be in it. */
  readonly reached?: true;
}

/** A stage of one copy, and how that copy gets there. */
export interface ChainedStage extends StageDraft {
  /** None for the first stage of a copy. */
  readonly changes: readonly ChainedChange[];
}

/** What a cell tells of the copy that it needs. */
interface CellNeeds {
  readonly stage: string | null;
  readonly targetConfig: Config;
  readonly variantKey: string;
}

/** Cells that are measured on one copy, and the stages that it passes through. */
export interface Copy<C extends CellNeeds> {
  readonly cells: readonly C[];
  /** Names of its stages, in their order. */
  readonly stages: readonly (string | null)[];
  /** Why it is a copy of its own; null for the first of its target. */
  readonly why: string | null;
  /** What made it one; null with `why`. */
  readonly because: CopyReason | null;
}

/** Why there is more than one copy of a target; `pause`: for a stage that it could reach after a pause. */
export type CopyReason = 'levels' | 'price' | 'stage' | 'pause';

/** Stages that one copy of a target passes through. */
export interface StageChain {
  readonly stages: readonly ChainedStage[];
  /** Why it is a copy of its own; null for the first. */
  readonly why: string | null;
  readonly because: 'stage' | 'pause' | null;
}

/** A pause that a copy waits out without any look at prices, seconds. */
export const PAUSE_MAX_SECONDS = 300;
/**
 * A change that a copy goes through without any look at prices, seconds, where its data stay: an export, a quota. That
 * one copy is compared with itself is worth minutes.
 */
const CHANGE_MAX_SECONDS = 300;

/** What is done where a copy could be changed, and another could be made just as well. */
export interface CopyPolicy {
  /** Levels between which a change takes longer have copies of their own, seconds. */
  readonly apartAboveSeconds: number;
  /** Why they have. */
  readonly apartWhy: string;
  /** A pause that a copy waits out before it is changed to its next stage, seconds; beyond it, a fresh one is made. */
  readonly pauseMaxSeconds: number;
  /** Stands behind what is known of the pause. */
  readonly pauseWhy: string;
}

/** Whatever can be changed at once is changed, and no pause is waited for. */
export const IN_PLACE: CopyPolicy = {
  apartAboveSeconds: Infinity,
  apartWhy: '',
  pauseMaxSeconds: PAUSE_MAX_SECONDS,
  pauseWhy: '',
};

/** A change that a copy has been through. */
export interface PastChange {
  readonly request: ChangeRequest;
  /** Modelled time of the trials since; that of the changes is left out, so that the truth is not shorter. */
  readonly seconds: number;
}

/**
 * The copies that the cells of one target need.
 * @param stages of the target, in their order
 * @param secondsOf modelled time of the trials of some cells: asked where a copy might go from stage to stage
 * @param reached whether others bring the target to a stage
 */
export function planCopies<C extends CellNeeds>(
  target: Target,
  cells: readonly C[],
  stages: readonly (string | null)[],
  secondsOf: (cells: readonly C[]) => number,
  policy: CopyPolicy = IN_PLACE,
  reached: (stage: string | null) => boolean = () => false,
): Copy<C>[] {
  return clusterVariants(target, cells, policy).flatMap(({ variants, apart }) => {
    const own = variants.flat();
    const lead = ensure(variants[0], 'a variant of a target');
    const drafts = stages.flatMap((stage) => {
      const its = own.filter((cell) => cell.stage === stage);
      const first = lead.find((cell) => cell.stage === stage) ?? its[0];
      return first === undefined
        ? []
        : [
            {
              stage,
              config: first.targetConfig,
              seconds: stages.length === 1 ? 0 : secondsOf(its),
              ...(reached(stage) ? { reached: true as const } : {}),
            },
          ];
    });
    return chainStages(target, drafts, policy).map((chain) => {
      const names = chain.stages.map(({ stage }) => stage);
      return {
        cells: own.filter(({ stage }) => names.includes(stage)),
        stages: names,
        why: chain.why ?? apart?.why ?? null,
        because: chain.because ?? apart?.because ?? null,
      };
    });
  });
}

/** Why two variants have no copy in common. */
interface SplitReason {
  readonly because: 'levels' | 'price';
  readonly why: string;
}

/** Variants that one copy is changed between at any time. */
interface Cluster<C extends CellNeeds> {
  readonly variants: C[][];
  /** Why it has a copy of its own; null for the first. */
  readonly apart: SplitReason | null;
}

/** Cells by variant, each with the first of those that it is changed to and from. */
function clusterVariants<C extends CellNeeds>(
  target: Target,
  cells: readonly C[],
  policy: CopyPolicy,
): readonly Cluster<C>[] {
  const clusters: Cluster<C>[] = [];
  for (const variant of groupBy(cells, ({ variantKey }) => variantKey).values()) {
    const hindrances = clusters.map(({ variants }) =>
      variants.map((other) => findObstacle(target, other, variant, policy)).find((found) => found !== null),
    );
    const fitting = clusters.find((_, index) => hindrances[index] === undefined);
    if (fitting === undefined) clusters.push({ variants: [[...variant]], apart: hindrances[0] ?? null });
    else fitting.variants.push([...variant]);
  }
  return clusters;
}

/** Why a copy does not go from one variant to the other and back at any time; null where it does, in every stage. */
function findObstacle<C extends CellNeeds>(
  target: Target,
  some: readonly C[],
  others: readonly C[],
  { apartAboveSeconds, apartWhy }: CopyPolicy,
): SplitReason | null {
  const changes = listVariantChanges(target, some, others);
  const why = changes.map(({ change }) => findDelayReason(change)).find((one) => one !== null);
  if (why !== undefined) return { because: 'levels', why };
  return changes.some((one) => pricedSeconds(one) > apartAboveSeconds) ? { because: 'price', why: apartWhy } : null;
}

interface VariantChange {
  readonly change: Change;
  /** Data keep what they were written with, and are laid out anew. */
  readonly rewrites: boolean;
}

/** Changes from one variant to the other and back, in every stage that both have. */
function listVariantChanges<C extends CellNeeds>(
  target: Target,
  some: readonly C[],
  others: readonly C[],
): VariantChange[] {
  const kept = (config: Config): string => canonicalize(target.getDataLayout?.(config, []) ?? null);
  return [...new Set(some.map(({ stage }) => stage))].flatMap((stage) => {
    const one = some.find((cell) => cell.stage === stage)?.targetConfig;
    const other = others.find((cell) => cell.stage === stage)?.targetConfig;
    if (one === undefined || other === undefined) return [];
    const rewrites = kept(one) !== kept(other);
    return [target.change(one, other), target.change(other, one)].map((change) => ({ change, rewrites }));
  });
}

/** Modelled time of a change of which the price is looked at, its requests one after the other; 0 for any other. */
function pricedSeconds({ change, rewrites }: VariantChange): number {
  const requests = change.kind === 'inPlace' ? change.requests : [];
  const seconds = requests.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  return rewrites || seconds > CHANGE_MAX_SECONDS ? seconds : 0;
}

/**
 * How long the changes take, seconds, between levels that share a copy where nothing speaks against it: each length
 * once, the longest first. Short ones that leave the data as they are are none of them.
 */
export function listChangeSeconds<C extends CellNeeds>(target: Target, cells: readonly C[]): number[] {
  const lengths = clusterVariants(target, cells, IN_PLACE).flatMap(({ variants }) =>
    variants.flatMap((one, index) =>
      variants
        .slice(index + 1)
        .map((other) => Math.max(...listVariantChanges(target, one, other).map(pricedSeconds), 0)),
    ),
  );
  return [...new Set(lengths)].filter((length) => length > 0).toSorted((one, other) => other - one);
}

function findDelayReason(change: Change): string | null {
  if (change.kind === 'recreate') return change.why;
  const pauses = change.requests.filter(({ coolDownSeconds }) => coolDownSeconds > 0);
  const longest = Math.max(0, ...pauses.map(({ coolDownSeconds }) => coolDownSeconds));
  if (longest === 0) return null;
  const often = pauses.find(({ coolsDownAfter = 1 }) => coolsDownAfter > 1)?.coolsDownAfter;
  if (often !== undefined) return fillText(texts.notAtOnce, { often, longest: formatSeconds(longest) });
  const what = [...new Set(pauses.flatMap(({ coolsDown = [] }) => coolsDown))].join(', ');
  const changed = `changed in place${what === '' ? '' : ` (${what})`}`;
  return `${changed}, it could be changed back ${formatSeconds(longest)} later only`;
}

/** Divides the stages of a target, in their order, into copies. */
export function chainStages(
  target: Target,
  stages: readonly StageDraft[],
  { pauseMaxSeconds, pauseWhy }: CopyPolicy = IN_PLACE,
): StageChain[] {
  const chains: (StageChain & { readonly stages: ChainedStage[] })[] = [];
  let past: readonly PastChange[] = [];
  let before: StageDraft | undefined;
  for (const stage of stages) {
    const chain = chains.at(-1);
    const change = before === undefined ? undefined : computeChange(target, before, stage);
    const { changes, waits } = addPauses(change?.kind === 'inPlace' ? change.requests : [], past);
    if (chain !== undefined && change?.kind === 'inPlace' && waits <= pauseMaxSeconds) {
      chain.stages.push({ ...stage, changes });
      past = [...past, ...change.requests.map((request) => ({ request, seconds: 0 }))];
    } else {
      const because = change === undefined ? null : change.kind === 'recreate' ? 'stage' : 'pause';
      chains.push({ stages: [{ ...stage, changes: [] }], why: explainNewCopy(change, waits, pauseWhy), because });
      past = [];
    }
    past = past.map(({ request, seconds }) => ({ request, seconds: seconds + stage.seconds }));
    before = stage;
  }
  return chains;
}

function computeChange(target: Target, { config }: StageDraft, stage: StageDraft): Change {
  return stage.reached === true ? { kind: 'inPlace', requests: [] } : target.change(config, stage.config);
}

/** Changes with their pauses, and the longest that is left of one when what came before it is measured. */
export function addPauses(
  requests: readonly ChangeRequest[],
  past: readonly PastChange[],
): { readonly changes: readonly ChainedChange[]; readonly waits: number } {
  const found = requests.map((request, index) => {
    const earlier = [...past, ...requests.slice(0, index).map((one) => ({ request: one, seconds: 0 }))];
    const same = earlier.filter((one) => one.request.of === request.of);
    const holding = same.filter((one) => sharesCoolDown(one.request, request));
    const enough = holding.filter((one) => holding.length >= (one.request.coolsDownAfter ?? 1));
    const pauseSeconds = Math.max(0, ...enough.map((one) => one.request.coolDownSeconds));
    // The machine knows when a thing was last changed, and not in which of its settings: it counts from there.
    const waits = Math.max(0, pauseSeconds - Math.min(...same.map(({ seconds }) => seconds)));
    return { change: { ...request, pauseSeconds }, waits };
  });
  return { changes: found.map(({ change }) => change), waits: Math.max(0, ...found.map(({ waits }) => waits)) };
}

/** Whether the cool-down of an earlier change of a thing is one for a later change of it. */
function sharesCoolDown(before: ChangeRequest, { coolsDown: later }: ChangeRequest): boolean {
  const earlier = before.holdsBack ?? before.coolsDown;
  return earlier === undefined || later === undefined || earlier.some((setting) => later.includes(setting));
}

function explainNewCopy(change: Change | undefined, waits: number, pauseWhy: string): string | null {
  if (change === undefined) return null;
  if (change.kind === 'recreate') return change.why;
  const hours = (waits / 3600).toFixed(1);
  return fillText(texts.whyFresh, { hours, pauseWhy });
}
