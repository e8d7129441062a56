import fc from 'fast-check';
import type { Unit } from '../../lib/shapes/observation';
import { formatExact } from '../../lib/shapes/exact-quantity';
import { groupDigits } from '../../lib/shapes/group-digits';
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

describe('groupDigits', () => {
  it('formats any number as Intl.NumberFormat does', () => {
    const decimals = fc.integer({ min: 0, max: 10 });
    const value = fc.oneof(fc.double(), fc.integer(), fc.double({ min: -1e6, max: 1e6 }), fc.constantFrom(0.5, 2.675));
    fc.assert(
      fc.property(value, decimals, decimals, (number, one, other) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)];
        const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });
        expect(groupDigits(number, most, least)).toBe(format.format(number));
      }),
    );
  });
});
