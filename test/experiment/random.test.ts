import { randomFrom, shuffled } from '../../lib/experiment/random';

describe('randomFrom', () => {
  it('gives the same numbers for the same seed, others for another', () => {
    const first = randomFrom('a');
    const again = randomFrom('a');
    const other = randomFrom('b');
    const numbers = Array.from({ length: 5 }, first);
    expect(Array.from({ length: 5 }, again)).toEqual(numbers);
    expect(Array.from({ length: 5 }, other)).not.toEqual(numbers);
  });

  it('spreads evenly over [0, 1)', () => {
    const random = randomFrom('spread');
    const buckets = Array<number>(10).fill(0);
    for (let n = 0; n < 100_000; n += 1) {
      const bucket = Math.floor(random() * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    expect(buckets).toHaveLength(10);
    // Five standard deviations of a bucket of 100,000 draws.
    for (const count of buckets) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(9000));
  });
});

describe('shuffled', () => {
  it('keeps all items, and does not touch the list', () => {
    const items = [1, 2, 3, 4, 5];
    expect(shuffled(items, randomFrom('x')).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(items).toEqual([1, 2, 3, 4, 5]);
    expect(shuffled([], randomFrom('x'))).toEqual([]);
  });

  it('makes every order equally often', () => {
    const random = randomFrom('orders');
    const counts = new Map<string, number>();
    for (let n = 0; n < 60_000; n += 1) {
      const order = shuffled(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values())
      expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(60_000 * (1 / 6) * (5 / 6)));
  });
});
