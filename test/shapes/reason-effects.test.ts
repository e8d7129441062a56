import { TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
import type { Reason } from '../../lib/shapes/verdict';
import { isOutcome, countsInDecisions, judgeExclusion, listLowerBounds } from '../../lib/shapes/reason-effects';

describe('countsInDecisions and isOutcome', () => {
  const suspect = (...codes: readonly string[]): Reason[] =>
    codes.map((code) => ({ level: 'suspect', code, text: code }));
  const counts = (verdict: 'VALID' | 'SUSPECT' | 'INVALID', reasons: readonly Reason[]): boolean =>
    countsInDecisions({ verdict, reasons });

  it('counts VALID trials, and SUSPECT trials with only Unsteady, RateStep or Straggler', () => {
    expect(counts('VALID', [])).toBe(true);
    expect(counts('SUSPECT', suspect('Unsteady', 'RateStep', 'Straggler'))).toBe(true);
    expect(counts('SUSPECT', [...suspect('Unsteady'), { level: 'note', code: 'ClientBound', text: '' }])).toBe(true);
  });

  it('excludes INVALID trials, and SUSPECT trials with HostBusy or DepthNotReached', () => {
    expect(counts('SUSPECT', suspect('HostBusy'))).toBe(false);
    expect(counts('SUSPECT', suspect('Unsteady', 'DepthNotReached'))).toBe(false);
    expect(counts('INVALID', suspect('Unsteady'))).toBe(false);
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

describe('judgeExclusion: bias by excluded trials', () => {
  const lost = (code: string, metrics?: readonly string[]) =>
    judgeExclusion({
      verdict: 'SUSPECT',
      reasons: [{ level: 'suspect', code, text: '', ...(metrics === undefined ? {} : { metrics }) }],
    });

  it('returns slow for reasons that slow storage may cause, such as LongRun, FailedIos and LateStart', () => {
    expect(['LongRun', 'FailedIos', 'LateStart', 'FewMetadataServers', 'ErrorLines'].map((code) => lost(code))).toEqual(
      Array.from({ length: 5 }, () => 'slow'),
    );
  });

  it('returns quick for trials too fast to judge: UnwrittenData, RateExceeded, DepthNotReached', () => {
    expect(['UnwrittenData', 'RateExceeded', 'DepthNotReached'].map((code) => lost(code))).toEqual([
      'quick',
      'quick',
      'quick',
    ]);
  });

  it('returns null for exclusions without bias: NoData, CacheServed and BlockSizeMismatch', () => {
    expect(['NoData', 'CacheServed', 'BlockSizeMismatch'].map((code) => lost(code))).toEqual([null, null, null]);
  });

  it('returns null for trials that count (UnevenIterations, RateNotReached)', () => {
    expect(['UnevenIterations', 'RateNotReached'].map((code) => lost(code))).toEqual([null, null]);
  });
});

it('lists metrics with RateNotReached or QueueSaturated as lower bounds', () => {
  const metrics = ['latency_p99'];
  const one = (code: string): Reason => ({ level: 'suspect', code, text: '', metrics });
  expect(listLowerBounds([one('RateNotReached'), one('QueueSaturated')])).toEqual(metrics);
  expect(listLowerBounds([one('ShortRun')])).toEqual([]);
});
