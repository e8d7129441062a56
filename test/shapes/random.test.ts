import { makeRandom, shuffle, makeStreams } from '../../lib/shapes/random';

describe('makeRandom', () => {
  it('returns the same numbers for the same seed, and different ones for another seed', () => {
    const first = makeRandom('a');
    const again = makeRandom('a');
    const other = makeRandom('b');
    const numbers = Array.from({ length: 5 }, first);
    expect(Array.from({ length: 5 }, again)).toEqual(numbers);
    expect(Array.from({ length: 5 }, other)).not.toEqual(numbers);
  });

  it('draws numbers evenly from [0, 1)', () => {
    const random = makeRandom('spread');
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

describe('makeStreams', () => {
  const five = (random: () => number): number[] => Array.from({ length: 5 }, random);

  it('returns the same stream for a name, and different streams for other names and seeds', () => {
    const streams = makeStreams('a');
    const numbers = five(streams('client-0'));
    expect(five(streams('client-0'))).toEqual(numbers);
    expect(five(makeStreams('a')('client-0'))).toEqual(numbers);
    expect(five(streams('client-1'))).not.toEqual(numbers);
    expect(five(makeStreams('b')('client-0'))).not.toEqual(numbers);
  });

  it('draws numbers evenly from [0, 1) across similar names', () => {
    const streams = makeStreams('hosts');
    const buckets = Array<number>(10).fill(0);
    for (let host = 0; host < 20_000; host += 1) {
      const bucket = Math.floor(streams(`client-${host}`)() * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    // Five standard deviations of a bucket of 20,000 draws.
    for (const count of buckets) expect(Math.abs(count - 2000)).toBeLessThan(5 * Math.sqrt(1800));
  });
});

describe('shuffle', () => {
  it('keeps all items, and leaves the input list unchanged', () => {
    const items = [1, 2, 3, 4, 5];
    expect(shuffle(items, makeRandom('x')).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(items).toEqual([1, 2, 3, 4, 5]);
    expect(shuffle([], makeRandom('x'))).toEqual([]);
  });

  it('produces every order equally often', () => {
    const random = makeRandom('orders');
    const counts = new Map<string, number>();
    for (let n = 0; n < 60_000; n += 1) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values())
      expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(60_000 * (1 / 6) * (5 / 6)));
  });
});
