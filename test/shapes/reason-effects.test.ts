import { TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
import type { Reason } from '../../lib/shapes/verdict';
import { isOutcome, countsInDecisions, judgeExclusion, listLowerBounds } from '../../lib/shapes/reason-effects';

const suspect = (...codes: readonly string[]): Reason[] =>
  codes.map((code) => ({ level: 'suspect', code, text: code }));

describe('countsInDecisions and isOutcome', () => {
  it.each<['VALID' | 'SUSPECT' | 'INVALID', Reason[], boolean]>([
    ['VALID', [], true],
    ['SUSPECT', suspect('Unsteady', 'RateStep', 'Straggler'), true],
    ['SUSPECT', [...suspect('Unsteady'), { level: 'note', code: 'ClientBound', text: '' }], true],
    ['SUSPECT', suspect('HostBusy'), false],
    ['SUSPECT', suspect('Unsteady', 'DepthNotReached'), false],
    ['INVALID', suspect('Unsteady'), false],
  ])('returns for %s trials with the reasons %j whether they count: %s', (verdict, reasons, counts) => {
    expect(countsInDecisions({ verdict, reasons })).toBe(counts);
  });

  it('lists the outcome codes of both reason tables, and returns false for unknown codes', () => {
    expect(Object.keys(TRIAL_REASONS).filter(isOutcome)).toEqual([
      'CreditsSpent',
      'LatencyUnsteady',
      'RateStep',
      'Straggler',
      'Unsteady',
    ]);
    expect(Object.keys(WORKLOAD_REASONS).filter(isOutcome)).toEqual([
      'RateNotReached',
      'QueueSaturated',
      'UnevenIterations',
      'BacklogGrew',
      'NotRecovered',
    ]);
    expect(isOutcome('toString')).toBe(false);
    expect(isOutcome('NoSuchCode')).toBe(false);
  });
});

it.each<['slow' | 'quick' | null, string[]]>([
  // Slow storage may cause these.
  ['slow', ['LongRun', 'FailedIos', 'LateStart', 'FewMetadataServers', 'ErrorLines']],
  // Trials too fast to judge.
  ['quick', ['UnwrittenData', 'RateExceeded', 'DepthNotReached']],
  // Exclusions without bias, and trials that count.
  [null, ['NoData', 'CacheServed', 'BlockSizeMismatch', 'UnevenIterations', 'RateNotReached']],
])('judges the bias by excluded trials as %s for %j', (bias, codes) => {
  const biases = codes.map((code) => judgeExclusion({ verdict: 'SUSPECT', reasons: suspect(code) }));
  expect(biases).toEqual(codes.map(() => bias));
});

it('lists metrics with RateNotReached or QueueSaturated as lower bounds', () => {
  const metrics = ['latency_p99'];
  const limit = (...codes: string[]) => listLowerBounds(suspect(...codes).map((one) => ({ ...one, metrics })));
  expect([limit('RateNotReached', 'QueueSaturated'), limit('ShortRun')]).toEqual([metrics, []]);
});
