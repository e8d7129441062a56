import { existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { externalS3Files } from '../../../lib/targets/external-s3-files/target';
import { s3FilesMountSchema } from '../../../lib/targets/s3-files-mount';
import { MountHost, type PrepareResult } from '../mount-host';

const ID = 'fs-0123456789abcdef0';
const CONFIG = externalS3Files.schema.parse({
  kind: 'external-s3-files',
  fileSystemId: ID,
  address: '10.20.0.15',
  folder: 'bench',
});
const OWNER = 'fsxbench-0123456789abcdef';
const NAME = `${OWNER}.e1__r1__c1`;
const OPTIONS = 'rsize=1048576,wsize=1048576,hard,timeo=600,async,noresvport,retrans=2,mounttargetip=10.20.0.15';

let host: MountHost;
let bench: string;
const makeHost = (made: MountHost): void => {
  host = made.endpoints(`store owner ${OWNER}`, 'store execution e1', `store name ${NAME}`);
  bench = join(host.root, 'stores/c1/bench');
};
beforeEach(() => makeHost(new MountHost()));
afterEach(() => host.remove());

const fixture = (mount: object = {}) =>
  externalS3Files.mounting.mount(CONFIG, s3FilesMountSchema.parse(mount), host.place('external-s3-files'));
const prepare = (mount: object = {}): PrepareResult => host.run(fixture(mount).up);

describe('mount script of external-s3-files', () => {
  it('mounts by the mount helper, records its version, and creates the folders of rig and host', () => {
    mkdirSync(bench, { recursive: true });
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([`mount -t s3files -o nfsvers=4.2,${OPTIONS} ${ID}:/ <folder>/host/stores/c1`]);
    expect(readlinkSync(host.data)).toBe(join(bench, NAME));
    expect(existsSync(join(bench, NAME, 'client-0'))).toBe(true);
    expect(status.rc).toBe(0);
    expect(status.version).toContain('mount.s3files Version: 3.0.0');
    // A second time changes nothing.
    expect(prepare().code).toBe(0);
  });

  it('mounts NFS 4.1 when the role requests it', () => {
    mkdirSync(bench, { recursive: true });
    prepare({ nfsvers: 4.1 });
    expect(host.calls()).toEqual([expect.stringContaining(`-o nfsvers=4.1,${OPTIONS} `)]);
  });

  it('fails with the package error when no repository has mount.s3files', () => {
    host.remove();
    makeHost(new MountHost('mount.s3files'));
    host.command('dnf', 'echo "Error: Unable to find a match: amazon-efs-utils"; exit 1');
    const { code, stderr } = prepare();
    expect(code).toBe(1);
    expect(stderr).toContain('mount.s3files cannot be installed on Amazon Linux 2023 with dnf: Error: Unable to find');
    expect(host.calls()).toEqual([]);
  });

  it('names the settings of the deployment when the mount is denied', () => {
    host.set({ FAKE_MOUNT_FAILS: '5', FAKE_MOUNT_ERROR: 'access denied by server' });
    const { code, stderr } = prepare();
    expect(code).toBe(1);
    expect(stderr).toContain('access denied by server; the deployment must allow its address and its id');
  });

  it("removes only the rig's folder when FSXBENCH_LEAVING is set", () => {
    mkdirSync(join(bench, NAME, 'client-0'), { recursive: true });
    mkdirSync(join(bench, 'data'));
    host.stored('stores/c1').set({ FSXBENCH_LEAVING: '1' });
    expect(host.run(fixture().down).code).toBe(0);
    expect([existsSync(join(bench, NAME)), existsSync(join(bench, 'data'))]).toEqual([false, true]);
  });
});
