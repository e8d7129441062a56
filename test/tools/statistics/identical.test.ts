import { expectOnPage } from './held';
import type { Table } from '../../../tools/statistics/table';
import { NOISE, type NoiseName } from '../../../tools/statistics/noise';
import {
  copies,
  fewBlocks,
  identical,
  oneBlock,
  rigsApart,
  sameMeans,
  selected,
  setUps,
  STAGED,
  stages,
  unequal,
} from '../../../tools/statistics/identical';
import { upper } from '../../../tools/statistics/world';

/** The rate of false decisions may be this much at most, with 95 % confidence (DESIGN: statistics). */
const FALSE_MAX = 0.065;

describe('configurations that are identical', () => {
  it.each(Object.keys(NOISE) as NoiseName[])('are seldom told apart: %s', (noise) => {
    const table = identical(noise);
    for (const { label, figures } of table.lines)
      for (const { rate } of figures) {
        expect(rate.runs).toBeGreaterThanOrEqual(2000);
        expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
      }
    expectOnPage('identical', table);
  });

  it.each(Object.keys(STAGED) as (keyof typeof STAGED)[])(
    'are seldom told apart where they are stages that follow each other: %s',
    (noise) => {
      const table = stages(noise);
      for (const { label, figures } of table.lines)
        for (const { rate } of figures)
          expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
      expectOnPage('stages', table);
    },
  );

  it('are seldom told apart where the slow trials of one were left out', () => {
    const table = selected();
    for (const { label, figures } of table.lines)
      for (const { rate } of figures)
        expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
    expectOnPage('selected', table);
  });

  it('are seldom told apart on fresh copies, however much copies differ', () => {
    const table = copies();
    for (const { label, figures } of table.lines)
      for (const { rate } of figures)
        expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
    expectOnPage('copies', table);
  });

  it.each(Object.keys(NOISE) as NoiseName[])('are seldom told apart by unequal numbers of trials: %s', (noise) => {
    expectSeldom('unequal', unequal(noise));
  });

  it('are seldom told apart by few blocks of values of two levels', () => expectSeldom('fewBlocks', fewBlocks()));

  it('are seldom told apart by rigs of their own that came in one order in every block', () =>
    expectSeldom('rigsApart', rigsApart()));

  it('are seldom told apart by what is set up anew for every trial', () => expectSeldom('setUps', setUps()));

  it('are seldom told apart by means that are the same, however values scatter', () =>
    expectSeldom('sameMeans', sameMeans()));

  it('are told apart on one copy of each the oftener, the more copies differ: what one block cannot know', () => {
    const table = oneBlock();
    for (const { label, figures } of table.lines)
      if (/differ [01] times/.test(label))
        for (const { rate } of figures) expect(rate.hits / rate.runs).toBeLessThan(0.065);
    expect(
      Math.max(...table.lines.flatMap(({ figures }) => figures.map(({ rate }) => rate.hits / rate.runs))),
    ).toBeGreaterThan(0.3);
    expectOnPage('oneBlock', table);
  });
});

function expectSeldom(name: string, table: Table): void {
  for (const { label, figures } of table.lines)
    for (const { rate } of figures)
      expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
  expectOnPage(name, table);
}
