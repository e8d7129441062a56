import { estimateDifference, computeHalfWidth, type UnitTable } from '../../../lib/results/statistics/difference';
import { studentT } from '../../../lib/results/statistics/quantiles';

const NONE = { instance: 0, hour: 0 };

/** Rows of logarithms; places forward and back in turn. */
function makeTable(...rows: readonly (readonly (number | null)[])[]): UnitTable {
  return rows.map((row, nth) =>
    row.map((log, unit) => (log === null ? null : { log, place: unit % 2 === 0 ? nth : rows.length - 1 - nth })),
  );
}

const HOURS = [0.2, -0.1, 0.3, -0.2];

describe('estimateDifference of two configurations with common units', () => {
  it('compares in pairs when units differ', () => {
    const found = estimateDifference(
      makeTable(
        HOURS.map((hour, at) => hour + 0.1 + 0.01 * (at % 2)),
        HOURS,
      ),
      0,
      1,
      NONE,
    );
    // Differences 0.10, 0.11, 0.10, 0.11: mean 0.105, s = 0.00577, s ÷ √4.
    expect(found).toMatchObject({ common: 4, assumed: NONE });
    expect(found?.d).toBeCloseTo(0.105, 10);
    expect(found?.error).toBeCloseTo(0.0057735 / 2, 6);
    expect(found?.freedom).toBeCloseTo(3, 10);
  });

  it('compares by Welch when units do not differ', () => {
    const [a, b] = [
      [0.11, 0.09, 0.12, 0.08],
      [0.01, 0.03, -0.01, 0.01],
    ];
    const found = estimateDifference(makeTable(a, b), 0, 1, NONE);
    expect(found?.d).toBeCloseTo(0.09, 10);
    expect(found?.error).toBeCloseTo(Math.sqrt((0.0003333 + 0.00026667) / 4), 5);
    expect(found?.freedom).toBeGreaterThan(5);
  });

  it('removes the effect of the place within a round when degrees of freedom suffice', () => {
    // The first of each round is slower by 0.3, and a comes first in five of eight.
    const first = [true, true, false, true, false, true, true, false];
    const noise = [0.001, -0.001, 0.002, -0.002, 0.001, 0, -0.001, 0];
    const rows = [0, 1].map((row) =>
      first.map((isFirst, unit) => {
        const place = isFirst === (row === 0) ? 0 : 1;
        return { log: (row === 0 ? 0.1 : 0) + 0.3 * place + (row === 0 ? noise[unit]! : 0), place };
      }),
    );
    const found = estimateDifference(rows, 0, 1, NONE);
    expect(found?.d).toBeCloseTo(0.1, 2);
    expect(computeHalfWidth(found!, 0.02)).toBeLessThan(0.01);
  });

  it('gains degrees of freedom from other complete configurations, and ignores incomplete ones', () => {
    const rows = [0.1, 0, 0.02, -0.03].map((level, row) =>
      HOURS.map((hour, at) => hour + level + 0.01 * ((row + at) % 3)),
    );
    const alone = estimateDifference(makeTable(rows[0]!, rows[1]!), 0, 1, NONE);
    const among = estimateDifference(makeTable(...rows), 0, 1, NONE);
    expect(among?.freedom).toBeGreaterThan(alone?.freedom ?? Infinity);
    const gaps = rows.map((row, nth) => (nth < 2 ? row : row.map((log, at) => (at === 0 ? null : log))));
    expect(estimateDifference(makeTable(...gaps), 0, 1, NONE)).toEqual(alone);
  });

  it('returns null with two common units, and assumes a spread of hours when one always comes first', () => {
    expect(estimateDifference(makeTable([0, 0, null], [0, 0, 0]), 0, 1, NONE)).toBeNull();
    const rows: UnitTable = [0, 1].map((place) => [0, 1, 2].map((unit) => ({ log: place + 0.01 * unit, place })));
    const assumed = { instance: 0.005, hour: 0.005 };
    expect(estimateDifference(rows, 0, 1, assumed)?.assumed).toEqual(assumed);
    expect(estimateDifference(makeTable([0, 0.1, 0], [1, 1, 1]), 0, 1, assumed)?.assumed).toEqual({
      instance: 0.005,
      hour: 0,
    });
  });
});

it('compares all trials when no unit is common, and assumes a spread of hours', () => {
  const rows: UnitTable = [0, 1].map((row) =>
    [0, 1, 2, 3, 4, 5].map((unit) => (Math.floor(unit / 3) === row ? { log: row + 0.01 * unit, place: 0 } : null)),
  );
  const found = estimateDifference(rows, 1, 0, { instance: 0, hour: 0.005 });
  expect(found).toMatchObject({ common: 0, assumed: { hour: 0.005 } });
  expect(found?.d).toBeCloseTo(1.03, 10);
  expect(estimateDifference([rows[0]!.slice(1), rows[1]!.slice(1)], 1, 0, NONE)).toBeNull();
});

it('combines measured error and assumed spread by the root of the sum of squares', () => {
  const found = { d: 0.1, error: 0.02, freedom: 4, common: 6, assumed: { instance: 0.005, hour: 0 } };
  const measured = studentT(0.98, 4) * 0.02;
  expect(computeHalfWidth({ ...found, assumed: NONE }, 0.02)).toBeCloseTo(measured, 12);
  expect(computeHalfWidth(found, 0.02)).toBeCloseTo(Math.hypot(measured, 2.053749 * Math.sqrt(0.005)), 6);
});
