import type { Decide } from '../../../lib/shapes/decide';
import { caveatsOf } from '../../../lib/results/answer/caveats';
import type { Candidate, Contender } from '../../../lib/results/answer/contender';
import { contender } from './contenders';

const decide = (atLeast?: number): Decide => ({
  metric: 'bandwidth',
  detect: 0.1,
  burst: 'refused',
  where: {},
  margin: 0.02,
  prefer: 'cheapest',
  ...(atLeast === undefined ? {} : { atLeast }),
});
const codes = (how: Decide, ...ranking: Contender[]) =>
  caveatsOf(how, ranking[0] ?? null, ranking).map(({ code }) => code);

it('has none within what is provisioned, up to noise, nor where that is not known', () => {
  expect(codes(decide(), contender('a', 165, { provisioned: 150 }))).toEqual([]);
  expect(codes(decide(100), contender('a', 165, { provisioned: 150 }))).toEqual([]);
  expect(codes(decide(100), contender('a', 600, { provisioned: null }))).toEqual([]);
  expect(caveatsOf(decide(100), null, [contender('a', 50, { provisioned: 1, qualifies: 'no' })])).toEqual([]);
});

it('tells that the winner measured more than is provisioned', () => {
  expect(caveatsOf(decide(), contender('a', 600, { provisioned: 150 }), [])).toEqual([
    { code: 'AboveProvisioned', cell: 'cell-a', provisioned: 150, ofProvisioned: 4 },
  ]);
});

describe('what is known of the cells', () => {
  const early = { text: 'exported with `async`', of: null };
  const cached = { text: 'only in the page cache at `elapsed`', of: ['elapsed'] };
  const candidate = (name: string, caveats: Candidate['caveats']): Candidate => ({
    cell: `cell-${name}`,
    label: name,
    levels: {},
    usdPerHour: 1,
    measures: [],
    ...(caveats === undefined ? {} : { caveats }),
  });
  const ranking = ['a', 'b', 'c'].map((name) => contender(name, 100, {}));
  const candidates = [
    candidate('a', { trials: 5, bound: [{ code: 'ClientBound', trials: 3 }], remarks: [early] }),
    candidate('b', { trials: 5, bound: [], remarks: [early, cached] }),
    candidate('c', undefined),
    candidate('other', { trials: 5, bound: [{ code: 'NetworkBound', trials: 5 }], remarks: [early] }),
  ];
  const of = (metric: string) => caveatsOf({ ...decide(), metric }, ranking[0] ?? null, ranking, candidates);

  it('is told of those that compete: lower bounds, and what figures do not promise', () => {
    expect(of('bandwidth')).toEqual([
      { code: 'LowerBound', cell: 'cell-a', bound: [{ code: 'ClientBound', trials: 3 }], trials: 5 },
      { code: 'NotPromised', cells: ['cell-a', 'cell-b'], text: early.text },
    ]);
  });

  it('is told of the metrics that it speaks of', () => {
    expect(of('elapsed').at(-1)).toEqual({ code: 'NotPromised', cells: ['cell-b'], text: cached.text });
  });

  it('is told of the metrics of conditions, too', () => {
    const require = [{ name: 'quick', metric: 'elapsed', atMost: 60 }];
    expect(caveatsOf({ ...decide(), require }, ranking[0] ?? null, ranking, candidates).at(-1)).toEqual({
      code: 'NotPromised',
      cells: ['cell-b'],
      text: cached.text,
    });
  });

  it('is told where nothing has won, too', () => {
    expect(caveatsOf(decide(), null, ranking, candidates)).toHaveLength(2);
  });
});
