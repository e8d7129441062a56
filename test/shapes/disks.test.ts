import { copyOfDevice, deviceOf, MOST_COPIES, MOST_DISKS } from '../../lib/shapes/disks';

describe('devices of copies', () => {
  it('are one for each, there and back', () => {
    const copies = Array.from({ length: MOST_COPIES }, (_, index) => `c${index + 1}`);
    const devices = copies.map(deviceOf);
    expect(devices[0]).toBe('/dev/sdf');
    expect(devices.slice(20, 22)).toEqual(['/dev/sdz', '/dev/xvdba']);
    expect(MOST_COPIES).toBeGreaterThan(MOST_DISKS);
    expect(new Set(devices).size).toBe(MOST_COPIES);
    expect(devices.map(copyOfDevice)).toEqual(copies);
  });

  it('are none for more copies than there are names', () => {
    expect(deviceOf(`c${MOST_COPIES + 1}`)).toBe('');
  });

  it.each(['/dev/xvda', '/dev/sda1', '/dev/sdb', '/dev/nvme1n1', ''])('%s is of no copy', (device) => {
    expect(copyOfDevice(device)).toBeUndefined();
  });
});
