import { getDeviceName, MAX_DISKS, toVolumeId } from '../../lib/shapes/disks';

describe('names of the disks of a host', () => {
  it('are as many as EC2 has, each another one', () => {
    const devices = Array.from({ length: MAX_DISKS }, (_, index) => getDeviceName(index));
    expect([devices[0], devices[1], devices[21], devices.at(-1)]).toEqual([
      '/dev/sdf',
      '/dev/sdg',
      '/dev/xvdba',
      '/dev/xvddz',
    ]);
    expect(new Set(devices).size).toBe(99);
  });

  it('end', () => expect(getDeviceName(MAX_DISKS)).toBe(''));

  it('are not those under which volumes stand in what was made', () => expect(toVolumeId(2)).toBe('volume2'));
});
