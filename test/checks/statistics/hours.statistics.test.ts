import { expectOnPage } from './held';
import { oneHour, stagedLimits, stagedPower, wideHours } from '../../../checks/statistics/hours';
import { upper } from '../../../checks/statistics/world';

it('takes no hour for a stage that reaches a limit', () => {
  const table = stagedLimits();
  expect(table.lines).toHaveLength(12);
  for (const { label, figures } of table.lines)
    for (const { rate } of figures) expect({ label, tooMany: upper(rate) > 0.02 }).toEqual({ label, tooMany: false });
  expectOnPage('stagedLimits', table);
});

it('says how often stages that lie far from a limit are answered for', () => {
  const table = stagedPower();
  const far = table.lines.at(-1)?.figures.map(({ rate }) => rate.hits / rate.runs) ?? [];
  for (const share of far) expect(share).toBeGreaterThan(0.75);
  expectOnPage('stagedPower', table);
});

it('takes no hour for a difference where trials scatter by much', () => {
  const table = wideHours();
  expect(table.lines).toHaveLength(24);
  for (const { label, figures } of table.lines) {
    for (const { rate } of figures) expect({ label, tooMany: upper(rate) > 0.065 }).toEqual({ label, tooMany: false });
  }
  expectOnPage('wideHours', table);
});

it('says how often one hour, or one copy, is taken for what is true, and that several blocks are not', () => {
  const table = oneHour();
  const worst = (part: RegExp) =>
    Math.max(
      ...table.lines.flatMap(({ label, figures }) => (part.test(label) ? figures.map(({ rate }) => upper(rate)) : [])),
    );
  expect(worst(/^one hour, log-normal/)).toBeLessThan(0.07);
  expect(worst(/^four blocks/)).toBeLessThan(0.08);
  expect(worst(/^one hour, AR|^one copy/)).toBeGreaterThan(0.2);
  expectOnPage('oneHour', table);
});
