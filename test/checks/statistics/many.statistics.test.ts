import { expectOnPage, expectSeldom, shares } from './held';
import { MANY, manyPower, manyRatios } from '../../../checks/statistics/many';

it.each(Object.keys(MANY))('seldom marks one of many ratios that are the same: %s', (noise) => {
  const table = manyRatios(noise);
  expect(table.lines).toHaveLength(2);
  // Three trials of values of two levels may all lie on one: 2.7 % each, which their own spread does not show.
  const from = noise === 'bimodal 70/30' ? 1 : 0;
  const held = table.lines.map(({ label, figures }) => ({ label, figures: figures.slice(from) }));
  expectSeldom(null, { ...table, lines: held });
  expectOnPage('manyRatios', table);
});

it('finds the one of many that differs, the seldomer the more there are', () => {
  const table = manyPower();
  const [two, , four, fourOf19] = shares(table);
  for (const [few, some, many] of [two, four, fourOf19].map((one) => one ?? [])) {
    expect(some).toBeGreaterThan(few!);
    expect(many).toBeGreaterThanOrEqual(some!);
  }
  expect(fourOf19![1]).toBeGreaterThan(0.8);
  expectOnPage('manyPower', table);
});
