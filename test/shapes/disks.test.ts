import { copyOfDevice, deviceOf, MOST_DISKS } from '../../lib/shapes/disks';

describe('devices of copies', () => {
  it('are one for each, there and back', () => {
    const copies = Array.from({ length: MOST_DISKS }, (_, index) => `c${index + 1}`);
    const devices = copies.map(deviceOf);
    expect(devices[0]).toBe('/dev/sdf');
    expect(new Set(devices).size).toBe(MOST_DISKS);
    expect(devices.map(copyOfDevice)).toEqual(copies);
  });

  it('are none for more copies than there are letters', () => {
    expect(() => deviceOf(`c${MOST_DISKS + 1}`)).toThrow('there is no device');
  });

  it.each(['/dev/xvda', '/dev/sda1', '/dev/sdb', '/dev/nvme1n1', ''])('%s is of no copy', (device) => {
    expect(copyOfDevice(device)).toBeUndefined();
  });
});
