import type { Unit } from '../../lib/shapes/observation';
import {
  type EstimateBasis,
  formatEstimate,
  formatLevel,
  formatInterval,
  formatRange,
  formatUsd,
  formatUsdParts,
  formatUsdPerMonth,
  formatValue,
  toThreeDigits,
} from '../../lib/results/format';
import cases from './format.cases.json';

describe('toThreeDigits', () => {
  it.each(cases.numbers as [number, string][])('formats %f as %s', (value, expected) =>
    expect(toThreeDigits(value)).toBe(expected),
  );
});

describe('formatValue', () => {
  it.each(cases.withUnits as [number, Unit, string][])(
    'rounds to three digits and scales the unit: %f %s is %s',
    (value, unit, expected) => expect(formatValue(value, unit)).toBe(expected),
  );
});

it('formats an interval in the scale of its value', () => {
  expect(formatRange(861e6, 1.362e9, 1.338e9, 'bytes/s')).toBe('0.861–1.36');
  expect(formatRange(30_100, 32_000, 31_500, 'ops/s')).toBe('30.1k–32.0k');
  expect(formatInterval(30_100, 32_000, 31_500, 'ops/s')).toBe('30.1k–32.0k ops/s');
  expect(formatInterval(861e6, 1.362e9, 1.338e9, 'bytes/s')).toBe('0.861–1.36 GB/s');
  expect(formatInterval(2, 4, 3, 'count')).toBe('2.00–4.00');
  const interval = { low: 30_100, high: 32_000, level: 0.95, method: 'log-normal' } as const;
  const basis = { interval: null, n: 1, min: 30_500, max: 31_900 };
  const estimate = (more: Partial<EstimateBasis>) => formatEstimate(31_474, 'ops/s', { ...basis, ...more });
  expect(estimate({ interval, n: 3 })).toBe('31.5k ops/s (95% interval 30.1k–32.0k, n = 3)');
  expect(estimate({ interval, n: 6, units: '3 blocks' })).toBe(
    '31.5k ops/s (95% interval 30.1k–32.0k, n = 6 in 3 blocks)',
  );
  expect(estimate({ n: 2 })).toBe('31.5k ops/s (30.5k and 31.9k, n = 2)');
  expect(estimate({})).toBe('31.5k ops/s (n = 1)');
});

it('rounds confidence levels down', () => {
  expect([0.5, 0.75, 0.875, 0.9375, 0.96875, 0.95].map(formatLevel)).toEqual([
    '50%',
    '75%',
    '87.5%',
    '93.7%',
    '96.8%',
    '95%',
  ]);
});

it('formats money with cents, and amounts below $0.01 as <$0.01', () => {
  expect([0, 14.2, 0.0751, 0.0012, 1234.5].map(formatUsd)).toEqual(['$0', '$14.20', '$0.08', '<$0.01', '$1,234.50']);
});

it('formats monthly prices in whole dollars, below $10 with cents', () => {
  const hourly = [0, 0.0001, 0.9951 / 730, 1 / 730, 9.994 / 730, 9.996 / 730, 0.559, 2.5];
  expect(hourly.map((usd) => formatUsdPerMonth(usd, ''))).toEqual([
    '$0',
    '<$1',
    '$1.00',
    '$1.00',
    '$9.99',
    '$10',
    '$408',
    '$1,825',
  ]);
  expect(formatUsdPerMonth(0.559)).toBe('$408/month');
});

it('rounds parts so that they add up to the printed sum', () => {
  // users.md, defect 3: $0.24 + $0.88 was printed as $1.11.
  expect([formatUsd(1.114), formatUsdParts([0.236, 0.878], 1.114)]).toEqual(['$1.11', ['$0.23', '$0.88']]);
  expect(formatUsdParts([0.333, 0.333, 0.334], 1)).toEqual(['$0.33', '$0.33', '$0.34']);
  expect(formatUsdParts([1234.5, 0.001, 0], 1234.501)).toEqual(['$1,234.50', '<$0.01', '$0']);
  expect([formatUsd(0.0836), formatUsdParts([0.08, 0.0036], 0.0836)]).toEqual(['$0.08', ['$0.08', '<$0.01']]);
});
