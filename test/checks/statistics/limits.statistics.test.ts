import { expectSeldom } from './held';
import { criteria, twoLevels } from '../../../checks/statistics/limits';

it('seldom takes a median for one beyond a limit, of values of two levels', () => {
  const table = twoLevels();
  expect(table.lines).toHaveLength(5);
  expectSeldom('twoLevels', table);
});

it('calls the dearer the cheapest no more often where there are several criteria to miss', () =>
  expectSeldom('criteria', criteria()));
