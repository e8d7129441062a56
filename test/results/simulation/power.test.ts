import { expectOnPage } from './held';
import { cheapest, coverage, coverageOfBlocks, falselyMet, HARDEST, power, type Table, trends } from './tables';
import { lower, upper } from './world';

const shares = ({ lines }: Table) => lines.map(({ figures }) => figures.map(({ rate }) => rate.hits / rate.runs));

it('finds a true difference the oftener the more trials there are', () => {
  const table = power();
  for (const [few, some, many] of shares(table)) {
    expect(some).toBeGreaterThan(few!);
    expect(many).toBeGreaterThanOrEqual(some!);
  }
  // Two deviations: what the knowledge sheet measured was 39, 75 and 99 %.
  const [, , two] = shares(table);
  expect(two![0]).toBeGreaterThan(0.35);
  expect(two![1]).toBeGreaterThan(0.7);
  expect(two![2]).toBeGreaterThan(0.97);
  expectOnPage('power', table);
});

it('hardly ever calls the wrong one the cheapest', () => {
  const table = cheapest();
  for (const { label, figures } of table.lines)
    for (const [index, { rate }] of figures.entries()) {
      const threeTrials = index === 0;
      expect(rate.hits / rate.runs).toBeLessThanOrEqual(label === HARDEST && threeTrials ? 0.015 : 0.01);
    }
  expectOnPage('cheapest', table);
});

it('hardly ever says that a limit is met which all miss', () => {
  const table = falselyMet();
  for (const { figures } of table.lines) for (const { rate } of figures) expect(upper(rate)).toBeLessThan(0.065);
  expectOnPage('falselyMet', table);
});

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
