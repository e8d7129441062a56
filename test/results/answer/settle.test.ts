import { buildAnswer } from '../../../lib/results/answer/decision';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { contest, COPIES, decide, type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { makeTurns, answer, FACTORS } from './answers';
import { answerConstructed, CONSTRUCTED } from './constructed-cases';

const findAdvice = (name: string) => {
  const found = CONSTRUCTED.find((one) => one.name === name);
  return found === undefined ? undefined : answerConstructed(found).settle;
};

it.each([
  ['best', null],
  ['meets, all, priced', null],
  ['misses, all', null],
  ['described', null],
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
  expect(findAdvice(name)?.text ?? null).toEqual(text === null ? null : expect.stringMatching(text));
});

it('returns the setting to paste, and the additional trials and cost of it', () => {
  const noisy = CONSTRUCTED.find(({ name }) => name === 'inconclusive, noise');
  const [candidates, circumstances] = contest(noisy?.entries ?? [], FOLDERS);
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

it('advises blocks instead of replicates when target instances are assumed to differ', () => {
  const noisy = CONSTRUCTED.find(({ name }) => name === 'inconclusive, noise');
  const { reason, settle } = answer({}, noisy?.entries ?? [], COPIES);
  expect(reason).toBe('noise');
  expect(settle).toMatchObject({ setting: 'design: { blocks: 5 }' });
});

it('advises no blocks when stages always run in the same order', () => {
  const makeStage = (name: string, period: number): Entry => ({
    name,
    copy: 'c',
    turns: makeTurns(100, 0.01, 3).map((turn, at) => ({ ...turn, period, round: 3 * period + at, place: 0 })),
  });
  const { reason, settle } = answer({}, [makeStage('s', 1), makeStage('t', 2)], COPIES);
  expect(reason).toBe('noise');
  expect(settle).toMatchObject({
    text: 'Stages always run in the same order, so that no setting separates them from their hours.',
    setting: null,
  });
});

it('advises to find the cause when a single trial stalls', () => {
  const turns = [3400, 3410, 3420, 3390, 3400, 50_000].map((value) => ({ value }));
  const stalled: Entry = { name: 'a', turns, unit: 'us', metric: 'wait' };
  const found = answer({ metric: 'wait', atMost: 5000, prefer: 'cheapest' }, [stalled]);
  expect(found.headline).toContain('wait of 3.40 ms');
  expect(found.settle?.text).toBe(
    'Find what made single replicates of a, bs 4k differ: more replicates will not settle it.',
  );
});
