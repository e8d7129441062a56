import { diffMount, mountOptions, mountSchema } from '../../lib/targets/disk-mount';

describe('the mount of a disk', () => {
  const kernel = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw,noatime,attr2' };

  it('is asked for and read back in the words of mount', () => {
    expect(mountOptions(mountSchema.parse({}))).toBe('relatime');
    expect(mountOptions({ noatime: true })).toBe('noatime');
    expect(diffMount({ fileSystem: 'xfs' }, { noatime: true }, kernel)).toEqual([]);
    expect(diffMount({ fileSystem: 'ext4' }, { noatime: true }, kernel)).toEqual([
      'requested ext4, but the kernel has xfs',
    ]);
  });
});
