import {
  bytes,
  bytesPerSecond,
  formatBytes,
  formatSeconds,
  parseBytes,
  parseQuantity,
  parseRate,
  parseSeconds,
  seconds,
} from '../../lib/shapes/quantity';

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
    ['4096', 4096],
    [4096, 4096],
    ['1.1 KB', 1100],
  ])('reads %p as %p bytes', (text, expected) => expect(parseBytes(text)).toBe(expected));

  it.each(['', 'many', '4x', '-4k', '4k/s', '0.3 KB.', '1e3', '4 k i b', '0.0001 KB', -1, Number.NaN])(
    'refuses %p and says what is allowed',
    (text) => expect(() => parseBytes(text)).toThrow(/write bytes as 4k/),
  );
});

describe('parseSeconds', () => {
  it.each([
    ['30s', 30],
    ['10m', 600],
    ['2h', 7200],
    ['500ms', 0.5],
    ['1h30m', 5400],
    ['1h 30m', 5400],
    ['1.5s', 1.5],
    ['20', 20],
    [0, 0],
  ])('reads %p as %p s', (text, expected) => expect(parseSeconds(text)).toBe(expected));

  it.each(['', 'soon', '5 parsecs', '-5s', '5s later', '1..5s'])('refuses %p', (text) => {
    expect(() => parseSeconds(text)).toThrow(/write a duration as 500ms/);
  });
});

describe('parseRate', () => {
  it.each([
    ['1300 MB/s', 1.3e9],
    ['500 MiB/s', 500 * MIB],
    ['2g/s', 2 * 1024 ** 3],
    ['1000', 1000],
  ])('reads %p as %p bytes/s', (text, expected) => expect(parseRate(text)).toBe(expected));

  it.each(['1300 MB', '10 Mbit/s', 'fast'])('refuses %p', (text) => {
    expect(() => parseRate(text)).toThrow(/write a rate as 1300 MB\/s/);
  });
});

describe('parseQuantity', () => {
  it.each([
    ['bytes/s', '1300 MB/s', 1.3e9],
    ['ops/s', '40k', 40_000],
    ['ops/s', '40000 ops/s', 40_000],
    ['us', '5ms', 5000],
    ['us', 250, 250],
    ['s', '2m', 120],
    ['%', '10 %', 10],
    ['count', '3', 3],
  ] as const)('in %s reads %p as %p', (unit, text, expected) => expect(parseQuantity(unit, text)).toBe(expected));

  it('refuses a quantity of another kind', () => {
    expect(() => parseQuantity('ops/s', '5ms')).toThrow(/'5ms' is not understood/);
    expect(() => parseQuantity('us', '5 MB')).toThrow(/duration/);
  });
});

describe('zod types', () => {
  it('take a text or a number', () => {
    expect(bytes.parse('4k')).toBe(4096);
    expect(seconds.parse(4)).toBe(4);
    expect(bytesPerSecond.parse('1 MB/s')).toBe(1e6);
  });

  it('give one message that says what is allowed', () => {
    expect(bytes.safeParse('4 apples').error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^'4 apples' is not understood: write bytes as/),
    ]);
    expect(seconds.safeParse(true).error?.issues[0]?.message).toMatch(/write a duration/);
  });
});

describe('formatting', () => {
  it.each([
    [100, '100 B'],
    [4096, '4 KiB'],
    [256 * MIB, '256 MiB'],
    [1.5 * 1024 ** 3, '1.5 GiB'],
  ])('%p bytes are %p', (value, text) => expect(formatBytes(value)).toBe(text));

  it.each([
    [0, '0s'],
    [0.5, '500ms'],
    [0.00025, '250us'],
    [4, '4s'],
    [1.25, '1.25s'],
    [90, '1m 30s'],
    [120, '2m'],
    [7500, '2h 5m'],
    [3599.9, '1h'],
  ])('%p seconds are %p', (value, text) => expect(formatSeconds(value)).toBe(text));

  it('gives back what it was given', () => {
    for (const value of [512, 4096, 65_536, 256 * MIB]) expect(parseBytes(formatBytes(value))).toBe(value);
    for (const value of [0.5, 4, 90, 600, 7200]) expect(parseSeconds(formatSeconds(value))).toBe(value);
  });
});
