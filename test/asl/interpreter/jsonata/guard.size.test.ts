import { countValueBytes } from '../../../../lib/asl/interpreter/jsonata/guard';

describe('countValueBytes', () => {
  it.each<[unknown, number]>([
    [7, 8],
    [null, 8],
    ['text', 4],
    [[1, 'a', true], 18],
    [{ a: { b: [1, 2] } }, 21],
  ])('counts the size of %j as %d', (value, bytes) => expect(countValueBytes(value)).toBe(bytes));

  it('counts a shared value at each occurrence without walking through it again', () => {
    let value: unknown = 'leaf';
    for (let level = 0; level < 60; level++) value = [value, value];
    expect(countValueBytes(value)).toBeGreaterThan(2 ** 60);
  });

  it('ignores the contents of JSONata functions and tuple streams', () => {
    const round: Record<string, unknown> = { _jsonata_lambda: true };
    round['self'] = round;
    expect(countValueBytes([round])).toBeLessThan(10);
    expect(countValueBytes(Object.assign([{ big: 'x'.repeat(100) }], { tupleStream: true }))).toBeLessThan(10);
  });
});
