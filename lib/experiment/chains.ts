/**
 * Which stages of a target are reached by changing one copy in place, and which need a copy of their own. A copy that
 * must wait out AWS's pause between two changes costs money for nothing: a fresh one is ready sooner.
 */
import type { Target } from '../targets/contract';
import type { ChangeRequest } from '../targets/requests';

type Config = Readonly<Record<string, unknown>>;

/** A stage before its rig is known. */
export interface StageDraft {
  readonly stage: string | null;
  readonly config: Config;
  /** Modelled time that its trials take. */
  readonly seconds: number;
}

/** A change, and how long AWS lets no other one follow the one before it. */
export interface ChainedChange extends ChangeRequest {
  /** Counted from the request of the change before; 0 where there is none. */
  readonly pauseSeconds: number;
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

/** Divides the stages of a target, in their order, into copies. */
export function chainsOf(target: Target, stages: readonly StageDraft[]): Chain[] {
  const chains: { stages: ChainedStage[]; why: string | null }[] = [];
  // Pause that AWS asks for after the last change of the copy, and what of it is left when a stage has been measured.
  let pause = 0;
  let before: StageDraft | undefined;
  for (const stage of stages) {
    const chain = chains.at(-1);
    const change = before === undefined ? undefined : target.change(before.config, stage.config);
    const waits = Math.max(0, pause - (before?.seconds ?? 0));
    if (chain !== undefined && change?.kind === 'inPlace' && waits <= PAUSE_MAX_SECONDS) {
      const changes = change.requests.map((request) => {
        const chained = { ...request, pauseSeconds: pause };
        pause = request.coolDownSeconds;
        return chained;
      });
      chain.stages.push({ ...stage, changes });
    } else {
      chains.push({ stages: [{ ...stage, changes: [] }], why: whyFresh(change, waits) });
      pause = 0;
    }
    before = stage;
  }
  return chains;
}

function whyFresh(change: ReturnType<Target['change']> | undefined, waits: number): string | null {
  if (change === undefined) return null;
  if (change.kind === 'recreate') return change.why;
  const hours = (waits / 3600).toFixed(1);
  return `AWS would take the next change only ${hours} hours later; a fresh copy is ready sooner and costs less`;
}
