import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { efsMountSchema } from '../../../lib/targets/efs/schema';
import { efs } from '../../../lib/targets/efs/target';
import { MountHost, type PrepareResult } from '../mount-host';
import { CONFIG } from './config';

const OPTIONS = 'nfsvers=4.1,rsize=1048576,wsize=1048576,hard,timeo=600,async,noresvport,retrans=2';
const ENDPOINTS = ['fs fileSystemId fs-0123456789abcdef0', 'mount address 10.0.0.20'];

let host: MountHost;
beforeEach(() => void (host = new MountHost().endpoints(...ENDPOINTS)));
afterEach(() => host.remove());

function prepare(mount: object = {}): PrepareResult {
  return host.run(efs.mounting.mount(CONFIG, efsMountSchema.parse(mount), host.place('efs')).up);
}

describe('mounting EFS', () => {
  it('mounts the address of the mount target, without the option nconnect', () => {
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([`mount -t nfs -o ${OPTIONS} 10.0.0.20:/ <folder>/host/volumes/c1`]);
    expect(existsSync(join(host.data, 'client-0'))).toBe(true);
    expect(status.mount).toMatchObject({ source: '10.0.0.20:/', type: 'nfs' });
  });

  it('mounts through the TLS tunnel of amazon-efs-utils when tls is true', () => {
    const { code, stderr, status } = prepare({ tls: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([
      `mount -t efs -o ${OPTIONS},tls,mounttargetip=10.0.0.20 fs-0123456789abcdef0:/ <folder>/host/volumes/c1`,
    ]);
    expect(status.mount).toMatchObject({ source: '127.0.0.1:/', type: 'nfs4' });
    expect(status.facts).toMatchObject({ tls: 'mount helper of AWS' });
    expect(status.version).toContain('mount.efs Version: 2.3.0');
  });

  it('fails with the package error when no repository has mount.efs', () => {
    host = new MountHost('mount.efs').endpoints(...ENDPOINTS);
    host.command('dnf', 'echo "Error: Unable to find a match: amazon-efs-utils"; exit 1');
    const { code, stderr } = prepare({ tls: true });
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      'mount.efs cannot be installed on Amazon Linux 2023 with dnf: Error: Unable to find a match',
    );
    expect(host.calls()).toEqual([]);
  });

  it('uses NFS version, sync, noatime and rsize of the role', () => {
    prepare({ nfsvers: '4.0', sync: true, noatime: true, rsize: '64k' });
    expect(host.calls()).toEqual([expect.stringContaining('nfsvers=4.0,rsize=65536,')]);
    expect(host.calls()).toEqual([expect.stringContaining(',sync,noatime,noresvport')]);
  });

  it('fails when the mount target has no address', () => {
    host.endpoints('fs fileSystemId fs-0123456789abcdef0');
    const { code, stderr } = prepare();
    expect(code).not.toBe(0);
    expect(stderr).toContain("has no line 'c1.mount address <value>'");
  });
});
