import fc from 'fast-check';
import { groupDigits } from '../../lib/shapes/group-digits';

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
