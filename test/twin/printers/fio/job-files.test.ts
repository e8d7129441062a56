/** What fio would print of a job file, read as what it printed. */
import { makeFioPrinter } from '../../../../lib/twin/printers/fio/printer';
import { listDemandPhases } from '../../../../lib/workloads/demand';
import { isRecord } from '../../../../lib/workloads/fio/output/figure';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { jobParams, TWO_TURNS, withLines } from '../../../workloads/fio/job-file/job-files';
import { makeFlow, makePerformance, makeSimulatedHost } from '../performances';
import { hostRaw } from '../../../workloads/fio/recorded-outputs';

const PARAMS = jobParams(TWO_TURNS);
const HOST = makeSimulatedHost({ barrier: false });

it('prints the results of a job file as fio does, each job with its own depth', () => {
  const demands = listDemandPhases(fio.demand(PARAMS)['measure']);
  const extent = { until: 'time', warmUpSeconds: 0, measuredSeconds: 1 };
  expect(demands).toMatchObject([
    { threads: 1, extent, pace: { loop: 'closed', depth: 4 }, unit: { reads: { count: 1, bytes: 4096 } } },
    { threads: 2, extent, pace: { loop: 'closed', depth: 1 }, unit: { reads: { count: 0.7, bytes: 16_384 } } },
  ]);
  const units = makeFlow(1000, 1000, 20);
  const performance = makePerformance(2, { units, operations: { read: units, write: units } });
  const printed = makeFioPrinter(PARAMS)(performance, HOST);
  const text = printed.files['raw/fio.json'] ?? '';
  expect(isRecord(JSON.parse(text))).toBe(true);
  const bare = hostRaw('client-0', text, { facts: printed.facts, version: 'fio-3.36' });
  const files = Object.entries(printed.files).map(([name, content]) => ({ name, source: name, text: content }));
  const raw = { ...bare, files: [...files, ...bare.files.filter(({ name }) => name === 'raw/fio.stderr')] };
  const reading = readHosts(fio, [raw], PARAMS);
  expect([...reading.reasons, ...fio.judge(reading, [raw], PARAMS)]).toEqual([]);
  const iops = reading.observations.filter(({ metric, host: of }) => metric === 'iops' && of === 'client-0');
  // Four in flight at a millisecond each; two, 70 of 100 reads.
  expect(iops.map(({ operation, value }) => [operation, Math.round(value)])).toEqual([
    ['small read', 4000],
    ['mix read', 1400],
    ['mix write', 600],
  ]);
  expect(JSON.parse(text)).toMatchObject({
    'global options': { log_unix_epoch: '1', log_avg_msec: '1000', per_job_logs: '0' },
    jobs: [{ 'job options': { write_bw_log: 'raw/series.small' } }, {}],
  });
});

it.each([
  ['bs=4k,16k', 4096, 16_384],
  ['bssplit=4k/50:8k/50,64k/100', 6144, 65_536],
])('simulates separate block sizes of reads and writes: %s', (line, readBytes, writeBytes) => {
  const params = jobParams(withLines('rw=randrw', line));
  const reads = { count: 0.5, bytes: (readBytes + writeBytes) / 2 };
  expect(listDemandPhases(fio.demand(params)['measure'])).toMatchObject([{ unit: { reads, writes: reads } }]);
  const units = makeFlow(100);
  const performance = makePerformance(2, { units, operations: { read: units, write: units } });
  const { files, facts } = makeFioPrinter(params)(performance, HOST);
  const raw = hostRaw('client-0', files['raw/fio.json'] ?? '', { facts: facts, version: 'fio-3.36' });
  const reading = readHosts(fio, [raw], params);
  expect(reading.reasons).toEqual([]);
  const value = (metric: string, operation: string): number =>
    reading.observations.find((one) => one.metric === metric && one.operation === operation)?.value ?? Number.NaN;
  for (const [operation, bytes] of [
    ['a read', readBytes],
    ['a write', writeBytes],
  ] as const)
    expect(value('bandwidth', operation) / value('iops', operation) / bytes).toBeCloseTo(1, 2);
});

it('simulates flushes as often as fdatasync requires, with their latency', () => {
  const params = jobParams(withLines('rw=write', 'direct=0', 'fdatasync=2'));
  const [demanded] = listDemandPhases(fio.demand(params)['measure']);
  expect(demanded).toMatchObject({ unit: { writes: { count: 1 }, flushes: 0.5 }, buffered: true });
  const operations = { write: makeFlow(1000, 100), flush: makeFlow(500, 1800) };
  const { files, facts } = makeFioPrinter(params)(makePerformance(1, { operations }), HOST);
  const raw = hostRaw('client-0', files['raw/fio.json'] ?? '', { facts: facts, version: 'fio-3.36' });
  const reading = readHosts(fio, [raw], params);
  expect(fio.judge(reading, [raw], params).filter(({ code }) => /Flushes|CacheServed/.test(code))).toEqual([]);
  const value = (metric: string): number =>
    reading.observations.find((one) => one.metric === metric && one.host === 'client-0')?.value ?? Number.NaN;
  // 100 us each, and 1,800 behind every second.
  expect(value('iops')).toBeCloseTo(1000, -1);
  expect(value('sync_latency_mean')).toBeCloseTo(1800, -3);
});

it('prints a bandwidth log per job, each from the start of its job', () => {
  const long = jobParams(TWO_TURNS.replace('runtime=1s', 'runtime=5s\nramp_time=2s'));
  const levels = [
    { seconds: 2, rate: 150, latencyUs: 1 },
    { seconds: 3, rate: (2 / 3) * 100, latencyUs: 1 },
  ];
  const units = { ...makeFlow(100), levels };
  const of = makePerformance(5, { units, operations: { read: units } });
  const host = makeSimulatedHost({ began: 1_767_225_600.25, barrier: false });
  const printed = makeFioPrinter(long)({ ...of, phases: [of, of] }, host);
  expect(printed.files['raw/series.small_bw.log']).toBe(
    [24_000, 24_000, 10_666, 10_666]
      .map((kib, second) => `${1_767_225_603_250 + second * 1000}, ${kib}, 0, 0, 0\n`)
      .join(''),
  );
  const mix = printed.files['raw/series.mix_bw.log']?.split('\n') ?? [];
  expect(mix.slice(0, 1)).toEqual(['1767225610250, 33600, 0, 0, 0']);
  expect(mix.slice(4, 5)).toEqual(['1767225610250, 14400, 1, 0, 0']);
});

it('prints latency logs of jobs with a fixed rate', () => {
  const rated = jobParams(TWO_TURNS.replaceAll('runtime=1s', 'runtime=4s').replace('bs=4k', 'bs=4k\nrate_iops=100'));
  const levels = [100, 9000].map((latencyUs) => ({ seconds: 2, rate: 100, latencyUs }));
  const units = { ...makeFlow(100, 4550), levels };
  const of = makePerformance(4, { units, operations: { read: units } });
  const host = makeSimulatedHost({ began: 1000, barrier: false });
  const { files } = makeFioPrinter(rated)({ ...of, phases: [of, of] }, host);
  expect(Object.keys(files).filter((name) => name.endsWith('_lat.log'))).toEqual(['raw/series.small_lat.log']);
  expect(files['raw/series.small_lat.log']).toBe(
    '1001000, 100000, 0, 0, 0\n1002000, 100000, 0, 0, 0\n1003000, 9000000, 0, 0, 0\n',
  );
});
