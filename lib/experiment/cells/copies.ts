/**
 * Which stages and levels of a target are reached by changing one copy in place, and which need a copy of their own. A
 * copy that must wait out AWS's pause between two changes costs money for nothing: a fresh one is ready sooner.
 */
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
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
}

/** A stage of one copy, and how that copy gets there. */
export interface ChainedStage extends StageDraft {
  /** None for the first stage of a copy. */
  readonly changes: readonly ChainedChange[];
}

/** What a cell tells of the copy that it needs. */
interface Placed {
  readonly stage: string | null;
  readonly targetConfig: Config;
  readonly variantKey: string;
}

/** Cells that are measured on one copy, and the stages that it passes through. */
export interface Copy<C extends Placed> {
  readonly cells: readonly C[];
  /** Names of its stages, in their order. */
  readonly stages: readonly (string | null)[];
  /** Why it is a copy of its own; null for the first of its target. */
  readonly why: string | null;
  /** Whether other levels or a later stage made it one; null with `why`. */
  readonly because: 'levels' | 'stage' | null;
}

/** Stages that one copy of a target passes through. */
export interface Chain {
  readonly stages: readonly ChainedStage[];
  /** Why it is a copy of its own; null for the first. */
  readonly why: string | null;
}

/** A pause that a copy may wait out, seconds; beyond it, a fresh copy is made. */
export const PAUSE_MAX_SECONDS = 300;

/** A change that a copy has been through. */
export interface PastChange {
  readonly request: ChangeRequest;
  /** Modelled time of the trials since; that of the changes is left out, so that the truth is not shorter. */
  readonly seconds: number;
}

/**
 * The copies that the cells of one target need.
 * @param stages of the target, in their order
 * @param secondsOf modelled time of the trials of some cells
 */
export function copiesOf<C extends Placed>(
  target: Target,
  cells: readonly C[],
  stages: readonly (string | null)[],
  secondsOf: (cells: readonly C[]) => number,
): Copy<C>[] {
  return clustersOf(target, cells).flatMap(({ variants, why: apart }) => {
    const own = variants.flat();
    const lead = expected(variants[0], 'a variant of a target');
    const reached = stages.flatMap((stage) => {
      const its = own.filter((cell) => cell.stage === stage);
      const first = lead.find((cell) => cell.stage === stage) ?? its[0];
      return first === undefined ? [] : [{ stage, config: first.targetConfig, seconds: secondsOf(its) }];
    });
    return chainsOf(target, reached).map((chain) => {
      const names = chain.stages.map(({ stage }) => stage);
      const because = chain.why !== null ? 'stage' : apart !== null ? 'levels' : null;
      return {
        cells: own.filter(({ stage }) => names.includes(stage)),
        stages: names,
        why: chain.why ?? apart,
        because,
      };
    });
  });
}

/** Variants that one copy can be changed between at any time. */
interface Cluster<C extends Placed> {
  readonly variants: C[][];
  /** Why it needs a copy of its own; null for the first. */
  readonly why: string | null;
}

/** Cells by variant, each with the first of those that it can be changed to and from. */
function clustersOf<C extends Placed>(target: Target, cells: readonly C[]): readonly Cluster<C>[] {
  const clusters: Cluster<C>[] = [];
  for (const variant of groupBy(cells, ({ variantKey }) => variantKey).values()) {
    const hindrances = clusters.map(({ variants }) =>
      variants.map((other) => hindrance(target, other, variant)).find((why) => why !== null),
    );
    const fitting = clusters.find((_, index) => hindrances[index] === undefined);
    if (fitting === undefined) clusters.push({ variants: [[...variant]], why: hindrances[0] ?? null });
    else fitting.variants.push([...variant]);
  }
  return clusters;
}

/** Why a copy cannot go from one variant to the other and back without a pause; null where it can, in every stage. */
function hindrance<C extends Placed>(target: Target, some: readonly C[], others: readonly C[]): string | null {
  for (const stage of new Set(some.map((cell) => cell.stage))) {
    const one = some.find((cell) => cell.stage === stage)?.targetConfig;
    const other = others.find((cell) => cell.stage === stage)?.targetConfig;
    if (one === undefined || other === undefined) continue;
    const why = notAtOnce(target.change(one, other)) ?? notAtOnce(target.change(other, one));
    if (why !== null) return why;
  }
  return null;
}

function notAtOnce(change: Change): string | null {
  if (change.kind === 'recreate') return change.why;
  const pauses = change.requests.filter(({ coolDownSeconds }) => coolDownSeconds > 0);
  const longest = Math.max(0, ...pauses.map(({ coolDownSeconds }) => coolDownSeconds));
  if (longest === 0) return null;
  const what = [...new Set(pauses.flatMap(({ coolsDown = [] }) => coolsDown))].join(', ');
  const changed = `changed in place${what === '' ? '' : ` (${what})`}`;
  return `${changed}, it could be changed back ${formatSeconds(longest)} later only`;
}

/** Divides the stages of a target, in their order, into copies. */
export function chainsOf(target: Target, stages: readonly StageDraft[]): Chain[] {
  const chains: { stages: ChainedStage[]; why: string | null }[] = [];
  let past: readonly PastChange[] = [];
  let before: StageDraft | undefined;
  for (const stage of stages) {
    const chain = chains.at(-1);
    const change = before === undefined ? undefined : target.change(before.config, stage.config);
    const { changes, waits } = paused(change?.kind === 'inPlace' ? change.requests : [], past);
    if (chain !== undefined && change?.kind === 'inPlace' && waits <= PAUSE_MAX_SECONDS) {
      chain.stages.push({ ...stage, changes });
      past = [...past, ...change.requests.map((request) => ({ request, seconds: 0 }))];
    } else {
      chains.push({ stages: [{ ...stage, changes: [] }], why: whyFresh(change, waits) });
      past = [];
    }
    past = past.map(({ request, seconds }) => ({ request, seconds: seconds + stage.seconds }));
    before = stage;
  }
  return chains;
}

/** Changes with their pauses, and the longest that is left of one when what came before it is measured. */
export function paused(
  requests: readonly ChangeRequest[],
  past: readonly PastChange[],
): { readonly changes: readonly ChainedChange[]; readonly waits: number } {
  const found = requests.map((request, index) => {
    const earlier = [...past, ...requests.slice(0, index).map((one) => ({ request: one, seconds: 0 }))];
    const same = earlier.filter((one) => one.request.of === request.of);
    const holding = same.filter((one) => holdsBack(one.request, request));
    const pauseSeconds = Math.max(0, ...holding.map((one) => one.request.coolDownSeconds));
    // The machine knows when a thing was last changed, and not in which of its settings: it counts from there.
    const waits = Math.max(0, pauseSeconds - Math.min(...same.map(({ seconds }) => seconds)));
    return { change: { ...request, pauseSeconds }, waits };
  });
  return { changes: found.map(({ change }) => change), waits: Math.max(0, ...found.map(({ waits }) => waits)) };
}

/** Whether the cool-down of an earlier change of a thing is one for a later change of it. */
function holdsBack({ coolsDown: earlier }: ChangeRequest, { coolsDown: later }: ChangeRequest): boolean {
  return earlier === undefined || later === undefined || earlier.some((setting) => later.includes(setting));
}

function whyFresh(change: Change | undefined, waits: number): string | null {
  if (change === undefined) return null;
  if (change.kind === 'recreate') return change.why;
  const hours = (waits / 3600).toFixed(1);
  return (
    `the next change could be sent only ${hours} hours later, when AWS's pause between two is surely over; a fresh ` +
    'copy is ready sooner and costs less'
  );
}
