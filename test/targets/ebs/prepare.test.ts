import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskMount, mountSchema } from '../../../lib/targets/disk-mount';
import { ebs } from '../../../lib/targets/ebs/target';
import { MountWorld, type Prepared } from '../mount-world';
import { CONFIG } from './config';

const DEVICES = { nvme0n1: 'vol00000000000000000', nvme1n1: 'vol0123456789abcdef0', sr0: 'something else' };
const FOUND = 'mount -t xfs -o relatime /dev/nvme1n1 <folder>/host/volumes/c1';

let world: MountWorld;
beforeEach(() => {
  world = new MountWorld().devices(DEVICES).endpoints('i-9 volumeId vol-1', 'i-1 volumeId vol-0123456789abcdef0');
  world.command('chmod', 'true');
});
afterEach(() => world.remove());

function prepare(config = CONFIG, mount: DiskMount = mountSchema.parse({})): Prepared {
  return world.run(ebs.mount(config, mount, world.place('ebs')).up);
}

describe('a volume on its host', () => {
  it('is found by its id, formatted, mounted, and has the folder of the host', () => {
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(world.calls()).toEqual(['mkfs.xfs /dev/nvme1n1', FOUND]);
    expect(existsSync(join(world.data, 'client-0'))).toBe(true);
    expect(status.facts).toEqual({ volume: 'vol-0123456789abcdef0', device: '/dev/nvme1n1' });
    expect(status.mount).toMatchObject({ source: '/dev/nvme1n1', type: 'xfs' });
  });

  it('is neither formatted nor mounted a second time', () => {
    prepare();
    expect(prepare().code).toBe(0);
    expect(world.calls()).toEqual(['mkfs.xfs /dev/nvme1n1', FOUND]);
  });

  it('is formatted and mounted as the spec says', () => {
    expect(prepare({ ...CONFIG, fileSystem: 'ext4' }, { noatime: true }).code).toBe(0);
    expect(world.calls()).toEqual([
      'mkfs.ext4 /dev/nvme1n1',
      FOUND.replace('xfs', 'ext4').replace('relatime', 'noatime'),
    ]);
  });

  it('is never formatted where something is on it', () => {
    writeFileSync(join(world.folder, 'fake/formatted'), 'ext4\n');
    expect(prepare()).toMatchObject({ code: 1, stderr: '/dev/nvme1n1 has ext4 already, not xfs\n' });
    expect(world.calls()).toEqual([]);
  });

  it('says what mkfs said', () => {
    world.set({ FAKE_MKFS_FAILS: '1' });
    expect(prepare().stderr).toContain('cannot be formatted: mkfs.xfs: cannot open: Device or resource busy');
  });

  it('is waited for, and never another one', () => {
    world.endpoints('i-1 volumeId vol-0ffffffffffffffff');
    expect(prepare().stderr).toContain('no device of this host has the serial of the volume vol-0ffffffffffffffff');
    expect(world.calls()).toEqual([1, 2, 3, 4, 5].map((seconds) => `sleep ${seconds}`));
  });

  it('needs to be known', () => {
    world.endpoints('i-9 volumeId vol-1');
    expect(prepare().stderr).toContain("has no line 'c1.i-1 volumeId <value>'");
  });
});
