import { findCell } from '../../lib/shapes/find-cell';

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
