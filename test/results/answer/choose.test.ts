import type { Decide } from '../../../lib/shapes/decide';
import { about, answer, FAST, MB, SLOW } from './answers';
import { COPIES, type Entry, FOLDERS, turns } from '../../../checks/statistics/contest';

describe('limits', () => {
  const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;
  const of = (name: string, mean: number, usdPerHour: number | null): Entry => ({
    name,
    turns: about(mean),
    usdPerHour,
  });

  it('take the cheapest that surely reaches them, and say how the others stand', () => {
    const found = answer({ ...how, atLeast: 1200 * MB }, [SLOW, of('8GBps', 3000, 20), FAST], COPIES);
    expect(found).toMatchObject({ status: 'decided', met: 'yes', winner: { cell: 'cell-4GBps', qualifies: 'yes' } });
    expect(found.text).toBe(
      'This copy of 4GBps is the cheapest that reaches 1.20 GB/s in median bandwidth in this hour: 1.34 GB/s (at ' +
        'least 1.29 at 95 %, n = 3) at $14.20 an hour. This copy of 2GBps does not reach it: 884 MB/s (at most ' +
        '914 at 95 %, n = 3) at $9.10 an hour. This copy of 8GBps reaches it too: 3.00 GB/s (at least 2.90 at 95 %, ' +
        'n = 3) at $20.00 an hour.',
    );
  });

  it('name losers before those that would do as well, and only count many of these', () => {
    const others = ['B', 'C', 'D', 'E'].map((name) => of(name, 500, 5));
    const found = answer(how, [of('A', 300, 1), ...others, of('F', 100, 1)]);
    expect(found.text).toContain(' F does not reach it: 100 MB/s (');
    expect(found.text).toMatch(/ at \$1\.00 an hour\. 4 more reach it too\.$/);
  });

  it('are open where something cheaper may reach them', () => {
    const found = answer(how, [of('A', 252, 1), of('B', 500, 5), of('C', 100, 0.5)], COPIES);
    expect(found).toMatchObject({ status: 'open', met: 'open', open: ['cell-A'], winner: { cell: 'cell-B' } });
    expect(found.text).toBe(
      'Which is the cheapest that reaches 250 MB/s in median bandwidth is open: this copy of A at $1.00 an hour may, ' +
        'with 252 MB/s (244 to 261 at 95 % each, n = 3). This copy of B reaches it in this hour: 500 MB/s (at least ' +
        '483 at 95 %, n = 3) at $5.00 an hour. This copy of C does not reach it: 100 MB/s (at most 103 at 95 %, ' +
        'n = 3) at $0.50 an hour. About 41 replicates of A would tell, if the spread stays.',
    );
  });

  it('are not open for what is dearer, nor for what costs the same to four digits', () => {
    expect(answer(how, [of('A', 252, 6), of('B', 500, 5)])).toMatchObject({ status: 'decided', open: [] });
    const same = answer(how, [of('A', 252, 4.99999), of('B', 500, 5)]);
    expect(same).toMatchObject({ status: 'decided', winner: { cell: 'cell-B' } });
    expect(same.text).toContain('A may reach it: 252 MB/s');
  });

  it('have to be the more surely kept to, the more of one price there are to choose from', () => {
    // Deviation 0.02, n = 3: half of the one-sided interval is 3.4 % for one, 14 % among eight.
    const others = 'B C D E F G H'.split(' ');
    const A = of('A', 265, 5);
    expect(answer(how, [A])).toMatchObject({ status: 'decided', winner: { among: 1 } });
    expect(answer(how, [A, ...others.map((name) => of(name, 265, 5))])).toMatchObject({
      status: 'open',
      met: 'open',
      winner: null,
    });
    // What surely misses it, and what costs something else, is no further try.
    const missing = others.map((name) => of(name, 100, 5));
    expect(answer(how, [A, ...missing])).toMatchObject({ status: 'decided', winner: { among: 1 } });
    const dearer = others.map((name) => of(name, 265, 6));
    expect(answer(how, [A, ...dearer])).toMatchObject({ status: 'decided', winner: { among: 1 } });
    // With the highest wanted all are tried.
    const high = answer({ ...how, prefer: 'highest' }, [of('A', 270, 5), ...dearer]);
    expect(high.ranking.map(({ among }) => among)).toEqual(Array.from({ length: 8 }, () => 8));
    expect(high).toMatchObject({ status: 'open', winner: null });
  });

  it('are kept to by a cheapest where several of its price do, and none is surely better', () => {
    const found = answer(how, [of('A', 500, 5), of('B', 501, 5), of('C', 900, 9)]);
    expect(found).toMatchObject({ status: 'decided', winner: { cell: 'cell-B' }, tied: ['cell-A'] });
    expect(found.text).toMatch(/^B is a cheapest that reaches 250 MB\/s in median bandwidth in this hour: 501 MB\/s/);
    const better = answer(how, [of('A', 500, 5), of('B', 700, 5), of('C', 900, 9)]);
    expect(better).toMatchObject({ winner: { cell: 'cell-B' }, tied: [], compared: [{ result: 'apart' }] });
    expect(better.text).toMatch(/^B is the cheapest that reaches/);
  });

  it('are not surely kept to, nor missed, by what is left of a selection', () => {
    const left = (lost: 'slow' | 'quick') => ({ value: 1, out: 'Reason', lost });
    const slow: Entry = { ...of('A', 500, 1), turns: [...about(500), left('slow'), left('slow')] };
    const found = answer(how, [slow, of('B', 500, 5)]);
    expect(found).toMatchObject({ status: 'open', open: ['cell-A'], unitsNeeded: null, winner: { cell: 'cell-B' } });
    expect(found.ranking[0]).toMatchObject({ lost: { slow: 2, quick: 0, floors: 0 }, limit: 'yes', qualifies: 'open' });
    expect(found.notes).toContain(
      'Trials, or attempts of them, were left out for how they came out: 2 of A (slow, failed, or without a value). ' +
        'What is left is a selection: nothing is called better because of it.',
    );
    const quick: Entry = { ...of('A', 100, 1), turns: [...about(100), left('quick')] };
    expect(answer(how, [quick])).toMatchObject({ status: 'open', met: 'open' });
    const missed: Entry = { ...slow, turns: [...about(100), left('slow')] };
    expect(answer(how, [missed])).toMatchObject({ status: 'none-qualifies', met: 'no' });
  });

  it('are held against the mean where that is asked, not against the middle of values that scatter by factors', () => {
    // Deviation 0.5: the middle lies at 100, the mean by 13 % higher.
    const wide: Entry = { name: 'wide', turns: about(100, 0.5, 5), usdPerHour: 1 };
    const below = { atMost: 300 * MB, prefer: 'cheapest' } as const;
    expect(answer({ ...below, statistic: 'typical' }, [wide])).toMatchObject({ met: 'yes' });
    expect(answer({ ...below, statistic: 'mean' }, [wide])).toMatchObject({ met: 'open' });
  });

  it('are open for a cheaper cell with fewer than two trials, and for one without any', () => {
    const single = answer(how, [{ ...of('A', 900, 1), turns: about(900, 0, 1) }, of('B', 500, 5)]);
    expect(single).toMatchObject({ status: 'open', open: ['cell-A'] });
    const none = answer(how, [{ ...of('A', 900, 1), turns: [{ value: 1, out: 'HostLost' }] }, of('B', 500, 5)]);
    expect(none).toMatchObject({ status: 'open', open: ['cell-A'] });
    expect(none.text).toContain('A at $1.00 an hour is not known (no trial of it counts)');
    expect(none.text).toContain('Left out: 1 of 1 trial of A (HostLost).');
  });

  it('are open where a price is not known, and prefer nothing else for it', () => {
    const found = answer(how, [of('A', 300, null), of('B', 500, 5)], COPIES);
    expect(found).toMatchObject({ status: 'open', prefer: 'cheapest', open: ['cell-A'], winner: { cell: 'cell-B' } });
    expect(found.text).toContain('this copy of A, whose price is not known, with 300 MB/s');
    // A loser's price does not matter.
    expect(answer(how, [of('A', 100, null), of('B', 500, 5)])).toMatchObject({ status: 'decided', met: 'yes' });
    expect(answer(how, [of('A', 300, null)])).toMatchObject({ status: 'decided' });
    expect(answer(how, [of('A', 300, null), of('B', 400, null)])).toMatchObject({ status: 'open' });
  });

  it('are met by nothing only where everything surely misses them', () => {
    const none = answer({ ...how, atLeast: 2500 * MB }, [SLOW, FAST], COPIES);
    expect(none).toMatchObject({ status: 'none-qualifies', met: 'no', winner: null });
    expect(none.text).toBe(
      'Nothing reaches 2.50 GB/s in median bandwidth in this hour: the nearest, this copy of 4GBps, has 1.34 GB/s ' +
        '(at most 1.38 at 95 %, n = 3) at $14.20 an hour.',
    );
    const may = answer({ ...how, atLeast: 1340 * MB }, [SLOW, FAST]);
    expect(may).toMatchObject({ status: 'open', met: 'open', winner: null });
    expect(may.text).toContain('Whether 4GBps reaches 1.34 GB/s in median bandwidth is open: 1.34 GB/s');
    const lost = answer({ ...how, atLeast: 2500 * MB }, [SLOW, { name: 'c', turns: [{ value: 1, out: 'HostLost' }] }]);
    expect(lost).toMatchObject({ status: 'open', met: 'open' });
  });

  it('keep from above too', () => {
    const near: Entry = { name: 'near', turns: turns([60, 61, 62]), unit: 'us' };
    const far: Entry = { name: 'far', turns: turns([300, 310, 320]), unit: 'us' };
    const missed = answer({ atMost: 50, prefer: 'cheapest' }, [far, near]);
    expect(missed.text).toContain(
      'Nothing stays at or below 50.0 µs in median bandwidth in this hour: the nearest, near, has 61.0 µs (at least',
    );
    const met = answer({ atMost: 100, prefer: 'cheapest' }, [far, near]);
    expect(met.text).toContain('near stays at or below 100 µs in median bandwidth in this hour: 61.0 µs (at most');
    expect(met.text).toContain('far does not keep to it: 310 µs');
  });

  it('with the highest wanted, leave the choice to those that may reach them', () => {
    const high = { atLeast: 250 * MB, prefer: 'highest' } as const;
    expect(answer(high, [of('A', 300, 1), of('B', 500, 5), of('C', 100, 1)])).toMatchObject({
      status: 'decided',
      winner: { cell: 'cell-B' },
    });
    const open = answer(high, [of('A', 252, 1), of('C', 100, 1)]);
    expect(open).toMatchObject({ status: 'open', open: ['cell-A'], winner: null });
  });
});

describe('the cheapest without a limit', () => {
  it('is the best of those that cost least', () => {
    const found = answer({ prefer: 'cheapest' }, [SLOW, FAST, { ...SLOW, name: 'twin', turns: about(500) }]);
    expect(found).toMatchObject({ status: 'decided', winner: { cell: 'cell-2GBps' } });
    expect(found.text).toContain('2GBps is the cheapest (median bandwidth): 884 MB/s');
  });

  it('is the best where all cost the same, and says so', () => {
    const entries = [SLOW, FAST].map((entry) => ({ ...entry, usdPerHour: 0 }));
    const found = answer({ prefer: 'cheapest' }, entries);
    expect(found).toMatchObject({ prefer: 'highest', winner: { cell: 'cell-4GBps' } });
    expect(found.notes.join(' ')).toContain('the highest is preferred instead of the cheapest');
  });

  it('is open where what costs least was measured once', () => {
    const found = answer({ prefer: 'cheapest' }, [SLOW, { ...FAST, usdPerHour: 1, turns: about(1338, 0, 1) }]);
    expect(found).toMatchObject({ status: 'open', met: 'open', winner: null, open: ['cell-4GBps'] });
    expect(found.text).toMatch(
      /^Which is the cheapest in median bandwidth is open: 4GBps at \$1\.00 an hour with 1\.34 GB\/s .*, too few/,
    );
  });

  it('is open where a price is not known', () => {
    const found = answer({ prefer: 'cheapest' }, [SLOW, { ...FAST, usdPerHour: null }]);
    expect(found).toMatchObject({ status: 'open', met: 'open', prefer: 'cheapest', open: ['cell-4GBps'] });
  });
});

describe('too little', () => {
  it('is a single trial of each', () => {
    const found = answer({}, [
      { name: 'a', turns: about(252, 0, 1) },
      { name: 'b', turns: about(400, 0, 1) },
    ]);
    expect(found).toMatchObject({ status: 'too-few', met: 'open', winner: { cell: 'cell-b' } });
    expect(found.text).toMatch(
      /^There is no answer yet: no configuration has two trials that count\. By single trials b/,
    );
  });

  it('is nothing at all', () => {
    const found = answer({}, [{ name: 'a', turns: [] }]);
    expect(found).toMatchObject({ status: 'no-data', met: 'open', winner: null, leftOut: [{ open: true }] });
    expect(found.text).toMatch(/^There is no answer: no configuration that competes has a trial that counts/);
  });

  it('does not choose between operations by itself', () => {
    const one = (change: Partial<Decide>) =>
      answer(change, [{ name: 'a', turns: turns([4, 5, 6]), operation: 'write' }], FOLDERS, (candidate) => ({
        ...candidate,
        measures: [...candidate.measures, ...candidate.measures.map((measure) => ({ ...measure, operation: 'read' }))],
      }));
    expect(one({}).leftOut[0]?.why).toBe('has several operations (write, read): name one in decide.operation');
    expect(one({ operation: 'write' }).text).toMatch(
      /^a, bs 4k: median write bandwidth is 5\.00 B\/s .* compare it with\.$/,
    );
  });

  it('has no number of times anything that is zero', () => {
    const found = answer({}, [SLOW, { name: 'z', turns: turns([0, 0, 0]) }]);
    expect(found).toMatchObject({ status: 'close', leftOut: [{ cell: 'cell-z', open: true }] });
  });
});

it('describes by the least and the most of trials, and decides nothing by them', () => {
  for (const statistic of ['min', 'max'] as const) {
    const found = answer({ statistic }, [SLOW, FAST]);
    expect(found).toMatchObject({ status: 'described', met: null, winner: { cell: 'cell-4GBps', interval: null } });
    expect(found.text).toContain(`The ${statistic} of trials describes them, and nothing is decided by it`);
  }
});

it('lets only the cells compete that `where` names', () => {
  const found = answer({ where: { bs: '4k' } }, [SLOW, FAST, { name: 'x', turns: about(9000) }], FOLDERS, (one) =>
    one.label === 'x' ? { ...one, levels: { target: 'x', bs: '64k' } } : one,
  );
  expect(found.ranking.map(({ label }) => label)).toEqual(['4GBps', '2GBps']);
  expect(found.text).toContain('at bs 4k');
});

it('says which trials count and have no value', () => {
  const without = { value: 1, without: true } as const;
  const found = answer({}, [{ ...FAST, turns: [...FAST.turns, without, without] }, SLOW]);
  expect(found).toMatchObject({ status: 'close', winner: { cell: 'cell-4GBps', n: 3, lost: { slow: 2 } } });
  expect(found.compared[0]).toMatchObject({ doubt: 'selected' });
  expect(found.text).toContain('but there were left out 2 trials of 4GBps as slow, failed, or without a value: what');
  expect(found.text).toMatch(/Left out: 2 of 5 trials of 4GBps \(no bandwidth\)\.$/);
});

it('says what was left out, of how many and why', () => {
  const out = ['CacheServed', 'NotClosed', 'CacheServed'].map((code) => ({ value: 1, out: code }));
  const found = answer({}, [{ ...SLOW, turns: [...SLOW.turns, ...out] }, FAST]);
  expect(found.text).toMatch(/Left out: 3 of 6 trials of 2GBps \(CacheServed, NotClosed\)\.$/);
});
