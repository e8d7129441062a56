/** What an answer's numbers do not promise: values above what is paid for. */
import type { Decide } from '../../shapes/decide';
import type { Contender } from './contender';
import { passes } from './standings';
import { BEYOND } from '../entitled';

/** For machines; the answer says the same in its text and notes. */
export type Caveat =
  /** The winner measured more than is provisioned. `provisioned` is null for times: their load did. */
  | {
      readonly code: 'AboveProvisioned';
      readonly cell: string;
      readonly provisioned: number | null;
      readonly ofProvisioned: number;
    }
  /** What is asked for at least is more than what is provisioned for the winner: it is met by burst only. */
  | {
      readonly code: 'GoalAboveProvisioned';
      readonly cell: string;
      readonly provisioned: number;
      readonly atLeast: number;
      /** The best that reaches it within what is provisioned; null where no such is known. */
      readonly instead: string | null;
    };

/** What must be known about the winner. */
export function caveatsOf(decide: Decide, winner: Contender | null, ranking: readonly Contender[]): readonly Caveat[] {
  if (winner === null) return [];
  const { cell, provisioned } = winner;
  const caveats: Caveat[] = [];
  const { atLeast } = decide;
  if (isBeyond(winner))
    caveats.push({ code: 'AboveProvisioned', cell, provisioned, ofProvisioned: winner.ofProvisioned });
  if (atLeast !== undefined && provisioned !== null && provisioned < atLeast) {
    const instead = ranking.find((one) => passes(one) && one.provisioned !== null && one.provisioned >= atLeast);
    caveats.push({ code: 'GoalAboveProvisioned', cell, provisioned, atLeast, instead: instead?.cell ?? null });
  }
  return caveats;
}

/** It measured more than is provisioned, by more than rounding and noise. */
export function isBeyond(one: Contender): one is Contender & { readonly ofProvisioned: number } {
  return one.ofProvisioned !== null && one.ofProvisioned > BEYOND;
}
