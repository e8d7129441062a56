import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { type Entry, FOLDERS, turns } from '../../../checks/statistics/contest';
import { about, answer, FAST, MB, SLOW } from './answers';

const of = (name: string, mean: number, usdPerHour: number | null = 1, n = 6, by = 0.002): Entry => ({
  name,
  turns: about(mean, by, n),
  usdPerHour,
});

describe('the best', () => {
  it.each([
    ['best', [of('a', 120), of('b', 100), of('c', 90)], 'yes', null],
    ['equal', [of('a', 100.1, 1, 6, 0.0005), of('b', 100, 1, 6, -0.0005), of('c', 50)], 'yes', null],
    ['equal', [of('a', 101.2, 1, 6, 0.004), of('b', 100, 1, 6, -0.004), of('c', 50)], 'yes', null],
    ['open', [of('a', 103, 1, 6, 0.03), of('b', 100, 1, 6, -0.03), of('c', 50)], 'open', 'noise'],
    ['open', [of('a', 120), of('b', 100, 1, 2)], 'open', 'few'],
    ['open', [of('a', 120), { name: 'b', turns: [{ value: 1, out: 'HostLost' }] }], 'open', 'unmeasured'],
  ] as const)('is %s', (outcome, entries, met, reason) => {
    expect(answer({}, entries)).toMatchObject({ outcome, met, reason, winner: { cell: 'cell-a' } });
  });

  it('is the lowest where that is asked', () => {
    const times = [100, 500].map((mean) => ({ ...of(`t${mean}`, mean), unit: 'us' as const }));
    expect(answer({ prefer: 'lowest' }, times).winner?.cell).toBe('cell-t100');
  });

  it('leaves the choice to those that may reach a limit', () => {
    const high = { atLeast: 250 * MB, prefer: 'highest' } as const;
    expect(answer(high, [of('A', 300), of('B', 500), of('C', 100)])).toMatchObject({
      outcome: 'meets',
      comparison: 'best',
      winner: { cell: 'cell-B' },
    });
    // Which of them is best is another question.
    const noisy = [of('A', 300, 1, 6, 0.03), of('B', 302, 1, 6, -0.03)];
    expect(answer(high, noisy)).toMatchObject({ outcome: 'meets', met: 'yes', comparison: 'open' });
    expect(answer(high, [of('A', 251, 1, 6, 0.01), of('C', 100)])).toMatchObject({
      outcome: 'open',
      reason: 'noise',
      open: ['cell-A'],
      winner: null,
    });
  });
});

describe('the cheapest that keeps to a limit', () => {
  const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;

  it('is the first by price that does not surely miss it', () => {
    const found = answer(how, [of('C', 100, 0.5), of('A', 300, 1), of('B', 500, 5)]);
    expect(found).toMatchObject({ outcome: 'meets', met: 'yes', winner: { cell: 'cell-A' }, open: [] });
    expect(answer({ ...how, atLeast: 900 * MB }, [of('A', 300), of('B', 500)])).toMatchObject({
      outcome: 'misses',
      met: 'no',
      winner: null,
    });
  });

  it('gives way to a safe choice where a cheaper one may keep to it', () => {
    const may = of('A', 251, 1, 6, 0.01);
    expect(answer(how, [may, of('B', 500, 5)])).toMatchObject({
      outcome: 'meets',
      met: 'yes',
      winner: { cell: 'cell-B' },
      open: ['cell-A'],
    });
    expect(answer(how, [may, of('C', 100, 0.5)])).toMatchObject({
      outcome: 'open',
      met: 'open',
      reason: 'noise',
    });
    // Four trials place one, and not one of two that may: it is named, and one replicate more settles it.
    const four = answer(how, [of('A', 251, 1, 4, 0.01), of('B', 500, 5, 4)]);
    expect(four).toMatchObject({ outcome: 'open', met: 'open', winner: { cell: 'cell-B' }, open: ['cell-A'] });
    expect(four.headline).toMatch(
      /^Inconclusive: B meets 250 MB\/s by itself: .*\. A cheaper one may meet it, too: A \(251 MB\/s\) for/,
    );
    expect(four.settle).toMatchObject({
      text: 'With 5 replicates, B can be chosen safely.',
      setting: 'design: { replicates: 5 }',
    });
  });

  it('takes four units where all of one price surely meet it, and five beside one that may', () => {
    const same = (n: number) =>
      answer(
        how,
        [0, 1, 2, 3].map((nth) => of(`x${nth}`, 400 + nth, 1, n)),
      ).outcome;
    expect([same(3), same(4)]).toEqual(['open', 'meets']);
    const beside = (n: number) => answer(how, [of('x', 400, 1, n), of('may', 251, 1, n, 0.01)]).outcome;
    expect([beside(4), beside(5)]).toEqual(['open', 'meets']);
  });

  it('is named whatever dearer ones surely meet it', () => {
    const may = of('gp3-4000', 251, 1, 6, 0.01);
    const dearer = [300, 400, 500, 600, 700, 800].map((mean, nth) => of(`gp3-${mean}0`, mean, 2 + nth));
    for (let count = 1; count <= dearer.length; count += 1)
      expect(answer(how, [may, ...dearer.slice(0, count)])).toMatchObject({
        outcome: 'meets',
        winner: { cell: 'cell-gp3-3000' },
        open: ['cell-gp3-4000'],
      });
  });

  it('is a cheapest where several of its price keep to it', () => {
    const found = answer(how, [of('A', 400, 5), of('B', 401, 5), of('C', 900, 9)]);
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-B' }, comparison: 'equal' });
    expect(found.headline).toContain('B and A are the cheapest');
    expect(answer(how, [of('A', 300, 4.99999), of('B', 500, 5)])).toMatchObject({ winner: { cell: 'cell-B' } });
  });

  it('is a safe choice where a price, or what a cheaper one gives, is not known', () => {
    const unpriced = answer(how, [of('A', 300, null), of('B', 500, 5)]);
    expect(unpriced).toMatchObject({
      outcome: 'meets',
      reason: 'unmeasured',
      open: ['cell-A'],
      winner: { cell: 'cell-B' },
    });
    expect(answer(how, [of('A', 100, null), of('B', 500, 5)])).toMatchObject({ outcome: 'meets' });
    expect(answer(how, [of('A', 300, null)])).toMatchObject({ outcome: 'meets' });
    const lost = answer(how, [{ ...of('A', 900), turns: [{ value: 1, out: 'HostLost' }] }, of('B', 500, 5)]);
    expect(lost).toMatchObject({
      outcome: 'meets',
      reason: 'unmeasured',
      open: ['cell-A'],
      winner: { cell: 'cell-B' },
    });
    expect(lost.headline).toContain('A cheaper one may meet it, too: A (no valid trial).');
  });
});

describe('what is met by burst only', () => {
  const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;
  const small = { ...of('small', 884), provisioned: 150 * MB };

  it('is passed over, and named where nothing else meets it', () => {
    const only = answer(how, [small]);
    expect(only).toMatchObject({ outcome: 'misses', met: 'no', winner: null, ranking: [{ qualifies: 'no' }] });
    expect(only.headline).toMatch(
      /^small, bs 4k does not meet 250 MB\/s: bandwidth of 150 MB\/s provisioned \(884 MB\/s measured\)/,
    );
    const large = { ...of('large', 1338, 2), provisioned: 1300 * MB };
    const found = answer(how, [small, large]);
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-large' } });
    expect(found.cautions.join()).toContain('by credits or a cache: small (5.89×)');
  });

  it('counts where the spec allows it, and where what is provisioned reaches the limit', () => {
    expect(answer({ ...how, burst: 'allowed' }, [small]).met).toBe('yes');
    expect(answer({ ...how, atLeast: 150 * MB }, [small]).met).toBe('yes');
  });

  const stepped = (count: number, n = 6): Entry => ({
    ...of('step', 300),
    turns: about(300, 0.002, n).map((turn, at) => ({ ...turn, ...(at < count ? { lowerLevel: 0.5 } : {}) })),
  });

  it('is the mean of trials whose rate had a step, however many they are', () => {
    const all = answer(how, [stepped(6)]);
    expect(all).toMatchObject({
      outcome: 'misses',
      met: 'no',
      ranking: [{ lasting: expect.closeTo(150e6, -6) as number }],
    });
    expect(all.headline).toContain(
      'does not meet 250 MB/s: bandwidth of 150 MB/s at the end of trials (300 MB/s measured)',
    );
    // Two of six decide nothing: the order statistic asks for all of six, and for all but one of seven.
    expect(answer(how, [stepped(2)])).toMatchObject({ outcome: 'open', reason: 'noise' });
    expect(answer(how, [stepped(1, 7)]).met).toBe('open');
    expect(answer({ ...how, burst: 'allowed' }, [stepped(6)]).met).toBe('yes');
  });

  it('is the mean of trials whose rate falls slowly', () => {
    const fell = answer({ metric: 'iops', atLeast: 8000, prefer: 'cheapest' }, [
      {
        name: 'a',
        metric: 'iops',
        unit: 'ops/s',
        turns: about(8470, 0.002, 6).map(({ value }) => ({ value: value / MB, lowerLevel: 7000 / 8470 })),
      },
    ]);
    expect(fell).toMatchObject({ outcome: 'misses', met: 'no' });
    expect(fell.headline).toContain('7.00k IOPS at the end of trials (8.47k measured)');
  });
});

describe('the cheapest without a limit', () => {
  it('is the best of those that cost least, or of all where prices are equal', () => {
    expect(answer({ prefer: 'cheapest' }, [of('a', 100), of('b', 120), of('c', 500, 2)])).toMatchObject({
      outcome: 'best',
      winner: { cell: 'cell-b' },
    });
    const same = answer({ prefer: 'cheapest' }, [of('a', 100, 0), of('b', 120, 0)]);
    expect(same).toMatchObject({ prefer: 'highest', winner: { cell: 'cell-b' } });
  });

  it('is open where a price is not known', () => {
    expect(answer({ prefer: 'cheapest' }, [SLOW, { ...FAST, usdPerHour: null }])).toMatchObject({
      outcome: 'open',
      reason: 'unmeasured',
      open: ['cell-4GBps'],
    });
  });
});

describe('too little', () => {
  it('is a single trial of each, and nothing at all', () => {
    const found = answer({}, [of('a', 252, 1, 1), of('b', 400, 1, 1)]);
    expect(found).toMatchObject({ outcome: 'open', reason: 'few', met: 'open', winner: { cell: 'cell-b' } });
    expect(answer({}, [{ name: 'a', turns: [] }])).toMatchObject({
      outcome: 'open',
      reason: 'few',
      met: 'open',
      winner: null,
    });
  });

  it('does not choose between operations by itself', () => {
    const one = (change: Partial<DecisionRule>) =>
      answer(change, [{ name: 'a', turns: turns([4, 5, 6]), operation: 'write' }], FOLDERS, (candidate) => ({
        ...candidate,
        measures: [...candidate.measures, ...candidate.measures.map((measure) => ({ ...measure, operation: 'read' }))],
      }));
    expect(one({}).leftOut[0]?.why).toBe('several operations (write, read): name one in decide.operation');
    expect(one({ operation: 'write' }).winner?.value).toBeCloseTo(Math.cbrt(120), 9);
  });

  it('has no number of times anything that is zero', () => {
    const found = answer({}, [SLOW, { name: 'z', turns: turns([0, 0, 0]) }]);
    expect(found).toMatchObject({ outcome: 'open', leftOut: [{ cell: 'cell-z', open: true }] });
  });
});

it('lets only the cells compete that `where` names', () => {
  const found = answer({ where: { bs: '4k' } }, [SLOW, FAST, of('x', 9000)], FOLDERS, (one) =>
    one.label === 'x' ? { ...one, levels: { target: 'x', bs: '64k' } } : one,
  );
  expect(found.ranking.map(({ label }) => label)).toEqual(['4GBps', '2GBps']);
});
