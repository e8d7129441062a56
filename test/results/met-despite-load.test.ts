import { isMetDespiteLoad } from '../../lib/results/met-despite-load';

const trial = (code: string, level: 'note' | 'suspect' = 'suspect', excludedFor: string | null = null) => ({
  excludedFor,
  reasons: [{ level, code }],
});
const judge = (
  trials: readonly ReturnType<typeof trial>[],
  outcome: 'meets' | 'misses' | 'open' = 'meets',
  cells = 1,
) => isMetDespiteLoad({ answer: { outcome, ranking: Array.from({ length: cells }) }, trials });

it('accepts a met threshold when only other processes or the hypervisor disturbed its trials', () => {
  expect(judge([trial('HostBusy'), trial('CpuStolen'), trial('Bursts', 'note')])).toBe(true);
  expect(judge([trial('HostBusy'), trial('CacheServed', 'suspect', 'CacheServed')])).toBe(true);
  // These exclude no trial.
  expect(judge([trial('HostBusy'), trial('Unsteady'), trial('RateStep')])).toBe(true);
});

it('refuses other reasons, missed and open thresholds, and choices between configurations', () => {
  expect(judge([trial('HostBusy'), trial('CacheServed')])).toBe(false);
  expect(judge([trial('HostBusy')], 'misses')).toBe(false);
  expect(judge([trial('HostBusy')], 'open')).toBe(false);
  expect(judge([trial('HostBusy')], 'meets', 2)).toBe(false);
});
