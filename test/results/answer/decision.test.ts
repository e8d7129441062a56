import { METRICS } from '../../../lib/workloads/fio/metrics';
import type { Decide } from '../../../lib/shapes/decide';
import type { Candidate } from '../../../lib/results/answer/contender';
import { answerOf } from '../../../lib/results/answer/decision';
import type { Measure } from '../../../lib/results/measures';
import type { Unit } from '../../../lib/shapes/observation';
import { statisticsOf } from '../../../lib/results/statistics/statistics';

const FACTORS = ['target', 'bs'];
const decide = (more: Partial<Decide> = {}): Decide => ({
  metric: 'bandwidth',
  statistic: 'median',
  where: {},
  prefer: 'highest',
  ...more,
});

function measure(
  values: readonly number[],
  unit: Unit,
  operation: string | null = null,
  blocks: readonly number[] = [],
): Measure {
  return {
    metric: 'bandwidth',
    operation,
    statistic: 'value',
    unit,
    statistics: statisticsOf(values.map((value, index) => ({ value, block: blocks[index] ?? 1 }))),
    values: values.map((value, index) => ({ trial: `t${index}`, value, counted: true })),
  };
}

function candidate(
  target: string,
  values: readonly number[],
  more: Partial<Candidate> & { unit?: Unit; blocks?: number[] } = {},
): Candidate {
  const { unit = 'bytes/s', blocks, ...rest } = more;
  return {
    cell: `cell-${target}`,
    label: target,
    levels: { target, bs: '4k' },
    usdPerHour: 0,
    measures: [measure(values, unit, null, blocks)],
    ...rest,
  };
}
const answer = (how: Decide, ...candidates: Candidate[]) => answerOf(how, candidates, FACTORS, METRICS);

const MB = 1e6;
const fast = [1301, 1338, 1362].map((value) => value * MB);
const slow = [861, 884, 902].map((value) => value * MB);

describe('highest and lowest', () => {
  it('names the winner, the next, intervals with their level, and the ratio', () => {
    const found = answer(decide(), candidate('2GBps', slow), candidate('4GBps', fast));
    expect(found).toMatchObject({ status: 'decided', met: true, tied: [], moreReplicates: null });
    expect(found.winner).toMatchObject({ cell: 'cell-4GBps', value: 1338 * MB, n: 3, interval: { level: 0.75 } });
    expect(found.runnerUp?.cell).toBe('cell-2GBps');
    expect(found.text).toBe(
      '4GBps has the highest median bandwidth: 1.34 GB/s (75 % interval 1.30–1.36, n = 3). ' +
        'That is 1.51 times the value of 2GBps: 884 MB/s (75 % interval 861–902, n = 3).',
    );
  });

  it('prefers the lowest where that is asked', () => {
    const a = candidate('a', [100, 110, 120], { unit: 'us' });
    const b = candidate('b', [500, 550, 560], { unit: 'us' });
    const found = answer(decide({ prefer: 'lowest' }), b, a);
    expect(found.winner?.cell).toBe('cell-a');
    expect(found.text).toContain('b has 5.00 times that: 550 µs');
  });

  it('takes the statistic that is asked, without an interval for extremes', () => {
    const a = candidate('a', [100, 200, 300]);
    const b = candidate('b', [150, 160, 170]);
    expect(answer(decide({ statistic: 'min' }), a, b).winner).toMatchObject({
      cell: 'cell-b',
      value: 150,
      interval: null,
    });
    expect(answer(decide({ statistic: 'max' }), a, b)).toMatchObject({ status: 'decided', winner: { cell: 'cell-a' } });
    const mean = answer(decide({ statistic: 'mean' }), a, b).winner;
    expect(mean).toMatchObject({ cell: 'cell-a', value: 200, interval: { method: 'student-t', level: 0.95 } });
  });
});

describe('where intervals overlap', () => {
  it('gives no winner in words, and says how many more replicates would do', () => {
    // Deviations 10 and 10, distance 10: (1.96 · 1.2533 · 20 ÷ 10)² = 24.1, so 25 of each.
    const found = answer(decide(), candidate('a', [100, 110, 120]), candidate('b', [90, 100, 110]));
    expect(found).toMatchObject({ status: 'close', met: true, tied: ['cell-b'], moreReplicates: 22 });
    expect(found.text).toContain('a and b cannot be told apart in median bandwidth');
    expect(found.text).toContain('about 22 more replicates of each would, if the spread stays');
  });

  it('counts all that overlap with the best', () => {
    const found = answer(
      decide(),
      candidate('a', [100, 110, 120]),
      candidate('b', [90, 100, 110]),
      candidate('c', [95, 101, 104]),
      candidate('d', [1, 2, 3]),
    );
    expect(found.tied).toEqual(['cell-c', 'cell-b']);
    expect(found.text).toContain('overlap, and so does 1 more');
  });

  it('admits that no reasonable number would do', () => {
    const found = answer(decide(), candidate('a', [90, 100.1, 120]), candidate('b', [90, 100, 110]));
    expect(found.moreReplicates).toBeNull();
    expect(found.text).toContain('not even 100 more replicates');
  });

  it('wants copies apart too, not only repeats', () => {
    // Pooled intervals of eight trials part (3rd copy apart), but one copy of b is as fast as those of a.
    const a = candidate('a', [100, 101, 102, 103], { blocks: [1, 1, 2, 2] });
    const b = candidate('b', [90, 91, 99.9, 99.95], { blocks: [1, 1, 2, 2] });
    expect(answer(decide(), a, b).status).toBe('decided');
    const c = candidate('c', [90, 91, 92, 93, 94, 95, 96, 97, 120], { blocks: [1, 1, 1, 1, 1, 1, 1, 1, 2] });
    const d = candidate('d', [100, 101, 102, 103, 104, 105, 106, 107, 108], { blocks: [1, 1, 1, 1, 1, 1, 1, 1, 2] });
    // c: interval 91–97, d: 101–107: apart. Block medians of c: 93.5 and 120, around those of d: 103.5 and 108.
    const found = answer(decide(), d, c);
    expect(found).toMatchObject({ status: 'close', moreBlocks: true, winner: { cell: 'cell-d' } });
    expect(found.text).toContain('more blocks are needed');
  });
});

describe('limits', () => {
  const how = decide({ atLeast: 1300 * MB, prefer: 'cheapest' });

  it('takes the cheapest that passes, and shows what the next one lacks', () => {
    const found = answer(
      how,
      candidate('2GBps', slow, { usdPerHour: 9.1 }),
      candidate('4GBps', fast, { usdPerHour: 14.2 }),
    );
    expect(found).toMatchObject({ status: 'decided', prefer: 'cheapest', winner: { qualifies: 'yes' } });
    expect(found.text).toBe(
      '4GBps is the cheapest that reaches 1.30 GB/s in median bandwidth: ' +
        '1.34 GB/s (75 % interval 1.30–1.36, n = 3) at $14.20 an hour. ' +
        '2GBps does not reach it: 884 MB/s (75 % interval 861–902, n = 3) at $9.10 an hour.',
    );
  });

  it('prefers the cheaper of two that pass, however much faster the other is', () => {
    const found = answer(
      decide({ atLeast: 800 * MB, prefer: 'cheapest' }),
      candidate('big', fast, { usdPerHour: 14.2 }),
      candidate('small', slow, { usdPerHour: 9.1 }),
    );
    expect(found.ranking.map(({ label }) => label)).toEqual(['small', 'big']);
    expect(found.text).toContain('Next is big: 1.34 GB/s');
  });

  it('is not sure where the interval reaches across the limit', () => {
    const found = answer(decide({ atLeast: 1310 * MB }), candidate('a', fast));
    expect(found).toMatchObject({ status: 'close', winner: { qualifies: 'likely' } });
    // Deviation 30.7 MB/s, 28 MB/s above: (1.96 · 1.2533 · 30.7 ÷ 28)² = 7.3, so 8: 5 more.
    expect(found.moreReplicates).toBe(5);
    expect(found.text).toContain('its interval reaches across the limit');
  });

  it('says that nothing qualifies, and what comes nearest', () => {
    const found = answer(decide({ atLeast: 2000 * MB }), candidate('a', fast), candidate('b', slow));
    expect(found).toMatchObject({ status: 'none-qualifies', met: false, winner: null });
    expect(found.text).toBe(
      'Nothing reaches 2.00 GB/s in median bandwidth: the nearest, a, has 1.34 GB/s (75 % interval 1.30–1.36, n = 3).',
    );
    expect(answer(decide({ atLeast: 1350 * MB }), candidate('a', fast)).text).toContain('this is not certain');
  });

  it('takes the nearest from below where less is asked', () => {
    const found = answer(
      decide({ atMost: 50 }),
      candidate('far', [300, 310, 320], { unit: 'us' }),
      candidate('near', [60, 61, 62], { unit: 'us' }),
    );
    expect(found.text).toContain('Nothing stays at or below 50.0 µs in median bandwidth: the nearest, near,');
  });
});

describe('what is provisioned', () => {
  const of = (target: string, values: readonly number[], provisioned: number, usdPerHour: number): Candidate => {
    const ofProvisioned = (values[1] ?? 0) / provisioned;
    const measures = [{ ...measure(values, 'bytes/s'), provisioned, ofProvisioned, drift: null }];
    return candidate(target, values, { usdPerHour, storageUsdPerHour: usdPerHour - 0.9, measures });
  };
  const small = of('small', slow, 150 * MB, 1.1);
  const large = of('large', fast, 1300 * MB, 1.4);

  it('keeps the winner by what was measured, and says that it is by burst only', () => {
    const found = answer(decide({ atLeast: 250 * MB, prefer: 'cheapest' }), small, large);
    expect(found).toMatchObject({
      status: 'decided',
      met: true,
      winner: { cell: 'cell-small', provisioned: 150 * MB, ofProvisioned: 884 / 150 },
      caveats: [{ code: 'AboveProvisioned' }, { code: 'GoalAboveProvisioned', instead: 'cell-large' }],
    });
    expect(found.text).toBe(
      'small is the cheapest that reaches 250 MB/s in median bandwidth, but only by burst: ' +
        '884 MB/s (75 % interval 861–902, n = 3) at $1.10 an hour (storage $0.20, hosts $0.90), ' +
        '5.89 times the 150 MB/s provisioned. ' +
        'Within what is provisioned the cheapest is large at $1.40 an hour (storage $0.50), with 1.30 GB/s.',
    );
  });

  it('says it before who is next, and in answers that are not sure', () => {
    const modest = answer(decide({ atLeast: 100 * MB, prefer: 'cheapest' }), small, large).text;
    expect(modest).toMatch(/\. It measured 5\.89 times .* gets less\. Next is large: /);
    const twin = of('twin', slow, 150 * MB, 1.1);
    const close = answer(decide({ atLeast: 250 * MB, prefer: 'cheapest' }), small, twin).text;
    expect(close).toMatch(/ overlap\. small reaches 250 MB\/s only by burst: .* To part them, /);
    const across = answer(decide({ atLeast: 870 * MB, prefer: 'cheapest' }), small).text;
    expect(across).toMatch(/ across the limit\. small, bs 4k reaches 870 MB\/s only by burst: .* To part them, /);
    const few = answer(decide({ atLeast: 250 * MB }), of('few', [600 * MB, 610 * MB], 150 * MB, 1)).text;
    expect(few).toContain('few, bs 4k reaches 250 MB/s only by burst');
  });

  it('takes a time by the load under which it was measured', () => {
    const rate = { ...measure(fast, 'bytes/s'), metric: 'rate', provisioned: 300 * MB, ofProvisioned: 4.46 };
    const times = { ...candidate('a', []), measures: [measure([1, 2, 3], 'us'), rate] };
    const found = answer(decide({ prefer: 'lowest' }), times);
    expect(found.caveats).toEqual([
      { code: 'AboveProvisioned', cell: 'cell-a', provisioned: null, ofProvisioned: 4.46 },
    ]);
  });
});

describe('cheapest without prices', () => {
  it('falls back to the best by the direction of the metric, and says so', () => {
    const found = answer(decide({ prefer: 'cheapest' }), candidate('a', slow), candidate('b', fast));
    expect(found).toMatchObject({ prefer: 'highest', winner: { cell: 'cell-b' } });
    expect(found.notes.join(' ')).toContain('the highest is preferred instead of the cheapest');
    const candidates = [
      candidate('a', [10, 11, 12], { usdPerHour: null }),
      candidate('b', [20, 21, 22], { usdPerHour: 3 }),
    ];
    const lower = { bandwidth: { ...METRICS.bandwidth, better: 'lower' as const } };
    const latency = answerOf(decide({ prefer: 'cheapest' }), candidates, FACTORS, lower);
    expect(latency).toMatchObject({ prefer: 'lowest', winner: { cell: 'cell-a' } });
  });
});

describe('too little', () => {
  it('gives no answer from one or two trials', () => {
    const found = answer(decide(), candidate('a', [5, 6]), candidate('b', [1, 2, 3]));
    expect(found).toMatchObject({ status: 'too-few', met: false, winner: { cell: 'cell-a', n: 2 } });
    expect(found.text).toMatch(
      /^There is no answer yet: too few valid trials\. By its value a leads in median bandwidth/,
    );
  });

  it('leaves out a cell without valid trials, and says so', () => {
    const none: Candidate = { ...candidate('c', []), measures: [] };
    const found = answer(decide(), candidate('a', fast), candidate('b', slow), none);
    expect(found.status).toBe('decided');
    expect(found.leftOut).toEqual([{ cell: 'cell-c', label: 'c', why: 'no trial measured bandwidth' }]);
    expect(found.notes.at(-1)).toBe('1 of 3 configurations could not compete (c: no trial measured bandwidth).');
  });

  it('has no answer where nothing was measured', () => {
    const found = answer(decide(), candidate('a', []));
    expect(found).toMatchObject({
      status: 'no-data',
      met: false,
      winner: null,
      leftOut: [{ why: 'no trial of it is valid' }],
    });
    expect(found.text).toMatch(/^There is no answer/);
  });

  it('does not choose between operations by itself', () => {
    const mixed: Candidate = {
      ...candidate('a', []),
      measures: [measure([1, 2, 3], 'ops/s', 'read'), measure([4, 5, 6], 'ops/s', 'write')],
    };
    expect(answer(decide(), mixed).leftOut[0]?.why).toBe(
      'has several operations (read, write): name one in decide.operation',
    );
    const written = answer(decide({ operation: 'write' }), mixed);
    expect(written.winner).toMatchObject({ value: 5, operation: 'write' });
    expect(written.text).toBe(
      'a, bs 4k: median write bandwidth is 5.00 ops/s (75 % interval 4.00–6.00, n = 3). ' +
        'There is nothing to compare it with.',
    );
  });
});

it('lets only the cells compete that `where` names', () => {
  const other = { ...candidate('b', fast), levels: { target: 'b', bs: '64k' } };
  const found = answer(decide({ where: { bs: '4k' } }), candidate('a', slow), other, candidate('c', [1, 2, 3]));
  expect(found.ranking.map(({ label }) => label)).toEqual(['a', 'c']);
  expect(found.text).toContain('at bs 4k');
});
