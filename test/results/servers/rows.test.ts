import { rowsOf, silence, type Steps, whySilent } from '../../../lib/results/servers/rows';
import { LIKE, NINE } from './world';

const STEPS: Steps = {
  metric: { name: 'server_cpu', unit: '%' },
  known: [10, 20, 60].map((value, index) => ({ from: NINE + 30 * index, value })),
  whole: 3,
  step: 30,
  source: 'servers/',
};

it('makes a mean of all steps, and a series where none is missing', () => {
  const { observations, series } = rowsOf([STEPS], LIKE);
  expect(observations).toMatchObject([
    {
      trial: 't0001',
      metric: 'server_cpu',
      operation: null,
      statistic: 'mean',
      value: 30,
      started: '2026-03-02T09:00:00.000Z',
      ended: '2026-03-02T09:01:30.000Z',
    },
  ]);
  expect(series).toMatchObject([{ from: NINE, step: 30, values: [10, 20, 60], host: null }]);
  expect(rowsOf([{ ...STEPS, whole: 4 }], LIKE)).toEqual({ observations, series: [] });
});

it('says of several trials what most of them say, whatever is said beside it', () => {
  const note = (why: string) => ({ reasons: [silence('a: b: nothing was told', why)] });
  expect(note('two: 2').reasons[0]?.text).toBe('a: b: nothing was told: two: 2');
  expect(whySilent([note('one'), note('two: 2'), note('two: 2'), { reasons: [] }])).toBe('two: 2');
  expect(whySilent([])).toBe('');
});
