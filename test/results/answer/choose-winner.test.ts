import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { type Entry, FOLDERS, turns } from '../../../checks/statistics/contest';
import { addMetric, answer, CHEAPEST, makeEntry, makeTurns, makeValues, MB } from './answers';

const SMALL = makeEntry('small', 884, 1, { provisioned: 150 * MB });
const LARGE = makeEntry('large', 1338, 2, { provisioned: 1300 * MB });
/** It surely meets 250 MB/s. */
const SURE = makeEntry('B', 500, 5);
/** It may meet 250 MB/s. */
const makeUncertain = (n = 6): Entry => makeEntry('A', 251, 1, { by: 0.01, n });
const LOST = makeEntry('A', 900, 1, { turns: [{ value: 1, out: 'HostLost' }] });

/** The first trials dropped to half of their rate. */
const makeDropped = (dropped: number, n = 6): Entry =>
  makeEntry('step', 300, 1, {
    turns: makeTurns(300, 0.002, n).map((turn, at) => ({ ...turn, ...(at < dropped ? { lowerLevel: 0.5 } : {}) })),
  });

const BY_SURE = { outcome: 'meets', open: ['cell-A'], winner: { cell: 'cell-B' } };
const containing = (text: string) => expect.stringContaining(text) as string;
const OF_BURST = 'small, bs 4k does not meet 250 MB/s: bandwidth of 150 MB/s provisioned (884 MB/s measured)';
const OF_DROP = 'does not meet 250 MB/s: bandwidth of 150 MB/s at the end of trials (300 MB/s measured)';

describe('choosing a configuration that meets a threshold', () => {
  it.each<[title: string, expected: object, entries: readonly Entry[], more?: Partial<DecisionRule>]>([
    [
      'none when the best one may miss it',
      { outcome: 'open', reason: 'noise', open: ['cell-A'], winner: null },
      [makeUncertain(), makeEntry('C', 100)],
      { prefer: 'highest' },
    ],
    [
      'none when the only one may miss it, and a cheaper one misses it',
      { outcome: 'open', reason: 'noise', met: 'open' },
      [makeUncertain(), makeEntry('C', 100, 0.5)],
    ],
    [
      'the better of two equally cheap ones',
      { outcome: 'meets', winner: { cell: 'cell-B' } },
      [makeEntry('A', 300, 4.99999), SURE],
    ],
    [
      'a sure one, open (unmeasured), when the price of another is unknown',
      { ...BY_SURE, reason: 'unmeasured' },
      [makeEntry('A', 300, null), SURE],
    ],
    [
      'a sure one when one of unknown price misses it',
      { outcome: 'meets', open: [] },
      [makeEntry('A', 100, null), SURE],
    ],
    ['the only one, although its price is unknown', { outcome: 'meets' }, [makeEntry('A', 300, null)]],
    [
      'a sure one, open (unmeasured), when a cheaper one has no values',
      { ...BY_SURE, reason: 'unmeasured' },
      [LOST, SURE],
    ],
    [
      'none when its provisioned rate misses it',
      { outcome: 'misses', met: 'no', winner: null, ranking: [{ qualifies: 'no' }], headline: containing(OF_BURST) },
      [SMALL],
    ],
    [
      'a dearer one whose provisioned rate meets it',
      { outcome: 'meets', winner: { cell: 'cell-large' } },
      [SMALL, LARGE],
    ],
    ['one that exceeds its provisioned rate when bursts are allowed', { met: 'yes' }, [SMALL], { burst: 'allowed' }],
    ['one whose provisioned rate just meets it', { met: 'yes' }, [SMALL], { atLeast: 150 * MB }],
    [
      'none by the level after a drop in 6 of 6 trials',
      {
        outcome: 'misses',
        met: 'no',
        ranking: [{ lasting: expect.closeTo(150e6, -6) as number }],
        headline: containing(OF_DROP),
      },
      [makeDropped(6)],
    ],
    // The order statistic requires all of six, and all but one of seven.
    ['none when 2 of 6 trials dropped', { outcome: 'open', reason: 'noise' }, [makeDropped(2)]],
    ['none when 1 of 7 trials dropped', { met: 'open' }, [makeDropped(1, 7)]],
    ['one that dropped when bursts are allowed', { met: 'yes' }, [makeDropped(6)], { burst: 'allowed' }],
    [
      'none by the level at the end of trials whose rate falls slowly',
      { outcome: 'misses', met: 'no', headline: containing('7.00k IOPS at the end of trials (8.47k measured)') },
      [
        makeEntry('a', 0.00847, 1, {
          metric: 'iops',
          unit: 'ops/s',
          turns: makeTurns(0.00847).map((turn) => ({ ...turn, lowerLevel: 7000 / 8470 })),
        }),
      ],
      { metric: 'iops', atLeast: 8000 },
    ],
  ])('chooses %s', (_, expected, entries, more = {}) => {
    expect(answer({ ...CHEAPEST, ...more }, entries)).toMatchObject(expected);
  });

  it('names one that meets it by itself when 4 trials place one and not one of two, and advises 5 replicates', () => {
    const found = answer(CHEAPEST, [makeUncertain(4), makeEntry('B', 500, 5, { n: 4 })]);
    expect(found).toMatchObject({ ...BY_SURE, outcome: 'open', met: 'open' });
    expect(found.headline).toMatch(
      /^Inconclusive: B meets 250 MB\/s by itself: .*\. A cheaper one may meet it, too: A \(251 MB\/s\) for/,
    );
    expect(found.settle).toMatchObject({
      text: 'With 5 replicates, B can be chosen safely.',
      setting: 'design: { replicates: 5 }',
    });
  });

  it('answers from 4 trials on when all of equal price meet the threshold, and from 5 on when one only may', () => {
    const listOutcomes = (counts: readonly number[], makeEntries: (n: number) => readonly Entry[]) =>
      counts.map((n) => answer(CHEAPEST, makeEntries(n)).outcome);
    const makeEquals = (n: number) => [0, 1, 2, 3].map((nth) => makeEntry(`x${nth}`, 400 + nth, 1, { n }));
    expect(listOutcomes([3, 4], makeEquals)).toEqual(['open', 'meets']);
    const makeRivals = (n: number) => [makeEntry('x', 400, 1, { n }), makeUncertain(n)];
    expect(listOutcomes([4, 5], makeRivals)).toEqual(['open', 'meets']);
  });

  it('names the cheapest sure winner however many dearer configurations also meet the threshold', () => {
    const dearer = [300, 400, 500, 600, 700, 800].map((mean, nth) =>
      makeEntry(nth === 0 ? 'B' : `${mean}`, mean, 2 + nth),
    );
    for (let count = 1; count <= dearer.length; count += 1)
      expect(answer(CHEAPEST, [makeUncertain(), ...dearer.slice(0, count)])).toMatchObject(BY_SURE);
  });
});

it('chooses the best of the cheapest configurations without a threshold, or of all when prices are equal', () => {
  const [a, b] = [makeEntry('a', 100), makeEntry('b', 120)];
  expect(answer({ prefer: 'cheapest' }, [a, b, makeEntry('c', 500, 2)])).toMatchObject({
    outcome: 'best',
    winner: { cell: 'cell-b' },
  });
  expect(answer({ prefer: 'cheapest' }, [a, b])).toMatchObject({ prefer: 'highest', winner: { cell: 'cell-b' } });
});

describe('an answer from insufficient data', () => {
  it('is inconclusive (few) with a single trial per configuration, and with no trial at all', () => {
    const few = { outcome: 'open', reason: 'few', met: 'open' };
    const single = [makeEntry('a', 252, 1, { n: 1 }), makeEntry('b', 400, 1, { n: 1 })];
    expect(answer({}, single)).toMatchObject({ ...few, winner: { cell: 'cell-b' } });
    expect(answer({}, [makeValues('a', [])])).toMatchObject({ ...few, winner: null });
  });

  it('requires decide.operation when a metric was measured for several operations', () => {
    const written = { name: 'a', turns: turns([4, 5, 6]), operation: 'write' };
    const answerOperation = (change: Partial<DecisionRule>) =>
      answer(change, [written], FOLDERS, (one) =>
        addMetric(one, 'bandwidth', [4, 5, 6], { unit: 'bytes/s', operation: 'read' }),
      );
    expect(answerOperation({}).leftOut[0]?.why).toBe('several operations (write, read): name one in decide.operation');
    expect(answerOperation({ operation: 'write' }).winner?.value).toBeCloseTo(Math.cbrt(120), 9);
  });

  it('excludes a configuration with only zero values from the ranking, and stays open', () => {
    expect(answer({}, [SURE, makeValues('z', [0, 0, 0])])).toMatchObject({
      outcome: 'open',
      leftOut: [{ cell: 'cell-z', open: true }],
    });
  });
});

it('compares only the cells that `where` selects', () => {
  const entries = [makeEntry('slow', 884), makeEntry('fast', 1338), makeEntry('x', 9000)];
  const found = answer({ where: { bs: '4k' } }, entries, FOLDERS, (one) =>
    one.label === 'x' ? { ...one, levels: { target: 'x', bs: '64k' } } : one,
  );
  expect(found.ranking.map(({ label }) => label)).toEqual(['fast', 'slow']);
});
