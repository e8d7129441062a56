import type { Decide } from '../../../lib/shapes/decide';
import type { GivenLoad } from '../../../lib/shapes/metric';
import { statisticsOf } from '../../../lib/results/statistics/statistics';
import { type Entry, FOLDERS, type Turn } from '../../../checks/statistics/contest';
import { answer } from './answers';

const LOAD: GivenLoad = { metric: 'iops', rate: 8000, least: 0.95, by: 'rate' };
/** Five latencies about a middle; of the first so many is known only that they are no lower. */
const latencies = (middle: number, floors: number): readonly Turn[] =>
  [0.98, 0.99, 1, 1.01, 1.02].map((one, at) => ({ value: middle * one, ...(at < floors ? { floor: true } : {}) }));
const cell = (name: string, usdPerHour: number, turns: readonly Turn[]): Entry => ({
  name,
  usdPerHour,
  turns,
  unit: 'us',
});

/** A question of latencies, of cells that made so many I/Os a second in each trial. */
const of = (how: Partial<Decide>, made: Readonly<Record<string, readonly number[]>>, ...entries: readonly Entry[]) =>
  answer({ prefer: 'cheapest', ...how }, entries, FOLDERS, (one) => ({
    ...one,
    load: LOAD,
    measures: one.measures.flatMap((measure) => {
      const values = measure.values.map((value, at) => ({ ...value, value: made[one.label]?.[at] ?? 0 }));
      const statistics = statisticsOf(values.map(({ value }) => ({ value, block: 1 })));
      return [measure, { ...measure, metric: 'iops', operation: 'read', unit: 'ops/s' as const, values, statistics }];
    }),
  }));
const SHORT = [3060, 3075, 3070, 3055, 3080];
const KEPT = [8000, 7990, 8000, 8000, 7995];
const LIMIT = { atMost: 20_000 };

describe('a cell below the rate that was asked of it', () => {
  it('misses a limit of latencies, however low these are, and the next by price is the answer', () => {
    const small = cell('small', 1, latencies(1000, 5));
    const found = of(LIMIT, { small: SHORT, large: KEPT }, small, cell('large', 2, latencies(1500, 0)));
    expect(found).toMatchObject({ status: 'decided', met: 'yes', open: [], winner: { cell: 'cell-large' } });
    expect(found.text).toContain('small does not reach the given rate of 8.00k ops/s: 3.07k ops/s at $1.00 an hour.');
    expect(found.notes).toContain(
      'Only lower bounds are known of 5 trials of small, as I/Os waited to begin, which no latency has: they may ' +
        'miss a limit, and keep to none; nothing is called better because of them.',
    );
  });

  it('is no answer by itself', () => {
    const found = of(LIMIT, { small: SHORT }, cell('small', 1, latencies(1000, 5)));
    expect(found).toMatchObject({ status: 'none-qualifies', met: 'no' });
    expect(found.text).toContain('misses the given rate of 8.00k ops/s: 3.07k ops/s');
  });

  it('does not compete where the lowest latency is asked for', () => {
    const small = cell('small', 1, latencies(1000, 5));
    const large = cell('large', 2, latencies(1500, 0));
    const found = of({ prefer: 'lowest' }, { small: SHORT, large: KEPT }, small, large);
    expect(found).toMatchObject({ status: 'decided', winner: { cell: 'cell-large', qualifies: null } });
    expect(found.text).toContain('small does not reach the given rate of 8.00k ops/s: 3.07k ops/s');
    const alone = of({ prefer: 'lowest' }, { small: SHORT }, small);
    expect(alone.text).toMatch(/^Nothing reaches the rate that it was loaded at/);
  });

  it('keeps the answer open where only some of its trials were below it', () => {
    const made = { small: [6000, 8000, 8000, 7900, 8000], large: KEPT };
    const found = of(LIMIT, made, cell('small', 1, latencies(1000, 1)), cell('large', 2, latencies(1500, 0)));
    expect(found).toMatchObject({ status: 'open', open: ['cell-small'] });
  });
});

describe('lower bounds of latencies at a rate that was reached', () => {
  const made = { small: KEPT, large: KEPT };

  it('keep to no limit, and may miss one', () => {
    const large = cell('large', 2, latencies(1500, 0));
    expect(of(LIMIT, made, cell('small', 1, latencies(1000, 2)), large)).toMatchObject({
      status: 'open',
      open: ['cell-small'],
      winner: { cell: 'cell-large' },
    });
    expect(of(LIMIT, made, cell('small', 1, latencies(90_000, 2)), large)).toMatchObject({ status: 'decided' });
  });

  it('make nothing better, and may be worse', () => {
    const how = { prefer: 'lowest' } as const;
    const large = cell('large', 2, latencies(1500, 0));
    const better = of(how, made, cell('small', 1, latencies(1000, 2)), large);
    expect(better).toMatchObject({ status: 'close', compared: [{ doubt: 'selected' }] });
    expect(better.text).toContain('of 2 trials of small only lower bounds are known');
    expect(of(how, made, cell('small', 1, latencies(3000, 2)), large)).toMatchObject({
      status: 'decided',
      winner: { cell: 'cell-large' },
    });
  });
});

it('asks nothing of a rate where no latency is a lower bound, or where jobs pause', () => {
  const small = cell('small', 1, latencies(1000, 0));
  expect(of(LIMIT, { small: SHORT }, small).ranking[0]?.givenRate).toBeUndefined();
});
