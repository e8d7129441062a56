/** A job file from its text to figures: what hosts execute, what they leave, what is said of it. */
import { readJobFile } from '../../../../lib/workloads/fio/job-file/read';
import { executedText, loadOf } from '../../../../lib/workloads/fio/job-file/steps';
import { fileBytes, jobFileName, layoutText } from '../../../../lib/workloads/fio/job-file/layout';
import { nameOf, operationName } from '../../../../lib/workloads/fio/job-file/names';
import { fio } from '../../../../lib/workloads/fio/workload';
import { isRecord } from '../../../../lib/workloads/fio/output/figure';
import { inPhases } from '../../../../lib/workloads/demand';
import type { ModelledFlow } from '../../../../lib/workloads/modelled';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { hostRaw, scriptFiles } from '../recorded';
import { jobParams, TWO_TURNS, withLines } from './job-files';

const MIB = 1024 ** 2;
const PARAMS = jobParams(TWO_TURNS);

describe('before it runs', () => {
  it('takes the time of its turns, and lays out the files of all jobs', () => {
    const warm = jobParams(TWO_TURNS.replace('runtime=1s', 'runtime=10s\nramp_time=2s'));
    expect(fio.duration(warm)).toEqual({ total: 24, warmUp: 2, measured: 22, until: 'time' });
    expect(fio.duration(PARAMS)).toEqual({ total: 2, warmUp: 0, measured: 2, until: 'time' });
    expect(fileBytes(TWO_TURNS)).toEqual([8 * MIB, 16 * MIB]);
    expect(fio.laidOut?.([PARAMS, PARAMS])).toEqual([{ role: 'client', parts: [8 * MIB, 16 * MIB], setting: 'size' }]);
    expect(fio.volumesAtOnce?.(PARAMS)).toBe(2);
  });

  it('writes whole files, under the names that the jobs will look for', () => {
    expect(layoutText(withLines('filename=x', 'nrfiles=2', 'rw=randread')).split('\n\n')[1]).toBe(
      ['[a]', 'stonewall', 'bs=1048576', 'filename=x', 'nrfiles=2', 'size=8m'].join('\n'),
    );
    expect(layoutText(withLines('size=6k'))).toContain('bs=512');
    expect(jobFileName(TWO_TURNS)).toMatch(/^[0-9a-f]{12}$/);
    expect(jobFileName(`${TWO_TURNS}\n`)).not.toBe(jobFileName(TWO_TURNS));
  });

  it('gives figures by job and direction, and holds only jobs of one turn together', () => {
    expect(fio.gives(PARAMS).map(({ operation }) => operation)).toEqual(['small read', 'mix read', 'mix write']);
    expect(fio.limits(PARAMS).map((one) => one.of)).toEqual([['small read'], ['mix read', 'mix write']]);
    expect([operationName('a/b', 'read'), nameOf('a/b/0')]).toEqual(['a/b read', 'a/b']);
  });

  it('says which jobs are loaded at a rate', () => {
    const load = (text: string) => loadOf(readJobFile(text).jobs);
    expect(load(TWO_TURNS)).toBe('closed');
    expect(load(TWO_TURNS.replace('bs=4k', 'bs=4k\nrate_iops=100'))).toBe('open and closed');
    expect(load(TWO_TURNS.replace('direct=1', 'direct=1\nrate_iops=100'))).toBe('open');
  });

  it('executes the text as it was written, after what fsxbench says', () => {
    const text = executedText(PARAMS);
    expect(text).toMatch(/^\[global\]\nthread=1\n/);
    expect(text).toContain('; the first\n[small]\nwrite_bw_log=raw/series.small\nrw=randread\n');
    expect(text).toContain('; left out by fsxbench: group_reporting=1');
    const [step] = fio.script(PARAMS, scriptFiles());
    expect(step).toMatchObject({ name: 'measure', measures: true, barrier: true, expectedSeconds: 3 });
  });
});

it('is printed by modelled hosts as fio prints it, each job with its own depth', () => {
  const flow = (latencyUs: number): ModelledFlow => ({
    rate: 1000,
    latencyUs,
    spread: 0.4,
    intervals: { mean: 1000, stddev: 20, min: 900, max: 1100 },
  });
  const demands = inPhases(fio.modelled?.demand(PARAMS)['measure']);
  const extent = { until: 'time', warmUpSeconds: 0, measuredSeconds: 1 };
  expect(demands).toMatchObject([
    { threads: 1, extent, pace: { loop: 'closed', depth: 4 }, unit: { reads: { count: 1, bytes: 4096 } } },
    { threads: 2, extent, pace: { loop: 'closed', depth: 1 }, unit: { reads: { count: 0.7, bytes: 16_384 } } },
  ]);
  const host = {
    host: 'client-0',
    began: 1_767_225_600,
    lateSeconds: 0,
    memoryBytes: 2 ** 33,
    folder: '/d',
    index: 0,
    hosts: 1,
    barrier: false,
  };
  const performance = {
    seconds: 2,
    units: flow(1000),
    operations: { read: flow(1000), write: flow(1000) },
    cpu: { system: 0.1, user: 0.1 },
  };
  const printed = fio.modelled?.printer(PARAMS)(performance, host);
  const text = printed?.files['raw/fio.json'] ?? '';
  expect(isRecord(JSON.parse(text))).toBe(true);
  const bare = hostRaw('client-0', text, { facts: printed?.facts ?? {}, version: 'fio-3.36' });
  const files = Object.entries(printed?.files ?? {}).map(([name, content]) => ({ name, source: name, text: content }));
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
])('moves on modelled hosts blocks of each direction: %s', (line, readBytes, writeBytes) => {
  const params = jobParams(withLines('rw=randrw', line));
  const reads = { count: 0.5, bytes: (readBytes + writeBytes) / 2 };
  expect(inPhases(fio.modelled?.demand(params)['measure'])).toMatchObject([{ unit: { reads, writes: reads } }]);
  const flow = { rate: 100, latencyUs: 1000, spread: 0.4, intervals: { mean: 100, stddev: 0, min: 100, max: 100 } };
  const performance = { seconds: 2, units: flow, operations: { read: flow, write: flow }, cpu: { system: 0, user: 0 } };
  const host = { began: 0, lateSeconds: 0, memoryBytes: 2 ** 33, folder: '/d', index: 0, hosts: 1, barrier: false };
  const { files, facts } = fio.modelled?.printer(params)(performance, { host: 'client-0', ...host }) ?? {};
  const raw = hostRaw('client-0', files?.['raw/fio.json'] ?? '', { facts: facts ?? {}, version: 'fio-3.36' });
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

it('keeps logs on modelled hosts as fio keeps them, each turn at its time', () => {
  const long = jobParams(TWO_TURNS.replace('runtime=1s', 'runtime=5s\nramp_time=2s'));
  const flow = (rate: number): ModelledFlow => ({
    rate,
    latencyUs: 1000,
    spread: 0.4,
    levels: [
      { seconds: 2, rate: 1.5 * rate },
      { seconds: 3, rate: (2 / 3) * rate },
    ],
    intervals: { mean: rate, stddev: 0, min: rate, max: rate },
  });
  const of = { seconds: 5, units: flow(100), operations: { read: flow(100) }, cpu: { system: 0, user: 0 } };
  const began = 1_767_225_600.25;
  const printed = fio.modelled?.printer(long)(
    { ...of, phases: [of, of] },
    { host: 'h', began, lateSeconds: 0, memoryBytes: 1, folder: '/d', index: 0, hosts: 1, barrier: false },
  );
  expect(printed?.files['raw/series.small_bw.log']).toBe(
    [24_000, 24_000, 10_666, 10_666]
      .map((kib, second) => `${1_767_225_603_250 + second * 1000}, ${kib}, 0, 0, 0\n`)
      .join(''),
  );
  const mix = printed?.files['raw/series.mix_bw.log']?.split('\n') ?? [];
  expect(mix.slice(0, 1)).toEqual(['1767225610250, 33600, 0, 0, 0']);
  expect(mix.slice(4, 5)).toEqual(['1767225610250, 14400, 1, 0, 0']);
});
