import { inOrder } from '../../../lib/twin/checkers/walk';
import { at, call, ID } from './clean-execution';

it('orders calls by their beginning, and at one instant as the log does', () => {
  const log = [call(5, ID, 'a:A'), call(3, ID, 'a:B'), call(3, ID, 'a:C')];
  expect(inOrder(log).map((one) => [one.call.action, one.place, one.at === Date.parse(at(3))])).toEqual([
    ['B', 0, true],
    ['C', 1, true],
    ['A', 2, false],
  ]);
});
