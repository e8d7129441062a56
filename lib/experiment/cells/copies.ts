/**
 * Which stages of a target are reached by changing one copy in place, and which need a copy of their own. A copy that
 * must wait out AWS's pause between two changes costs money for nothing: a fresh one is ready sooner.
 */
import type { ChainedChange } from '../../shapes/requests';
import type { Change, ChangeRequest } from '../../shapes/requests';
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

/** Stages that one copy of a target passes through. */
export interface Chain {
  readonly stages: readonly ChainedStage[];
  /** Why it is a copy of its own; null for the first. */
  readonly why: string | null;
}

/** A pause that a copy may wait out, seconds; beyond it, a fresh copy is made. */
export const PAUSE_MAX_SECONDS = 300;

/** A change that a copy has been through. */
interface PastChange {
  readonly request: ChangeRequest;
  /** Modelled time of the trials since; that of the changes is left out, so that the truth is not shorter. */
  readonly seconds: number;
}

/** Divides the stages of a target, in their order, into copies. */
export function chainsOf(target: Target, stages: readonly StageDraft[]): Chain[] {
  const chains: { stages: ChainedStage[]; why: string | null }[] = [];
  let past: readonly PastChange[] = [];
  let before: StageDraft | undefined;
  for (const stage of stages) {
    const chain = chains.at(-1);
    const change = before === undefined ? undefined : target.change(before.config, stage.config);
    const { changes, waits } = chained(change?.kind === 'inPlace' ? change.requests : [], past);
    if (chain !== undefined && change?.kind === 'inPlace' && !keepsOld(change) && waits <= PAUSE_MAX_SECONDS) {
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

/** Changes of a stage with their pauses, and the longest that is left of one when the stage before is measured. */
function chained(
  requests: readonly ChangeRequest[],
  past: readonly PastChange[],
): { readonly changes: readonly ChainedChange[]; readonly waits: number } {
  const paused = requests.map((request, index) => {
    const earlier = [...past, ...requests.slice(0, index).map((one) => ({ request: one, seconds: 0 }))];
    const same = earlier.filter((one) => one.request.of === request.of);
    const holding = same.filter((one) => holdsBack(one.request, request));
    const pauseSeconds = Math.max(0, ...holding.map((one) => one.request.coolDownSeconds));
    // The machine knows when a thing was last changed, and not in which of its settings: it counts from there.
    const waits = Math.max(0, pauseSeconds - Math.min(...same.map(({ seconds }) => seconds)));
    return { change: { ...request, pauseSeconds }, waits };
  });
  return { changes: paused.map(({ change }) => change), waits: Math.max(0, ...paused.map(({ waits }) => waits)) };
}

/** Whether the cool-down of an earlier change of a thing is one for a later change of it. */
function holdsBack({ coolsDown: earlier }: ChangeRequest, { coolsDown: later }: ChangeRequest): boolean {
  return earlier === undefined || later === undefined || earlier.some((setting) => later.includes(setting));
}

/** Data sets are laid out once a rig, so that what they keep from then would be measured. */
function keepsOld(change: Change): boolean {
  return oldData(change).length > 0;
}

function oldData(change: Change): readonly string[] {
  return change.kind === 'inPlace' ? (change.onlyNewData ?? []) : [];
}

function whyFresh(change: Change | undefined, waits: number): string | null {
  if (change === undefined) return null;
  if (change.kind === 'recreate') return change.why;
  if (keepsOld(change)) return `${oldData(change).join(', ')}: files that are written already would stay as they are`;
  const hours = (waits / 3600).toFixed(1);
  return (
    `the next change could be sent only ${hours} hours later, when AWS's pause between two is surely over; a fresh ` +
    'copy is ready sooner and costs less'
  );
}
