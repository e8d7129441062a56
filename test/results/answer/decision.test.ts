import { summarize } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';
import { COPIES, type Entry, type Turn } from '../../../checks/statistics/contest';
import { execution, type Options } from '../fixture';
import { answer, CHEAPEST, makeEntry, makeTurns, makeValues, MB } from './answers';

it('returns the scope of the answer: unit, number of units, assumed spread of instances and hours', () => {
  const two = [makeEntry('a', 150), makeEntry('b', 100)];
  const assumedInstance = expect.closeTo(0.05, 9) as number;
  expect(answer({}, two, COPIES).scope).toMatchObject({ unit: 'trial', units: 6, assumedInstance, assumedHour: 0 });
  expect(answer({}, two).scope).toMatchObject({ assumedInstance: 0 });
});

describe('a threshold', () => {
  const FALL = [360, 350, 335, 320, 305, 290, 275, 262, 246, 235];

  it('is open when the rate fell below the criterion in the last 2 of 10 trials, and met if bursts are allowed', () => {
    const fast = { name: 'fast', metric: 'bandwidth', atLeast: 250 * MB };
    expect(answer({ prefer: 'cheapest', require: [fast] }, [makeValues('a', FALL)])).toMatchObject({ outcome: 'open' });
    const falling = makeValues('a', [...FALL.slice(0, 8), 258, 251]);
    expect(answer({ ...CHEAPEST, burst: 'allowed' }, [falling]).met).toBe('yes');
  });

  it('is open (unmeasured) and names the criterion when no trial reports its metric', () => {
    const quick = { name: 'quick', metric: 'delay', atMost: 100 };
    const found = answer({ ...CHEAPEST, require: [quick] }, [makeEntry('a', 500)]);
    expect(found).toMatchObject({ outcome: 'open', reason: 'unmeasured' });
    expect(found.settle?.text).toBe('No trial of a, bs 4k has a value for quick.');
  });

  it.each([
    ['open', 'above it', 1],
    ['no', 'below it', 0.8],
  ])('is %s when the client limited the highest 3 of 10 trials, which are %s', (met, _, times) => {
    const turns = [260, 244, 245, 262, 243, 247, 246, 261, 252, 245].map((value) => ({
      value: times * value * MB,
      ...(value > 259 ? { limited: true as const } : {}),
    }));
    expect(answer(CHEAPEST, [{ name: 'a', turns, usdPerHour: 1 }]).met).toBe(met);
  });
});

describe('a comparison without a threshold', () => {
  it('is inconclusive (noise) when the leader by median has the lower mean', () => {
    const values = Array.from({ length: 20 }, (_, at) => (at < 11 ? 100 : 50) * (1 + 0.001 * (at % 3)));
    const found = answer({}, [makeValues('a', values), makeEntry('b', 88, 1, { n: 20 })]);
    expect(found).toMatchObject({ outcome: 'open', reason: 'noise' });
  });

  it('names the preferred direction (lowest) in the headline, and counts configurations without difference', () => {
    const far = [makeValues('a', [100, 101, 102, 100, 101, 102]), makeValues('b', [150, 151, 152, 150, 151, 152])];
    expect(answer({ prefer: 'lowest' }, far).headline).toMatch(/^a has the lowest bandwidth/);
    const near = ['a', 'b', 'c', 'd'].map((name, nth) =>
      makeEntry(name, 100 + nth / 10, 0, { by: nth % 2 === 0 ? 0.05 : -0.05 }),
    );
    expect(answer({}, near).headline).toMatch(
      /^Inconclusive: no significant difference in bandwidth among .* 1 more\.$/,
    );
  });
});

describe('advice for an inconclusive answer', () => {
  it('advises blocks instead of replicates when the assumed spread of instances prevents an answer', () => {
    const entries = [
      makeValues('c', [251, 249, 252, 248, 250]),
      makeValues('c2', [252, 249, 251, 248, 250], { usdPerHour: 1.5 }),
      makeValues('d', [273, 273.5, 272.5, 274, 272], { usdPerHour: 2 }),
    ];
    expect(answer(CHEAPEST, entries, COPIES).settle?.setting ?? '').not.toContain('replicates');
    const few = answer(CHEAPEST, [makeValues('a', [258, 275, 262, 248])], COPIES);
    expect(few.settle?.setting).toBe('design: { blocks: 5 }');
  });

  it('advises to fix what excludes trials when few rounds are valid for both configurations', () => {
    const makeRounds = (mean: number, valid: readonly number[]): readonly Turn[] =>
      [1, 2, 3, 4, 5, 6].map((round) => ({
        value: mean * MB * (1 + round / 1000),
        round,
        ...(valid.includes(round) ? {} : { out: 'HostBusy' }),
      }));
    const both: readonly Entry[] = [
      { name: 'a', turns: makeRounds(200, [1, 2, 3, 4]) },
      { name: 'b', turns: makeRounds(100, [3, 4, 5, 6]) },
    ];
    expect(answer({}, both).settle?.text).toBe(
      'Too few replicates are valid for both: fix what excludes trials, then rerun.',
    );
  });
});

it.each<[string, Entry, string, object?]>([
  ['measured', makeEntry('s', 885, 1, { provisioned: 150 * MB }), 'bandwidth of 885 MB/s for', { burst: 'allowed' }],
  [
    'after a drop below the provisioned rate',
    makeEntry('s', 885, 1, { provisioned: 300 * MB, turns: withLevel(885, 0.2) }),
    '177 MB/s at the end of trials (885 MB/s measured)',
  ],
  [
    'after a small drop below the threshold',
    makeEntry('n', 253, 1, { turns: withLevel(253, 0.985) }),
    '249 MB/s at the end of trials (253 MB/s measured)',
  ],
])('names in the headline the level %s', (_, entry, text, more = {}) => {
  expect(answer({ ...CHEAPEST, ...more }, [entry]).headline).toContain(text);
});

function withLevel(mean: number, lowerLevel: number): readonly Turn[] {
  return makeTurns(mean, 0.0005).map((turn) => ({ ...turn, lowerLevel }));
}

describe('an execution without a question (decide)', () => {
  const INVALID: Reason = { level: 'invalid', code: 'ZeroIo', text: 'no I/O' };
  const AFTER = expect.stringContaining('Targets ran one after another') as string;
  const describeExecution = (options: Options) => summarize(execution({ decide: null, ...options }));

  it('counts configurations and valid trials in the headline, and ranks nothing', () => {
    const { answer: found, decide } = describeExecution({});
    expect(decide).toBeNull();
    expect(found).toMatchObject({
      outcome: null,
      reason: null,
      met: null,
      metric: null,
      winner: null,
      ranking: [],
      headline: 'No question set (decide): 8 configurations, 24 valid trials. Add decide to get an answer.',
      cautions: [AFTER],
    });
  });

  it('cautions about excluded trials, and reports "No result" when all trials are invalid', () => {
    const { answer: found } = describeExecution({
      reasons: (trial) => ((trial - 1) % 4 === 0 && trial < 13 ? [INVALID] : []),
    });
    expect(found.cautions).toEqual([AFTER, 'Excluded: 3 of 3 trials of disk, op randread, bs 4k (ZeroIo).']);
    expect(describeExecution({ reasons: () => [INVALID] }).answer.headline).toBe(
      'No result: 0 of 24 trials are valid (ZeroIo 24).',
    );
  });

  it('keeps cells, verdicts and repeatability equal to an execution with a question', () => {
    const { cells, repeatability, verdicts } = summarize(execution({ reference: 0 }));
    expect(describeExecution({ reference: 0 })).toMatchObject({ cells, repeatability, verdicts });
    expect(describeExecution({ reasons: () => [{ ...INVALID, level: 'not-run' }] }).repeatability.typical).toBeNull();
  });
});
