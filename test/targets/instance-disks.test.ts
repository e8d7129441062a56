import { disksOf, WITH_DISKS } from '../../lib/targets/instance-disks';

describe('disks of instance types', () => {
  it('are those of the guide', () => {
    expect(disksOf('i3en.2xlarge')).toEqual({ count: 2, bytes: 2.5e12, readIops: 170_000, writeIops: 130_000 });
    expect(disksOf('i4i.metal')).toMatchObject({ count: 8, readIops: 3_200_000 });
  });

  it('are none, or not known', () => {
    expect(disksOf('c5n.2xlarge')).toBe('none');
    expect(disksOf('t3.small')).toBe('none');
    expect(disksOf('c6gd.large')).toBeNull();
    expect(disksOf('')).toBeNull();
  });

  it('have small types for messages', () => {
    expect(WITH_DISKS).toContain('i3en.large');
    expect(WITH_DISKS).not.toContain('i3en.24xlarge');
  });
});
