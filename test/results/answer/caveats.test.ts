import type { Decide } from '../../../lib/shapes/decide';
import { caveatsOf } from '../../../lib/results/answer/caveats';
import type { Contender } from '../../../lib/results/answer/contender';
import { contender } from './contenders';

const decide = (atLeast?: number): Decide => ({
  metric: 'bandwidth',
  statistic: 'median',
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

it('tells that a goal is met by burst only, and who meets it without', () => {
  const ranking = [
    contender('a', 600, { provisioned: 150 }),
    contender('b', 600, { provisioned: 240 }),
    contender('unknown', 700, { provisioned: null }),
    contender('c', 590, { provisioned: 250 }),
    contender('d', 900, { provisioned: 900 }),
  ];
  expect(caveatsOf(decide(250), ranking[0]!, ranking)[1]).toEqual({
    code: 'GoalAboveProvisioned',
    cell: 'cell-a',
    provisioned: 150,
    atLeast: 250,
    instead: 'cell-c',
  });
  expect(codes(decide(150), ...ranking)).toEqual(['AboveProvisioned']);
  // A little above counts too where the goal itself is above.
  expect(codes(decide(151), contender('a', 155, { provisioned: 150 }))).toEqual(['GoalAboveProvisioned']);
});

it('names nobody in its place who does not reach it, whatever is provisioned', () => {
  const ranking = [
    contender('a', 600, { provisioned: 150 }),
    contender('b', 200, { provisioned: 300, qualifies: 'no' }),
  ];
  expect(caveatsOf(decide(250), ranking[0]!, ranking)[1]).toMatchObject({ instead: null });
});
