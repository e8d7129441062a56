import { buildAnswer } from '../../../lib/results/answer/decision';
import { countUnitsToCompare } from '../../../lib/results/answer/settle';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { contest, COPIES, decide, FOLDERS } from '../../../checks/statistics/contest';
import { answer, FACTORS, makeEntry, makeTurns, makeValues } from './answers';
import { answerConstructed, getConstructed } from './constructed-cases';

const findAdvice = (name: string) => answerConstructed(getConstructed(name)).settle;
const [, NOISY] = getConstructed('inconclusive, noise');

it.each([
  [
    'inconclusive, noise',
    /^(9|1\d) replicates show a difference of 10% in four of five cases; the measured difference is 2\.9%\.$/,
  ],
  ['inconclusive, few', /^3 valid replicates of each are needed\.$/],
  [
    'inconclusive, assumed instances',
    /^Creating each storage 5 times measures how much instances differ; measured difference: 10%\.$/,
  ],
  ['inconclusive, bound', /^Raise numjobs of b, or use more hosts\.$/],
  ['inconclusive, rounded', /^If values are rounded, run longer/],
  [
    'inconclusive, limit',
    /^a, bs 4k is 0\.36% from the threshold, too near for replicates: take one further from it\.$/,
  ],
  ['inconclusive, unmeasured', /^Find why z has no value, then rerun\.$/],
  ['inconclusive, price', /^Set usdPerHour of b\.$/],
] as const)('advises what would settle the answer: %s', (name, text) => {
  expect(findAdvice(name)?.text).toMatch(text);
});

it.each(['best', 'meets, all, priced', 'misses, all', 'described'])(
  'advises nothing for a clear answer: %s',
  (name) => {
    expect(findAdvice(name)).toBeNull();
  },
);

it('returns the setting to paste, and the additional trials and cost of it', () => {
  const [candidates, circumstances] = contest(NOISY, FOLDERS);
  const { settle } = buildAnswer(decide(), candidates, FACTORS, METRICS, circumstances, (unit, more) => {
    return { trials: 3 * more, usd: unit === 'trial' ? more : 0, seconds: 60 };
  });
  const units = Number(/replicates: (\d+)/.exec(settle?.setting ?? '')?.[1]);
  expect(settle).toMatchObject({
    setting: `design: { replicates: ${units} }`,
    effort: { trials: 3 * (units - 6), usd: units - 6 },
  });
  expect(findAdvice('inconclusive, assumed instances')?.setting).toBe('design: { blocks: 5 }');
});

it('advises another metric when trials have only lower bounds of the deciding one', () => {
  const values = makeValues(
    'a',
    [3400, 3410, 3420, 3390, 3400, 3405].map((us) => us / 1e6),
    { unit: 'us', metric: 'wait' },
  );
  const floors = { ...values, turns: values.turns.map((turn) => ({ ...turn, floor: true as const })) };
  const found = answer({ metric: 'wait', atMost: 5000, prefer: 'cheapest' }, [floors]);
  expect(found).toMatchObject({ met: 'open', reason: 'bound' });
  expect(found.settle?.text).toBe(
    '`wait` of a, bs 4k is only a lower bound, which can neither meet a maximum nor win: decide by another.',
  );
  expect(JSON.stringify(found)).not.toContain('excluded or late');
});

it('advises another workload when AWS bills bytes that the workload does not count', () => {
  const [asked, entries] = getConstructed('inconclusive, price');
  expect(answer(asked, entries, COPIES).settle?.text).toBe(
    'AWS bills bytes of b, which its workload does not count: use one that does.',
  );
});

it('advises more levels when a search found only lower bounds', () => {
  const bound = [{ code: 'SearchLowerBound', trials: 6 }];
  expect(answer({ atLeast: 250 * 1e6, prefer: 'cheapest' }, [makeEntry('a', 200, 0, { bound })]).settle?.text).toBe(
    'Give the search of a, bs 4k more levels: between the passing one and the next, or higher ones.',
  );
});

it('advises blocks instead of replicates when target instances are assumed to differ', () => {
  expect(answer({}, NOISY, COPIES)).toMatchObject({ reason: 'noise', settle: { setting: 'design: { blocks: 5 }' } });
});

it('advises no blocks when stages always run in the same order', () => {
  const stages = [1, 2].map((period) => {
    const turns = makeTurns(100, 0.01, 3).map((turn, at) => ({ ...turn, period, round: 3 * period + at, place: 0 }));
    return makeEntry(`s${period}`, 100, 0, { copy: 'c', turns });
  });
  expect(answer({}, stages, COPIES)).toMatchObject({
    reason: 'noise',
    settle: {
      text:
        'Stages always run in the same order, so more replicates cannot separate them from their hours. ' +
        'Measure both at once, on two stores, or repeat the experiment on other days.',
      setting: null,
    },
  });
});

it('advises to find the cause when a single trial stalls', () => {
  const values = [3400, 3410, 3420, 3390, 3400, 50_000].map((value) => value / 1e6);
  const stalled = makeValues('a', values, { unit: 'us', metric: 'wait' });
  const found = answer({ metric: 'wait', atMost: 5000, prefer: 'cheapest' }, [stalled]);
  expect(found.headline).toContain('wait of 3.40 ms');
  expect(found.settle?.text).toBe(
    'Find what made single replicates of a, bs 4k differ: more replicates will not settle it.',
  );
});

it('counts the fewest replicates that show a 10% difference, or returns null for one too small', () => {
  // Of 5 % between trials, with 5 degrees of freedom.
  expect(countUnitsToCompare(0.1, 0.05, 5)).toBe(9);
  expect(countUnitsToCompare(0.1, 0.025, 5)).toBeLessThan(9);
  expect(countUnitsToCompare(0.001, 0.05, 5)).toBeNull();
});
