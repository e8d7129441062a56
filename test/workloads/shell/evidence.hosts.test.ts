import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Evidence, readEvidence } from '../../../lib/workloads/evidence';
import { temporaryFolder } from '../../temporary';
import { addCommand, putFirst } from '../commands';
import { runPieces } from './pieces';

const RECORDED = join(__dirname, '../../recorded/kernel/proc');
const PIECES = ['clock', 'host', 'status', 'surroundings', 'evidence'];

let root: string;
beforeEach(() => {
  root = temporaryFolder('fsxbench-evidence-');
  mkdirSync(join(root, 'out/raw'), { recursive: true });
  mkdirSync(join(root, 'sys'));
  cpSync(RECORDED, join(root, 'proc'), { recursive: true });
});

/** Puts other texts into the kernel's folders. */
function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}
const stubProgram = (name: string, text: string): void => addCommand(join(root, 'bin'), name, text);
const run = (text: string) =>
  runPieces(PIECES, text, {
    PATH: putFirst(join(root, 'bin')),
    FSXBENCH_OUT: join(root, 'out'),
    FSXBENCH_PROC: join(root, 'proc'),
    FSXBENCH_SYS: join(root, 'sys'),
  });

/** Takes two samples, `between` which a command runs; the file as the judge reads it. */
function takeEvidence(between = 'true', wait = true, instant = '0'): Evidence | undefined {
  const first = wait ? 'until [[ -s $FSXBENCH_OUT/evidence.from ]]; do sleep 0.05; done' : 'true';
  const text = `evidence_from ${instant} /\n${first}\n${between}\nevidence_to /\nls "$FSXBENCH_OUT"`;
  const { status, stderr, stdout } = run(text);
  expect([status, stderr, stdout]).toEqual([0, '', 'raw\n']);
  const name = 'raw/evidence.json';
  try {
    const written = readFileSync(join(root, 'out', name), 'utf8');
    return readEvidence([{ host: 'a', command: 'm', status: null, files: [{ name, source: name, text: written }] }])[0];
  } catch {
    return undefined;
  }
}
const takeSample = () => takeEvidence()?.samples[0];
const listFiles = (): readonly string[] => readdirSync(join(root, 'out/raw')).toSorted();

it.each<readonly [when: string, least: number, most: number, known: string]>([
  ['in 30 s', 25, 30, ''],
  ['in the past', 0, 0, ''],
  ['in 30 s, when settle was late', 0, 0, 'STATUS_FACTS[spareSeconds]=0'],
])('notes how long before an agreed start %s this host is ready', (when, least, most, known) => {
  const at = Date.now() / 1000 + (when.startsWith('in 30') ? 30 : -30);
  const { stdout } = run(
    `FSXBENCH_START_AT=${at}; ${known || ':'}; evidence_from 0 /; echo "\${STATUS_FACTS[spareSeconds]}"`,
  );
  expect(Number(stdout)).toBeGreaterThanOrEqual(least);
  expect(Number(stdout)).toBeLessThanOrEqual(most);
});

it('notes no spare time without an agreed start', () => {
  expect(run('evidence_from 0 /; echo "${STATUS_FACTS[spareSeconds]-none}"').stdout).toBe('none\n');
});

describe('evidence.json', () => {
  it('contains offset and error bound of the clock from chrony', () => {
    const lines = [
      'Reference ID : A9FEA97B ()',
      'System time : 3.5 seconds fast of NTP time',
      'Root delay : 0.2 seconds',
      'Root dispersion : 0.1 seconds',
      'Leap status : Normal',
    ];
    stubProgram('chronyc', `cat <<'END'\n${lines.join('\n')}\nEND`);
    expect(takeEvidence()).toMatchObject({ clock: 3.5, clockBound: 0.200_001 });
  });

  it('contains the kernel time of each CPU, and the uptime, or null when the kernel shows none', () => {
    // system, irq and softirq of the two CPUs that were recorded.
    const kernel = [143_482 + 364, 161_617 + 8394];
    expect(takeSample()).toMatchObject({ uptime: null, kernel });
    put({ 'proc/uptime': '7051.27 13000.11\n' });
    expect(takeSample()).toMatchObject({ uptime: 7051.27, kernel });
  });

  it('contains the traffic of physical network cards, or null without one or with an Elastic Fabric Adapter', () => {
    const addCard = (name: string, received: number, sent: number) =>
      put({
        [`sys/class/net/${name}/device/vendor`]: '0x1d0f\n',
        [`sys/class/net/${name}/statistics/rx_bytes`]: `${received}\n`,
        [`sys/class/net/${name}/statistics/tx_bytes`]: `${sent}\n`,
      });
    put({ 'sys/class/net/lo/statistics/rx_bytes': '7\n', 'sys/class/net/lo/statistics/tx_bytes': '7\n' });
    expect(takeSample()?.traffic).toBeNull();
    addCard('eth0', 1000, 20);
    addCard('eth1', 500, 4);
    expect(takeSample()?.traffic).toEqual({ in: 1500, out: 24 });
    // It bypasses the kernel.
    put({ 'sys/class/infiniband/rdmap0s6/node_type': '4\n' });
    expect(takeSample()?.traffic).toBeNull();
  });

  it('contains NFS operations of the measured mount only, with raw counters of both clients in files', () => {
    const device = (path: string, type: string) => `device server:/${path} mounted on ${path} with fstype ${type}`;
    const operations = (read: string) =>
      `\tRPC iostats version: 1.1  p/v: 100003/4 (nfs)\n\tper-op statistics\n\t        NULL: 0 0 0 0 0 0 0 0 0\n` +
      `\t        READ: ${read}\n\t EXCHANGE_ID: 1 1 0 44 24 0 1 2 0\n`;
    const mounts = [
      `${device('/', 'nfs4')} statvers=1.1\n${operations('120 121 0 9000 800 30 40 80 0')}`,
      `${device('/elsewhere', 'nfs4')} statvers=1.1\n${operations('999 999 0 9 8 9 9 9 0')}`,
      `${device('/lustre', 'lustre')}\n`,
    ].join('');
    put({ 'proc/self/mountstats': mounts });
    stubProgram('lctl', 'echo "llite.fs-1.stats= $*"');
    const nfs = { READ: [120, 30, 40, 80], EXCHANGE_ID: [1, 0, 1, 2] };
    expect(takeEvidence()?.samples).toMatchObject([{ nfs }, { nfs }]);
    expect(listFiles()).toEqual(['evidence.json', 'lustre.from', 'lustre.to', 'mountstats.from', 'mountstats.to']);
    expect(readFileSync(join(root, 'out/raw/mountstats.to'), 'utf8')).toBe(mounts);
    expect(readFileSync(join(root, 'out/raw/lustre.from'), 'utf8')).toBe(
      'llite.fs-1.stats= get_param llite.*.stats mdc.*.stats osc.*.stats\n',
    );
  });

  it('contains null for NFS operations when neither NFS nor Lustre is mounted', () => {
    put({ 'proc/self/mountstats': 'device /dev/vda1 mounted on / with fstype ext4\n' });
    expect(takeSample()?.nfs).toBeNull();
    expect(listFiles()).toEqual(['evidence.json']);
  });

  it('contains the sum of allowance counters of all ENA interfaces, or null without one or when ethtool fails', () => {
    const counters = [
      'NIC statistics:',
      'tx_timeout: 0',
      'bw_in_allowance_exceeded: 10',
      'bw_out_allowance_exceeded: 20',
      'pps_allowance_exceeded: 3',
      'conntrack_allowance_exceeded: 0',
      'linklocal_allowance_exceeded: 99',
      'queue_0_tx_cnt: 5',
    ].join('\n     ');
    const addDriver = (interfaceName: string, name: string): void => {
      mkdirSync(join(root, `sys/class/net/${interfaceName}/device`), { recursive: true });
      mkdirSync(join(root, `sys/bus/pci/drivers/${name}`), { recursive: true });
      symlinkSync(`../../../../bus/pci/drivers/${name}`, join(root, `sys/class/net/${interfaceName}/device/driver`));
    };
    stubProgram('ethtool', `cat <<'END'\n${counters}\nEND`);
    addDriver('eth0', 'virtio_net');
    expect(takeSample()?.network).toBeNull();
    for (const name of ['ens5', 'ens6']) addDriver(name, 'ena');
    expect(takeSample()?.network).toBe(66);
    stubProgram('ethtool', 'echo no stats available >&2; exit 1');
    expect(takeSample()?.network).toBeNull();
  });

  it('separates CPU time and I/O of own processes from those of other processes', () => {
    const seen = takeEvidence();
    expect(seen).toMatchObject({ version: 1, machine: '7a4f0d64-6d0a-4c7e-9c1c-3f0c8d6c2b11', device: '254:0' });
    expect(seen?.samples[0]).toMatchObject({
      own: { user: 153, system: 264, read: 1_052_672, write: 2_105_344 },
      others: { user: 8_011, system: 812, read: 512_000, write: 1_024_000 },
      hidden: 1,
      limits: [],
      thermalMs: 0,
    });
    const stat = readFileSync(join(RECORDED, 'stat'), 'utf8').split(/\s+/).slice(1, 9).map(Number);
    expect(seen?.samples[0].cpu).toEqual(stat);
    const disk = readFileSync(join(RECORDED, 'diskstats'), 'utf8').trim().split(/\s+/).map(Number);
    expect(seen?.samples[0].disk).toEqual({
      read: (disk[5] ?? 0) * 512,
      write: (disk[9] ?? 0) * 512,
      reads: disk[3],
      writes: disk[7],
      elsewhere: 0,
    });
    const total = Number(/total=(\d+)/.exec(readFileSync(join(RECORDED, 'pressure/io'), 'utf8'))?.[1]);
    expect(seen?.samples[0].stalled.io).toBe(total);
    expect(seen?.samples[0].memory.available).toBeGreaterThan(1e9);
    expect({ ...seen?.samples[1], at: 0 }).toEqual({ ...seen?.samples[0], at: 0 });
    expect((seen?.samples[1].at ?? 0) - (seen?.samples[0].at ?? 0)).toBeGreaterThan(0);
  });

  it('contains a second sample taken after the tool', () => {
    const seen = takeEvidence(`sed -i 's/^cpu .*/cpu  1 2 3 4 5 6 7 8 0 0/' "$FSXBENCH_PROC/stat"`);
    expect(seen?.samples[1].cpu).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(seen?.samples[0].cpu).not.toEqual(seen?.samples[1].cpu);
  });

  it('is missing when the tool ends before the first sample', () => {
    expect(takeEvidence('true', false, String(Date.now() / 1000 + 3600))).toBeUndefined();
  });

  it('contains throttling of the control group and its parents, and thermal throttling', () => {
    put({
      'proc/self/cgroup': '0::/a.slice/b.service\n',
      'sys/fs/cgroup/a.slice/cpu.stat': 'usage_usec 5\nnr_periods 900\nnr_throttled 70\nthrottled_usec 7000\n',
      'sys/fs/cgroup/a.slice/b.service/cpu.stat': 'nr_periods 30\nnr_throttled 2\nthrottled_usec 20\n',
      'sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_total_time_ms': '12\n',
      'sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_total_time_ms': '15\n',
    });
    const limits = [
      { periods: 30, held: 2 },
      { periods: 900, held: 70 },
    ];
    expect(takeEvidence()?.samples[0]).toMatchObject({ limits, thermalMs: 15 });
    put({ 'proc/self/cgroup': '1:cpu:/c\n0::/\n', 'sys/fs/cgroup/cpu/c/cpu.stat': 'nr_periods 8\nnr_throttled 1\n' });
    expect(takeEvidence()?.samples[0]).toMatchObject({ limits: [{ periods: 8, held: 1 }] });
  });

  it('counts bytes written to other disks, except those that the measured disk consists of', () => {
    const line = (minor: number, name: string): string => ` 254 ${minor} ${name} 1 2 3 4 5 6 ${minor} 8 9 10 11\n`;
    put({
      'proc/diskstats': line(0, 'vda') + line(1, 'vda1') + line(16, 'vdb') + line(17, 'vdb1') + line(32, 'dm-0'),
      'sys/dev/block/254:16/device/model': '',
      'sys/dev/block/254:17/device/model': '',
      'sys/dev/block/254:17/partition': '1\n',
    });
    expect(takeEvidence()?.samples[0].disk).toEqual({ read: 1536, write: 0, reads: 1, writes: 5, elsewhere: 16 * 512 });
    put({ 'sys/dev/block/254:0/slaves/vdb/dev': '254:16\n' });
    expect(takeEvidence()?.samples[0].disk.elsewhere).toBe(0);
  });

  it.each([
    ['a partition', '254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw', '254:0'],
    ['btrfs', '0:30 /@ / rw,relatime - btrfs /dev/sdx rw', '8:0'],
    ['btrfs on LUKS', '0:30 /@ / rw,relatime - btrfs /dev/mapper/luks-7f rw', '253:1'],
    ['btrfs on a missing device', '0:30 /@ / rw,relatime - btrfs /dev/mapper/gone rw', ''],
    ['an overlay', '0:31 / / rw - overlay overlay rw,lowerdir=/l,upperdir=UPPER,workdir=/w', '8:0'],
    // As a container sees it.
    ['an overlay of a hidden folder', '0:31 / / rw - overlay overlay rw,lowerdir=/l,upperdir=/no/such,workdir=/w', ''],
    ['NFS', '0:50 / / rw,relatime - nfs4 10.0.0.1:/fsx rw', ''],
  ])('names the disk below %s', (_, mounted, device) => {
    const upper = join(root, 'upper');
    for (const folder of [upper, join(root, 'sys/dev/block')]) mkdirSync(folder, { recursive: true });
    put({
      'sys/devices/vda/dev': '254:0\n',
      'sys/devices/vda/vda1/partition': '1\n',
      'sys/class/block/sdx/dev': '8:0\n',
      'sys/class/block/dm-0/dev': '253:0\n',
      'sys/class/block/dm-0/dm/name': 'root\n',
      'sys/class/block/dm-1/dev': '253:1\n',
      'sys/class/block/dm-1/dm/name': 'luks-7f\n',
      'proc/self/mountinfo': `27 1 ${mounted.replace('UPPER', upper)}\n28 1 8:0 / ${upper} rw - ext4 /dev/sdx rw\n`,
    });
    symlinkSync('../../devices/vda/vda1', join(root, 'sys/dev/block/254:1'));
    const seen = takeEvidence();
    expect(seen?.device).toBe(device);
    if (device === '') expect(seen?.samples[0].disk).toMatchObject({ read: 0, write: 0 });
  });

  it('contains lazyInit for the kernel thread ext4lazyinit, but not for a program of that name', () => {
    const count = (flags: number) => {
      put({ 'proc/77/stat': `77 (ext4lazyinit) S 2 0 0 0 -1 ${flags} 0 0 0 0 0 9 0 0 20 0 1 0 1 0\n` });
      return run('sample=; evidence_processes; echo "$sample"').stdout;
    };
    expect(count(2_129_984)).toMatch(/,"hidden":\d+,"lazyInit":true\n$/);
    expect(count(4_194_304)).toMatch(/,"hidden":\d+\n$/);
  });

  it('contains null for stall times when the kernel has no /proc/pressure', () => {
    rmSync(join(root, 'proc/pressure'), { recursive: true });
    rmSync(join(root, 'proc/sys'), { recursive: true });
    const seen = takeEvidence();
    expect(seen).toMatchObject({ machine: '', samples: [{ stalled: { cpu: null, io: null, memory: null } }, {}] });
  });
});
