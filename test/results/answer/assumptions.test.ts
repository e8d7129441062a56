import type { TrialStatus } from '../../../lib/results/trial-status';
import { assumeSpread } from '../../../lib/results/answer/assumptions';

const makeTrials = (blocks: number, more: Partial<TrialStatus> = {}) =>
  Array.from({ length: blocks }, (_, at) => ({ block: at + 1, ...more }) as TrialStatus);
const rate = { unit: 'bytes/s', ofProvisioned: 0.95 } as const;

it.each([
  ['a rate at 95% of the provisioned one: 5%', undefined, rate, 0.05],
  ['a rate at 3× the provisioned one: 10%', undefined, { ...rate, ofProvisioned: 3 }, 0.1],
  ['a latency at 30% of the provisioned rate: 10%', undefined, { unit: 'us', ofProvisioned: 0.3 }, 0.1],
  ['a latency at 97% of the provisioned rate: 5%', undefined, { unit: 'us', ofProvisioned: 0.97 }, 0.05],
  ['instance store: 10%', { loose: true }, rate, 0.1],
  ['a spec that sets 2%: 2%', { instance: 0.02 }, rate, 0.02],
] as const)('assumes a spread between target instances for %s', (_, settings, contender, instance) => {
  expect(assumeSpread(settings, contender, makeTrials(1))).toEqual({ instance, forLimits: instance, hour: 0.05 });
});

it('assumes for existing storage no spread between instances, and 5% between hours, 10% if it is shared', () => {
  const given = makeTrials(1, { given: true });
  expect(assumeSpread({}, rate, given)).toEqual({ instance: 0, forLimits: 0, hour: 0.05 });
  expect(assumeSpread({ shared: true }, rate, given)).toEqual({ instance: 0, forLimits: 0, hour: 0.1 });
});

it('assumes no spread between instances from 3 blocks on in comparisons, and from 4 against thresholds', () => {
  expect(assumeSpread({}, rate, makeTrials(2))).toMatchObject({ instance: 0.05, forLimits: 0.05 });
  expect(assumeSpread({}, rate, makeTrials(3))).toMatchObject({ instance: 0, forLimits: 0.05 });
  expect(assumeSpread({}, rate, makeTrials(4))).toMatchObject({ instance: 0, forLimits: 0 });
});
