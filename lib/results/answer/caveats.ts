/** What an answer's numbers do not promise: values above what is paid for, limits beside the storage, durability. */
import type { Decide } from '../../shapes/decide';
import type { BoundCause } from '../cell-caveats';
import type { Candidate, Contender } from './contender';
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
  /** Something else than the storage was the limit in some of its trials that count: it may give more. */
  | {
      readonly code: 'LowerBound';
      readonly cell: string;
      readonly bound: readonly BoundCause[];
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
  const above: readonly Caveat[] =
    winner === null || !isBeyond(winner)
      ? []
      : [
          {
            code: 'AboveProvisioned',
            cell: winner.cell,
            provisioned: winner.provisioned,
            ofProvisioned: winner.ofProvisioned,
          },
        ];
  return [...above, ...cellCaveats(decide, ranking, candidates)];
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

/** It measured more than is provisioned, by more than rounding and noise. */
export function isBeyond(one: Contender): one is Contender & { readonly ofProvisioned: number } {
  return one.ofProvisioned !== null && one.ofProvisioned > BEYOND;
}
