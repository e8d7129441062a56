import { deviceOf, MOST_NAMES, volumeIdOf } from '../../lib/shapes/disks';

describe('names of the disks of a host', () => {
  it('are as many as EC2 has, each another one', () => {
    const devices = Array.from({ length: MOST_NAMES }, (_, index) => deviceOf(index));
    expect([devices[0], devices[1], devices[21], devices.at(-1)]).toEqual([
      '/dev/sdf',
      '/dev/sdg',
      '/dev/xvdba',
      '/dev/xvddz',
    ]);
    expect(new Set(devices).size).toBe(99);
  });

  it('end', () => expect(deviceOf(MOST_NAMES)).toBe(''));

  it('are not those under which volumes stand in what was made', () => expect(volumeIdOf(2)).toBe('volume2'));
});
