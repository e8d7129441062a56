import type { Unit } from '../../lib/shapes/observation';
import { formatExact } from '../../lib/shapes/exact-quantity';
import { parseQuantity } from '../../lib/shapes/quantity';
import cases from './cases.json';

describe('echo', () => {
  it.each(cases.echo.texts as [string, Unit, string][])(
    'says %s in %s as %s, which reads as the same',
    (text, unit, full) => {
      const amount = parseQuantity(unit, text);
      expect(formatExact(amount, unit)).toBe(full);
      expect(parseQuantity(unit, full)).toBe(amount);
    },
  );

  it('rounds nothing', () => {
    for (const amount of [1, 999, 1001, 123_456_789, 1024 ** 3 + 1])
      expect(parseQuantity('bytes/s', formatExact(amount, 'bytes/s'))).toBe(amount);
  });
});
