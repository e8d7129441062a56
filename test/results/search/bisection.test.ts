import { bisectionOrder, bisectionTrials } from '../../../lib/experiment/design/search';
import { computeBracket, decideLevel, judgeLevel, type LevelResult } from '../../../lib/results/search/bisection';
import type { Criterion } from '../../../lib/shapes/decision-rule';
import { type Reason, toVerdict, type TrialRow } from '../../../lib/shapes/verdict';
import { execution } from '../fixture';

const makeLabels = (count: number): string[] => Array.from({ length: count }, (_, level) => `L${level}`);
const makeResult = (level: number, outcome: LevelResult['outcome']): LevelResult => ({
  level,
  trial: `t${level}`,
  outcome,
  why: outcome === 'passes' ? null : 'read-latency',
  figure: null,
});

/** Walks through one replicate as the machine does; the levels below `best` pass, -1: none. */
function search(count: number, best: number): LevelResult[] {
  const results: LevelResult[] = [];
  for (const level of bisectionOrder(count))
    if (decideLevel(level, makeLabels(count), results).run)
      results.push(makeResult(level, level <= best ? 'passes' : 'fails'));
  return results;
}

it.each([1, 2, 3, 4, 7, 8, 15, 16, 31])(
  'finds each highest passing level of %d with at most ⌈log2(n + 1)⌉ trials',
  (count) => {
    for (let best = -1; best < count; best += 1) {
      const results = search(count, best);
      expect(results.length).toBeLessThanOrEqual(bisectionTrials(count));
      expect(computeBracket(results, count)).toEqual({ low: best, high: best + 1 });
    }
  },
);

it('skips a level outside the bracket (OutsideBracket), and runs one inside it', () => {
  const found = [makeResult(3, 'passes'), makeResult(5, 'fails')];
  expect(decideLevel(1, makeLabels(7), found)).toEqual({
    run: false,
    code: 'OutsideBracket',
    text: 'the search does not need this value: L3 meets the criteria, and L5 misses them',
  });
  expect(decideLevel(4, makeLabels(7), found)).toEqual({ run: true, code: null, text: '' });
});

it('ends a replicate after a trial without a usable result (SearchUndecided)', () => {
  const found = [{ ...makeResult(3, 'undecided'), why: 'HostLost' }];
  for (const level of [1, 5, 0, 2])
    expect(decideLevel(level, makeLabels(7), found)).toEqual({
      run: false,
      code: 'SearchUndecided',
      text: 'the search of this replicate ended: trial t3 at L3 has no usable result (HostLost)',
    });
});

const [row] = execution({ factors: { target: ['disk'] } }).rows as [TrialRow];
const latency = { name: 'read-latency', metric: 'latency_mean', operation: 'db-read', atMost: 20_000 };
const judge = (value: number, ...reasons: Reason[]): LevelResult => judgeAccepting([], value, ...reasons);
const judgeAccepting = (accepted: readonly string[], value: number, ...reasons: Reason[]): LevelResult =>
  judgeAll([latency], accepted, value, ...reasons);
const judgeAll = (
  criteria: readonly Criterion[],
  accepted: readonly string[],
  value: number,
  ...reasons: Reason[]
): LevelResult =>
  judgeLevel(
    2,
    {
      row: { ...row, reasons, verdict: toVerdict(reasons) },
      figures: {
        observations: [
          { scope: 'aggregate', metric: 'latency_mean', operation: 'db-read', statistic: 'mean', unit: 'us', value },
        ],
        series: [],
      },
    },
    { criteria },
    accepted,
  );

describe('judgeLevel', () => {
  it('passes a valid trial that meets all criteria, and names the first missed one otherwise', () => {
    expect(judge(19_000)).toMatchObject({ level: 2, trial: row.trial, outcome: 'passes', why: null, figure: null });
    expect(judge(21_000)).toMatchObject({
      outcome: 'fails',
      why: 'read-latency',
      figure: { value: 21_000, unit: 'us', meets: false, at: null },
    });
  });

  it('names a missed rate after the missed criteria', () => {
    const late: Reason = { level: 'suspect', code: 'RateNotReached', text: 'x', metrics: ['latency_mean'] };
    expect(judge(21_000, late)).toMatchObject({ why: 'read-latency', also: ['RateNotReached'] });
  });

  it.each(['RateNotReached', 'QueueSaturated'])('fails a level with %s, although its latencies are low', (code) => {
    const late: Reason = { level: 'suspect', code, text: 'x', metrics: ['latency_mean'] };
    expect(judge(1000, late)).toMatchObject({ outcome: 'fails', why: code });
  });

  it('is undecided for a trial that is suspect (HostBusy) or invalid (HostLost)', () => {
    expect(judge(1000, { level: 'suspect', code: 'HostBusy', text: 'x' })).toMatchObject({
      outcome: 'undecided',
      why: 'HostBusy',
    });
    expect(judge(1000, { level: 'invalid', code: 'HostLost', text: 'x' })).toMatchObject({ outcome: 'undecided' });
  });

  it('judges a suspect trial only when all its reasons are accepted', () => {
    const busy: Reason = { level: 'suspect', code: 'HostBusy', text: 'x' };
    const stolen: Reason = { level: 'suspect', code: 'CpuStolen', text: 'x' };
    expect(judgeAccepting(['HostBusy'], 1000, busy)).toMatchObject({ outcome: 'passes' });
    expect(judgeAccepting(['HostBusy'], 21_000, busy)).toMatchObject({ outcome: 'fails', why: 'read-latency' });
    expect(judgeAccepting(['HostBusy'], 1000, busy, stolen)).toMatchObject({ outcome: 'undecided', why: 'HostBusy' });
    expect(judgeAccepting(['HostLost'], 1000, { level: 'invalid', code: 'HostLost', text: 'x' })).toMatchObject({
      outcome: 'undecided',
    });
  });

  it('is undecided when the value of a criterion is missing, unless another criterion is missed', () => {
    const none = judgeLevel(
      0,
      { row: { ...row, reasons: [], verdict: 'VALID' }, figures: { observations: [], series: [] } },
      { criteria: [latency] },
    );
    expect(none).toMatchObject({ outcome: 'undecided', why: 'no value of read-latency' });
    const other = { ...latency, name: 'write-latency', operation: 'db-write' };
    expect(judgeAll([latency, other], [], 19_000)).toMatchObject({
      outcome: 'undecided',
      why: 'no value of write-latency',
    });
    expect(judgeAll([other, latency], [], 21_000)).toMatchObject({ outcome: 'fails', why: 'read-latency' });
  });
});
