import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeSurroundings } from '../../../lib/results/trial/surroundings';
import { temporaryFolder } from '../../temporary';
import { runPieces, withPieces } from './pieces';

const PIECES = ['clock', 'host', 'status', 'surroundings', 'evidence'];

let root: string;
beforeEach(() => {
  root = temporaryFolder('fsxbench-surroundings-');
  mkdirSync(join(root, 'sys/dev/block'), { recursive: true });
});

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), `${text}\n`);
  }
}

/** A device of the fixture tree, with its files, on others. */
function addDevice(name: string, number: string, files: Readonly<Record<string, string>>, below: string[] = []) {
  const texts = Object.entries({ dev: number, ...files });
  put(Object.fromEntries(texts.map(([of, text]) => [`sys/devices/${name}/${of}`, text])));
  symlinkSync(`../../devices/${name}`, join(root, 'sys/dev/block', number));
  mkdirSync(join(root, 'sys/devices', name, 'slaves'), { recursive: true });
  for (const one of below)
    symlinkSync(`../../${one}`, join(root, 'sys/devices', name, 'slaves', one.replace(/.*\//, '')));
}

/** Facts, read in the fixture tree. */
function read(number = '', folder = '/data', env: Readonly<Record<string, string>> = {}): object {
  const fixture = { FSXBENCH_PROC: join(root, 'proc'), FSXBENCH_SYS: join(root, 'sys') };
  const text = `surroundings '${number}' '${folder}'; echo "$REPLY"`;
  const { status, stdout } = runPieces(PIECES, text, { ...fixture, ...env });
  expect(status).toBe(0);
  return (JSON.parse(`{${stdout.slice(1)}}`) as { surroundings: object }).surroundings;
}

describe('surroundings.sh: facts about the host', () => {
  it('returns an empty object when the kernel shows no files', () => {
    expect(read()).toEqual({});
    expect(read('8:0')).toEqual({});
  });

  it('reads governor, driver, CPU model and EC2 instance type', () => {
    put({
      'sys/devices/system/cpu/cpufreq/policy0/scaling_governor': 'powersave',
      'sys/devices/system/cpu/cpufreq/policy0/scaling_driver': 'intel_pstate',
      'sys/class/dmi/id/sys_vendor': 'Amazon EC2',
      'sys/class/dmi/id/product_name': 'm7i.large',
      'proc/cpuinfo': 'processor\t: 0\nmodel name\t: Some "CPU" @ 3 GHz\n\nmodel name\t: other',
    });
    const facts = { governor: 'powersave', cpuDriver: 'intel_pstate', cpuModel: 'Some "CPU" @ 3 GHz' };
    expect(read()).toEqual({ ...facts, instanceType: 'm7i.large' });
    put({
      'sys/devices/system/cpu/cpufreq/policy1/scaling_governor': 'performance',
      'sys/class/dmi/id/sys_vendor': 'QEMU',
    });
    expect(read()).toEqual({ governor: 'mixed', cpuModel: facts.cpuModel });
  });
});

describe('surroundings.sh: facts about the disk', () => {
  const NVME = {
    size: '2048',
    'queue/write_cache': 'write back',
    'queue/fua': '1',
    'queue/rotational': '0',
    'device/model': 'Amazon EC2 NVMe Instance Storage   ',
    'device/transport': 'pcie',
  };
  const FACTS = {
    writeCache: 'write back',
    fua: true,
    bytes: 1_048_576,
    rotational: false,
    model: 'Amazon EC2 NVMe Instance Storage',
    bus: 'pcie',
  };

  it('reads write cache, size, model and bus, and whether fsxbench mounted the disk', () => {
    addDevice('nvme0n1', '259:0', NVME);
    expect(read('259:0')).toEqual(FACTS);
    for (const name of ['host', 'the host']) {
      const host = join(root, name);
      const point = `${host.replace(' ', '\\040')}/volumes/c1`;
      put({ 'proc/self/mountinfo': `30 1 259:0 / ${point} rw - xfs /dev/nvme0n1 rw` });
      const env = { FSXBENCH_ROOT: host, FSXBENCH_COPY: 'c1' };
      expect(read('259:0', `${host}/volumes/c1/client-0`, env)).toEqual({ ...FACTS, ownDisk: true });
      expect(read('259:0', '/data', env)).toEqual(FACTS);
    }
  });

  it('reads the layers LVM, thin and crypt above a partition', () => {
    addDevice('nvme0n1', '259:0', NVME);
    put({ 'sys/devices/nvme0n1/nvme0n1p2/partition': '2', 'sys/devices/nvme0n1/nvme0n1p2/dev': '259:2' });
    addDevice('dm-2', '253:2', { 'dm/uuid': 'CRYPT-LUKS2-1' }, ['nvme0n1/nvme0n1p2']);
    addDevice('dm-1', '253:1', { 'dm/uuid': 'LVM-a-tpool' }, ['dm-2']);
    addDevice('dm-0', '253:0', { 'dm/uuid': 'LVM-b', 'queue/write_cache': 'write through', size: '16' }, ['dm-1']);
    const { fua: _, ...facts } = FACTS;
    const own = { writeCache: 'write through', layers: ['lvm', 'thin', 'crypt'] };
    expect(read('253:0')).toEqual({ ...facts, ...own });
  });

  it('reads the size and the bytes written since boot of the lowest disk', () => {
    addDevice('sda', '8:0', { size: '4096', stat: '1 2 3 4 5 6 700 8 9 10 11' });
    addDevice('dm-0', '253:0', { 'dm/uuid': 'LVM-b', size: '16', stat: '1 2 3 4 5 6 7 8 9 10 11' }, ['sda']);
    expect(read('253:0')).toEqual({ bytes: 2_097_152, written: 358_400, layers: ['lvm'] });
  });

  it('counts running paths below LVM, of the multipath disk with the fewest', () => {
    for (const [name, number, state] of [
      ['sda', '8:0', 'running'],
      ['sdb', '8:16', 'transport-offline'],
      ['sdc', '8:32', 'running'],
      ['sdd', '8:48', 'running'],
    ] as const)
      addDevice(name, number, { 'device/state': state });
    addDevice('dm-1', '253:1', { 'dm/uuid': 'mpath-3601' }, ['sda', 'sdb']);
    addDevice('dm-2', '253:2', { 'dm/uuid': 'mpath-3602' }, ['sdc', 'sdd']);
    addDevice('dm-0', '253:0', { 'dm/uuid': 'LVM-b' }, ['dm-1', 'dm-2']);
    expect(read('253:0')).toEqual({ layers: ['lvm', 'multipath', 'multipath'], paths: { running: 1, all: 2 } });
    expect(read('253:2')).toEqual({ layers: ['multipath'], paths: { running: 2, all: 2 } });
  });

  it.each([
    ['7:0', { 'loop/backing_file': '/disk' }, 'loop'],
    ['254:0', { comp_algorithm: 'lzo [zstd]' }, 'zram'],
    ['1:0', {}, 'ram'],
  ])('reads device %s below LVM as a layer in memory', (number, files, layer) => {
    addDevice('lowest', number, files);
    addDevice('dm-0', '253:0', { 'dm/uuid': 'LVM-b' }, ['lowest']);
    expect(read('253:0')).toEqual({ layers: ['lvm', layer] });
  });

  it.each([
    [{ 'bcache/state': 'clean' }, ['bcache']],
    [{ 'md/sync_action': 'resync' }, ['md resync']],
    [{ 'md/sync_action': 'idle' }, ['md']],
    [{ 'dm/uuid': 'LVM-a-cvol' }, ['cache']],
    [{ 'dm/uuid': 'stratis-1' }, ['dm']],
  ])('reads %j as the layers %j', (files, layers) => {
    addDevice('sda', '8:0', { 'device/vendor': 'ATA     ' });
    addDevice('top', '253:0', files, ['sda']);
    expect(read('253:0')).toEqual({ bus: 'ata', layers });
  });

  it('sums the flushes of all lowest disks whose drivers count them', () => {
    const stat = (flushes: number) => `1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 ${flushes} 17`;
    const count = (number: string) => {
      const env = { FSXBENCH_SYS: join(root, 'sys') };
      return runPieces(PIECES, `sample=; surroundings_flushes '${number}'; printf %s "$sample"`, env).stdout;
    };
    addDevice('sda', '8:0', { stat: stat(7), 'mq/0/cpu_list': '0' });
    addDevice('sdb', '8:16', { stat: stat(5), 'mq/0/cpu_list': '0' });
    addDevice('zram0', '254:0', { stat: stat(5) });
    addDevice('old', '8:32', { stat: '1 2 3 4 5 6 7 8 9 10 11', 'mq/0/cpu_list': '0' });
    addDevice('dm-0', '253:0', { stat: stat(0) }, ['sda', 'sdb']);
    expect(['8:0', '253:0', '254:0', '8:32', ''].map(count)).toEqual([',"flushes":7', ',"flushes":12', '', '', '']);
  });
});

describe('surroundings.sh: I/O limits of control groups', () => {
  it('reads the lowest limits of the group and its parents, for the disk and those below it', () => {
    addDevice('sda', '8:0', {});
    addDevice('dm-0', '253:0', { 'dm/uuid': 'LVM-a' }, ['sda']);
    put({
      'proc/self/cgroup': '0::/a.slice/b.service',
      'sys/fs/cgroup/a.slice/io.max': '8:0 rbps=max wbps=2000 riops=max wiops=max\n9:0 rbps=1 wbps=1 riops=1 wiops=1',
      'sys/fs/cgroup/a.slice/b.service/io.max': '253:0 rbps=5000 wbps=3000 riops=120 wiops=max',
    });
    expect(read('253:0')).toEqual({ layers: ['lvm'], ioLimits: { rbps: 5000, wbps: 2000, riops: 120 } });
  });

  it('reads limits of cgroup v1, also in a container that sees only its own group', () => {
    addDevice('sda', '8:0', {});
    put({
      'proc/self/cgroup': '7:blkio:/docker/1\n1:cpu:/\n0::/',
      'sys/fs/cgroup/blkio/blkio.throttle.write_bps_device': '8:0 1048576',
      'sys/fs/cgroup/blkio/blkio.throttle.read_iops_device': '8:0 100',
    });
    expect(read('8:0')).toEqual({ ioLimits: { wbps: 1_048_576, riops: 100 } });
  });
});

/** A loop device with a file system, or why this machine cannot have one. */
function createLoopDevice(): { readonly name: string; readonly folder: string; readonly remove: () => void } | string {
  try {
    const [image, folder] = [join(root, 'disk'), join(root, 'data')];
    writeFileSync(image, '');
    execFileSync('truncate', ['-s', '64M', image], { stdio: 'pipe' });
    mkdirSync(folder);
    const path = execFileSync('losetup', ['-f', '--show', image], { stdio: 'pipe', encoding: 'utf8' }).trim();
    const remove = () => {
      execFileSync('bash', ['-c', 'umount "$1" 2>/dev/null; losetup -d "$2"', 'bash', folder, path]);
    };
    try {
      execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', path], { stdio: 'pipe' });
      execFileSync('mount', [path, folder], { stdio: 'pipe' });
    } catch (error) {
      remove();
      throw error;
    }
    return { name: path.replace('/dev/', ''), folder, remove };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Evidence of shell commands on a folder, as a host leaves it, and what is noted. */
function measure(folder: string, text: string, before = ''): readonly string[] {
  const out = join(root, 'out');
  mkdirSync(join(out, 'raw'), { recursive: true });
  const wait = 'until [[ -s $FSXBENCH_OUT/evidence.from ]]; do sleep 0.05; done';
  const script = `${before}\nevidence_from 0 '${folder}'\n${wait}\n${text}\nevidence_to '${folder}'`;
  execFileSync('bash', ['--norc', '-c', withPieces(PIECES, script)], {
    env: { PATH: process.env['PATH'] ?? '', FSXBENCH_OUT: out },
    stdio: 'pipe',
  });
  const name = 'raw/evidence.json';
  const files = [{ name, source: name, text: readFileSync(join(out, name), 'utf8') }];
  const raw = { host: 'client-0', command: 'measure', status: null, files };
  // A loop device is a layer of its own.
  return judgeSurroundings([raw], 'command', {}).flatMap(({ code }) => (code === 'MemoryLayer' ? [] : [code]));
}

/** Runs a test on a loop device; without one, prints why. */
function onLoop(test: (name: string, folder: string) => void): void {
  const made = createLoopDevice();
  if (typeof made === 'string') {
    process.stdout.write(`skipped: no loop device: ${made}\n`);
    return;
  }
  try {
    test(made.name, made.folder);
  } finally {
    made.remove();
  }
}

describe('judgeSurroundings of a loop device', () => {
  const write = (folder: string, flag: string) =>
    `dd if=/dev/zero of='${folder}/file' bs=4k count=1000 conv=notrunc oflag=${flag} 2>/dev/null`;

  it('reports CachedWrites only with a volatile write cache and without flushes', () => {
    onLoop((name, folder) => {
      const setCache = (value: string) => writeFileSync(`/sys/block/${name}/queue/write_cache`, value);
      setCache('write back');
      // No journal entry is left that could be flushed meanwhile.
      const fill = `${write(folder, 'direct')}\nsync`;
      expect(measure(folder, write(folder, 'direct'), fill)).toEqual(['CachedWrites']);
      expect(measure(folder, write(folder, 'direct,dsync'), fill)).toEqual([]);
      setCache('write through');
      expect(measure(folder, write(folder, 'direct'), fill)).toEqual([]);
    });
  });

  it('reports DeviceLimited when writes reach the limit of a control group', () => {
    onLoop((name, folder) => {
      const number = readFileSync(`/sys/block/${name}/dev`, 'utf8').trim();
      const group = createLimitedGroup(number, 4_194_304);
      if (group === null) return;
      try {
        const slow = `dd if=/dev/zero of='${folder}/file' bs=64k count=192 oflag=direct,dsync 2>/dev/null`;
        expect(measure(folder, slow, `echo $BASHPID >'${group}/cgroup.procs'`)).toContain('DeviceLimited');
        expect(measure(folder, slow)).not.toContain('DeviceLimited');
      } finally {
        rmdirSync(group);
      }
    });
  });
});

/** A control group with a limit on written bytes, version 1 or 2; without one, prints why. */
function createLimitedGroup(number: string, bytesPerSecond: number): string | null {
  const tries = [
    ['/sys/fs/cgroup/blkio', 'blkio.throttle.write_bps_device', `${number} ${bytesPerSecond}`],
    ['/sys/fs/cgroup', 'io.max', `${number} wbps=${bytesPerSecond}`],
  ] as const;
  const problems: string[] = [];
  for (const [parent, file, text] of tries) {
    const group = join(parent, `fsxbench-${process.pid}`);
    try {
      mkdirSync(group);
      writeFileSync(join(group, file), text);
      return group;
    } catch (error) {
      problems.push(String(error));
      if (existsSync(group)) rmdirSync(group);
    }
  }
  process.stdout.write(`skipped: no limit: ${problems.join('; ')}\n`);
  return null;
}
