import { METRICS } from '../../../lib/workloads/fio/metrics';
import type { Answer } from '../../../lib/results/answer/answer';
import type { Candidate } from '../../../lib/results/answer/contender';
import { answerOf } from '../../../lib/results/answer/decision';
import type { Decide } from '../../../lib/shapes/decide';
import { APART, contest, COPIES, decide, type Entry, FOLDERS, type How, turns } from '../contest';

const FACTORS = ['target', 'bs'];
const MB = 1e6;

/** Values about a mean of so many MB/s, each by so much more than the one before. */
function about(mean: number, by = 0.02, n = 3): Entry['turns'] {
  return turns(Array.from({ length: n }, (_, index) => mean * MB * Math.exp(by * (index - (n - 1) / 2))));
}

function answer(
  how: Partial<Decide>,
  entries: readonly Entry[],
  place: How = FOLDERS,
  change: (candidate: Candidate) => Candidate = (one) => one,
): Answer {
  const [candidates, circumstances] = contest(entries, place);
  return answerOf(decide(how), candidates.map(change), FACTORS, METRICS, circumstances);
}

const SLOW: Entry = { name: '2GBps', turns: about(884), usdPerHour: 9.1 };
const FAST: Entry = { name: '4GBps', turns: about(1338), usdPerHour: 14.2 };

describe('the best', () => {
  it('is decided where it beats every rival, and the ratio stands with its interval', () => {
    const found = answer({}, [SLOW, FAST], COPIES);
    expect(found).toMatchObject({ status: 'decided', met: 'yes', tied: [], open: [] });
    expect(found.winner).toMatchObject({ cell: 'cell-4GBps', n: 3, interval: { level: 0.95, method: 'log-normal' } });
    expect(found.text).toBe(
      'This copy of 4GBps has the highest median bandwidth: 1.34 GB/s (95 % interval 1.27–1.41, n = 3) at $14.20 an ' +
        'hour. It was 1.51 times (1.45–1.58) this copy of 2GBps: 884 MB/s (95 % interval 841–929, n = 3) at $9.10 an ' +
        'hour; how much copies differ is not known.',
    );
  });

  it('says nothing of copies where there are none, or all was measured on one', () => {
    const bare = [SLOW, FAST].map((entry) => ({ ...entry, usdPerHour: 0 }));
    expect(answer({}, bare).text).toBe(
      '4GBps has the highest median bandwidth: 1.34 GB/s (95 % interval 1.27–1.41, n = 3). It was 1.51 times ' +
        '(1.45–1.58) 2GBps: 884 MB/s (95 % interval 841–929, n = 3).',
    );
    const one = answer(
      {},
      bare.map((entry) => ({ ...entry, copy: 'c1' })),
      COPIES,
    );
    expect(one.text).not.toContain('copy');
    expect(one.notes.join()).toContain('All of it was measured on one copy');
  });

  it('is the lowest where that is asked', () => {
    const a: Entry = { name: 'a', turns: turns([100, 110, 105]), unit: 'us' };
    const b: Entry = { name: 'b', turns: turns([500, 550, 540]), unit: 'us' };
    const found = answer({ prefer: 'lowest' }, [b, a]);
    expect(found.winner?.cell).toBe('cell-a');
    expect(found.text).toContain('b was 5.05 times (4.51–5.64) that: 540 µs');
  });

  it('is close where chance may do it, and says what so few tell apart', () => {
    const found = answer({}, [
      { name: 'a', turns: about(105, 0.05) },
      { name: 'b', turns: about(100, 0.05) },
      { name: 'c', turns: about(99, 0.05) },
      { name: 'd', turns: about(3, 0.05) },
    ]);
    expect(found).toMatchObject({ status: 'close', met: 'open', tied: ['cell-b', 'cell-c'], moreBlocks: false });
    expect(found.text).toContain('a and b cannot be told apart in median bandwidth: 105 MB/s');
    expect(found.text).toContain('a was 1.05 times (0.937–1.18) b. 1 more cannot be told from it either.');
    // s = 0.05: the figures of resolution.test.
    expect(found.text).toMatch(/3 replicates tell 16 % apart; 10: 6\.8 %; telling these takes about 18 replicates, if/);
    expect(found.unitsNeeded).toBe(18);
  });

  it('admits that no reasonable number would do', () => {
    const [a, b]: Entry[] = [
      { name: 'a', turns: about(100.1, 0.1) },
      { name: 'b', turns: about(100, 0.1) },
    ];
    const found = answer({}, [a!, b!]);
    expect(found.unitsNeeded).toBeNull();
    expect(found.text).toContain('not even 100 would be likely to tell these');
  });

  it('is equal where the difference surely does not matter', () => {
    const entries = [100.5, 100, 50].map(
      (mean, index): Entry => ({ name: 'abc'[index]!, turns: about(mean, 0.001, 5) }),
    );
    const found = answer({}, entries);
    expect(found).toMatchObject({ status: 'equal', met: 'yes', tied: ['cell-b'], winner: { cell: 'cell-a' } });
    expect(found.text).toContain('a and b are equal in median bandwidth to within 2 %: 101 MB/s');
    expect(answer({ margin: 0.004 }, entries).status).toBe('decided');
    expect(answer({ margin: 0.006 }, entries).status).toBe('close');
  });

  it('could be the copy, or the hour too, where it is little', () => {
    const entries: Entry[] = [
      { name: 'a', turns: about(105, 0.01) },
      { name: 'b', turns: about(100, 0.01) },
    ];
    const interleaved = answer({}, entries, COPIES);
    expect(interleaved).toMatchObject({ status: 'close', met: 'open', moreBlocks: true, unitsNeeded: null });
    expect(interleaved.text).toContain(
      'This copy of a was 1.05 times (1.03–1.07) this copy of b in median bandwidth, ',
    );
    expect(interleaved.text).toContain(': that could be the copy; add blocks.');
    const apart = answer({}, entries, APART);
    expect(apart.text).toContain('that could be the copy, the fleet or the hour; add blocks.');
    const folders = answer({}, entries, { comparison: 'sequential', made: false });
    expect(folders.text).toContain('a was 1.05 times');
    expect(folders.text).toContain('that could be the hour, since they were measured one after the other.');
    expect(answer({}, entries, FOLDERS).status).toBe('decided');
  });

  it('counts fresh copies, not trials, where there are several blocks', () => {
    const blocks = (means: readonly number[]): Entry['turns'] =>
      means.flatMap((mean, index) => about(mean, 0.001, 5).map((turn) => ({ ...turn, block: index + 1 })));
    const found = answer({}, [
      { name: 'a', turns: blocks([110, 100]) },
      { name: 'b', turns: blocks([90, 92]) },
    ]);
    expect(found).toMatchObject({ status: 'close', resolution: { unit: 'block', n: 2 }, moreBlocks: true });
    expect(found.text).toContain('n = 10 in 2 blocks');
    expect(found.text).toContain('2 blocks tell');
  });

  it('does not decide over the head of what was not measured', () => {
    const lost: Entry = { name: 'c', turns: [{ value: 1, out: 'CopyFailed' }] };
    const found = answer({}, [SLOW, FAST, lost]);
    expect(found).toMatchObject({ status: 'close', met: 'open', open: ['cell-c'], winner: { cell: 'cell-4GBps' } });
    expect(found.text).toContain('That holds of what was measured: nothing is known of c (no trial of it counts).');
    const single = answer({}, [SLOW, FAST, { name: 'c', turns: about(5, 0, 1) }]);
    expect(single).toMatchObject({ status: 'close', tied: ['cell-c'] });
    expect(single.text).toContain('too few replicates of c count to compare them');
  });

  it('passes over what is not feasible, and workloads that never give the metric', () => {
    const entries = [SLOW, FAST, { name: 'c', turns: [{ value: 1, out: 'TooLarge' }] }];
    const [candidates, circumstances] = contest(entries, FOLDERS);
    const trials = new Map(
      [...circumstances.trials].map(([key, one]) => [
        key,
        one.cell === 'cell-c' ? { ...one, verdict: 'INFEASIBLE' as const } : one,
      ]),
    );
    const infeasible = answerOf(decide(), candidates, FACTORS, METRICS, { ...circumstances, trials });
    expect(infeasible).toMatchObject({ status: 'decided', leftOut: [{ why: 'it is not feasible', open: false }] });
    const other = answer({}, [SLOW, FAST, { name: 'c', turns: about(1) }], FOLDERS, (one) =>
      one.label === 'c'
        ? { ...one, workload: 'tree', measures: one.measures.map((measure) => ({ ...measure, metric: 'files' })) }
        : { ...one, workload: 'fio' },
    );
    expect(other).toMatchObject({ status: 'decided', leftOut: [{ why: 'no trial measured bandwidth', open: false }] });
  });
});

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
      'This copy of 4GBps is the cheapest that reaches 1.20 GB/s in median bandwidth: 1.34 GB/s (95 % interval ' +
        '1.27–1.41, n = 3) at $14.20 an hour. 8GBps reaches it too: 3.00 GB/s (95 % interval 2.85–3.15, n = 3) at ' +
        '$20.00 an hour. 2GBps does not reach it: 884 MB/s (95 % interval 841–929, n = 3) at $9.10 an hour.',
    );
  });

  it('are open where something cheaper may reach them', () => {
    const found = answer(how, [of('A', 252, 1), of('B', 500, 5), of('C', 100, 0.5)], COPIES);
    expect(found).toMatchObject({ status: 'open', met: 'open', open: ['cell-A'], winner: { cell: 'cell-B' } });
    expect(found.text).toBe(
      'Which is the cheapest that reaches 250 MB/s in median bandwidth is open: this copy of A at $1.00 an hour may, ' +
        'with 252 MB/s (95 % interval 240–265, n = 3). This copy of B surely reaches it: 500 MB/s (95 % interval ' +
        '476–525, n = 3) at $5.00 an hour. C does not reach it: 100 MB/s (95 % interval 95.2–105, n = 3) at $0.50 an ' +
        'hour. About 41 replicates of A would tell, if the spread stays.',
    );
  });

  it('are not open for what is dearer, nor for what costs the same to four digits', () => {
    expect(answer(how, [of('A', 252, 6), of('B', 500, 5)])).toMatchObject({ status: 'decided', open: [] });
    const same = answer(how, [of('A', 252, 4.99999), of('B', 500, 5)]);
    expect(same).toMatchObject({ status: 'decided', winner: { cell: 'cell-B' } });
    expect(same.text).toContain('A may reach it: 252 MB/s');
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
      'Nothing reaches 2.50 GB/s in median bandwidth: the nearest, this copy of 4GBps, has 1.34 GB/s (95 % interval ' +
        '1.27–1.41, n = 3) at $14.20 an hour.',
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
    expect(missed.text).toContain('Nothing stays at or below 50.0 µs in median bandwidth: the nearest, near, has');
    const met = answer({ atMost: 100, prefer: 'cheapest' }, [far, near]);
    expect(met.text).toContain('near stays at or below 100 µs in median bandwidth: 61.0 µs');
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

it('says what was left out, of how many and why', () => {
  const out = ['CacheServed', 'NotClosed', 'CacheServed'].map((code) => ({ value: 1, out: code }));
  const found = answer({}, [{ ...SLOW, turns: [...SLOW.turns, ...out] }, FAST]);
  expect(found.text).toMatch(/Left out: 3 of 6 trials of 2GBps \(CacheServed, NotClosed\)\.$/);
});

describe('what is provisioned', () => {
  const provisioned: Readonly<Record<string, number>> = { small: 150 * MB, large: 1300 * MB };
  const of = (how: Partial<Decide>) =>
    answer(
      how,
      [
        { name: 'small', turns: about(884), usdPerHour: 1.1 },
        { name: 'large', turns: about(1338), usdPerHour: 1.4 },
      ],
      COPIES,
      (one) => ({
        ...one,
        storageUsdPerHour: (one.usdPerHour ?? 0) - 0.9,
        measures: one.measures.map((measure) => ({
          ...measure,
          provisioned: provisioned[one.label]!,
          ofProvisioned: measure.statistics!.median / provisioned[one.label]!,
        })),
      }),
    );

  it('does not change who wins, and says that it is by burst only', () => {
    const found = of({ atLeast: 250 * MB, prefer: 'cheapest' });
    expect(found).toMatchObject({
      status: 'decided',
      winner: { cell: 'cell-small', ofProvisioned: 884 / 150 },
      caveats: [{ code: 'AboveProvisioned' }, { code: 'GoalAboveProvisioned', instead: 'cell-large' }],
    });
    expect(found.text).toMatch(
      /^This copy of small is the cheapest that reaches 250 MB\/s in median bandwidth, but only by burst: .*, 5\.89 times the 150 MB\/s provisioned\. Within what is provisioned the cheapest is large at \$1\.40/,
    );
  });

  it('is said before who is next', () => {
    expect(of({}).text).not.toContain('provisioned');
    const low = of({ atLeast: 100 * MB, prefer: 'cheapest' }).text;
    expect(low).toMatch(/\. It measured 5\.89 times .* gets less\. large reaches it too: /);
  });
});
