import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskMount, mountSchema } from '../../../lib/targets/disk-mount';
import { ebs } from '../../../lib/targets/ebs/target';
import { MountHost, type PrepareResult } from '../mount-host';
import { CONFIG } from './config';

const DEVICES = { nvme0n1: 'vol00000000000000000', nvme1n1: 'vol0123456789abcdef0', sr0: 'something else' };
const FOUND = 'mount -t xfs -o relatime /dev/nvme1n1 <folder>/host/volumes/c1';
const GROWN = 'xfs_growfs <folder>/host/volumes/c1';
/** Sectors of 512 bytes in 64 GiB. */
const SECTORS = String(64 * 2_097_152);

let host: MountHost;
beforeEach(() => {
  host = new MountHost().devices(DEVICES).endpoints('i-9 volumeId vol-1', 'i-1 volumeId vol-0123456789abcdef0');
  host.command('chmod', 'true').set({ FAKE_SECTORS: SECTORS });
});
afterEach(() => host.remove());

function prepare(config = CONFIG, mount: DiskMount = mountSchema.parse({})): PrepareResult {
  return host.run(ebs.mounting.mount(config, mount, host.place('ebs')).up);
}

describe('mount script of an EBS volume', () => {
  it('finds the volume by its id, formats and mounts it, and creates the folder of the host', () => {
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual(['mkfs.xfs /dev/nvme1n1', FOUND, GROWN]);
    expect(existsSync(join(host.data, 'client-0'))).toBe(true);
    expect(status.facts).toEqual({
      volume: 'vol-0123456789abcdef0',
      disks: '/dev/nvme1n1',
      device: '/dev/nvme1n1',
    });
    expect(status.mount).toMatchObject({ source: '/dev/nvme1n1', type: 'xfs' });
  });

  it('formats and mounts only once', () => {
    prepare();
    expect(prepare().code).toBe(0);
    expect(host.calls()).toEqual(['mkfs.xfs /dev/nvme1n1', FOUND, GROWN, GROWN]);
  });

  it('waits for the changed size, and grows the file system to it', () => {
    const double = { ...CONFIG, sizeGiB: 128 };
    expect(prepare(double).stderr).toBe(
      `/dev/nvme1n1 has ${SECTORS} sectors of 512 bytes, less than the requested 128 GiB\n`,
    );
    expect(host.calls()).toEqual([1, 2, 3, 4, 5].map((seconds) => `sleep ${seconds}`));
    host.set({ FAKE_SECTORS: String(2 * Number(SECTORS)) });
    expect(prepare({ ...double, fileSystem: 'ext4' }).code).toBe(0);
    expect(host.calls().at(-1)).toBe('resize2fs /dev/nvme1n1');
    host.set({ FAKE_GROW_FAILS: '1' });
    host.unmounted();
    writeFileSync(join(host.folder, 'fake/formatted'), 'xfs\n');
    expect(prepare(double).stderr).toBe('the file system on /dev/nvme1n1 cannot be made larger: not mounted\n');
  });

  it('uses the file system and mount options of the spec', () => {
    expect(prepare({ ...CONFIG, fileSystem: 'ext4' }, { noatime: true }).code).toBe(0);
    expect(host.calls()).toEqual([
      'mkfs.ext4 -E lazy_itable_init=0,lazy_journal_init=0 /dev/nvme1n1',
      FOUND.replace('xfs', 'ext4').replace('relatime', 'noatime'),
      'resize2fs /dev/nvme1n1',
    ]);
  });

  it('refuses to format a volume that contains another file system', () => {
    writeFileSync(join(host.folder, 'fake/formatted'), 'ext4\n');
    expect(prepare()).toMatchObject({ code: 1, stderr: '/dev/nvme1n1 already contains ext4 instead of xfs\n' });
    expect(host.calls()).toEqual([]);
  });

  it('allows more time for large ext4 volumes, whose inode tables mkfs writes', () => {
    const place = host.place('ebs');
    const getSeconds = (fileSystem: 'xfs' | 'ext4', sizeGiB: number) => {
      const fixture = ebs.mounting.mount({ ...CONFIG, fileSystem, sizeGiB }, { noatime: false }, place);
      return [fixture.expectedSeconds, fixture.timeoutSeconds];
    };
    expect(getSeconds('xfs', 8192)).toEqual([5, 600]);
    // 128 GiB of tables at 125 MiB/s.
    expect(getSeconds('ext4', 8192)).toEqual([5 + 1049, 600 + 3 * 1049]);
  });

  it('reports the message of mkfs', () => {
    host.set({ FAKE_MKFS_FAILS: '1' });
    expect(prepare().stderr).toContain('cannot be formatted: mkfs.xfs: cannot open: Device or resource busy');
  });

  it('waits for the volume, and fails when no device has its serial', () => {
    host.endpoints('i-1 volumeId vol-0ffffffffffffffff');
    expect(prepare().stderr).toContain('no device of this host has the serial of the volume vol-0ffffffffffffffff');
    expect(host.calls()).toEqual([1, 2, 3, 4, 5].map((seconds) => `sleep ${seconds}`));
  });

  it('fails when the volume id of the host is unknown', () => {
    host.endpoints('i-9 volumeId vol-1');
    expect(prepare().stderr).toContain("has no line 'c1.i-1 volumeId <value>'");
  });
});

describe('mount script of several EBS volumes', () => {
  const stripe = { ...CONFIG, volumes: 2, stripeKiB: 256 } as const;
  beforeEach(() => {
    // The kernel found the second one first: their order is that of the copy, by their ids.
    host.devices({ nvme2n1: 'vol0123456789abcdef0', nvme1n1: 'vol0ffffffffffffffff' });
    host.endpoints('i-1 volumeId vol-0123456789abcdef0', 'i-1 volumeId2 vol-0ffffffffffffffff');
  });

  it('finds the volumes by id, stripes them in order, and formats and mounts them as one', () => {
    const { code, stderr, status } = prepare(stripe);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([
      'dmsetup create fsxbench-c1 --table 0 268435456 striped 2 512 /dev/nvme2n1 0 /dev/nvme1n1 0',
      'mkfs.xfs <folder>/dev/mapper/fsxbench-c1',
      'mount -t xfs -o relatime <folder>/dev/mapper/fsxbench-c1 <folder>/host/volumes/c1',
      GROWN,
    ]);
    expect(status.facts).toMatchObject({
      volume: 'vol-0123456789abcdef0 vol-0ffffffffffffffff',
      disks: '/dev/nvme2n1 /dev/nvme1n1',
    });
  });

  it('fails when a volume id is unknown or its device is missing', () => {
    host.endpoints('i-1 volumeId vol-0123456789abcdef0');
    expect(prepare(stripe).stderr).toContain("has no line 'c1.i-1 volumeId2 <value>'");
    host.endpoints('i-1 volumeId vol-0123456789abcdef0', 'i-1 volumeId2 vol-7');
    expect(prepare(stripe).stderr).toContain('no device of this host has the serial of the volume vol-7');
  });

  it('removes the stripe at unmount', () => {
    const down = ebs.mounting.mount(stripe, mountSchema.parse({}), host.place('ebs')).down;
    expect(host.run(down).code).toBe(0);
    expect(host.calls()).toEqual([]);
    mkdirSync(join(host.folder, 'dev/mapper'), { recursive: true });
    writeFileSync(join(host.folder, 'dev/mapper/fsxbench-c1'), '');
    expect(host.run(down).code).toBe(0);
    expect(host.calls()).toEqual(['dmsetup remove fsxbench-c1']);
    host.set({ FAKE_DM_FAILS: '1' });
    expect(host.run(down).stderr).toMatch(/fsxbench-c1 cannot be removed: is it in use\?\n$/);
  });
});
