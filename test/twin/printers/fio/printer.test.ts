import type { HostRaw, HostStatus } from '../../../../lib/workloads/contract';
import { makeFioPrinter } from '../../../../lib/twin/printers/fio/printer';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import type { CellParams } from '../../../../lib/workloads/fio/schema';
import { fio } from '../../../../lib/workloads/fio/workload';
import type { SimulatedFlow, SimulatedPerformance } from '../../../../lib/twin/printers/contract';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { makeFlow, makePerformance, makeSimulatedHost } from '../performances';
import { parseParams, readRecorded } from '../../../workloads/fio/recorded-outputs';

const HOST = makeSimulatedHost({ began: 1_767_225_600.25, lateSeconds: 0.002, memoryBytes: 21 * 1024 ** 3 });
const flow = (rate: number, latencyUs: number): SimulatedFlow => makeFlow(rate, latencyUs, rate / 50);
const NOTHING = makePerformance(20, { units: flow(0, 0) });
const params = (given: object): CellParams => parseParams({ kind: 'fio', ...given });
const TIMED = { bs: '4k', size: '1 GiB', ramp_time: 5, runtime: 20 };
const RANDREAD = params({ ...TIMED, rw: 'randread', iodepth: 16 });
const CREATE = params({ ioengine: 'filecreate', numjobs: 2, nrfiles: 5000 });

/** What the printer left, as the results read it. */
function printRaw(given: CellParams, performance: Partial<SimulatedPerformance>): { raw: HostRaw; text: string } {
  const output = makeFioPrinter(given)({ ...NOTHING, ...performance }, HOST);
  const text = output.files['raw/fio.json'] ?? '';
  const { files, facts, tool, version, argv } = output;
  const times = { rc: 0, started: HOST.began, ended: HOST.began + 25, startAt: HOST.began };
  const mount = { source: 's', type: 'modelled', options: '' };
  const of = { host: HOST.host, role: 'client', kernel: 'modelled' };
  const status: HostStatus = { ...of, tool, version, argv, facts, mount, ...times };
  const listed = Object.entries(files).map(([name, content]) => {
    return { name, source: `x/client-0/measure/${name}`, text: content };
  });
  return { raw: { host: HOST.host, command: 'measure', status, files: listed }, text };
}

/** What fio's reader and judge make of it. */
function readRaw(given: CellParams, raw: HostRaw) {
  const reading = readHosts(fio, [raw], given);
  return { ...reading, reasons: [...reading.reasons, ...fio.judge(reading, [raw], given)] };
}

it('prints fdatasync latency as sync_latency, separate from the latency of writes', () => {
  const asked = params({ ...TIMED, rw: 'write', direct: false, fdatasync: 2 });
  const operations = { write: flow(1000, 5), flush: flow(500, 900) };
  const { raw } = printRaw(asked, { units: flow(1000, 455), operations });
  const reading = readRaw(asked, raw);
  const value = (metric: string) =>
    reading.observations.find((one) => one.metric === metric && one.host === 'client-0')?.value;
  expect(value('sync_latency_mean')).toBeCloseTo(900, -2);
  expect(value('sync_latency_p99')).toBeGreaterThan(1500);
  expect(value('latency_mean')).toBeCloseTo(5, 0);
  expect(reading.distributions?.map(({ of }) => of)).toEqual(['latency', 'sync_latency']);
  expect(reading.reasons).toEqual([]);
});

it('prints the read-back with verify=crc32c to raw/verify.json, separate from the measurement', () => {
  const asked = params({ ...TIMED, rw: 'randwrite', verify: 'crc32c' });
  const measured = { ...NOTHING, units: flow(10_000, 100), operations: { write: flow(10_000, 100) } };
  const after = { ...NOTHING, seconds: 4, units: flow(256, 15_000), operations: { read: flow(256, 15_000) } };
  const { raw } = printRaw(asked, { ...measured, seconds: 27, phases: [measured, after] });
  const reading = readRaw(asked, raw);
  expect(reading.windows[0]).toMatchObject({ from: HOST.began + 5, to: HOST.began + 25 });
  const iops = reading.observations.filter(({ metric, host }) => metric === 'iops' && host === 'client-0');
  expect(iops.map(({ operation, value }) => [operation, value])).toEqual([['write', 10_000]]);
  expect(reading.reasons.map(({ code }) => code)).toEqual(['Verified']);
  expect(raw.status?.facts['readBackSeconds']).toBe('4.000000');
  const text = raw.files.find(({ name }) => name === 'raw/verify.json')?.text ?? '';
  expect(parseOutput(text)).toMatchObject({ status: 'ok', runs: [{ label: 'readback/0' }] });
});

describe('simulated fio output', () => {
  it('has the keys of real fio output in the same order', () => {
    const { text } = printRaw(RANDREAD, { operations: { read: flow(16_000, 1000) } });
    const shape = (document: string): unknown[] => {
      const { jobs, ...head } = JSON.parse(document) as { jobs: { read: Record<'clat_ns' | 'lat_ns', object> }[] };
      const job = jobs[0] ?? { read: { clat_ns: {}, lat_ns: {} } };
      return [head, job, job.read, job.read.clat_ns, job.read.lat_ns].map((part) => Object.keys(part));
    };
    const real = shape(readRecorded('series.json')) as string[][];
    const ours = shape(text) as string[][];
    // disk_util speaks of disks that are not there; job_start came with 3.36.
    expect(ours[0]).toEqual(real[0]?.filter((key) => key !== 'disk_util'));
    const kept = (real[1] ?? []).filter((key) => ours[1]?.includes(key));
    expect(ours[1]?.filter((key) => key !== 'job_start')).toEqual(kept);
    expect(ours.slice(2)).toEqual(real.slice(2));
    expect(text.split('\n').slice(0, 2)).toEqual(
      readRecorded('series.json').replace('3.33', '3.36').split('\n').slice(0, 2),
    );
  });

  it('has consistent rates, bytes, times and histograms', () => {
    const { text } = printRaw(RANDREAD, { operations: { read: flow(16_000, 1000) } });
    const result = parseOutput(text);
    expect(result).toMatchObject({ tool: 'fio', toolVersion: 'fio-3.36', status: 'ok', problems: [] });
    const found = new Map(result.runs[0]?.observations.map(({ metric, value }) => [metric, value]));
    expect(found.get('iops')).toBeCloseTo(16_000, 1);
    expect(found.get('bandwidth')).toBeCloseTo(16_000 * 4096, -2);
    expect(Math.abs((found.get('latency_mean') ?? 0) / 1000 - 1)).toBeLessThan(0.02);
    type Read = { total_ios: number } & Record<'clat_ns' | 'lat_ns' | 'slat_ns', { mean: number; N: number }>;
    const { jobs } = JSON.parse(text) as { jobs: [{ read: Read }] };
    const { clat_ns, lat_ns, slat_ns, total_ios } = jobs[0].read;
    expect([clat_ns.N, lat_ns.N, slat_ns.N]).toEqual([total_ios, total_ios, total_ios]);
    expect(clat_ns.mean + slat_ns.mean).toBeCloseTo(lat_ns.mean, 3);
  });

  it('passes the reader and judge of fio without reasons, like real output', () => {
    const { raw } = printRaw(RANDREAD, { operations: { read: flow(16_000, 1000) } });
    const reading = readRaw(RANDREAD, raw);
    expect(reading.reasons).toEqual([]);
    expect(reading.windows).toEqual([{ host: 'client-0', from: HOST.began + 5, to: HOST.began + 25 }]);
    expect(raw.status?.argv).toContain('--exec_prerun=bash --norc start.sh');
  });

  it('prints metadata operations as fio does: completions only, without bandwidth', () => {
    const { raw, text } = printRaw(CREATE, { operations: { create: flow(2500, 800) }, seconds: 4 });
    const reading = readRaw(CREATE, raw);
    expect(reading.reasons).toEqual([]);
    const metrics = reading.observations.filter(({ host }) => host === 'client-0').map(({ metric }) => metric);
    expect(metrics).not.toContain('bandwidth');
    expect(reading.observations[0]).toMatchObject({ metric: 'iops', operation: 'write', value: 2500 });
    const { jobs } = JSON.parse(text) as { jobs: { write: { total_ios: number; lat_ns: { mean: number } } }[] };
    expect(jobs[0]?.write).toMatchObject({ total_ios: 10_000, lat_ns: { mean: 0 } });
  });

  it('reports buffered I/O, which is judged as CacheServed', () => {
    const given = params({ ...TIMED, rw: 'read', direct: false });
    const { raw } = printRaw(given, { operations: { read: flow(16_000, 1000) } });
    expect(readRaw(given, raw).reasons.map(({ code }) => code)).toEqual(['CacheServed']);
  });
});
