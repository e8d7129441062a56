/**
 * Decides which stages and factor values share one target instance ("copy" in plans) that is changed in place, and
 * which need separate target instances. If both are possible, a policy decides; its caller compares the costs of whole
 * rigs.
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

export interface StageDraft {
  readonly stage: string | null;
  readonly config: Config;
  /** Estimated duration of the trials in this stage. */
  readonly seconds: number;
  /**
   * An external action brings the storage to this stage: no request can, and a new instance would start in the first
   * stage.
   */
  readonly reached?: true;
}

/** A stage of one target instance, and how the instance gets there. */
export interface ChainedStage extends StageDraft {
  readonly changes: readonly ChainedChange[];
}

interface CellNeeds {
  readonly stage: string | null;
  readonly targetConfig: Config;
  readonly variantKey: string;
}

/** Configurations measured on one target instance, and the stages that it passes through. */
export interface TargetInstance<C extends CellNeeds> {
  readonly cells: readonly C[];
  readonly stages: readonly (string | null)[];
  /** Why it is a separate instance; null for the first of its target. */
  readonly why: string | null;
  /** Category of the reason; null with `why`. */
  readonly separateCause: TargetReason | null;
}

/** Why a target has several instances; `pause`: for a stage that would need a pause of AWS first. */
export type TargetReason = 'levels' | 'price' | 'stage' | 'pause';

export interface StageChain {
  readonly stages: readonly ChainedStage[];
  /** Why it is a separate instance; null for the first. */
  readonly why: string | null;
  readonly separateCause: 'stage' | 'pause' | null;
}

/** Longest pause that a plan waits for without comparing prices, seconds. */
export const MAX_PAUSE_SECONDS = 300;
/**
 * Longest in-place change, seconds, that a plan makes without comparing prices, if data stay (an export, a quota).
 * Values measured on one instance compare better, which is worth minutes.
 */
const MAX_CHANGE_SECONDS = 300;

/** What to do if an instance can be changed in place, and a new one is equally possible. */
export interface TargetPolicy {
  /** Factor values get separate instances if a change takes longer, seconds. */
  readonly apartAboveSeconds: number;
  readonly apartWhy: string;
  /** Longest pause before the change to the next stage, seconds. A longer pause needs a new instance. */
  readonly pauseMaxSeconds: number;
  /** Appended to the text about the pause. */
  readonly pauseWhy: string;
}

/** Changes in place whatever needs no long pause. */
export const IN_PLACE: TargetPolicy = {
  apartAboveSeconds: Infinity,
  apartWhy: '',
  pauseMaxSeconds: MAX_PAUSE_SECONDS,
  pauseWhy: '',
};

export interface PastChange {
  readonly request: ChangeRequest;
  /** Estimated duration of the trials since this change. Excludes later changes, so it is never too high. */
  readonly seconds: number;
}

/**
 * Plans the instances that the configurations of one target need.
 * @param stages of the target, in order
 * @param secondsOf estimated duration of the trials of some configurations; called only for targets with several stages
 * @param reached whether an external action brings the target to a stage
 */
export function planTargets<C extends CellNeeds>(
  target: Target,
  cells: readonly C[],
  stages: readonly (string | null)[],
  secondsOf: (cells: readonly C[]) => number,
  policy: TargetPolicy = IN_PLACE,
  reached: (stage: string | null) => boolean = () => false,
): TargetInstance<C>[] {
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
        separateCause: chain.separateCause ?? apart?.separateCause ?? null,
      };
    });
  });
}

interface SplitReason {
  readonly separateCause: 'levels' | 'price';
  readonly why: string;
}

/** Variants (equal factor values in the target settings) that one instance can switch between at any time. */
interface VariantCluster<C extends CellNeeds> {
  readonly variants: C[][];
  readonly apart: SplitReason | null;
}

/** Groups configurations by variant. Each variant joins the first cluster whose variants it can switch with. */
function clusterVariants<C extends CellNeeds>(
  target: Target,
  cells: readonly C[],
  policy: TargetPolicy,
): readonly VariantCluster<C>[] {
  const clusters: VariantCluster<C>[] = [];
  for (const variant of groupBy(cells, ({ variantKey }) => variantKey).values()) {
    const hindrances = clusters.map(({ variants }) =>
      variants.map((other) => findSwitchObstacle(target, other, variant, policy)).find((found) => found !== null),
    );
    const fitting = clusters.find((_, index) => hindrances[index] === undefined);
    if (fitting === undefined) clusters.push({ variants: [[...variant]], apart: hindrances[0] ?? null });
    else fitting.variants.push([...variant]);
  }
  return clusters;
}

/** Why an instance cannot switch between two variants at any time, in some stage; null if it can. */
function findSwitchObstacle<C extends CellNeeds>(
  target: Target,
  some: readonly C[],
  others: readonly C[],
  { apartAboveSeconds, apartWhy }: TargetPolicy,
): SplitReason | null {
  const changes = listVariantChanges(target, some, others);
  const why = changes.map(({ change }) => findDelayReason(change)).find((one) => one !== null);
  if (why !== undefined) return { separateCause: 'levels', why };
  return changes.some((one) => getPricedSeconds(one) > apartAboveSeconds)
    ? { separateCause: 'price', why: apartWhy }
    : null;
}

interface VariantChange {
  readonly change: Change;
  /** Data keep the settings with which they were written, so they must be laid out again. */
  readonly rewrites: boolean;
}

/** Changes between two variants, in both directions, in every stage that both have. */
function listVariantChanges<C extends CellNeeds>(
  target: Target,
  some: readonly C[],
  others: readonly C[],
): VariantChange[] {
  const kept = (config: Config): string => canonicalize(target.mounting.getDataLayout?.(config, []) ?? null);
  return [...new Set(some.map(({ stage }) => stage))].flatMap((stage) => {
    const one = some.find((cell) => cell.stage === stage)?.targetConfig;
    const other = others.find((cell) => cell.stage === stage)?.targetConfig;
    if (one === undefined || other === undefined) return [];
    const rewrites = kept(one) !== kept(other);
    return [target.change(one, other), target.change(other, one)].map((change) => ({ change, rewrites }));
  });
}

/** Estimated seconds of a change whose price is compared, with its requests in sequence; 0 for other changes. */
function getPricedSeconds({ change, rewrites }: VariantChange): number {
  const requests = change.kind === 'inPlace' ? change.requests : [];
  const seconds = requests.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  return rewrites || seconds > MAX_CHANGE_SECONDS ? seconds : 0;
}

/**
 * Distinct durations of changes between factor values that could share an instance, seconds, longest first. Short
 * changes that keep the data are left out.
 */
export function listChangeSeconds<C extends CellNeeds>(target: Target, cells: readonly C[]): number[] {
  const lengths = clusterVariants(target, cells, IN_PLACE).flatMap(({ variants }) =>
    variants.flatMap((one, index) =>
      variants
        .slice(index + 1)
        .map((other) => Math.max(...listVariantChanges(target, one, other).map(getPricedSeconds), 0)),
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
  return `${changed}, it could be changed back only ${formatSeconds(longest)} later`;
}

/** Divides the stages of a target, in order, between instances. */
export function chainStages(
  target: Target,
  stages: readonly StageDraft[],
  { pauseMaxSeconds, pauseWhy }: TargetPolicy = IN_PLACE,
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
      const separateCause = change === undefined ? null : change.kind === 'recreate' ? 'stage' : 'pause';
      chains.push({
        stages: [{ ...stage, changes: [] }],
        why: explainNewTarget(change, waits, pauseWhy),
        separateCause,
      });
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

/** Changes with their pauses, and the longest remaining pause after past trials. */
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
    // The state machine records when a resource was last changed, but not which setting: pauses start at that change.
    const waits = Math.max(0, pauseSeconds - Math.min(...same.map(({ seconds }) => seconds)));
    return { change: { ...request, pauseSeconds }, waits };
  });
  return { changes: found.map(({ change }) => change), waits: Math.max(0, ...found.map(({ waits }) => waits)) };
}

/** Whether the cool-down of an earlier change applies to a later one of the same resource. */
function sharesCoolDown(before: ChangeRequest, { coolsDown: later }: ChangeRequest): boolean {
  const earlier = before.holdsBack ?? before.coolsDown;
  return earlier === undefined || later === undefined || earlier.some((setting) => later.includes(setting));
}

function explainNewTarget(change: Change | undefined, waits: number, pauseWhy: string): string | null {
  if (change === undefined) return null;
  if (change.kind === 'recreate') return change.why;
  const hours = (waits / 3600).toFixed(1);
  return fillText(texts.whyFresh, { hours, pauseWhy });
}
