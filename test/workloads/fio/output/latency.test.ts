import { readBins } from '../../../../lib/workloads/fio/output/latency';
import { recordedJob } from '../recorded-outputs';
import cases from './latency.cases.json';

describe('readBins', () => {
  it.each(cases.recordedFiles as [string, 'read' | 'write'][])(
    'computes the percentiles that fio printed: %s, %s',
    (file, direction) => {
      const latency = recordedJob(file)[direction].clat_ns;
      const bins = readBins(latency.bins, 1000);
      expect(Object.keys(latency.percentile ?? {})).not.toHaveLength(0);
      for (const [key, value] of Object.entries(latency.percentile ?? {})) {
        expect([key, bins?.percentile(Number(key))]).toEqual([key, value / 1000]);
      }
    },
  );

  it('returns null for empty or invalid bins', () => {
    expect(readBins({ '100': 0 }, 1)).toBeNull();
    expect(readBins(undefined, 1)).toBeNull();
    expect(readBins({ a: 1, '5': 'x' }, 1)).toBeNull();
  });
});
