import type { Decide } from '../../../lib/shapes/decide';
import { about, answer, FAST, MB, SLOW } from './answers';
import { COPIES, type Entry } from '../../../checks/statistics/contest';

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
    expect(found.text).toMatch(/^This copy of small is the cheapest that reaches 250 MB\/s .*, but only by burst: /);
    expect(found.text).toMatch(
      /, 5\.89 times the 150 MB\/s provisioned\. Within what is provisioned the cheapest is large/,
    );
  });

  it('is said before who is next', () => {
    expect(of({}).text).not.toContain('provisioned');
    const low = of({ atLeast: 100 * MB, prefer: 'cheapest' }).text;
    expect(low).toMatch(/\. It measured 5\.89 times .* gets less\. This copy of large reaches it too: /);
  });
});

it('shows of several blocks what the interval is of, and calls it so', () => {
  const of = (name: string, by: number): Entry => ({
    name,
    turns: [60, 61, 59].flatMap((low, index) =>
      [100, 100, low].map((value) => ({ value: value * by * MB, block: index + 1 })),
    ),
  });
  const { winner, text, reading } = answer({}, [of('a', 2), of('b', 1)], COPIES);
  expect(winner?.value).toBeGreaterThan(winner?.interval?.low ?? Infinity);
  expect(winner?.value).toBeLessThan(winner?.interval?.high ?? 0);
  expect(text).toMatch(/^a has the highest geometric mean bandwidth: 169 MB\/s \(95 % interval 16\d–17\d, n = 9 in 3 /);
  expect(reading.join(' ')).toContain('the geometric mean of the blocks stands for the median that was asked for');
});

it('speaks of copies only where those that compete were measured on several', () => {
  const entries = [
    { ...SLOW, copy: 'c1' },
    { ...FAST, copy: 'c1' },
    { name: 'x', turns: about(9000), copy: 'c2' },
  ];
  const of = (where: Decide['where']) =>
    answer({ where }, entries, COPIES, (one) =>
      one.label === 'x' ? { ...one, levels: { target: 'x', bs: '64k' } } : one,
    );
  expect(of({ bs: '4k' }).text).not.toContain('copy');
  expect(of({ bs: '4k' }).notes.join()).toContain('All of it was measured on one copy');
  expect(of({}).text).toContain('This copy of');
});
