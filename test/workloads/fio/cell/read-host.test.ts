import type { HostRaw } from '../../../../lib/workloads/contract';
import type { FioParams } from '../../../../lib/workloads/fio/schema';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { dataParams, hostRaw, readRecorded, recordedDocument, recordedJob } from '../recorded-outputs';

const read = (hosts: readonly HostRaw[], params: FioParams) => readHosts(fio, hosts, params);
const a = hostRaw('client-0', readRecorded('host-a.json'));
const b = hostRaw('client-1', readRecorded('host-b.json'));
const noBins = (name: string) => {
  const document = recordedDocument(name);
  for (const { read: one } of document.jobs) delete one.clat_ns.bins;
  return JSON.stringify(document);
};

/** Value of a metric, of one host or of all. */
function findValue(reading: ReturnType<typeof read>, host: string, metric: string): number | undefined {
  return reading.observations.find((one) => one.host === host && one.metric === metric)?.value;
}

describe('readHosts of fio', () => {
  it('returns 7 metrics for the host and the same values as aggregate, with the raw file as source', () => {
    const { observations, reasons } = read([a], dataParams());
    expect(reasons).toEqual([]);
    const [own, all] = ['client-0', 'aggregate'].map((of) => observations.filter(({ host }) => host === of));
    expect(own).toHaveLength(7);
    expect(own?.map((one) => ({ ...one, host: 'aggregate' }))).toEqual(all);
    expect(new Set(observations.map(({ source }) => source))).toEqual(
      new Set(['raw/r1/t0001/a1/client-0/measure/raw/fio.json']),
    );
  });

  it('sums rates over hosts, weights mean latencies by I/Os, and merges histograms for percentiles', () => {
    const reading = read([a, b], dataParams());
    const [one, two] = [recordedJob('host-a.json').read, recordedJob('host-b.json').read];
    expect(reading.reasons).toEqual([]);
    expect(findValue(reading, 'aggregate', 'iops')).toBeCloseTo(one.iops + two.iops, 6);
    expect(findValue(reading, 'aggregate', 'bandwidth')).toBe(one.bw_bytes + two.bw_bytes);
    const weighted = one.lat_ns.mean * one.total_ios + two.lat_ns.mean * two.total_ios;
    expect(findValue(reading, 'aggregate', 'latency_mean')).toBeCloseTo(
      weighted / (one.total_ios + two.total_ios) / 1000,
      6,
    );
    const p99 = ['client-0', 'client-1'].map((host) => findValue(reading, host, 'latency_p99') ?? 0);
    expect(findValue(reading, 'aggregate', 'latency_p99')).toBeGreaterThanOrEqual(Math.min(...p99));
    expect(findValue(reading, 'aggregate', 'latency_p99')).toBeLessThanOrEqual(Math.max(...p99));
    expect(reading.observations.find(({ host }) => host === 'aggregate')?.source).toBe('raw/r1/t0001/a1/');
  });

  it('omits aggregate percentiles when a host has no histogram, and notes PercentilesNotMerged', () => {
    const reading = read([a, hostRaw('client-1', noBins('host-b.json'))], dataParams());
    expect(findValue(reading, 'client-1', 'latency_p99')).toBeGreaterThan(0);
    expect(findValue(reading, 'aggregate', 'latency_p99')).toBeUndefined();
    expect(findValue(reading, 'aggregate', 'latency_mean')).toBeGreaterThan(0);
    expect(reading.reasons).toMatchObject([{ level: 'note', code: 'PercentilesNotMerged' }]);
  });

  it('omits the aggregate when one of two hosts has no result', () => {
    const reading = read([a, hostRaw('client-1', '')], dataParams());
    expect(findValue(reading, 'client-0', 'iops')).toBeGreaterThan(0);
    expect(findValue(reading, 'aggregate', 'iops')).toBeUndefined();
    expect(reading.reasons).toMatchObject([{ level: 'invalid', code: 'NoResult' }]);
  });

  it.each([
    ['no status', { ...a, status: null }, 'StatusMissing'],
    ['output that is cut off', hostRaw('client-0', readRecorded('host-a.json').slice(0, 4000)), 'NoResult'],
    [
      'a second document that is cut off',
      hostRaw('client-0', `${readRecorded('host-a.json')}{"fio version"`),
      'Truncated',
    ],
    ['an error of the job', hostRaw('client-0', readRecorded('error.json')), 'JobFailed'],
    ['a signal', hostRaw('client-0', readRecorded('signal.json')), 'Interrupted'],
    ['no output at all', hostRaw('client-0', null), 'NoResult'],
  ])('refuses the result of a host with %s', (_, host, code) => {
    expect(read([host], dataParams()).reasons).toMatchObject([{ level: 'invalid', code }]);
  });

  it('reports ImpossibleFigure for negative IOPS, and Contradiction for IOPS 100 times as high', () => {
    const readWith = (iops: string) =>
      read([hostRaw('client-0', readRecorded('host-a.json').replace(/("iops" : )[\d.]+/, iops))], dataParams());
    expect(readWith('$1-5').reasons).toMatchObject([{ level: 'invalid', code: 'ImpossibleFigure' }]);
    expect(readWith('$1 99').reasons).toMatchObject([{ level: 'invalid', code: 'Contradiction' }]);
  });

  it('adds no reason when the exit code already shows that fio failed', () => {
    for (const text of ['', null])
      expect(read([hostRaw('client-0', text, { rc: 1 })], dataParams()).reasons).toEqual([]);
  });
});

describe('measured window of a fio host', () => {
  const [window] = read([a], dataParams()).windows;
  const document = recordedDocument('host-a.json');

  it('ends at the timestamp of the result, and spans the runtime, for fio without job_start', () => {
    expect(window?.host).toBe('client-0');
    expect(window?.to).toBeCloseTo(document.timestamp_ms / 1000, 3);
    expect((window?.to ?? 0) - (window?.from ?? 0)).toBeCloseTo(recordedJob('host-a.json').read.runtime / 1000, 3);
  });

  it('begins after the warm-up that follows the start that the script recorded', () => {
    const host = hostRaw('client-0', readRecorded('host-a.json'), { facts: { began: '1795236010.250000' } });
    const [noted] = read([host], dataParams({ ramp_time: '2s' })).windows;
    expect(noted?.from).toBeCloseTo(1_795_236_012.25, 6);
  });

  it('begins after the warm-up that follows job_start when the fio version prints it', () => {
    const [job] = document.jobs;
    const text = JSON.stringify({ ...document, jobs: [{ ...job, job_start: 1_795_236_000_000 }] });
    const [exact] = read([hostRaw('client-0', text)], dataParams({ ramp_time: '2s' })).windows;
    expect(exact?.from).toBeCloseTo(1_795_236_002, 3);
  });

  it('begins at the start of the script when the output has no timestamp', () => {
    const { timestamp: _s, timestamp_ms: _ms, ...untimed } = document;
    const [rough] = read([hostRaw('client-0', JSON.stringify(untimed))], dataParams()).windows;
    expect(rough?.from).toBe(1_795_236_000);
  });

  it('is missing when fio made no I/O', () => {
    expect(read([hostRaw('client-0', readRecorded('zero-io.json'))], dataParams()).windows).toEqual([]);
  });
});
