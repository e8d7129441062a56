import { expectOnPage } from './held';
import { coverage, coverageOfBest, coverageOfBlocks, trends } from '../../../checks/statistics/intervals';
import { lower } from '../../../checks/statistics/world';

it.each([
  ['coverage', coverage],
  ['coverageOfBlocks', coverageOfBlocks],
] as const)('shows intervals that hold the truth as often as they say: %s', (name, make) => {
  const table = make();
  for (const { label, figures } of table.lines)
    for (const { rate, claimed = Number.NaN } of figures) {
      expect(claimed).toBeGreaterThanOrEqual(0.95);
      const short = rate.hits / rate.runs < claimed - 0.02;
      expect({ label, short }).toEqual({ label, short: false });
    }
  expectOnPage(name, table);
});

it('finds rigs that fall, and no others', () => {
  const table = trends();
  const [falls, ...others] = table.lines.map(({ figures }) => figures[0]!.rate);
  expect(lower(falls!)).toBeGreaterThan(0.9);
  for (const rate of others) expect(rate.hits / rate.runs).toBeLessThanOrEqual(0.007);
  expectOnPage('trends', table);
});

it('says how often the interval of the best of several holds the truth: the seldomer, the more there are', () => {
  const table = coverageOfBest();
  const [two, , eight] = table.lines.map(({ figures }) => figures.map(({ rate }) => rate.hits / rate.runs));
  for (const [index, share] of (eight ?? []).entries()) {
    expect(share).toBeGreaterThan(0.83);
    expect(share).toBeLessThan(two?.[index] ?? 0);
  }
  expectOnPage('coverageOfBest', table);
});
