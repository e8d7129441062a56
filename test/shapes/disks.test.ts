import { getDeviceName, MAX_DISKS, toVolumeId } from '../../lib/shapes/disks';

describe('getDeviceName and toVolumeId', () => {
  it('returns 99 different device names, from /dev/sdf to /dev/xvddz', () => {
    const devices = Array.from({ length: MAX_DISKS }, (_, index) => getDeviceName(index));
    expect([devices[0], devices[1], devices[21], devices.at(-1)]).toEqual([
      '/dev/sdf',
      '/dev/sdg',
      '/dev/xvdba',
      '/dev/xvddz',
    ]);
    expect(new Set(devices).size).toBe(99);
  });

  it('returns an empty device name for an index of MAX_DISKS', () => expect(getDeviceName(MAX_DISKS)).toBe(''));

  it('returns the resource id volume2 for index 2', () => expect(toVolumeId(2)).toBe('volume2'));
});
