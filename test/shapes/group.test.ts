import { findCell, groupBy } from '../../lib/shapes/group';

describe('groupBy', () => {
  it('keeps the order of keys and of values in each group', () => {
    expect([...groupBy([3, 1, 4, 1, 5], (value) => value % 2 === 0)]).toEqual([
      [false, [3, 1, 1, 5]],
      [true, [4]],
    ]);
    expect([...groupBy([], String)]).toEqual([]);
  });
});

describe('findCell', () => {
  it('finds the cell of an id, and nothing where there is none', () => {
    const cells = [
      { cellId: 'a', n: 1 },
      { cellId: 'b', n: 2 },
    ];
    expect(findCell(cells, 'b')).toBe(cells[1]);
    expect(findCell(cells, 'c')).toBeUndefined();
    expect(findCell([], 'a')).toBeUndefined();
  });
});
