import { countValueBytes } from '../../../../lib/asl/interpreter/jsonata/guard';

describe('valueBytes', () => {
  it.each<[unknown, number]>([
    [7, 8],
    [null, 8],
    ['text', 4],
    [[1, 'a', true], 18],
    [{ a: { b: [1, 2] } }, 21],
  ])('of %j is %d', (value, bytes) => expect(countValueBytes(value)).toBe(bytes));

  it('counts what stands twice twice, without walking through it again', () => {
    let value: unknown = 'leaf';
    for (let level = 0; level < 60; level++) value = [value, value];
    expect(countValueBytes(value)).toBeGreaterThan(2 ** 60);
  });

  it('does not look into functions of jsonata and their tuples', () => {
    const round: Record<string, unknown> = { _jsonata_lambda: true };
    round['self'] = round;
    expect(countValueBytes([round])).toBeLessThan(10);
    expect(countValueBytes(Object.assign([{ big: 'x'.repeat(100) }], { tupleStream: true }))).toBeLessThan(10);
  });
});
