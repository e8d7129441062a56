import { computeDeviation, computeMeanBytes, readSplit } from '../../../../lib/workloads/fio/options/block-split';
import cases from './block-split.cases.json';

describe('readSplit', () => {
  it('reads sizes and shares, with those of writes after a comma', () => {
    const mix = [
      { bytes: 4096, share: 0.6 },
      { bytes: 65_536, share: 0.4 },
    ];
    expect(readSplit('4k/60:64k/40')).toEqual({ read: mix, write: mix });
    expect(readSplit('4K/60:64K/40,512/100')).toEqual({ read: mix, write: [{ bytes: 512, share: 1 }] });
  });

  it.each(cases.noSplits)('returns null for %j', (text) => expect(readSplit(text)).toBeNull());

  it('computes mean and standard deviation of the block sizes', () => {
    const parts = readSplit('4k/50:12k/50')?.read ?? [];
    expect([computeMeanBytes(parts), computeDeviation(parts)]).toEqual([8192, 4096]);
  });
});
