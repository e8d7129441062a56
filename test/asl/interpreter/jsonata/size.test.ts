import { leastBytes } from '../../../../lib/asl/interpreter/jsonata/size';

describe('leastBytes', () => {
  it.each([null, true, 7, 'text', [], [1, 'a', null], { a: { b: [1, 2] }, c: '' }])(
    'is no more than %j has',
    (value) => {
      const bytes = leastBytes(value);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(JSON.stringify(value).length);
    },
  );

  it('counts what stands twice twice, without walking through it again', () => {
    let value: unknown = 'leaf';
    for (let level = 0; level < 60; level++) value = [value, value];
    expect(leastBytes(value)).toBeGreaterThan(2 ** 60);
  });

  it('does not look into functions of jsonata and their tuples', () => {
    const round: Record<string, unknown> = { _jsonata_lambda: true };
    round['self'] = round;
    expect(leastBytes([round])).toBeLessThan(10);
    expect(leastBytes(Object.assign([{ big: 'x'.repeat(100) }], { tupleStream: true }))).toBeLessThan(10);
  });
});
