import type { TrialStatus } from '../../../lib/results/trial-status';
import { assumeSpread } from '../../../lib/results/answer/assumptions';

const makeTrials = (blocks: number, more: Partial<TrialStatus> = {}) =>
  Array.from({ length: blocks }, (_, at) => ({ block: at + 1, ...more }) as TrialStatus);
const rate = { unit: 'bytes/s', ofProvisioned: 0.95 } as const;

it.each([
  ['what is provisioned', undefined, rate, 0.05],
  ['a burst', undefined, { ...rate, ofProvisioned: 3 }, 0.1],
  ['a latency that nothing limits', undefined, { unit: 'us', ofProvisioned: 0.3 }, 0.1],
  ['a latency at the limit', undefined, { unit: 'us', ofProvisioned: 0.97 }, 0.05],
  ['instance store', { loose: true }, rate, 0.1],
  ['what the spec says', { instance: 0.02 }, rate, 0.02],
] as const)('assumes the usual spread between target instances for %s', (_, settings, contender, instance) => {
  expect(assumeSpread(settings, contender, makeTrials(1))).toEqual({ instance, forLimits: instance, hour: 0.05 });
});

it('assumes no spread between instances of existing storage, and 10% between hours of shared storage', () => {
  const given = makeTrials(1, { given: true });
  expect(assumeSpread({}, rate, given)).toEqual({ instance: 0, forLimits: 0, hour: 0.05 });
  expect(assumeSpread({ shared: true }, rate, given)).toEqual({ instance: 0, forLimits: 0, hour: 0.1 });
});

it('assumes no spread between instances from 3 blocks on, and for limits from 4 blocks on', () => {
  expect(assumeSpread({}, rate, makeTrials(2))).toMatchObject({ instance: 0.05, forLimits: 0.05 });
  expect(assumeSpread({}, rate, makeTrials(3))).toMatchObject({ instance: 0, forLimits: 0.05 });
  expect(assumeSpread({}, rate, makeTrials(4))).toMatchObject({ instance: 0, forLimits: 0 });
});
