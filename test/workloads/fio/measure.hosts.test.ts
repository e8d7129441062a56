import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRaw } from '../../../lib/workloads/contract';
import { buildFioArguments } from '../../../lib/workloads/fio/cell/command';
import type { FioParams } from '../../../lib/workloads/fio/schema';
import { fio } from '../../../lib/workloads/fio/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { isFioInstalled, FioHost } from './fio-host';
import { dataParams, parseParams, readRecorded, type RecordedJob, type RecordedLatency } from './recorded-outputs';

const MIB = 1024 ** 2;
let host: FioHost;
const judge = (raw: HostRaw, params: FioParams) => fio.judge(readHosts(fio, [raw], params), [raw], params);
afterEach(() => host.remove());

describe('measure.sh', () => {
  beforeEach(() => {
    host = new FioHost().withFakeFio(readRecorded('host-a.json'));
  });

  it('calls fio with the planned arguments plus the probed ioengine, direct and directory', () => {
    const params = dataParams();
    host.run('fill', params);
    const { code, status, raw } = host.run('measure', params);
    expect(code).toBe(0);
    const found = ['--ioengine=libaio', '--direct=1', `--directory=${host.data}`];
    expect(status?.argv).toEqual(['fio', ...buildFioArguments(params), ...found]);
    expect(host.calls().at(-1)).toBe(status?.argv.slice(1).join(' '));
    expect(status).toMatchObject({
      host: 'client-0',
      role: 'client',
      tool: 'fio',
      version: 'fio-3.33',
      rc: 0,
      startAt: null,
      facts: { fileBytes: String(32 * MIB), unwrittenBytes: '0', warmUpSeconds: '0.5' },
    });
    expect(status?.mount.type).not.toBe('');
    expect(status?.kernel).toMatch(/^\d/);
    expect(Number(status?.facts['memBytes'])).toBeGreaterThan(1e8);
    expect(raw.files.map(({ name }) => name)).toEqual(['raw/fio.json', 'raw/fio.stderr']);
    // The stand-in ends at once, and says that it took two seconds.
    expect(judge(raw, params)).toMatchObject([{ code: 'ClockStepped' }]);
  });

  it('waits for the agreed start time, and reports lateSeconds when it has passed', () => {
    host.run('fill', dataParams());
    const at = Date.now() / 1000 + 1;
    const { status, raw } = host.run('measure', dataParams(), at.toFixed(3));
    expect(status?.startAt).toBeCloseTo(at, 2);
    expect(status?.started).toBeGreaterThanOrEqual(at - 0.001);
    expect(raw.files[0]?.text).toBe(readRecorded('host-a.json'));
    const [window] = readHosts(fio, [raw], dataParams({ ramp_time: '500ms' })).windows;
    expect(window?.from).toBeCloseTo((status?.started ?? 0) + 0.5, 3);
    const late = host.run('measure', dataParams(), (at - 5).toFixed(3));
    expect(Number(late.status?.facts['lateSeconds'])).toBeGreaterThan(4);
  });

  it('reports the whole file size as unwrittenBytes (UnwrittenReads) when fill.sh did not run', () => {
    const params = dataParams();
    const { raw } = host.run('measure', params);
    expect(raw.status?.facts['unwrittenBytes']).toBe(String(32 * MIB));
    expect(judge(raw, params)).toMatchObject([{ code: 'ClockStepped' }, { code: 'UnwrittenReads' }]);
  });

  it('uses buffered I/O with a directReason when O_DIRECT is refused', () => {
    host.set({ FAKE_NO_DIRECT: '1' });
    const { status } = host.run('measure', dataParams());
    expect(status?.argv).toContain('--direct=0');
    expect(status?.facts['directReason']).toMatch(/refuses O_DIRECT/);
    const asked = host.run('measure', dataParams({ direct: false }));
    expect(asked.status?.facts['directReason']).toBe('the spec asks for buffered I/O');
  });

  it('fails with INFEASIBLE when direct: true is requested and O_DIRECT is refused', () => {
    host.set({ FAKE_NO_DIRECT: '1' });
    const params = dataParams({ direct: true });
    const { code, stderr, raw } = host.run('measure', params);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the spec requires O_DIRECT, but \S+ refuses O_DIRECT: Invalid argument\n$/);
    expect(judge(raw, params)).toMatchObject([{ level: 'infeasible' }]);
  });

  it('reports EngineUnavailable as infeasible when io_uring cannot be loaded', () => {
    host.set({ FAKE_NO_ENGINE: 'io_uring' });
    const params = dataParams({ ioengine: 'io_uring' });
    const { raw } = host.run('measure', params);
    const text = 'client-0: engine io_uring cannot be used: not loadable';
    expect(judge(raw, params)).toEqual([{ level: 'infeasible', code: 'EngineUnavailable', text }]);
  });

  it('exits with the exit code of fio, and keeps its output', () => {
    host.run('fill', dataParams());
    host.set({ FAKE_RC: '7' });
    const { code, status, raw } = host.run('measure', dataParams());
    expect([code, status?.rc]).toEqual([7, 7]);
    expect(raw.files[0]?.text).toBe(readRecorded('host-a.json'));
  });

  it('writes a status with exit code 1 when the folder cannot be written', () => {
    rmSync(join(host.root, 'volumes/c1/client-0'), { recursive: true });
    writeFileSync(join(host.root, 'volumes/c1/client-0'), 'no folder');
    const { code, stderr, status } = host.run('measure', dataParams());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cannot write below .*volumes\/c1: is it mounted, and writable\?\n$/);
    expect(status?.rc).toBe(1);
  });

  it('creates a folder for filecreate, requires a layout for filedelete, and creates files for filestat', () => {
    const params = (ioengine: string) => parseParams({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 2 });
    const created = host.run('measure', params('filecreate')).status?.argv.at(-1) ?? '';
    // A folder of the attempt: what an earlier one created is not in the way.
    expect(created).toMatch(/^--directory=.*\/filecreate\/t\d+\.a\d+$/);
    expect(existsSync(created.slice('--directory='.length))).toBe(true);
    expect(host.run('measure', params('filedelete'))).toMatchObject({ code: 1 });
    host.run('layout', params('filedelete'));
    host.run('measure', params('filedelete'));
    expect(statSync(join(host.data, 'filedelete/m.1.4')).size).toBe(4096);
    host.run('measure', params('filestat'));
    expect(existsSync(join(host.data, 'filestat/m.0.4'))).toBe(true);
  });
});

const real = isFioInstalled() ? it : it.skip;

describe('measure.sh with fio', () => {
  real('returns a window after the warm-up, and all latencies without invalid reasons', () => {
    host = new FioHost();
    const params = dataParams({ size: '8 MiB', ramp_time: '300ms', runtime: '500ms' });
    expect(host.run('install', params).code).toBe(0);
    expect(host.run('fill', params).status?.facts['unwrittenBytes']).toBe('0');
    const at = Date.now() / 1000 + 3;
    const { code, raw } = host.run('measure', params, at.toFixed(3));
    expect(code).toBe(0);
    const reading = readHosts(fio, [raw], params);
    expect(reading.reasons).toEqual([]);
    // Every percentile with ten operations above it: how many I/Os there are depends on the disk.
    const count = reading.distributions?.[0]?.counts.reduce((sum, one) => sum + one, 0) ?? 0;
    const percentiles = [50, 95, 99, 99.9].filter((percent) => count * (100 - percent) >= 1000 - 1e-6);
    const names = percentiles.map((percent) => `latency_p${String(percent).replace('.', '_')}`);
    expect(new Set(reading.observations.map(({ metric }) => metric))).toEqual(
      new Set(['iops', 'bandwidth', 'latency_mean', ...names]),
    );
    expect(reading.windows[0]?.from).toBeGreaterThanOrEqual(at + 0.3);
    expect(reading.windows[0]?.to).toBeLessThanOrEqual((raw.status?.ended ?? 0) + 0.01);
    expect(judge(raw, params).filter((one) => one.level === 'invalid' || one.code === 'ClockStepped')).toEqual([]);
  });

  real('logs total latencies per second when the rate is fixed, without clat and slat logs', () => {
    host = new FioHost();
    const params = dataParams({ size: '8 MiB', ramp_time: '200ms', runtime: '3s', rate_iops: 100 });
    expect(host.run('fill', params).code).toBe(0);
    const { raw } = host.run('measure', params);
    expect(raw.files.map(({ name }) => name).filter((name) => name.endsWith('.log'))).toEqual([
      'raw/series_bw.log',
      'raw/series_lat.log',
    ]);
    const { series, observations } = readHosts(fio, [raw], params);
    const own = series.find(({ metric, host: of }) => metric === 'latency_mean' && of === 'client-0');
    const mean = observations.find(({ metric }) => metric === 'latency_mean')?.value ?? Number.NaN;
    expect(own?.values).toHaveLength(2);
    expect(own?.values.every((value) => value > mean / 30 && value < mean * 30)).toBe(true);
  });

  real.each([{ fdatasync: 1 }, { fsync: 4 }, { sync: 'dsync' }])(
    'returns the commit latency that fio printed with %j',
    (how) => {
      host = new FioHost();
      const load = {
        rw: 'write',
        bs: '2300 B',
        size: '4 MiB',
        ioengine: 'sync',
        iodepth: 1,
        numjobs: 1,
        direct: false,
      };
      const params = dataParams({ ...load, ramp_time: '200ms', runtime: '500ms', ...how });
      expect(host.run('fill', params).code).toBe(0);
      const { code, raw } = host.run('measure', params);
      expect(code).toBe(0);
      const text = raw.files.find(({ name }) => name === 'raw/fio.json')?.text ?? '';
      const { jobs } = JSON.parse(text) as { jobs: readonly RecordedJob[] };
      const [job] = jobs;
      const printed =
        'sync' in how ? job?.write.lat_ns : (job?.['sync'] as { lat_ns: RecordedLatency } | undefined)?.lat_ns;
      const reading = readHosts(fio, [raw], params);
      const mean = reading.observations.find(
        ({ metric, host: of }) => metric === 'sync_latency_mean' && of === 'client-0',
      );
      expect(mean?.value).toBe((printed?.mean ?? 0) / 1000);
      const wrong = judge(raw, params).filter((one) => one.level === 'invalid' || one.code === 'CacheServed');
      expect(wrong).toEqual([]);
    },
  );
});

/** Files lie on all of them, and the place of those who need one leads to one. */
describe('fill.sh and measure.sh on several volumes of one target instance', () => {
  beforeEach(() => {
    // The second of its role: it begins with the second volume.
    host = new FioHost().set({ FSXBENCH_INDEX: '1' });
    const place = join(host.root, 'volumes/c1');
    rmSync(join(place, 'client-0'), { recursive: true });
    for (const volume of ['volume1', 'volume2', 'volume3'])
      mkdirSync(join(place, volume, 'client-0'), { recursive: true });
    symlinkSync('volume2/client-0', join(place, 'client-0'));
  });

  const joinPath = (volume: number, path = ''): string =>
    join(host.root, `volumes/c1/volume${volume}/client-0/fio`, path);
  /** Files of data and metadata on each volume. */
  const files = (sub = ''): string[][] =>
    [1, 2, 3].map((volume) =>
      readdirSync(joinPath(volume, sub))
        .filter((name) => /^[fm]\./.test(name))
        .toSorted(),
    );

  it('distributes job files over the volumes in turn, and measures the same files', () => {
    const load = { rw: 'randwrite', iodepth: 1, ramp_time: '0s', runtime: '500ms' };
    const params = dataParams({ numjobs: 4, size: '1 MiB', ...load });
    const filled = host.run('fill', params);
    expect([filled.code, filled.stderr]).toEqual([0, '']);
    expect(filled.status?.facts).toMatchObject({ unwrittenBytes: '0', volumes: '3' });
    expect(files()).toEqual([['f.2'], ['f.0', 'f.3'], ['f.1']]);
    const before = statSync(joinPath(2, 'f.3')).mtimeMs;
    const measured = host.run('measure', params);
    expect([measured.code, measured.stderr]).toEqual([0, '']);
    expect(measured.status?.facts).toMatchObject({ fileBytes: String(4 * MIB), unwrittenBytes: '0', volumes: '3' });
    // No other files: these were written again.
    expect(files()).toEqual([['f.2'], ['f.0', 'f.3'], ['f.1']]);
    expect(statSync(joinPath(2, 'f.3')).mtimeMs).toBeGreaterThan(before);
  });

  it('deletes filled files from all volumes', () => {
    const params = dataParams({ numjobs: 3, size: '1 MiB' });
    host.run('fill', params);
    expect(host.run('empty', params)).toMatchObject({ code: 0, stderr: '' });
    expect(files()).toEqual([[], [], []]);
    expect(existsSync(joinPath(2, '.filled'))).toBe(false);
  });

  it.each(['filestat', 'filedelete', 'filecreate'] as const)('places files of %s on several volumes', (ioengine) => {
    const params = parseParams({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 2 });
    if (ioengine === 'filestat') host.run('fill', params);
    if (ioengine === 'filedelete') host.run('layout', params);
    const sub = ioengine === 'filecreate' ? 'filecreate/t0001.a1' : ioengine;
    const five = (job: number): string[] => [0, 1, 2, 3, 4].map((file) => `m.${job}.${file}`);
    if (ioengine !== 'filecreate') expect(files(sub)).toEqual([[], five(0), five(1)]);
    const { code, stderr } = host.run('measure', params);
    expect([code, stderr]).toEqual([0, '']);
    expect(files(sub)).toEqual(ioengine === 'filedelete' ? [[], [], []] : [[], five(0), five(1)]);
  });
});
