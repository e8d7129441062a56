import { expectOnPage, expectSeldom, shares } from './held';
import { equalMedians, equals, powerAmong, SAME, stalls, tied } from '../../../checks/statistics/leaders';

it('seldom calls one of two that lead all others the best, where these are the same', () =>
  expectSeldom('tied', tied()));

it('seldom calls two equal that differ by as much as matters, and does where they do not', () => {
  const table = equals();
  const [same, wrong] = [/, the same, /, / 2 %, |2 % apart/].map((which) =>
    table.lines.filter(({ label }) => which.test(label)),
  );
  expect([same?.length, wrong?.length]).toEqual([4, 4]);
  expectSeldom(null, { ...table, lines: wrong ?? [] });
  for (const { label, figures } of same ?? []) {
    const ten = figures.at(-1)!.rate;
    if (label.endsWith(SAME)) expect(ten.hits / ten.runs).toBeGreaterThan(0.95);
    else expect(ten.hits / ten.runs).toBeLessThan(0.05);
  }
  expectOnPage('equals', table);
});

it('says how often two of one median are told apart: no more than one of seven', () => {
  const table = equalMedians();
  const [steady, levels] = shares(table);
  expect(Math.max(...(steady ?? []))).toBeLessThan(0.17);
  expect(Math.max(...(levels ?? []))).toBeLessThan(0.02);
  expectOnPage('equalMedians', table);
});

it('says how often one of two of one mean, which stalls seldom, is called the higher', () => {
  const table = stalls();
  const [steady, stalling] = shares(table);
  // What few trials have not met they cannot know: it is shown, and said beside the answer.
  expect(Math.max(...(stalling ?? []))).toBeLessThan(0.7);
  expect(stalling![0]).toBeGreaterThan(0.3);
  expect(stalling!.at(-1)).toBeLessThan(0.15);
  expect(Math.max(...(steady ?? []))).toBeLessThan(0.02);
  expectOnPage('stalls', table);
});

it('says how often the best of several is found: the seldomer, the more there are', () => {
  const table = powerAmong();
  const all = shares(table);
  expect(all).toHaveLength(6);
  for (const [few, some, many] of all) {
    expect(some).toBeGreaterThan(few!);
    expect(many).toBeGreaterThan(some!);
  }
  const [two, , eight] = all;
  for (const [index, share] of (eight ?? []).entries()) expect(share).toBeLessThan(two?.[index] ?? 0);
  expectOnPage('powerAmong', table);
});
