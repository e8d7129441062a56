import type { Unit } from '../../lib/shapes/observation';
import { formatExact } from '../../lib/shapes/exact-quantity';
import { parseQuantity } from '../../lib/shapes/quantity';
import cases from './cases.json';

describe('formatExact', () => {
  it.each(cases.echo.texts as [string, Unit, string][])(
    'formats %s in %s as %s, which parses to the same amount',
    (text, unit, full) => {
      const amount = parseQuantity(unit, text);
      expect(formatExact(amount, unit)).toBe(full);
      expect(parseQuantity(unit, full)).toBe(amount);
    },
  );

  it('formats bytes/s without rounding', () => {
    for (const amount of [1, 999, 1001, 123_456_789, 1024 ** 3 + 1])
      expect(parseQuantity('bytes/s', formatExact(amount, 'bytes/s'))).toBe(amount);
  });
});
