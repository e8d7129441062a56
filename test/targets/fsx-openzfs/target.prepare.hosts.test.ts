import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nfsMountSchema as mountSchema, type NfsMount } from '../../../lib/targets/nfs-mount';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import { MountHost, type PrepareResult } from '../mount-host';
import { CONFIG } from './config';

const OPTIONS = 'nfsvers=4.1,nconnect=16,rsize=1048576,wsize=1048576,hard,timeo=600,async';
const SOURCE = 'fs-1.fsx.us-east-1.amazonaws.com:/fsx/volume';
const mounted = (number: number, options = OPTIONS): string =>
  `mount -t nfs -o ${options} ${SOURCE}${number} <folder>/host/volumes/c1`;

let host: MountHost;
afterEach(() => host.remove());

function prepare(count = 1, mount: NfsMount = mountSchema.parse({})): PrepareResult {
  return host.run(fsxOpenZfs.mount({ ...CONFIG, volumes: { count } }, mount, host.place('fsx-openzfs')).up);
}

describe('mounting', () => {
  it('mounts the volume, makes the folder of the host and says what was agreed on', () => {
    host = new MountHost().set({ FAKE_OPTIONS: 'rw,vers=4.1,rsize=1048576,wsize=1048576,nconnect=16,hard' });
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([mounted(1)]);
    expect(existsSync(join(host.data, 'client-0'))).toBe(true);
    expect(status).toMatchObject({ tool: 'nfs', version: 'mount.nfs: (linux nfs-utils 2.5.4)', rc: 0 });
    expect(status.mount).toMatchObject({ source: `${SOURCE}1`, type: 'nfs' });
    expect(status.facts).toEqual({
      volume: 'volume1',
      vers: '4.1',
      rsize: '1048576',
      wsize: '1048576',
      nconnect: '16',
    });
  });

  it('says where the server agreed to less than was asked for', () => {
    host = new MountHost().set({ FAKE_OPTIONS: 'rw,vers=4.1,rsize=262144,wsize=1048576' });
    const { facts } = prepare().status;
    expect(facts['rsizeLowered']).toBe('asked for 1048576 bytes: the server has agreed to 262144');
    expect(facts['rsize']).toBe('262144');
    expect(facts).not.toHaveProperty('wsizeLowered');
  });

  it.each([
    ['0', 3, 1],
    ['2', 3, 3],
    ['3', 3, 1],
    ['7', 3, 2],
    ['5', 1, 1],
  ])('gives host %s of %d volumes number %d', (index, count, number) => {
    host = new MountHost().set({ FSXBENCH_INDEX: index });
    expect(prepare(count).code).toBe(0);
    expect(host.calls()).toEqual([mounted(number)]);
  });

  it('mounts as the role says', () => {
    host = new MountHost();
    prepare(1, mountSchema.parse({ nconnect: 1, nfsvers: 3, rsize: '64k', wsize: '32k' }));
    expect(host.calls()).toEqual([mounted(1, 'nfsvers=3,nconnect=1,rsize=65536,wsize=32768,hard,timeo=600,async')]);
  });

  it('waits for the server with each write where the role says sync', () => {
    host = new MountHost();
    prepare(1, mountSchema.parse({ sync: true }));
    expect(host.calls()[0]).toMatch(/,hard,timeo=600,sync /);
  });

  it('says what else the role says', () => {
    host = new MountHost();
    prepare(1, mountSchema.parse({ noatime: true, cto: false, actimeo: 30 }));
    expect(host.calls()).toEqual([mounted(1, `${OPTIONS},noatime,nocto,actimeo=30`)]);
  });

  it('takes the defaults where a role says nothing', () => {
    host = new MountHost();
    host.run(fsxOpenZfs.mount(CONFIG, {} as NfsMount, host.place('fsx-openzfs')).up);
    expect(host.calls()).toEqual([mounted(1)]);
  });

  it('does nothing a second time', () => {
    host = new MountHost();
    prepare();
    expect(prepare().code).toBe(0);
    expect(host.calls()).toEqual([mounted(1)]);
  });

  it('does not measure another volume that is mounted there', () => {
    host = new MountHost();
    prepare(2);
    host.set({ FSXBENCH_INDEX: '1' });
    const { code, stderr } = prepare(2);
    expect(code).toBe(1);
    expect(stderr).toBe(`another volume is mounted on ${host.data}: ${SOURCE}1, not ${SOURCE}2\n`);
  });

  it('does not believe a mount that the kernel does not know', () => {
    host = new MountHost().set({ FAKE_MOUNT_LIES: '1' });
    expect(prepare().stderr).toContain("but the kernel reports 'ext4' there\n");
  });

  it('gives up with the last words of mount, and a hint', () => {
    host = new MountHost().set({ FAKE_MOUNT_FAILS: '9', FAKE_MOUNT_ERROR: 'Connection timed out' });
    expect(prepare().stderr).toBe(
      `${SOURCE}1 cannot be mounted: mount: Connection timed out; its security group must let hosts in on TCP and ` +
        'UDP 111, 2049 and 20001 to 20003\n',
    );
  });

  it('needs a folder for the mount', () => {
    host = new MountHost();
    writeFileSync(join(host.root, 'volumes'), '');
    expect(prepare().stderr).toBe(`the host's folder cannot be written: ${host.data}\n`);
  });
});

describe('the client', () => {
  it('is installed on Amazon Linux', () => {
    host = new MountHost('mount.nfs').brings('dnf', 'mount.nfs');
    expect(prepare().code).toBe(0);
    expect(host.calls()[0]).toBe('dnf -y -q install nfs-utils');
  });

  it('is installed on Debian and its kin', () => {
    host = new MountHost('mount.nfs').brings('apt-get', 'mount.nfs');
    host.release('ID=ubuntu\nID_LIKE=debian\nPRETTY_NAME="Ubuntu 24.04"\n');
    expect(prepare().code).toBe(0);
    expect(host.calls()[1]).toMatch(/install --no-install-recommends nfs-common$/);
  });
});
