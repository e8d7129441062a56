import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nfsMountSchema as mountSchema, type NfsMount } from '../../../lib/targets/nfs-mount';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import { MountHost, type PrepareResult } from '../mount-host';
import { CONFIG } from './config';

const OPTIONS = 'nfsvers=4.1,nconnect=16,rsize=1048576,wsize=1048576,hard,timeo=600,async';
const SOURCE = 'fs-1.fsx.us-east-1.amazonaws.com:/fsx/volume';
const formatMountCall = (number: number, options = OPTIONS): string =>
  `mount -t nfs -o ${options} ${SOURCE}${number} <folder>/host/volumes/c1`;

let host: MountHost;
beforeEach(() => void (host = new MountHost()));
afterEach(() => host.remove());

function prepare(count = 1, mount: NfsMount = mountSchema.parse({})): PrepareResult {
  return host.run(fsxOpenZfs.mounting.mount({ ...CONFIG, volumes: { count } }, mount, host.place('fsx-openzfs')).up);
}

describe('mount script of fsx-openzfs', () => {
  it("mounts the volume, creates the host's folder, and records the negotiated NFS options", () => {
    host.set({ FAKE_OPTIONS: 'rw,vers=4.1,rsize=1048576,wsize=1048576,nconnect=16,hard' });
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([formatMountCall(1)]);
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

  it('records rsizeLowered when the server agrees to a smaller rsize than requested', () => {
    host.set({ FAKE_OPTIONS: 'rw,vers=4.1,rsize=262144,wsize=1048576' });
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
  ])('mounts on the host with index %s of %d volumes volume number %d', (index, count, number) => {
    host.set({ FSXBENCH_INDEX: index });
    expect(prepare(count).code).toBe(0);
    expect(host.calls()).toEqual([formatMountCall(number)]);
  });

  it.each([
    [{}, OPTIONS],
    [
      { nconnect: 1, nfsvers: 3, rsize: '64k', wsize: '32k' },
      'nfsvers=3,nconnect=1,rsize=65536,wsize=32768,hard,timeo=600,async',
    ],
    [{ sync: true }, OPTIONS.replace(',async', ',sync')],
    [{ noatime: true, cto: false, actimeo: 30 }, `${OPTIONS},noatime,nocto,actimeo=30`],
  ])('mounts with the settings %j of the role by the options %s', (mount, options) => {
    prepare(1, mountSchema.parse(mount));
    expect(host.calls()).toEqual([formatMountCall(1, options)]);
  });

  it('mounts with default options when the role sets none, and only once when it runs twice', () => {
    host.run(fsxOpenZfs.mounting.mount(CONFIG, {} as NfsMount, host.place('fsx-openzfs')).up);
    expect(prepare().code).toBe(0);
    expect(host.calls()).toEqual([formatMountCall(1)]);
  });

  it('fails when another volume is already mounted on the folder', () => {
    prepare(2);
    host.set({ FSXBENCH_INDEX: '1' });
    const { code, stderr } = prepare(2);
    expect(code).toBe(1);
    expect(stderr).toBe(`another volume is mounted on ${host.data}: ${SOURCE}1, not ${SOURCE}2\n`);
  });

  it('fails when mount succeeds but the kernel reports another file system', () => {
    host.set({ FAKE_MOUNT_LIES: '1' });
    expect(prepare().stderr).toContain("but the kernel reports 'ext4' there\n");
  });

  it('fails with the last message of mount and a hint about security group ports', () => {
    host.set({ FAKE_MOUNT_FAILS: '9', FAKE_MOUNT_ERROR: 'Connection timed out' });
    expect(prepare().stderr).toBe(
      `${SOURCE}1 cannot be mounted: mount: Connection timed out; its security group must let hosts in on TCP and ` +
        'UDP 111, 2049 and 20001 to 20003\n',
    );
  });

  it('fails when the mount folder cannot be created', () => {
    writeFileSync(join(host.root, 'volumes'), '');
    expect(prepare().stderr).toBe(`the host's folder cannot be written: ${host.data}\n`);
  });
});

describe('NFS client package', () => {
  it('installs nfs-utils with dnf on Amazon Linux', () => {
    host = new MountHost('mount.nfs').brings('dnf', 'mount.nfs');
    expect(prepare().code).toBe(0);
    expect(host.calls()[0]).toBe('dnf -y -q install nfs-utils');
  });

  it('installs nfs-common with apt-get on Debian and Ubuntu', () => {
    host = new MountHost('mount.nfs').brings('apt-get', 'mount.nfs');
    host.release('ID=ubuntu\nID_LIKE=debian\nPRETTY_NAME="Ubuntu 24.04"\n');
    expect(prepare().code).toBe(0);
    expect(host.calls()[1]).toMatch(/install --no-install-recommends nfs-common$/);
  });
});
