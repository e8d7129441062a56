import { echo } from '../../lib/shapes/echo';
import { parseQuantity } from '../../lib/shapes/quantity';

describe('echo', () => {
  it.each([
    ['100k ops/s', 'ops/s', '100,000 ops/s'],
    ['1.1M', 'ops/s', '1,100,000 ops/s'],
    ['1300 MB/s', 'bytes/s', '1.3 GB/s'],
    ['250 MB/s', 'bytes/s', '250 MB/s'],
    ['500 MiB/s', 'bytes/s', '500 MiB/s'],
    ['4k/s', 'bytes/s', '4 KiB/s'],
    ['123 B/s', 'bytes/s', '123 B/s'],
    ['100us', 'us', '100us'],
    ['1.5ms', 'us', '1.5ms'],
    ['20ms', 'us', '20ms'],
    ['144m', 's', '2h24m'],
    ['90s', 's', '1m30s'],
    ['0s', 's', '0s'],
    ['2.5 %', '%', '2.5 %'],
    ['12000', 'count', '12,000'],
  ] as const)('says %s in %s as %s, which reads as the same', (text, unit, full) => {
    const amount = parseQuantity(unit, text);
    expect(echo(amount, unit)).toBe(full);
    expect(parseQuantity(unit, full)).toBe(amount);
  });

  it('rounds nothing', () => {
    for (const amount of [1, 999, 1001, 123_456_789, 1024 ** 3 + 1])
      expect(parseQuantity('bytes/s', echo(amount, 'bytes/s'))).toBe(amount);
  });
});
