import { formatBytes, formatSeconds, parseBytes, parseQuantity, parseSeconds } from '../../lib/shapes/quantity';
import type { Unit } from '../../lib/shapes/observation';
import cases from './cases.json';

const MIB = 1024 ** 2;

describe('parseBytes', () => {
  it.each([
    ['4k', 4096],
    ['4K', 4096],
    ['1m', MIB],
    ['2g', 2 * 1024 ** 3],
    ['256 MiB', 256 * MIB],
    ['256MiB', 256 * MIB],
    ['1.5 GiB', 1.5 * 1024 ** 3],
    ['500 MB', 500e6],
    ['1 kB', 1000],
    ['1.1 KB', 1100],
    ['512 B', 512],
    ['1,536 B', 1536],
  ])('reads %p as %p bytes', (text, expected) => expect(parseBytes(text)).toBe(expected));

  it.each([
    ['', 'not a quantity'],
    ['many', 'not a quantity'],
    ['4x', 'not a quantity'],
    ['0.3 KB.', 'not a quantity'],
    ['1e3', 'not a quantity'],
    ['4 k i b', 'not a quantity'],
    ['1,5 MB', 'not a quantity'],
    ['-4k', 'negative'],
    [-1, 'negative'],
    ['4096', 'a number without a unit'],
    [4096, 'a number without a unit'],
    ['4k/s', 'bytes a second'],
    ['10s', 'a duration'],
    ['500 ops/s', 'operations a second'],
    ['10%', 'a share'],
    ['10 Mb', 'an amount of bits'],
    ['10 Mbit/s', 'an amount of bits'],
    [Number.NaN, 'not a quantity'],
  ])('refuses %p, which is %s, with examples of byte quantities', (text, kind) => {
    const shown = typeof text === 'string' ? `'${text}'` : String(text);
    expect(() => parseBytes(text)).toThrow(`found ${shown}, which is ${kind}; bytes are meant: write 4k, 1m, 2g`);
  });

  it('refuses a fraction of a byte', () => {
    expect(() => parseBytes('0.0001 KB')).toThrow(/'0.0001 KB', which is not a whole number of bytes; write 4k/);
  });
});

describe('parseSeconds', () => {
  it.each(cases.quantity.times as [string, number][])('reads %p as %p s', (text, expected) =>
    expect(parseSeconds(text)).toBe(expected),
  );

  it.each(cases.quantity.refusedTimes)('refuses %p, which is %s', (text, kind) => {
    expect(() => parseSeconds(text)).toThrow(
      `found '${text}', which is ${kind}; a duration is meant: write 100us, 20ms, 30s, 10m, 2h or 2h24m`,
    );
  });
});

describe('parseQuantity', () => {
  it.each([
    ['bytes/s', '1300 MB/s', 1.3e9],
    ['bytes/s', '500 MiB/s', 500 * MIB],
    ['bytes/s', '2g/s', 2 * 1024 ** 3],
    ['ops/s', '40k', 40_000],
    ['ops/s', '100k ops/s', 100_000],
    ['ops/s', '100,000 ops/s', 100_000],
    ['ops/s', '1.1M ops/s', 1_100_000],
    ['ops/s', 8000, 8000],
    ['us', '5ms', 5000],
    ['us', '100us', 100],
    ['s', '2m', 120],
    ['%', '10%', 10],
    ['%', 2.5, 2.5],
    ['count', '3', 3],
  ] as const)('parses in unit %s the value %p as %p', (unit, text, expected) =>
    expect(parseQuantity(unit, text)).toBe(expected),
  );

  it.each(cases.quantity.refused as [Unit, string | number, string][])(
    'refuses in unit %s the value %p, which is %s',
    (unit, text, expected) => {
      expect(() => parseQuantity(unit, text)).toThrow(`which is ${expected}`);
    },
  );
});

describe('formatBytes and formatSeconds', () => {
  it.each([
    [100, '100 B'],
    [4096, '4 KiB'],
    [256 * MIB, '256 MiB'],
    [1.5 * 1024 ** 3, '1.5 GiB'],
  ])('formats %p bytes as %p', (value, text) => expect(formatBytes(value)).toBe(text));

  it.each(cases.quantity.seconds as [number, string][])('formats %p seconds as %p', (value, text) =>
    expect(formatSeconds(value)).toBe(text),
  );

  it('formats to a text that parses to the same number', () => {
    for (const value of [512, 4096, 65_536, 256 * MIB]) expect(parseBytes(formatBytes(value))).toBe(value);
    for (const value of [0.5, 4, 90, 600, 7200]) expect(parseSeconds(formatSeconds(value))).toBe(value);
  });
});
