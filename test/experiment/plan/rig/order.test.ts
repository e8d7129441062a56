import {
  type OrderedCell,
  orderTurns,
  guardLookTurns,
  guardTurns,
  getTrialShare,
  pickTurnCells,
} from '../../../../lib/experiment/plan/rig/order';
import type { Design } from '../../../../lib/shapes/spec';
import { sound } from '../test-plan';

interface NamedItem extends OrderedCell {
  readonly name: string;
}

const design: Pick<Design, 'replicates' | 'order'> = { replicates: 4, order: 'random' };
const plain = (name: string): NamedItem => ({ name, stageIndex: 0, stages: 1, plotKey: '' });
const cells = ['a', 'b', 'c', 'd', 'e'].map(plain);
const rounds = (changes: Partial<Design> = {}, seed: readonly string[] = ['s'], some = cells): string[] => {
  const turns = orderTurns(some, { ...design, ...changes }, seed);
  const numbers = [...new Set(turns.map(({ round }) => round))];
  return numbers.map((round) => turns.flatMap((turn) => (turn.round === round ? [turn.cell.name] : [])).join(''));
};

describe('orderTurns: rounds', () => {
  it('contains every cell once in each round, with rounds in sequence', () => {
    expect(rounds().map((round) => [...round].sort().join(''))).toEqual(['abcde', 'abcde', 'abcde', 'abcde']);
    expect(orderTurns(cells, design, ['s']).map(({ replicate }) => replicate)).toEqual(
      [1, 2, 3, 4].flatMap((round) => cells.map(() => round)),
    );
  });

  it('draws the same order for the same seed, and a different one for another seed', () => {
    expect(new Set(rounds()).size).toBeGreaterThan(1);
    expect(rounds()).toEqual(rounds());
    expect(rounds({}, ['s', 'other'])).not.toEqual(rounds());
  });

  it('keeps the written order of cells with `asWritten`', () => {
    expect(rounds({ order: 'asWritten' })).toEqual(['abcde', 'abcde', 'abcde', 'abcde']);
  });

  it('keeps cells of a hard-to-change setting together, in whole plots of random order', () => {
    const hard = [
      { ...plain('a'), plotKey: 'sync' },
      { ...plain('b'), plotKey: 'sync' },
      { ...plain('c'), plotKey: 'async' },
      { ...plain('d'), plotKey: 'async' },
      plain('e'),
    ];
    const found = rounds({ replicates: 40 }, ['s'], hard);
    for (const round of found) {
      expect([...round].sort().join('')).toBe('abcde');
      expect(Math.abs(round.indexOf('a') - round.indexOf('b'))).toBe(1);
      expect(Math.abs(round.indexOf('c') - round.indexOf('d'))).toBe(1);
    }
    // All orders of three plots, of the two in each: 3! x 2 x 2.
    expect(new Set(found).size).toBeGreaterThan(15);
    // Nothing stands from the round before: c and d, or e, come first where a and b were last.
    for (const [index, round] of found.entries())
      expect(`${found[index - 1] ?? ''} ${round}`).not.toMatch(/([ab] [ab])|([cd] [cd])|(e e)/);
    const plots = orderTurns(hard, design, ['s']).map(({ plot }) => plot);
    expect(Math.max(...plots)).toBe(3 * 4);
  });

  it('avoids the last level of a round as the first of the next, for each target instance', () => {
    const level = (name: string, copy: string): NamedItem => ({ ...plain(name), copy, plotKey: `${copy} ${name}` });
    const both = [level('a', 'c1'), level('b', 'c1'), level('x', 'c2'), level('y', 'c2')];
    for (const seed of ['1', '2', '3', '4']) {
      const all = rounds({ replicates: 20 }, [seed], both).join('');
      for (const own of [/[ab]/g, /[xy]/g]) expect((all.match(own) ?? []).join('')).not.toMatch(/(.)\1/);
    }
    // With one level there is nothing to set up.
    expect(rounds({}, ['s'], [level('a', 'c1')])).toEqual(['a', 'a', 'a', 'a']);
  });
});

describe('orderTurns: looks', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => [String(seed)]);

  it('balances the first four rounds by themselves, and each later pair', () => {
    for (const seed of seeds) {
      const all = orderTurns(cells, { replicates: 6, order: 'random', looks: true }, seed);
      const orders = [1, 2, 3, 4, 5, 6].map((round) =>
        all.flatMap((turn) => (turn.round === round ? [turn.cell.name] : [])),
      );
      for (const part of [orders.slice(0, 4), orders.slice(4)])
        for (const { name } of cells)
          expect(part.reduce((sum, round) => sum + round.indexOf(name), 0) / part.length).toBe(2);
    }
  });

  it('measures a configuration with fewer trials in the first rounds, without looks in rounds spread evenly', () => {
    const some = [...cells, { ...plain('other'), replicates: 4 }];
    const listRounds = (looks: boolean, seed: readonly string[]): number[] =>
      orderTurns(some, { replicates: 6, order: 'random', looks }, seed).flatMap(({ cell, round }) =>
        cell.name === 'other' ? [round] : [],
      );
    for (const seed of seeds) {
      expect(listRounds(true, seed)).toEqual([1, 2, 3, 4]);
      expect(listRounds(false, seed)).toHaveLength(4);
    }
    expect(seeds.some((seed) => Math.max(...listRounds(false, seed)) > 4)).toBe(true);
  });

  it('guards configurations of the question after the fourth round', () => {
    const turns = orderTurns(cells, { replicates: 6, order: 'random', looks: true }, ['s']);
    const guarded = guardLookTurns(turns, ({ name }) => name !== 'e').filter(({ guard }) => guard?.look === true);
    expect(guarded.map(({ round, cell }) => `${round}${cell.name}`).sort()).toEqual([
      '5a',
      '5b',
      '5c',
      '5d',
      '6a',
      '6b',
      '6c',
      '6d',
    ]);
  });
});

describe('orderTurns: periods of stages', () => {
  const staged = ['s1', 's2', 's3'].map(
    (name, stageIndex): NamedItem => ({ name, stageIndex, stages: 3, plotKey: '' }),
  );
  const periodsOf = (some: readonly NamedItem[], replicates: number): string[] => {
    const turns = orderTurns(some, { replicates, order: 'random' }, ['s']);
    const numbers = [...new Set(turns.map(({ period }) => period))];
    return numbers.map((period) => {
      const its = turns.filter((turn) => turn.period === period).map(({ cell }) => cell.name);
      return some.map(({ name }) => its.filter((one) => one === name).length).join();
    });
  };

  it('measures each stage in its own period, and targets without stages in all periods', () => {
    expect(periodsOf(staged, 5)).toEqual(['5,0,0', '0,5,0', '0,0,5']);
    expect(periodsOf([...staged, plain('other')], 5)).toEqual(['5,0,0,3', '0,5,0,3', '0,0,5,3']);
    expect(periodsOf([...staged, plain('other')], 9)).toEqual(['9,0,0,3', '0,9,0,3', '0,0,9,3']);
    expect(periodsOf([...staged, plain('other')], 1)).toEqual(['1,0,0,1', '0,1,0,1', '0,0,1,1']);
  });

  it('splits the replicates of the last stage over the remaining periods when a target has fewer stages', () => {
    const short = ['t1', 't2'].map((name, stageIndex): NamedItem => ({ name, stageIndex, stages: 2, plotKey: '' }));
    expect(periodsOf([...staged, ...short], 5)).toEqual(['5,0,0,5,0', '0,5,0,0,3', '0,0,5,0,3']);
  });

  it('spreads the rounds of a cell that has fewer evenly, and includes each round equally often', () => {
    const first = [0, 0, 0, 0, 0];
    for (let run = 0; run < 500; run += 1) {
      const turns = orderTurns([...staged, plain('other')], { replicates: 5, order: 'random' }, [String(run)]);
      const its = turns.filter(({ cell, period }) => cell.name === 'other' && period === 1).map(({ round }) => round);
      // Three of five, one or two rounds apart.
      expect([1, 2]).toContain(its[1]! - its[0]!);
      for (const round of its) first[round - 1]! += 1;
    }
    // Each round with probability 0.6: 300 of 500, by four standard deviations of 11 at most.
    for (const count of first) expect(Math.abs(count - 300)).toBeLessThan(44);
    const written = orderTurns([...staged, plain('other')], { replicates: 5, order: 'asWritten' }, ['s']);
    const rounds = written.filter(({ cell, period }) => cell.name === 'other' && period === 1);
    expect(rounds.map(({ round }) => round)).toEqual([1, 3, 5]);
  });

  it('numbers the replicates of a cell consecutively across periods', () => {
    const turns = orderTurns([...staged, plain('other')], { replicates: 5, order: 'random' }, ['s']);
    const its = turns.filter(({ cell }) => cell.name === 'other').map(({ replicate }) => replicate);
    expect(its).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

const SEARCH = { id: 's', levels: {}, factor: 'size', cells: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], criteria: [] };
const cellOf = (cellId: string) => ({ cell: { cellId } });
const CELLS = [...SEARCH.cells, 'x'].map(cellOf);

describe('pickTurnCells and guardTurns', () => {
  it('replaces the one turn of a search by all its levels in bisection order, each with a share of 3/7', () => {
    const units = pickTurnCells(CELLS, [SEARCH]);
    expect(units.map(({ cell }) => cell.cellId)).toEqual(['d', 'x']);
    const turns = units.map((cell, index) => ({ cell, replicate: 1, period: 1, round: 1, plot: index + 1 }));
    const all = guardTurns(turns, CELLS, [SEARCH]);
    expect(all.map(({ cell, guard, share }) => [cell.cell.cellId, guard?.search?.level, share])).toEqual([
      ['d', 3, 3 / 7],
      ['b', 1, 3 / 7],
      ['f', 5, 3 / 7],
      ['a', 0, 3 / 7],
      ['c', 2, 3 / 7],
      ['e', 4, 3 / 7],
      ['g', 6, 3 / 7],
      ['x', undefined, undefined],
    ]);
    expect(getTrialShare([SEARCH], { cellId: 'g' })).toBe(3 / 7);
    expect(getTrialShare([SEARCH], { cellId: 'x' })).toBe(1);
  });
});

const BASE = {
  factors: { size: [1, 2, 3, 4, 5, 6, 7] },
  targets: { far: { kind: 'cloud' } },
  fleet: { client: { count: 2, instanceType: 'c5n.large' } },
  workloads: { load: { kind: 'load', size: '$size', measure: 90 } },
  criteria: { ok: { metric: 'delay', atMost: '5ms' } },
  decide: undefined,
};

describe('plans with a search (guarded trials)', () => {
  const search = sound({ ...BASE, design: { search: { factor: 'size' }, replicates: 4 } }).plan;
  const all = sound({ ...BASE, design: { replicates: 4 } }).plan;

  it('contains a trial of every level per replicate, but estimates the time of three of seven', () => {
    expect(search.trials).toHaveLength(28);
    expect(search.searches).toHaveLength(1);
    const first = search.trials.filter(({ replicate }) => replicate === 1);
    expect(first.map(({ guard }) => guard?.search?.level)).toEqual([3, 1, 5, 0, 2, 4, 6]);
    // 4 x 7 trials of 90 s against 4 x 3 of them; what is made and put up is the same.
    const longer = all.estimate.seconds - search.estimate.seconds;
    expect(longer).toBeGreaterThan(16 * 90);
    expect(longer).toBeLessThan(16 * (90 + 60));
    expect(all.estimate.usd).toBeGreaterThan(search.estimate.usd);
  });

  it('adds 9 events per guarded trial to the worst case', () => {
    const [events, more] = [all, search].map(({ worstCase: worst }) => worst.events['trial-batch'] ?? 0);
    expect((more ?? 0) - (events ?? 0)).toBe(28 * 9);
  });
});
