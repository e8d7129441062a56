import { buildAnswer } from '../../../lib/results/answer/decision';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { contest, COPIES, decide, FOLDERS } from '../../../checks/statistics/contest';
import { answer, FACTORS } from './answers';
import { answerConstructed, CONSTRUCTED } from './constructed';

const settleOf = (name: string) => {
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
  ['inconclusive, assumed instances', /^5 blocks measure what is assumed of instances and hours\.$/],
  ['inconclusive, bound', /^Free CPUs on the hosts of b, or use larger or more hosts\.$/],
  ['inconclusive, rounded', /^Values need more digits/],
  ['inconclusive, limit', /^a, bs 4k is 0\.36% from the threshold: choose with a margin\.$/],
  ['inconclusive, unmeasured', /^Measure z again\.$/],
  ['inconclusive, price', /^Set usdPerHour of b\.$/],
] as const)('says what would settle %s', (name, text) => {
  expect(settleOf(name)?.text ?? null).toEqual(text === null ? null : expect.stringMatching(text));
});

it('gives the setting to paste, and what more of it takes', () => {
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
  expect(settleOf('inconclusive, assumed instances')?.setting).toBe('design: { blocks: 5 }');
});

it('advises blocks, and no number of replicates, where instances are assumed to differ', () => {
  const noisy = CONSTRUCTED.find(({ name }) => name === 'inconclusive, noise');
  const { reason, settle } = answer({}, noisy?.entries ?? [], COPIES);
  expect(reason).toBe('noise');
  expect(settle).toMatchObject({ setting: 'design: { blocks: 5 }' });
});
