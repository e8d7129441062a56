/** Answers that claimed more, or less, than their trials show. */
import { COPIES, type Entry, FOLDERS, type Turn } from '../../../checks/statistics/contest';
import { makeTurns, answer, MB } from './answers';

const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;
const makeEntry = (name: string, values: readonly number[], usdPerHour = 1, more: Partial<Turn> = {}): Entry => ({
  name,
  usdPerHour,
  turns: values.map((value) => ({ value: value * MB, ...more })),
});
const FALL = [360, 350, 335, 320, 305, 290, 275, 262, 246, 235];

describe('criteria (require)', () => {
  it('leaves a criterion open when the rate fell below it in the last 2 of 10 trials', () => {
    const fast = { name: 'fast', metric: 'bandwidth', atLeast: 250 * MB };
    expect(answer({ prefer: 'cheapest', require: [fast] }, [makeEntry('a', FALL)])).toMatchObject({ outcome: 'open' });
  });

  it('is inconclusive (unmeasured) and names the criterion when no trial reports its metric', () => {
    const quick = { name: 'quick', metric: 'delay', atMost: 100 };
    const found = answer({ ...how, require: [quick] }, [{ name: 'a', turns: makeTurns(500, 0.002, 6), usdPerHour: 1 }]);
    expect(found).toMatchObject({ outcome: 'open', reason: 'unmeasured' });
    expect(found.settle?.text).toBe('No trial of a, bs 4k has a value for quick.');
  });
});

describe('a rate that falls from trial to trial', () => {
  it('meets the threshold as measured when bursts are allowed', () => {
    expect(answer({ ...how, burst: 'allowed' }, [makeEntry('a', [...FALL.slice(0, 8), 258, 251])]).met).toBe('yes');
  });
});

describe('a threshold that most trials miss', () => {
  it('is inconclusive when the client limited the highest 3 of 10 trials, and missed when all are below it', () => {
    const values = [260, 244, 245, 262, 243, 247, 246, 261, 252, 245];
    const turns = values.map((value) => ({
      value: value * MB,
      ...(value > 259 ? { limited: true as const } : {}),
    }));
    expect(answer(how, [{ name: 'a', turns, usdPerHour: 1 }]).met).toBe('open');
    const below = values.map((value) => ({
      value: 0.8 * value * MB,
      ...(value > 259 ? { limited: true as const } : {}),
    }));
    expect(answer(how, [{ name: 'a', turns: below, usdPerHour: 1 }]).met).toBe('no');
  });
});

describe('a comparison without a threshold', () => {
  it('is inconclusive (noise) when the leader by median has the lower mean', () => {
    const two = makeEntry('a', [...Array.from({ length: 11 }, () => 100), ...Array.from({ length: 9 }, () => 50)]);
    const turns = two.turns.map(({ value }, at) => ({ value: value * (1 + 0.001 * (at % 3)) }));
    const found = answer({}, [
      { ...two, turns },
      { name: 'b', turns: makeTurns(88, 0.002, 20) },
    ]);
    expect(found).toMatchObject({ outcome: 'open', reason: 'noise' });
  });

  it('names the preferred direction (lowest) in the headline, and counts configurations without difference', () => {
    const far = [makeEntry('a', [100, 101, 102, 100, 101, 102]), makeEntry('b', [150, 151, 152, 150, 151, 152])];
    expect(answer({ prefer: 'lowest' }, far).headline).toMatch(/^a has the lowest bandwidth/);
    const near = ['a', 'b', 'c', 'd'].map((name, nth): Entry => {
      return { name, turns: makeTurns(100 + nth / 10, (nth % 2 === 0 ? 1 : -1) * 0.05, 6) };
    });
    expect(answer({}, near).headline).toMatch(
      /^Inconclusive: no significant difference in bandwidth among .* 1 more\.$/,
    );
  });
});

describe('advice for an inconclusive answer', () => {
  it('advises blocks instead of replicates when the assumed spread of instances prevents an answer', () => {
    const near = makeEntry('d', [273, 273.5, 272.5, 274, 272], 2);
    const may = [makeEntry('c', [251, 249, 252, 248, 250], 1), makeEntry('c2', [252, 249, 251, 248, 250], 1.5)];
    expect(answer(how, [...may, near], COPIES).settle?.setting ?? '').not.toContain('replicates');
    expect(answer(how, [makeEntry('a', [258, 275, 262, 248])], COPIES).settle?.setting).toBe('design: { blocks: 5 }');
  });

  it('advises to fix what excludes trials when few rounds are valid for both configurations', () => {
    const busy = { out: 'HostBusy' } as const;
    const makeRounds = (mean: number, valid: readonly number[]): readonly Turn[] =>
      [1, 2, 3, 4, 5, 6].map((round) => ({
        value: mean * MB * (1 + round / 1000),
        round,
        ...(valid.includes(round) ? {} : busy),
      }));
    const both = [
      { name: 'a', turns: makeRounds(200, [1, 2, 3, 4]) },
      { name: 'b', turns: makeRounds(100, [3, 4, 5, 6]) },
    ];
    expect(answer({}, both, FOLDERS).settle?.text).toBe(
      'Too few replicates are valid for both: fix what excludes trials, then rerun.',
    );
  });
});

describe('the sustained level in a headline', () => {
  it('is the lower of provisioned rate and level after a drop; is omitted when bursts are allowed', () => {
    const small: Entry = { ...makeEntry('s', [884, 885, 886, 884, 885, 886]), provisioned: 150 * MB };
    expect(answer({ ...how, burst: 'allowed' }, [small]).headline).toContain('bandwidth of 885 MB/s for');
    const both: Entry = {
      ...makeEntry('s', [884, 885, 886, 884, 885, 886], 1, { lowerLevel: 0.2 }),
      provisioned: 300 * MB,
    };
    expect(answer(how, [both]).headline).toContain('177 MB/s at the end of trials (885 MB/s measured)');
    const near = makeEntry('n', [253, 253.2, 252.8, 253, 253.1, 252.9], 1, { lowerLevel: 0.985 });
    expect(answer(how, [near]).headline).toContain('249 MB/s at the end of trials (253 MB/s measured)');
  });
});
