import { makeRandom } from '../../lib/shapes/random';
import type { Series } from '../../lib/shapes/series';
import { judgeSteadiness } from '../../lib/workloads/steadiness';
import { makeSeries } from './steady-series';

const codes = (...all: readonly Series[]): string[] => judgeSteadiness({ series: all }).map(({ code }) => code);
const seconds = (count: number, rate: (second: number) => number): number[] =>
  Array.from({ length: count }, (_, second) => rate(second));

describe('judgeSteadiness', () => {
  it.each([
    [
      '2 of 60 s',
      seconds(60, (at) => (at === 20 || at === 21 ? 0 : 10_000)),
      'in 2 steps of 1 s, the first after 20 s',
    ],
    [
      '60 of 1800 s',
      seconds(1800, (at) => (at >= 900 && at < 960 ? 0 : 500)),
      'in 60 steps of 1 s, the first after 900',
    ],
  ])('returns Unsteady when nothing moved for %s', (_, values, text) => {
    const [reason, ...others] = judgeSteadiness({ series: [makeSeries(values)] });
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ code: 'Unsteady', text: expect.stringContaining(text) });
  });

  it('accepts a rate of 0 in the first and last second, and finds no outage in few random operations', () => {
    expect(codes(makeSeries(seconds(60, (at) => (at === 0 || at === 59 ? 0 : 100))))).toEqual([]);
    const random = makeRandom('few');
    const drawCount = (): number =>
      Array.from({ length: 100 }, () => Number(random() < 0.05)).reduce((a, b) => a + b, 0);
    const bytes = { metric: 'bandwidth', unit: 'bytes/s' as const };
    const texts = Array.from({ length: 20 }, () =>
      judgeSteadiness({
        series: [
          makeSeries(
            seconds(60, () => 1_048_576 * drawCount()),
            bytes,
          ),
        ],
      }).map(({ text }) => text),
    );
    expect(texts.join()).not.toMatch(/alternated|was 0/);
  });

  it.each([
    [600, 60, 2000],
    [60, 5, 3000],
    [100, 12, 1000],
  ])('returns Unsteady with the last level when, of %i s at 10,000, the last %i s are at %i', (length, last, level) => {
    const [reason] = judgeSteadiness({
      series: [makeSeries(seconds(length, (at) => (at < length - last ? 10_000 : level)))],
    });
    const mean = (10_000 * (length - last) + level * last) / length;
    expect(reason).toMatchObject({ code: 'Unsteady', lowerLevel: expect.closeTo(level / mean, 9) as number });
    expect(reason?.text).toContain(`last level ${level.toLocaleString('en-US')}`);
  });
});
