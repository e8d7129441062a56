import { expectOnPage } from './held';
import { manyPower, manyRatios } from '../../../tools/statistics/many';
import { NOISE, type NoiseName } from '../../../tools/statistics/noise';
import { upper } from '../../../tools/statistics/world';

it.each(Object.keys(NOISE) as NoiseName[])('seldom marks one of many ratios that are the same: %s', (noise) => {
  const table = manyRatios(noise);
  expect(table.lines).toHaveLength(2);
  for (const { label, figures } of table.lines) {
    // Three trials of values of two levels may all lie on one: 2.7 % each, which their own spread does not show.
    const [, ...enough] = figures;
    const held = noise === 'bimodal 70/30' ? enough : figures;
    for (const { rate } of held) expect({ label, tooMany: upper(rate) > 0.065 }).toEqual({ label, tooMany: false });
  }
  expectOnPage('manyRatios', table);
});

it('finds the one of many that differs, the seldomer the more there are', () => {
  const table = manyPower();
  const [two, , four, fourOf19] = table.lines.map(({ figures }) => figures.map(({ rate }) => rate.hits / rate.runs));
  for (const [few, some, many] of [two, four, fourOf19].map((one) => one ?? [])) {
    expect(some).toBeGreaterThan(few!);
    expect(many).toBeGreaterThanOrEqual(some!);
  }
  expect(fourOf19![1]).toBeGreaterThan(0.8);
  expectOnPage('manyPower', table);
});
