import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLogFile, readJobSeries, pickStepSeconds } from '../../../../lib/workloads/fio/job-file/series';
import { renderJobFile } from '../../../../lib/workloads/fio/job-file/steps';
import { parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import type { JobFileParams } from '../../../../lib/workloads/fio/schema';
import { judgeReading } from '../../../../lib/workloads/judge-reading';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { hostRaw, readRecorded, recordedDocument } from '../recorded-outputs';
import { jobParams, withLines } from './job-files';

/** turns.fio as it was executed: two jobs at once, then a mix by two clones. */
const EXECUTED = readFileSync(join(__dirname, '../../../recorded/fio/turns.fio'), 'utf8');
const TURNS = jobParams(
  EXECUTED.slice(EXECUTED.indexOf('; --- as written') + 1)
    .replace(/^.*\n/, '')
    .replaceAll(/^write_(?:bw|lat)_log=.*\n/gm, ''),
);
const [SMALL, STEADY, MIX] = ['small', 'steady', 'mix'].map((name) => readRecorded(`turns.${name}.txt`)) as [
  string,
  string,
  string,
];
/** A host whose logs are these, in place of those that were recorded. */
const makeHost = (logs: Readonly<Record<string, string>> = {}) => {
  const raw = hostRaw('client-0', readRecorded('turns.json'));
  const texts = { small: SMALL, steady: STEADY, mix: MIX, ...logs };
  const files = Object.entries(texts).map(([name, text]) => ({ name: getLogFile({ name }), source: 'x', text }));
  return { ...raw, files: [...raw.files, ...files] };
};
const read = (logs: Readonly<Record<string, string>> = {}, params: JobFileParams = TURNS) =>
  readJobSeries(parseHost(makeHost(logs)), params, null);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('renderJobFile and its logs', () => {
  it('adds a bandwidth log to each job, and overrides log options of the file', () => {
    expect(renderJobFile(TURNS).trim()).toBe(EXECUTED.trim());
    const own = renderJobFile(jobParams(withLines('write_bw_log=x', 'log_avg_msec=1', 'per_job_logs=1')));
    expect(own.match(/^(?:write_|log_|per_job).*/gm)).toEqual([
      'per_job_logs=0',
      'log_unix_epoch=1',
      'log_avg_msec=1000',
      'write_bw_log=raw/series.a',
    ]);
  });

  it('picks longer log steps for many jobs or long runtimes', () => {
    const step = (...lines: readonly string[]) => pickStepSeconds(jobParams(withLines(...lines)));
    expect(step('rw=read')).toBe(1);
    expect(step('rw=read', 'runtime=50000')).toBe(1);
    expect(step('rw=rw', 'runtime=50000')).toBe(2);
    expect(step('rw=rw', 'runtime=1h', 'numjobs=64')).toBe(10);
    expect(step('rw=rw', 'runtime=30d', 'numjobs=1024')).toBe(3600);
  });

  it('lists bandwidth over time, and IOPS only when all I/Os have the same size', () => {
    const over = (...lines: readonly string[]) => fio.listMetrics(jobParams(withLines(...lines)))[0]?.series;
    expect(over('rw=read')).toEqual({ everySeconds: 1, metrics: ['iops', 'bandwidth'] });
    expect(over('rw=read', 'bsrange=4k-8k')).toEqual({ everySeconds: 1, metrics: ['bandwidth'] });
  });
});

describe('readJobSeries', () => {
  it('returns rates of each job and direction from the start of its stonewall group, close to the mean', () => {
    const series = read();
    expect(series.map(({ operation, metric, values }) => [operation, metric, values.length])).toEqual(
      ['small read', 'steady write', 'mix read', 'mix write'].flatMap((operation) => [
        [operation, 'iops', 3],
        [operation, 'bandwidth', 3],
      ]),
    );
    const document = recordedDocument('turns.json');
    const iops = document.jobs.filter(({ jobname }) => jobname === 'mix').map(({ read: { iops } }) => iops);
    const mix = series.find(({ operation }) => operation === 'mix read');
    // A busy machine: three of four seconds.
    expect(Math.abs(mean(mix?.values ?? []) / (iops[0]! + iops[1]!) - 1)).toBeLessThan(0.1);
    const paced = series.find(({ operation }) => operation === 'steady write');
    expect(Math.abs(mean(paced?.values ?? []) / 100 - 1)).toBeLessThan(0.02);
    // The first turn took its half second of warm-up and four seconds, the next as much.
    const [small] = series;
    expect(small?.from).toBe(1_795_524_558.459);
    expect((mix?.from ?? 0) - (small?.from ?? 0)).toBeCloseTo(4.845, 3);
    expect(document.timestamp_ms / 1000 - (mix?.from ?? 0)).toBeCloseTo(4.08, 1);
  });

  it('returns latencies of jobs with a fixed rate, and reports LatencyUnsteady', () => {
    const began = 1_795_524_558_459;
    const line = (second: number) => `${began + second * 1000}, ${second > 10 ? 9e6 : 1e6}, 1, 0, 0\n`;
    const lines = Array.from({ length: 20 }, (_, at) => line(at + 1)).join('');
    const raw = makeHost();
    const text = (raw.files[0]?.text ?? '').replaceAll(/"runtime" : \d{4},/g, '"runtime" : 20005,');
    const lat = { name: 'raw/series.steady_lat.log', source: 'x', text: lines };
    const host = { ...raw, files: [{ ...raw.files[0]!, text }, ...raw.files.slice(1), lat] };
    const reading = readHosts(fio, [host], TURNS);
    const found = reading.series.filter(({ metric }) => metric === 'latency_mean');
    expect(found.map(({ operation, unit, from, host: of, values }) => [operation, unit, from, of, values[0]])).toEqual([
      ['steady write', 'us', began / 1000, 'client-0', 1000],
      ['steady write', 'us', began / 1000, null, 1000],
    ]);
    const reasons = judgeReading(fio, reading, [host], TURNS).filter(({ code }) => code === 'LatencyUnsteady');
    expect(reasons).toMatchObject([{ text: expect.stringContaining('the steady write latency was not') }]);
    const withLatency = fio.listMetrics(TURNS).filter(({ series }) => series?.metrics.includes('latency_mean'));
    expect(withLatency.map(({ operation }) => operation)).toEqual(['steady write']);
  });

  it('begins with 0 at the start of the stonewall group when a job had no I/O at first', () => {
    const late = STEADY.split('\n').slice(1).join('\n');
    const steady = read({ steady: late }).find(({ operation }) => operation === 'steady write');
    expect(steady?.from).toBeCloseTo(1_795_524_558.459, 3);
    expect(steady?.values[0]).toBe(0);
    expect(steady?.values).toHaveLength(3);
  });

  it('begins after the recorded start and warm-up when no job of the first group had I/O at first', () => {
    const without = (text: string): string => text.split('\n').slice(2).join('\n');
    const readFirstTurn = (began: number | null) =>
      readJobSeries(parseHost(makeHost({ small: without(SMALL), steady: without(STEADY) })), TURNS, began).filter(
        ({ metric, operation }) => metric === 'iops' && !operation?.startsWith('mix'),
      );
    // Half a second of warm-up comes before both.
    const known = readFirstTurn(1_795_524_557.96);
    expect(known.map(({ from }) => Math.round(from * 10) / 10)).toEqual([1_795_524_558.5, 1_795_524_558.5]);
    expect(known.map(({ values }) => [values.length, values[0]])).toEqual(Array(2).fill([3, 0]));
    // Where nobody knows, the first line of them is the first that can be said.
    expect(readFirstTurn(null).every(({ from }) => from > 1_795_524_559)).toBe(true);
  });

  it('returns an empty list for missing or invalid logs', () => {
    expect(read({ small: '', steady: 'no log\n', mix: '1, 2\n' })).toEqual([]);
    const none = hostRaw('client-0', readRecorded('turns.json'));
    expect(readJobSeries(parseHost(none), TURNS, 5)).toEqual([]);
  });
});

it('reports RateStep with job and direction when the rate of one job falls', () => {
  const line = (job: number, second: number, kib: number) =>
    `${1_795_524_558_459 + second * 1000}, ${kib}, ${job}, 0, 0`;
  const falls = Array.from({ length: 20 }, (_, second) => line(0, second + 1, second < 10 ? 40_000 : 4000)).join('\n');
  const long = jobParams(TURNS.jobFile.replace('runtime=4s', 'runtime=21s'));
  const raw = makeHost({ small: falls });
  const stretched = {
    ...raw,
    files: raw.files.map((file) => ({ ...file, text: file.text.replaceAll('"runtime" : 4001', '"runtime" : 21001') })),
  };
  const reading = readHosts(fio, [stretched], long);
  const found = judgeReading(fio, reading, [stretched], long).find(({ code }) => code === 'RateStep');
  expect(found?.text).toBe('the small read iops went from 10,000 to 1,000 after 10 s of 20 s');
  const split = jobParams(long.jobFile.replace('bs=4k\niodepth', 'bssplit=4k/50:8k/50\niodepth'));
  const ofBytes = judgeReading(fio, readHosts(fio, [stretched], split), [stretched], split);
  expect(ofBytes.map(({ text }) => text)).toContainEqual(
    'the small read bandwidth went from 41,000,000 to 4,100,000 after 10 s of 20 s',
  );
});
