import { groupBy } from '../../lib/shapes/collections';

describe('groupBy', () => {
  it('keeps the order of keys and of values in each group', () => {
    expect([...groupBy([3, 1, 4, 1, 5], (value) => value % 2 === 0)]).toEqual([
      [false, [3, 1, 1, 5]],
      [true, [4]],
    ]);
    expect([...groupBy([], String)]).toEqual([]);
  });
});
