import { deviationOf, meanBytes, readSplit } from '../../../../lib/workloads/fio/options/block-split';

describe('readSplit', () => {
  it('reads sizes and shares, those of writes after a comma', () => {
    const [small, large] = [
      { bytes: 4096, share: 0.6 },
      { bytes: 65_536, share: 0.4 },
    ];
    expect(readSplit('4k/60:64k/40')).toEqual({ read: [small, large], write: [small, large] });
    expect(readSplit('4K/60:64K/40,512/100')).toEqual({
      read: [small, large],
      write: [{ bytes: 512, share: 1 }],
    });
  });

  it.each([
    '',
    '4k',
    '4k/60',
    '4k/60:64k/41',
    '4k/0:8k/100',
    '0/100',
    '4k/50:8k',
    '4k/100,8k/100,1m/100',
    'x/100',
    '-4k/100',
  ])('takes %j for no split', (text) => expect(readSplit(text)).toBeNull());

  it('has the mean and the deviation of its sizes', () => {
    const parts = readSplit('4k/50:12k/50')?.read ?? [];
    expect([meanBytes(parts), deviationOf(parts)]).toEqual([8192, 4096]);
  });
});
