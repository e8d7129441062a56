import { diffDiskMount, formatMountOptions, mountSchema } from '../../lib/targets/disk-mount';

describe('the mount of a disk', () => {
  const kernel = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw,noatime,attr2' };

  it('is asked for and read back in the words of mount', () => {
    expect(formatMountOptions(mountSchema.parse({}))).toBe('relatime');
    expect(formatMountOptions({ noatime: true })).toBe('noatime');
    expect(diffDiskMount({ fileSystem: 'xfs' }, { noatime: true }, kernel)).toEqual([]);
    expect(diffDiskMount({ fileSystem: 'ext4' }, { noatime: true }, kernel)).toEqual([
      'requested ext4, but the kernel has xfs',
    ]);
  });
});
