import { listStates, planNext, type Standings } from '../../../lib/results/walk/plan-next';
import type { Standing } from '../../../lib/results/answer/contender';
import type { PlannedWalk, WalkBatch } from '../../../lib/shapes/walk';

/** Six candidates by price; the second cannot meet the threshold. */
const WALK: PlannedWalk = {
  candidates: ['a', 'b', 'c', 'd', 'e', 'f'].map((cell, at) => {
    const pruned = cell === 'b' ? { metric: 'iops', rate: 3000, least: 5500 } : null;
    const rig = pruned === null ? `r-${cell}` : null;
    return { cell, rig, usdPerHour: at + 1, mostUsd: rig === null ? 0 : 2, provisioned: null, pruned };
  }),
  trialsMin: 4,
  expectedRigs: 1,
  allUsd: 10,
};
const LIMITS = {
  parallelRigs: 2,
  replicates: 8,
  leftUsd: 100,
  leftSeconds: 10_000,
  costOf: (rig: string) => ({ usd: WALK.candidates.find((one) => one.rig === rig)?.mostUsd ?? 0, seconds: 600 }),
};

/** Batches until the walk ends, if the candidates stand like this. */
function walk(found: Readonly<Record<string, Standing | null>>, more: Partial<typeof LIMITS> = {}): WalkBatch[] {
  const batches: WalkBatch[] = [];
  while (batches.at(-1)?.end === undefined || batches.at(-1)?.end === null) {
    const started = batches.flatMap(({ run }) => run.map(({ rig }) => rig.slice(2)));
    const standings: Standings = new Map(started.map((cell) => [cell, cell in found ? (found[cell] ?? null) : 'no']));
    batches.push(planNext(WALK, batches, standings, { ...LIMITS, ...more }));
  }
  return batches;
}
const show = (batches: readonly WalkBatch[]) =>
  batches.map(({ run, end }) => end ?? run.map(({ rig, trials }) => `${rig} ${trials}`).join());

describe('planNext', () => {
  it('measures two at once from the cheapest up, and never a candidate that was left out', () => {
    expect(show(walk({}))).toEqual(['r-a 4,r-c 5', 'r-d 4,r-e 5', 'r-f 4', 'misses']);
  });

  it('ends at the first that meets the threshold, also if a dearer one of its batch does', () => {
    expect(show(walk({ a: 'yes', c: 'yes' }))).toEqual(['r-a 4,r-c 5', 'meets']);
    expect(show(walk({ d: 'yes' }))).toEqual(['r-a 4,r-c 5', 'r-d 4,r-e 5', 'meets']);
  });

  it('takes one trial more for each cheaper candidate that is open or lost, and says that it is a safe choice', () => {
    expect(show(walk({ a: 'open', c: null, e: 'yes' }))).toEqual(['r-a 4,r-c 5', 'r-d 6,r-e 7', 'safe-choice']);
  });

  it('plans at most as many trials as the replicates, and ends as inconclusive where more would be needed', () => {
    const open = { a: 'open', c: 'open', d: 'open', e: 'open', f: 'open' } as const;
    expect(show(walk(open, { replicates: 6 }))).toEqual(['r-a 4,r-c 5', 'r-d 6,r-e 6', 'inconclusive']);
    expect(show(walk(open))).toEqual(['r-a 4,r-c 5', 'r-d 6,r-e 7', 'r-f 8', 'inconclusive']);
  });

  it('measures one alone if only one fits, and ends when none fits into the budget or the time', () => {
    expect(show(walk({}, { leftUsd: 3 }))[0]).toBe('r-a 4');
    expect(show(walk({}, { leftUsd: 1.99 }))).toEqual(['budget']);
    expect(show(walk({}, { leftSeconds: 599 }))).toEqual(['deadline']);
  });

  it('numbers its batches from 1, and notes what was left', () => {
    expect(walk({ a: 'yes' }).map(({ batch, leftUsd, leftSeconds }) => [batch, leftUsd, leftSeconds])).toEqual([
      [1, 100, 10_000],
      [2, 100, 10_000],
    ]);
  });
});

it('lists the state of each candidate in the order of prices', () => {
  const standings: Standings = new Map([
    ['a', 'open'],
    ['c', null],
    ['d', 'no'],
    ['e', 'yes'],
  ]);
  expect(listStates(WALK, standings)).toEqual(['open', 'pruned', 'lost', 'misses', 'meets', 'waiting']);
});
