import { usableGiB, usableVolumeGiB } from '../../../lib/targets/fsx-ontap/target';
import type { FsxOntap } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, SECOND } from './config';

const of = (changes: Partial<FsxOntap>, base: FsxOntap = CONFIG): readonly number[] => {
  const config = { ...base, ...changes };
  return [usableGiB(config), usableVolumeGiB(config)].map((gib) => Math.round(gib));
};

describe('what files may take', () => {
  it('is 84 % of the storage, 89 % of more than 30 TiB', () => {
    const volumes = { count: 1, sizeGiB: 100_000 };
    expect(of({ volumes })).toEqual([860, 860]);
    expect(of({ volumes, storageGiB: 30_720 })).toEqual([25_805, 25_805]);
    expect(of({ volumes, storageGiB: 40_000 })).toEqual([35_600, 35_600]);
  });

  it('is 95 % of a volume', () => {
    expect(of({ volumes: { count: 1, sizeGiB: 500 } })).toEqual([475, 475]);
    expect(of({ volumes: { count: 2, sizeGiB: 500 } })).toEqual([860, 475]);
  });

  it('is that of the pairs on which volumes lie: a FlexVol on one, a FlexGroup on all', () => {
    expect(of({ volumes: { count: 1, sizeGiB: 8000 } }, SECOND)).toEqual([3441, 3441]);
    expect(of({ volumes: { count: 2, sizeGiB: 8000 } }, SECOND)).toEqual([6881, 3441]);
    expect(of({ volumes: { count: 1, sizeGiB: 8000, constituents: 4 } }, SECOND)).toEqual([6881, 6881]);
  });
});
