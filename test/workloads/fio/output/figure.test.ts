import { FigureReader, toNumber } from '../../../../lib/workloads/fio/output/figure';

describe('FigureReader', () => {
  it.each([
    [0, 0],
    [1.5, 1.5],
    ['7', 7],
    [undefined, null],
    [null, null],
    ['', null],
  ])('reads %p as %p', (value, expected) => {
    const figures = new FigureReader();
    expect(figures.take(value, 'read iops')).toBe(expected);
    expect(figures.faults).toEqual([]);
  });

  it.each([
    [-5, 'read iops is -5'],
    [JSON.parse('1e999'), 'read iops is Infinity'],
    [Number.NaN, 'read iops is NaN'],
    ['Infinity', 'read iops is "Infinity"'],
    ['fast', 'read iops is "fast"'],
    ['x'.repeat(1000), `read iops is "${'x'.repeat(40)}"`],
    [[[[]]], 'read iops is of type object'],
    [true, 'read iops is of type boolean'],
  ])('returns null and a fault for the figure %j', (value: unknown, text) => {
    const figures = new FigureReader();
    expect(figures.take(value, 'read iops')).toBeNull();
    expect(figures.faults).toEqual([{ kind: 'impossible', text }]);
  });
});

describe('toNumber', () => {
  it('returns finite numbers, also from text, and null for others', () => {
    expect([1, '2.5', -3, ' ', 'x', '1e999', null, [4]].map(toNumber)).toEqual([
      1,
      2.5,
      -3,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
