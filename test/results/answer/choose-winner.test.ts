import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { type Entry, FOLDERS, turns } from '../../../checks/statistics/contest';
import { makeTurns, answer, FAST, MB, SLOW } from './answers';

const makeEntry = (name: string, mean: number, usdPerHour: number | null = 1, n = 6, by = 0.002): Entry => ({
  name,
  turns: makeTurns(mean, by, n),
  usdPerHour,
});

describe('choosing the best configuration', () => {
  it.each([
    ['best', 'yes', null, [makeEntry('a', 120), makeEntry('b', 100), makeEntry('c', 90)]],
    [
      'equal',
      'yes',
      null,
      [makeEntry('a', 100.1, 1, 6, 0.0005), makeEntry('b', 100, 1, 6, -0.0005), makeEntry('c', 50)],
    ],
    ['equal', 'yes', null, [makeEntry('a', 101.2, 1, 6, 0.004), makeEntry('b', 100, 1, 6, -0.004), makeEntry('c', 50)]],
    ['open', 'open', 'noise', [makeEntry('a', 103, 1, 6, 0.03), makeEntry('b', 100, 1, 6, -0.03), makeEntry('c', 50)]],
    ['open', 'open', 'few', [makeEntry('a', 120), makeEntry('b', 100, 1, 2)]],
    ['open', 'open', 'unmeasured', [makeEntry('a', 120), { name: 'b', turns: [{ value: 1, out: 'HostLost' }] }]],
  ] as const)('returns outcome %s, met %s, reason %s by difference and noise', (outcome, met, reason, entries) => {
    expect(answer({}, entries)).toMatchObject({ outcome, met, reason, winner: { cell: 'cell-a' } });
  });

  it('chooses the lowest value when prefer is lowest', () => {
    const times = [100, 500].map((mean) => ({ ...makeEntry(`t${mean}`, mean), unit: 'us' as const }));
    expect(answer({ prefer: 'lowest' }, times).winner?.cell).toBe('cell-t100');
  });

  it('chooses the best configuration that meets atLeast, and none when the comparison with it is inconclusive', () => {
    const high = { atLeast: 250 * MB, prefer: 'highest' } as const;
    expect(answer(high, [makeEntry('A', 300), makeEntry('B', 500), makeEntry('C', 100)])).toMatchObject({
      outcome: 'meets',
      comparison: 'best',
      winner: { cell: 'cell-B' },
    });
    // Which of them is best is another question.
    const noisy = [makeEntry('A', 300, 1, 6, 0.03), makeEntry('B', 302, 1, 6, -0.03)];
    expect(answer(high, noisy)).toMatchObject({ outcome: 'meets', met: 'yes', comparison: 'open' });
    expect(answer(high, [makeEntry('A', 251, 1, 6, 0.01), makeEntry('C', 100)])).toMatchObject({
      outcome: 'open',
      reason: 'noise',
      open: ['cell-A'],
      winner: null,
    });
  });
});

describe('choosing the cheapest configuration that meets a threshold', () => {
  const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;

  it('chooses the cheapest configuration that meets the threshold, or none when all miss it', () => {
    const found = answer(how, [makeEntry('C', 100, 0.5), makeEntry('A', 300, 1), makeEntry('B', 500, 5)]);
    expect(found).toMatchObject({ outcome: 'meets', met: 'yes', winner: { cell: 'cell-A' }, open: [] });
    expect(answer({ ...how, atLeast: 900 * MB }, [makeEntry('A', 300), makeEntry('B', 500)])).toMatchObject({
      outcome: 'misses',
      met: 'no',
      winner: null,
    });
  });

  it('chooses a dearer configuration that surely meets the threshold when a cheaper one only may meet it', () => {
    const may = makeEntry('A', 251, 1, 6, 0.01);
    expect(answer(how, [may, makeEntry('B', 500, 5)])).toMatchObject({
      outcome: 'meets',
      met: 'yes',
      winner: { cell: 'cell-B' },
      open: ['cell-A'],
    });
    expect(answer(how, [may, makeEntry('C', 100, 0.5)])).toMatchObject({
      outcome: 'open',
      met: 'open',
      reason: 'noise',
    });
    // Four trials place one, and not one of two that may: it is named, and one replicate more settles it.
    const four = answer(how, [makeEntry('A', 251, 1, 4, 0.01), makeEntry('B', 500, 5, 4)]);
    expect(four).toMatchObject({ outcome: 'open', met: 'open', winner: { cell: 'cell-B' }, open: ['cell-A'] });
    expect(four.headline).toMatch(
      /^Inconclusive: B meets 250 MB\/s by itself: .*\. A cheaper one may meet it, too: A \(251 MB\/s\) for/,
    );
    expect(four.settle).toMatchObject({
      text: 'With 5 replicates, B can be chosen safely.',
      setting: 'design: { replicates: 5 }',
    });
  });

  it('answers from 4 trials on when all of equal price meet the threshold, and from 5 on when one only may', () => {
    const judgeEqualPrices = (n: number) =>
      answer(
        how,
        [0, 1, 2, 3].map((nth) => makeEntry(`x${nth}`, 400 + nth, 1, n)),
      ).outcome;
    expect([judgeEqualPrices(3), judgeEqualPrices(4)]).toEqual(['open', 'meets']);
    const judgeWithRival = (n: number) =>
      answer(how, [makeEntry('x', 400, 1, n), makeEntry('may', 251, 1, n, 0.01)]).outcome;
    expect([judgeWithRival(4), judgeWithRival(5)]).toEqual(['open', 'meets']);
  });

  it('names the cheapest sure winner however many dearer configurations also meet the threshold', () => {
    const may = makeEntry('gp3-4000', 251, 1, 6, 0.01);
    const dearer = [300, 400, 500, 600, 700, 800].map((mean, nth) => makeEntry(`gp3-${mean}0`, mean, 2 + nth));
    for (let count = 1; count <= dearer.length; count += 1)
      expect(answer(how, [may, ...dearer.slice(0, count)])).toMatchObject({
        outcome: 'meets',
        winner: { cell: 'cell-gp3-3000' },
        open: ['cell-gp3-4000'],
      });
  });

  it('chooses the better of two equally cheap configurations and names both in the headline', () => {
    const found = answer(how, [makeEntry('A', 400, 5), makeEntry('B', 401, 5), makeEntry('C', 900, 9)]);
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-B' }, comparison: 'equal' });
    expect(found.headline).toContain('B and A are the cheapest');
    expect(answer(how, [makeEntry('A', 300, 4.99999), makeEntry('B', 500, 5)])).toMatchObject({
      winner: { cell: 'cell-B' },
    });
  });

  it('chooses a configuration that surely meets it when the price or values of a cheaper one are missing', () => {
    const unpriced = answer(how, [makeEntry('A', 300, null), makeEntry('B', 500, 5)]);
    expect(unpriced).toMatchObject({
      outcome: 'meets',
      reason: 'unmeasured',
      open: ['cell-A'],
      winner: { cell: 'cell-B' },
    });
    expect(answer(how, [makeEntry('A', 100, null), makeEntry('B', 500, 5)])).toMatchObject({ outcome: 'meets' });
    expect(answer(how, [makeEntry('A', 300, null)])).toMatchObject({ outcome: 'meets' });
    const lost = answer(how, [
      { ...makeEntry('A', 900), turns: [{ value: 1, out: 'HostLost' }] },
      makeEntry('B', 500, 5),
    ]);
    expect(lost).toMatchObject({
      outcome: 'meets',
      reason: 'unmeasured',
      open: ['cell-A'],
      winner: { cell: 'cell-B' },
    });
    expect(lost.headline).toContain('A cheaper one may meet it, too: A (no valid trial).');
  });
});

describe('a configuration that meets the threshold only in bursts', () => {
  const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;
  const small = { ...makeEntry('small', 884), provisioned: 150 * MB };

  it('does not win, and the headline names its provisioned rate when no configuration meets the threshold', () => {
    const only = answer(how, [small]);
    expect(only).toMatchObject({ outcome: 'misses', met: 'no', winner: null, ranking: [{ qualifies: 'no' }] });
    expect(only.headline).toMatch(
      /^small, bs 4k does not meet 250 MB\/s: bandwidth of 150 MB\/s provisioned \(884 MB\/s measured\)/,
    );
    const large = { ...makeEntry('large', 1338, 2), provisioned: 1300 * MB };
    const found = answer(how, [small, large]);
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-large' } });
    expect(found.cautions.join()).toContain('by credits or a cache: small (5.89×)');
  });

  it('meets the threshold when the spec allows bursts, or when its provisioned rate meets it', () => {
    expect(answer({ ...how, burst: 'allowed' }, [small]).met).toBe('yes');
    expect(answer({ ...how, atLeast: 150 * MB }, [small]).met).toBe('yes');
  });

  const makeStepped = (count: number, n = 6): Entry => ({
    ...makeEntry('step', 300),
    turns: makeTurns(300, 0.002, n).map((turn, at) => ({ ...turn, ...(at < count ? { lowerLevel: 0.5 } : {}) })),
  });

  it('misses the threshold by the level after a drop in 6 of 6 trials, and is inconclusive when 2 of 6 dropped', () => {
    const all = answer(how, [makeStepped(6)]);
    expect(all).toMatchObject({
      outcome: 'misses',
      met: 'no',
      ranking: [{ lasting: expect.closeTo(150e6, -6) as number }],
    });
    expect(all.headline).toContain(
      'does not meet 250 MB/s: bandwidth of 150 MB/s at the end of trials (300 MB/s measured)',
    );
    // Two of six decide nothing: the order statistic asks for all of six, and for all but one of seven.
    expect(answer(how, [makeStepped(2)])).toMatchObject({ outcome: 'open', reason: 'noise' });
    expect(answer(how, [makeStepped(1, 7)]).met).toBe('open');
    expect(answer({ ...how, burst: 'allowed' }, [makeStepped(6)]).met).toBe('yes');
  });

  it('misses the threshold by the level at the end of trials whose rate falls slowly', () => {
    const fell = answer({ metric: 'iops', atLeast: 8000, prefer: 'cheapest' }, [
      {
        name: 'a',
        metric: 'iops',
        unit: 'ops/s',
        turns: makeTurns(8470, 0.002, 6).map(({ value }) => ({ value: value / MB, lowerLevel: 7000 / 8470 })),
      },
    ]);
    expect(fell).toMatchObject({ outcome: 'misses', met: 'no' });
    expect(fell.headline).toContain('7.00k IOPS at the end of trials (8.47k measured)');
  });
});

describe('choosing the cheapest configuration without a threshold', () => {
  it('chooses the best of the cheapest configurations, or of all when prices are equal', () => {
    expect(
      answer({ prefer: 'cheapest' }, [makeEntry('a', 100), makeEntry('b', 120), makeEntry('c', 500, 2)]),
    ).toMatchObject({
      outcome: 'best',
      winner: { cell: 'cell-b' },
    });
    const same = answer({ prefer: 'cheapest' }, [makeEntry('a', 100, 0), makeEntry('b', 120, 0)]);
    expect(same).toMatchObject({ prefer: 'highest', winner: { cell: 'cell-b' } });
  });

  it('is inconclusive (unmeasured) when a price is unknown', () => {
    expect(answer({ prefer: 'cheapest' }, [SLOW, { ...FAST, usdPerHour: null }])).toMatchObject({
      outcome: 'open',
      reason: 'unmeasured',
      open: ['cell-4GBps'],
    });
  });
});

describe('an answer from insufficient data', () => {
  it('is inconclusive (few) with a single trial per configuration, and with no trial at all', () => {
    const found = answer({}, [makeEntry('a', 252, 1, 1), makeEntry('b', 400, 1, 1)]);
    expect(found).toMatchObject({ outcome: 'open', reason: 'few', met: 'open', winner: { cell: 'cell-b' } });
    expect(answer({}, [{ name: 'a', turns: [] }])).toMatchObject({
      outcome: 'open',
      reason: 'few',
      met: 'open',
      winner: null,
    });
  });

  it('requires decide.operation when a metric was measured for several operations', () => {
    const answerOperation = (change: Partial<DecisionRule>) =>
      answer(change, [{ name: 'a', turns: turns([4, 5, 6]), operation: 'write' }], FOLDERS, (candidate) => ({
        ...candidate,
        measures: [...candidate.measures, ...candidate.measures.map((measure) => ({ ...measure, operation: 'read' }))],
      }));
    expect(answerOperation({}).leftOut[0]?.why).toBe('several operations (write, read): name one in decide.operation');
    expect(answerOperation({ operation: 'write' }).winner?.value).toBeCloseTo(Math.cbrt(120), 9);
  });

  it('excludes a configuration with only zero values from the ranking, and stays open', () => {
    const found = answer({}, [SLOW, { name: 'z', turns: turns([0, 0, 0]) }]);
    expect(found).toMatchObject({ outcome: 'open', leftOut: [{ cell: 'cell-z', open: true }] });
  });
});

it('compares only the cells that `where` selects', () => {
  const found = answer({ where: { bs: '4k' } }, [SLOW, FAST, makeEntry('x', 9000)], FOLDERS, (one) =>
    one.label === 'x' ? { ...one, levels: { target: 'x', bs: '64k' } } : one,
  );
  expect(found.ranking.map(({ label }) => label)).toEqual(['4GBps', '2GBps']);
});
