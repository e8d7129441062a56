/** What an answer's numbers do not promise: values above what is paid for, limits beside the storage, durability. */
import type { Decide } from '../../shapes/decide';
import type { Candidate, Contender } from './contender';
import { passes } from './standings';
import { BEYOND } from '../entitled';
import { groupBy } from '../../shapes/group';

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
    }
  /** Something else than the storage was the limit in some of its trials that count: it may give more. */
  | {
      readonly code: 'LowerBound';
      readonly cell: string;
      /** Codes of notes, e.g. `ClientBound`, `NetworkBound`, `SourceBound`, with the trials that have them. */
      readonly bound: readonly { readonly code: string; readonly trials: number }[];
      /** That count. */
      readonly trials: number;
    }
  /** What figures of these cells do not promise, e.g. that a write is durable when it is acknowledged. */
  | { readonly code: 'NotPromised'; readonly cells: readonly string[]; readonly text: string };

/**
 * What must be known about the winner, and about figures that it was held against.
 * @param candidates all that compete
 */
export function caveatsOf(
  decide: Decide,
  winner: Contender | null,
  ranking: readonly Contender[],
  candidates: readonly Candidate[] = [],
): readonly Caveat[] {
  return [...provisionedCaveats(decide, winner, ranking), ...cellCaveats(decide, ranking, candidates)];
}

function cellCaveats(
  { metric, require = [] }: Decide,
  ranking: readonly Contender[],
  candidates: readonly Candidate[],
): readonly Caveat[] {
  const known = ranking.flatMap(({ cell }) => {
    const caveats = candidates.find((one) => one.cell === cell)?.caveats;
    return caveats === undefined ? [] : [{ cell, ...caveats }];
  });
  const asked = [metric, ...require.map((criterion) => criterion.metric)];
  const bounds = known.flatMap(({ cell, bound, trials }): Caveat[] =>
    bound.length === 0 ? [] : [{ code: 'LowerBound', cell, bound, trials }],
  );
  const remarks = known.flatMap(({ cell, remarks: its }) =>
    its.flatMap(({ text, of }) => (of === null || of.some((one) => asked.includes(one)) ? [{ cell, text }] : [])),
  );
  const promised = [...groupBy(remarks, ({ text }) => text)].map(
    ([text, cells]): Caveat => ({ code: 'NotPromised', cells: cells.map(({ cell }) => cell), text }),
  );
  return [...bounds, ...promised];
}

function provisionedCaveats(
  decide: Decide,
  winner: Contender | null,
  ranking: readonly Contender[],
): readonly Caveat[] {
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
