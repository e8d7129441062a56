import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InstanceStore, instanceStore } from '../../../lib/targets/instance-store/target';
import { type DiskMount, mountSchema } from '../../../lib/targets/disk-mount';
import { MountHost, type PrepareResult } from '../mount-host';

const OWN = 'Amazon EC2 NVMe Instance Storage';
const CONFIG: InstanceStore = { kind: 'instance-store', fileSystem: 'xfs' };
const TWO = { nvme0n1: 'Amazon Elastic Block Store', nvme10n1: OWN, nvme2n1: OWN, xvda: OWN };

let host: MountHost;
beforeEach(() => {
  host = new MountHost();
  host.command('chmod', 'true');
});
afterEach(() => host.remove());

function prepare(config = CONFIG, mount: DiskMount = mountSchema.parse({})): PrepareResult {
  return host.run(instanceStore.mounting.mount(config, mount, host.place('instance-store')).up);
}

describe('mount script of instance store disks', () => {
  it('finds the disks by their controllers, and stripes them in numerical order', () => {
    const { code, stderr, status } = prepareOn(TWO);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([
      // Of each disk whole stripes of 64 KiB.
      'dmsetup create fsxbench-c1 --table 0 4000000 striped 2 128 /dev/nvme2n1 0 /dev/nvme10n1 0',
      'mkfs.xfs <folder>/dev/mapper/fsxbench-c1',
      'mount -t xfs -o relatime <folder>/dev/mapper/fsxbench-c1 <folder>/host/volumes/c1',
    ]);
    expect(existsSync(join(host.data, 'client-0'))).toBe(true);
    expect(status.facts).toMatchObject({ disks: '/dev/nvme2n1 /dev/nvme10n1' });
  });

  it('uses a single disk without a stripe', () => {
    expect(prepareOn({ nvme1n1: OWN }, { ...CONFIG, fileSystem: 'ext4' }, { noatime: true }).code).toBe(0);
    expect(host.calls()).toEqual([
      'mkfs.ext4 -E lazy_itable_init=0,lazy_journal_init=0 /dev/nvme1n1',
      'mount -t ext4 -o noatime /dev/nvme1n1 <folder>/host/volumes/c1',
    ]);
  });

  it('formats and mounts only once', () => {
    prepareOn({ nvme1n1: OWN });
    const before = host.calls();
    expect(prepare().code).toBe(0);
    expect(host.calls()).toEqual(before);
  });

  it('fails when the instance type has no instance store disks', () => {
    expect(prepareOn({ nvme0n1: 'Amazon Elastic Block Store' })).toMatchObject({
      code: 1,
      stderr:
        'no device of this host is an "Amazon EC2 NVMe Instance Storage": its instance type has no instance store ' +
        'disks\n',
    });
  });

  it('refuses to format a disk that contains another file system', () => {
    writeFileSync(join(host.folder, 'fake/formatted'), 'ext4\n');
    expect(prepareOn({ nvme1n1: OWN })).toMatchObject({
      code: 1,
      stderr: '/dev/nvme1n1 already contains ext4 instead of xfs\n',
    });
  });

  it('reports which disks cannot be striped', () => {
    host.set({ FAKE_DM_FAILS: '1' });
    expect(prepareOn(TWO).stderr).toMatch(/^\/dev\/nvme2n1 \/dev\/nvme10n1 cannot be striped as /);
  });
});

function prepareOn(models: Readonly<Record<string, string>>, config = CONFIG, mount?: DiskMount): PrepareResult {
  host.models(models);
  return prepare(config, mount);
}
