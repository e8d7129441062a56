import { automaticMetadataIops, requireMetadataIops } from '../../../../../lib/twin/cloud/fsx/lustre/sizes';
import { thrownBy } from '../../world';

describe('automaticMetadataIops', () => {
  it.each([
    [1200, 1500],
    [2400, 3000],
    [4800, 6000],
    [9600, 6000],
    [12_000, 12_000],
    [45_600, 12_000],
    [48_000, 24_000],
    [72_000, 36_000],
  ])('gives %d GiB %d', (capacity, iops) => {
    expect(automaticMetadataIops(capacity)).toBe(iops);
  });
});

describe('requireMetadataIops', () => {
  it.each([1500, 3000, 6000, 12_000, 24_000, 192_000])('takes %d', (iops) => {
    expect(requireMetadataIops(iops)).toBe(iops);
  });

  it.each([
    [undefined, 'BadRequest'],
    [2000, 'BadRequest'],
    [18_000, 'BadRequest'],
    [1000, 'ValidationException'],
    [204_000, 'ValidationException'],
  ])('refuses %p', (iops, name) => {
    expect(thrownBy(() => requireMetadataIops(iops))).toMatchObject({ name });
  });
});
