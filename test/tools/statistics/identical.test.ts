import { expectOnPage } from './held';
import { NOISE, type NoiseName } from '../../../tools/statistics/noise';
import { copies, identical, selected, STAGED, stages } from '../../../tools/statistics/identical';
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

  it.each(STAGED)('are seldom told apart where they are stages that follow each other: %s', (noise) => {
    const table = stages(noise);
    for (const { label, figures } of table.lines)
      for (const { rate } of figures)
        expect({ label, tooMany: upper(rate) > FALSE_MAX }).toEqual({ label, tooMany: false });
    expectOnPage('stages', table);
  });

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
});
