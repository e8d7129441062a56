import { TRIAL_REASONS, WORKLOAD_REASONS } from '../../lib/shapes/error-codes';
import type { Reason } from '../../lib/shapes/verdict';
import { isOutcome, countsInDecisions, judgeExclusion, listLowerBounds } from '../../lib/shapes/reason-effects';

describe('which trials count', () => {
  const suspect = (...codes: readonly string[]): Reason[] =>
    codes.map((code) => ({ level: 'suspect', code, text: code }));
  const counts = (verdict: 'VALID' | 'SUSPECT' | 'INVALID', reasons: readonly Reason[]): boolean =>
    countsInDecisions({ verdict, reasons });

  it('counts VALID ones, and those that are SUSPECT only for how they came out', () => {
    expect(counts('VALID', [])).toBe(true);
    expect(counts('SUSPECT', suspect('Unsteady', 'RateStep', 'Straggler'))).toBe(true);
    expect(counts('SUSPECT', [...suspect('Unsteady'), { level: 'note', code: 'ClientBound', text: '' }])).toBe(true);
  });

  it('leaves out those that were made in another way than asked, and INVALID ones', () => {
    expect(counts('SUSPECT', suspect('HostBusy'))).toBe(false);
    expect(counts('SUSPECT', suspect('Unsteady', 'DepthNotReached'))).toBe(false);
    expect(counts('INVALID', suspect('Unsteady'))).toBe(false);
  });

  it('knows the codes by the table, and nothing that every object has', () => {
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

describe('what is missed of a trial that does not count', () => {
  const lost = (code: string, metrics?: readonly string[]) =>
    judgeExclusion({
      verdict: 'SUSPECT',
      reasons: [{ level: 'suspect', code, text: '', ...(metrics === undefined ? {} : { metrics }) }],
    });

  it('is that it was slow, wherever that may have brought it about', () => {
    expect(['LongRun', 'FailedIos', 'LateStart', 'FewMetadataServers', 'ErrorLines'].map((code) => lost(code))).toEqual(
      Array.from({ length: 5 }, () => 'slow'),
    );
  });

  it('is that it was quick, where memory took it, or more was made than asked', () => {
    expect(['UnwrittenData', 'RateExceeded', 'DepthNotReached'].map((code) => lost(code))).toEqual([
      'quick',
      'quick',
      'quick',
    ]);
  });

  it('is nothing where something else than the storage was measured', () => {
    expect(['NoData', 'CacheServed', 'BlockSizeMismatch'].map((code) => lost(code))).toEqual([null, null, null]);
  });

  it('is nothing where it counts: quick iterations of a job are as likely as slow ones', () => {
    expect(['UnevenIterations', 'RateNotReached'].map((code) => lost(code))).toEqual([null, null]);
  });
});

it('knows the figures of which a trial says only that they are no lower', () => {
  const metrics = ['latency_p99'];
  const one = (code: string): Reason => ({ level: 'suspect', code, text: '', metrics });
  expect(listLowerBounds([one('RateNotReached'), one('QueueSaturated')])).toEqual(metrics);
  expect(listLowerBounds([one('ShortRun')])).toEqual([]);
});
