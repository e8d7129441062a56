import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { s3FilesMountSchema } from '../../../lib/targets/s3-files-mount';
import { s3Files } from '../../../lib/targets/s3-files/target';
import { MountHost } from '../mount-host';

const ID = 'fs-0123456789abcdef0';
const CONFIG = s3Files.schema.parse({ kind: 's3-files', storedGiB: 100 });
const OPTIONS = 'rsize=1048576,wsize=1048576,hard,timeo=600,async,noresvport,retrans=2,mounttargetip=10.0.0.20';

let host: MountHost;
beforeEach(() => void (host = new MountHost().endpoints(`fs fileSystemId ${ID}`, 'mount address 10.0.0.20')));
afterEach(() => host.remove());

const fixture = () => s3Files.mounting.mount(CONFIG, s3FilesMountSchema.parse({}), host.place('s3-files'));

describe('mount script of s3-files', () => {
  it('mounts by the mount helper, records its version, and creates the folder of the host', () => {
    const { code, stderr, status } = host.run(fixture().up);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(host.calls()).toEqual([`mount -t s3files -o nfsvers=4.2,${OPTIONS} ${ID}:/ <folder>/host/volumes/c1`]);
    expect(existsSync(join(host.data, 'client-0'))).toBe(true);
    expect(status.version).toContain('mount.s3files Version: 3.0.0');
    expect(status.facts).toMatchObject({ helper: expect.stringContaining('3.0.0') });
  });

  it('fails when the mount target has no address', () => {
    host.endpoints(`fs fileSystemId ${ID}`);
    const { code, stderr } = host.run(fixture().up);
    expect(code).not.toBe(0);
    expect(stderr).toContain("has no line 'c1.mount address <value>'");
  });

  it('unmounts the file system', () => {
    host.run(fixture().up);
    expect(host.run(fixture().down).code).toBe(0);
  });
});
