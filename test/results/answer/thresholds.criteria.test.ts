import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { computeStatistics } from '../../../lib/results/statistics/statistics';
import { type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { makeTurns, answer, MB } from './answers';

describe('criteria of a decision (require)', () => {
  const quick = { name: 'quick', metric: 'delay', atMost: 100 };
  const delays: Readonly<Record<string, readonly number[]>> = {
    A: [120, 121, 122, 120, 121, 122],
    B: [90, 91, 92, 90, 91, 92],
    C: [80, 100, 125, 80, 100, 125],
    D: [2000, 2010, 2020, 2000, 2010, 2020],
    E: [109, 110, 111, 109, 110, 111],
  };
  const answerWithDelays = (how: Partial<DecisionRule>, ...entries: readonly Entry[]) =>
    answer(how, entries, FOLDERS, (one) => ({
      ...one,
      measures: [
        ...one.measures,
        ...one.measures.map((measure) => ({
          ...measure,
          metric: 'delay',
          unit: 'us' as const,
          values: measure.values.flatMap((value, at) => {
            const delay = delays[one.label]?.[at];
            return delay === undefined ? [] : [{ ...value, value: delay }];
          }),
          statistics: computeStatistics((delays[one.label] ?? []).map((value) => ({ value, block: 1 }))),
        })),
      ],
    }));
  const makeEntry = (name: string, usdPerHour: number): Entry => ({
    name,
    turns: makeTurns(500, 0.002, 6),
    usdPerHour,
  });
  const how = { atLeast: 250 * MB, prefer: 'cheapest', require: [quick] } as const;

  it('excludes a cheaper configuration that meets the threshold but misses a criterion', () => {
    const found = answerWithDelays(how, makeEntry('A', 1), makeEntry('B', 5));
    expect(found).toMatchObject({ outcome: 'meets', met: 'yes', winner: { cell: 'cell-B' } });
    expect(found.headline).toMatch(
      /^Of 2 configurations, B is the cheapest that meets 250 MB\/s and criterion quick \(at most 100\): /,
    );
    expect(found.evidence[1]).toMatch(/^A: 500 MB\/s .*; misses quick \(121 µs\)\.$/);
    expect(answerWithDelays(how, makeEntry('A', 1))).toMatchObject({ outcome: 'misses', met: 'no' });
  });

  it('leaves a configuration open when its criterion is uncertain or was not measured', () => {
    const found = answerWithDelays(how, makeEntry('C', 1), makeEntry('B', 5));
    expect(found).toMatchObject({ outcome: 'meets', open: ['cell-C'] });
    expect(found.evidence[1]).toMatch(/^C: 500 MB\/s .*; may miss quick \(100 µs\)\.$/);
    expect(found.settle).toBeNull();
    expect(answerWithDelays(how, makeEntry('unknown', 1), makeEntry('B', 5))).toMatchObject({ open: ['cell-unknown'] });
  });

  it('requires criteria also when no threshold is set', () => {
    const found = answerWithDelays({ prefer: 'highest', require: [quick] }, makeEntry('A', 1), makeEntry('B', 5));
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-B', qualifies: 'yes' } });
    expect(found.headline).toMatch(
      /^1 of 2 configurations meets criterion quick \(at most 100\)\. B has the highest bandwidth: 500 MB\/s/,
    );
  });

  it('names the best configuration and its missed criterion when no configuration meets them', () => {
    const slow = { name: 'E', turns: makeTurns(300, 0.002, 6), usdPerHour: 9 };
    const alone = answerWithDelays({ prefer: 'cheapest', require: [quick] }, makeEntry('D', 1), slow);
    expect(alone).toMatchObject({ outcome: 'misses', ranking: [{ cell: 'cell-D' }, { cell: 'cell-E' }] });
    expect(alone.headline).toMatch(
      /^No configuration meets criterion quick \(at most 100\)\. Best is D: bandwidth of .*; misses quick \(2\.01/,
    );
    const both = answerWithDelays({ ...how, atLeast: 600 * MB }, makeEntry('D', 1), slow);
    expect(both.headline).toContain('No configuration meets 600 MB/s and criterion quick');
  });
});
