import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { runPieces } from './pieces';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder('fsxbench-volume-');
});

/** Runs a text with endpoints as they stand in the file. */
function run(text: string, endpoints = ''): { code: number | null; stdout: string; stderr: string } {
  const file = join(folder, 'endpoints');
  writeFileSync(file, endpoints);
  const host = { FSXBENCH_HOST: 'client-0', FSXBENCH_ROLE: 'client', FSXBENCH_COPY: 'c1' };
  const env = { FSXBENCH_ENDPOINTS: file, FSXBENCH_OUT: folder, ...host };
  const { status, stdout, stderr } = runPieces(['clock', 'host', 'status', 'volume'], text, env);
  return { code: status, stdout, stderr };
}

describe('endpoint', () => {
  const show = (id: string, name: string): string => `endpoint ${id} ${name}; printf '%s' "$ENDPOINT"`;
  const lines = 'c2.fs id fs-2\nc1.fs id fs-1\nc1.fs dnsName a b  \'c\' "$d"\nc1.volume1 id fsvol-1';

  it('returns values with spaces and quotes unchanged, also from the last line', () => {
    expect(run(show('fs', 'id'), lines).stdout).toBe('fs-1');
    expect(run(show('fs', 'dnsName'), lines).stdout).toBe('a b  \'c\' "$d"');
    expect(run(show('volume1', 'id'), lines).stdout).toBe('fsvol-1');
  });

  it('fails when the value is missing', () => {
    const { code, stdout, stderr } = run(show('volume1', 'dnsName'), `${lines}\nc1.volume1 dnsName \n`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `${join(folder, 'endpoints')} has no line 'c1.volume1 dnsName <value>': was the file system created?\n`,
    );
  });
});

describe('is_mounted', () => {
  const mount = (type: string, source: string, point = '/usr'): string =>
    `mount_of() { MOUNT_TYPE=${type} MOUNT_SOURCE='${source}' MOUNT_POINT=${point}; }\n` +
    'is_mounted nfs host:/fsx/volume1 /usr && echo yes || echo no';

  it.each([
    ['nfs4', 'host:/fsx/volume1', 'yes'],
    ['nfs', '10.0.0.1:/fsx/volume1', 'yes'],
    ['ext4', '/dev/sda1', 'no'],
  ])('compares mount type %s and source %s with an NFS volume: %s', (type, source, answer) => {
    expect(run(mount(type, source)).stdout).toBe(`${answer}\n`);
  });

  it('returns false when a parent folder is the mount point', () => {
    expect(run(mount('nfs4', 'host:/fsx/volume10', '/')).stdout).toBe('no\n');
  });

  it('fails when another volume is mounted', () => {
    expect(run(mount('nfs4', 'host:/fsx/volume10'))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'another volume is mounted on /usr: host:/fsx/volume10, not host:/fsx/volume1\n',
    });
  });
});

describe('own_folder', () => {
  it('creates an empty folder for the host, and records the free space', () => {
    const own = `mkdir "$FSXBENCH_OUT/raw"; own_folder '${folder}/d'; ls -A '${folder}/d/client-0'`;
    const { code, stdout } = run(`${own}; cat "$FSXBENCH_OUT/raw/space.txt"`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Filesystem\s+Type\s+1B-blocks\s+Avail/);
  });
});
