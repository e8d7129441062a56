import { expectOnPage, expectSeldom, shares } from './held';
import { cheapest, falselyMet, HARDEST, means, onePrice, power, shown } from '../../../checks/statistics/power';

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

it('finds in four of five cases what it says shows with so many', () => {
  const table = shown();
  for (const share of shares(table).flat()) {
    expect(share).toBeGreaterThan(0.78);
    expect(share).toBeLessThan(0.87);
  }
  expectOnPage('shown', table);
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

it('hardly ever says that a limit is met which all miss', () => expectSeldom('falselyMet', falselyMet()));

it('says no more often that it is met where there are many of one price to choose from', () => {
  const table = onePrice();
  expect(table.lines).toHaveLength(11);
  expectSeldom('onePrice', table);
});

it('seldom says of a mean that it keeps to a limit on which it lies, however values scatter', () =>
  expectSeldom('means', means()));
