import type { Contender } from '../../lib/results/answer/contender';
import { addLookTexts, endConfigurations, measureAhead, narrowToRounds } from '../../lib/results/look';
import type { Answer } from '../../lib/results/answer/answer';
import type { TrialPlan } from '../../lib/shapes/plan';
import type { TrialRow } from '../../lib/shapes/verdict';

type Look = Pick<Contender, 'cell' | 'price' | 'qualifies' | 'alone' | 'reason'>;

/** Contenders by name: standing among the others and alone, price, and why they are open. */
function end(
  contenders: readonly (readonly [string, string, number | null, string?])[],
  lost: readonly LostCell[] = [],
) {
  const ranking = contenders.map(([cell, standings, price, reason = null]) => {
    const [qualifies, alone = qualifies] = standings.split(' ');
    return { cell, price, qualifies, alone, reason } as Look as Contender;
  });
  const leftOut = lost.map(([cell, price, open]) => ({ cell, price, open, label: cell, why: '' }));
  return Object.fromEntries(endConfigurations({ ranking, leftOut }));
}
type LostCell = readonly [string, number | null, boolean];

const MISSES = 'it surely missed the threshold by then';
const DEARER = 'a cheaper configuration met the threshold by then';
const MEETS = 'it surely met the threshold by then';

describe('endConfigurations', () => {
  it('ends misses, the cheapest that meets, and everything dearer', () => {
    expect(
      end([
        ['a', 'no', 1],
        ['b', 'yes', 2],
        ['c', 'yes', 3],
        ['d', 'open', 4, 'noise'],
      ]),
    ).toEqual({ a: MISSES, b: MEETS, c: DEARER, d: DEARER });
  });

  it('measures on what is open and cheaper than the first that meets', () => {
    expect(
      end([
        ['a', 'open', 1, 'noise'],
        ['b', 'yes', 2],
        ['c', 'open', 3, 'noise'],
      ]),
    ).toEqual({ b: MEETS, c: DEARER });
  });

  it('measures on what meets by itself until it has enough units as one of several, and ends dearer ones', () => {
    expect(
      end([
        ['a', 'open', 1, 'noise'],
        ['b', 'open yes', 2, 'few'],
        ['c', 'yes', 3],
      ]),
    ).toEqual({ c: DEARER });
  });

  it('measures on two of one price that may both meet', () => {
    expect(
      end([
        ['a', 'yes', 1],
        ['b', 'open', 1, 'noise'],
        ['c', 'yes', 2],
      ]),
    ).toEqual({ c: DEARER });
    expect(
      end([
        ['a', 'yes', 1],
        ['b', 'no', 1],
      ]),
    ).toEqual({ a: MEETS, b: MISSES });
  });

  it('ends what only the assumed spread keeps open', () => {
    expect(end([['a', 'open', 1, 'assumed']])).toEqual({
      a: 'only the assumed spread kept it open, which more trials cannot settle',
    });
  });

  it('ends only misses where a price is unknown', () => {
    expect(
      end([
        ['a', 'no', 1],
        ['b', 'yes', null],
        ['c', 'yes', 2],
      ]),
    ).toEqual({ a: MISSES });
  });

  it('measures on a configuration without a result, unless a cheaper one meets or it could not be the answer', () => {
    expect(
      end(
        [['a', 'yes', 2]],
        [
          ['b', 1, true],
          ['c', 3, true],
          ['d', 1, false],
        ],
      ),
    ).toEqual({
      a: MEETS,
      c: DEARER,
      d: 'it could not be the answer',
    });
  });
});

const TRIALS = [1, 2, 3, 4, 5, 6].flatMap((round) =>
  ['x', 'y'].map((cell) => ({
    trial: `${cell}${round}`,
    cell,
    rig: 'r1',
    round,
    guard: round > 4 ? { look: true } : undefined,
  })),
) as unknown as TrialPlan[];

it('narrows a plan to the rounds of a rig before a look, and counts the rounds ahead', () => {
  const plan = { rigs: [{ rig: 'r1' }, { rig: 'r2' }], trials: [...TRIALS, { ...TRIALS[0], rig: 'r2' }] };
  const narrowed = narrowToRounds(plan as never, 'r1', 5) as typeof plan;
  expect(narrowed.rigs).toEqual([{ rig: 'r1' }]);
  expect(narrowed.trials.map(({ trial }) => trial)).toEqual(['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4']);
  expect(measureAhead(TRIALS, 'r1', 5)).toBe(2 / 4);
  expect(measureAhead(TRIALS, 'r1', 6)).toBe(1 / 5);
});

it.each([
  [['x5', 'y5', 'x6', 'y6'], 'Measuring ended after 4 of 6 rounds: 4 trials were not needed.'],
  [['x6'], 'Looks ended configurations early: 1 trial was not needed.'],
])('adds to the evidence which trials were not needed: %s', (spared, text) => {
  const rows = spared.map((trial) => ({ trial, reasons: [{ code: 'NotNeeded' }] })) as unknown as TrialRow[];
  const answer = { evidence: ['A.'], settle: null, ranking: [], leftOut: [] } as unknown as Answer;
  expect(addLookTexts(answer, { trials: TRIALS }, rows).evidence).toEqual(['A.', text]);
  expect(addLookTexts(answer, { trials: TRIALS }, [])).toBe(answer);
});

it('names the configurations that looks ended, by reason', () => {
  const row = (trial: string, text: string) => ({ trial, reasons: [{ code: 'NotNeeded', text }] });
  const rows = ['x5', 'x6'].map((trial) => row(trial, 'after 4 rounds, it surely missed the threshold by then'));
  const ranking = [
    { cell: 'x', label: 'disk' },
    { cell: 'y', label: 'memory' },
  ];
  const answer = { evidence: [], settle: null, ranking, leftOut: [] } as unknown as Answer;
  expect(addLookTexts(answer, { trials: TRIALS }, rows as unknown as TrialRow[]).evidence[1]).toBe(
    'disk: ended after 4 rounds, it surely missed the threshold by then.',
  );
});

it('adds `earlyStop: false` to the advice of more replicates when looks ended the execution early', () => {
  const settle = { text: 'More.', setting: 'design: { replicates: 7 }', effort: null };
  const rows = [{ trial: 'x6', reasons: [{ code: 'NotNeeded' }] }] as unknown as TrialRow[];
  const answer = { evidence: [], settle, ranking: [], leftOut: [] } as unknown as Answer;
  expect(addLookTexts(answer, { trials: TRIALS }, rows).settle?.setting).toBe(
    'design: { replicates: 7, earlyStop: false }',
  );
  expect(addLookTexts(answer, { trials: TRIALS }, []).settle).toEqual(settle);
});
