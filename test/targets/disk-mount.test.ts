import { diffDiskMount, formatMountOptions, mountSchema } from '../../lib/targets/disk-mount';

describe('formatMountOptions and diffDiskMount', () => {
  const kernel = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw,noatime,attr2' };

  it('formats mount options and reports a file system type that differs from the request', () => {
    expect(formatMountOptions(mountSchema.parse({}))).toBe('relatime');
    expect(formatMountOptions({ noatime: true })).toBe('noatime');
    expect(diffDiskMount({ fileSystem: 'xfs' }, { noatime: true }, kernel)).toEqual([]);
    expect(diffDiskMount({ fileSystem: 'ext4' }, { noatime: true }, kernel)).toEqual([
      'requested ext4, but the kernel has xfs',
    ]);
  });
});
