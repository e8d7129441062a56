import { expectOnPage } from './held';
import { criteria, twoLevels } from '../../../tools/statistics/limits';
import { upper } from '../../../tools/statistics/world';

it('seldom takes a median for one beyond a limit, of values of two levels, from five trials on', () => {
  const table = twoLevels();
  expect(table.lines).toHaveLength(5);
  for (const { label, figures } of table.lines) {
    const [, ...enough] = figures;
    for (const { rate } of enough) expect({ label, tooMany: upper(rate) > 0.065 }).toEqual({ label, tooMany: false });
  }
  expectOnPage('twoLevels', table);
});

it('calls the dearer the cheapest no more often where there are several criteria to miss', () => {
  const table = criteria();
  for (const { label, figures } of table.lines)
    for (const { rate } of figures) expect({ label, tooMany: upper(rate) > 0.065 }).toEqual({ label, tooMany: false });
  expectOnPage('criteria', table);
});
