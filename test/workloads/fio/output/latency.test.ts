import { readBins, takeHistograms } from '../../../../lib/workloads/fio/output/latency';
import { recordedJob } from '../recorded';
import cases from './latency.cases.json';

describe('readBins', () => {
  it.each(cases.recordedFiles as [string, 'read' | 'write'][])(
    'gives the percentiles that fio itself printed: %s, %s',
    (file, direction) => {
      const latency = recordedJob(file)[direction].clat_ns;
      const bins = readBins(latency.bins, 1000);
      expect(Object.keys(latency.percentile ?? {})).not.toHaveLength(0);
      for (const [key, value] of Object.entries(latency.percentile ?? {})) {
        expect([key, bins?.percentile(Number(key))]).toEqual([key, value / 1000]);
      }
    },
  );

  it('is nothing where nothing was counted', () => {
    expect(readBins({ '100': 0 }, 1)).toBeNull();
    expect(readBins(undefined, 1)).toBeNull();
    expect(readBins({ a: 1, '5': 'x' }, 1)).toBeNull();
  });
});

describe('takeHistograms', () => {
  const noted = jest.fn();
  const taken = (text: string) => {
    const { rest, histograms } = takeHistograms(text);
    return readBins((JSON.parse(rest) as { bins: unknown }).bins, 1000, noted, histograms);
  };

  it.each(cases.histograms)('reads histograms %s', (_, text) => {
    const bins = taken(text);
    expect(bins?.count).toBe(7);
    expect(bins?.percentiles([42, 43])).toEqual([1.5, 2.5]);
  });

  const ELSEWHERE = '"other":{"bins":{"5":1}}';
  it.each(['{"bins":{}}', '{"bins":{"5":0}}', `{"bins":"0",${ELSEWHERE}}`, `{"bins":"",${ELSEWHERE}}`])(
    'finds nothing in %s',
    (text) => expect(taken(text)).toBeNull(),
  );

  it.each(['{"bins":{"5":1,}}', '{"bins":{"5" 1}}', '{"bins":{"5":1,,"6":1}}', '{"bins":{"5":1', '{"bins":{"":1}}'])(
    'leaves %s as it is',
    (text) => expect(takeHistograms(text)).toEqual({ rest: text, histograms: [] }),
  );

  it('takes more bins than its lists have room for', () => {
    const many = Object.fromEntries(Array.from({ length: 70_000 }, (_, bin) => [bin + 1, 2]));
    expect(taken(JSON.stringify({ bins: many }))?.count).toBe(140_000);
  });
});
