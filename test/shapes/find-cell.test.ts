import { findCell } from '../../lib/shapes/find-cell';

describe('findCell', () => {
  it('returns the cell with the id, or undefined', () => {
    const cells = [
      { cellId: 'a', n: 1 },
      { cellId: 'b', n: 2 },
    ];
    expect(findCell(cells, 'b')).toBe(cells[1]);
    expect(findCell(cells, 'c')).toBeUndefined();
    expect(findCell([], 'a')).toBeUndefined();
  });
});
