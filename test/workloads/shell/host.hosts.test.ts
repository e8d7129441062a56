import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { runPieces } from './pieces';

const folder = temporaryFolder('fsxbench-pieces-');

const run = (text: string, env = {}) => runPieces(['host'], text, env).stdout.trim();
const PRINT = 'echo "$MOUNT_SOURCE $MOUNT_TYPE $MOUNT_OPTIONS"';

describe('host.sh', () => {
  it.each(['/', '/dev', '/proc', folder])('finds source and type of the mount that contains %s', (path) => {
    const found = spawnSync('findmnt', ['-n', '-r', '-o', 'SOURCE,FSTYPE,VFS-OPTIONS,FS-OPTIONS', '-T', path], {
      encoding: 'utf8',
    });
    if (found.status !== 0) throw new Error('findmnt is missing');
    const [source = '', type = ''] = found.stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
    expect(run(`mount_of '${path}'; ${PRINT}`)).toMatch(new RegExp(`^${source} ${type} \\S+$`));
  });

  it('follows symbolic links, and prints empty values for a missing path', () => {
    const link = join(folder, 'a link');
    symlinkSync('/proc', link);
    expect(run(`mount_of '${link}/.'; ${PRINT}`)).toMatch(/^proc proc /);
    expect(runPieces(['host'], `mount_of '${folder}/none'; ${PRINT}`)).toMatchObject({ status: 0, stdout: '  \n' });
  });

  it('returns the memory in bytes, at most that of the machine', () => {
    const bytes = Number(run('memory_bytes'));
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(totalmem());
  });

  it.each([
    ['no control group', {}, null],
    ['a limit of cgroup v2', { 'cpu.max': '50000 100000\n' }, '0.50'],
    ['no limit of cgroup v2', { 'cpu.max': 'max 100000\n' }, null],
    ['a limit of cgroup v1', { 'cpu/cpu.cfs_quota_us': '25000\n', 'cpu/cpu.cfs_period_us': '100000\n' }, '0.25'],
    ['no limit of cgroup v1', { 'cpu/cpu.cfs_quota_us': '-1\n', 'cpu/cpu.cfs_period_us': '100000\n' }, null],
    ['a limit above the CPUs of the machine', { 'cpu.max': '99900000 100000\n' }, null],
    ['an invalid limit', { 'cpu.max': 'x 0\n' }, null],
  ])('returns the CPUs allowed by control groups: %s', (_, files, expected) => {
    const sys = mkdtempSync(join(folder, 'sys-'));
    mkdirSync(join(sys, 'fs/cgroup/cpu'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(sys, 'fs/cgroup', name), text);
    const all = `${availableParallelism()}.00`;
    expect(run('set -euo pipefail; cpus_allowed', { FSXBENCH_SYS: sys })).toBe(expected ?? all);
  });

  it('returns the length of a file, and the bytes allocated to files', () => {
    writeFileSync(join(folder, 'written'), Buffer.alloc(65_536, 'x'));
    writeFileSync(join(folder, 'hole'), '');
    truncateSync(join(folder, 'hole'), 1 << 20);
    expect(run(`file_bytes '${folder}/hole'; file_bytes '${folder}/none'`)).toBe('1048576\n0');
    const taken = Number(run(`allocated_bytes '${folder}/hole' '${folder}/written' '${folder}/none'`));
    expect(taken).toBeGreaterThanOrEqual(65_536);
    expect(taken).toBeLessThan(1 << 20);
  });

  it('counts the hosts of a role, and 1 without a host list', () => {
    const hosts = join(folder, 'hosts');
    mkdirSync(hosts);
    writeFileSync(join(hosts, 'list'), 'client-0 client 0 ip id\nclient-1 client 1 ip id\nbroker-0 broker 0 ip id\n');
    const env = (role: string) => ({ FSXBENCH_HOSTS: join(hosts, 'list'), FSXBENCH_ROLE: role });
    expect(run('hosts_of_role', env('client'))).toBe('2');
    expect(run('hosts_of_role', env('broker'))).toBe('1');
    expect(run('hosts_of_role', { FSXBENCH_ROLE: 'client' })).toBe('1');
  });
});
