import { expectOnPage, expectSeldom, shares } from './held';
import { NOISE, type NoiseName } from '../../../checks/statistics/noise';
import { identical, STAGED, stages, unequal } from '../../../checks/statistics/identical';
import { TABLES } from '../../../checks/statistics/tables';

const NOISES = Object.keys(NOISE) as NoiseName[];

describe('configurations that are identical', () => {
  it.each(NOISES)('are seldom told apart: %s', (noise) => {
    const table = identical(noise);
    for (const { figures } of table.lines)
      for (const { rate } of figures) expect(rate.runs).toBeGreaterThanOrEqual(2000);
    expectSeldom('identical', table);
  });

  it.each(Object.keys(STAGED) as (keyof typeof STAGED)[])(
    'are seldom told apart where they are stages that follow each other: %s',
    (noise) => expectSeldom('stages', stages(noise)),
  );

  it.each(NOISES)('are seldom told apart by unequal numbers of trials: %s', (noise) =>
    expectSeldom('unequal', unequal(noise)),
  );

  it.each([
    ['selected', 'where the slow trials of one were left out'],
    ['copies', 'on fresh copies, however much copies differ'],
    ['fewBlocks', 'by few blocks of values of two levels'],
    ['rigsApart', 'by rigs of their own that came in one order in every block'],
    ['setUps', 'by what is set up anew for every trial'],
    ['sameMeans', 'by means that are the same, however values scatter'],
  ] as const)('are seldom told apart (%s) %s', (...[name]) => expectSeldom(name, TABLES[name]()));

  it('are told apart on one copy of each the oftener, the more copies differ: what one block cannot know', () => {
    const table = TABLES.oneBlock();
    for (const { label, figures } of table.lines)
      if (/differ [01] times/.test(label))
        for (const { rate } of figures) expect(rate.hits / rate.runs).toBeLessThan(0.065);
    expect(Math.max(...shares(table).flat())).toBeGreaterThan(0.3);
    expectOnPage('oneBlock', table);
  });
});
