import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
/** A job file from its text to figures: what hosts execute, what they leave, what is said of it. */
import { readJobFile } from '../../../../lib/workloads/fio/job-file/read';
import { executedText, loadOf } from '../../../../lib/workloads/fio/job-file/steps';
import { fileBytes, jobFileName, layoutText } from '../../../../lib/workloads/fio/job-file/layout';
import { nameOf, operationName } from '../../../../lib/workloads/fio/job-file/names';
import { fio } from '../../../../lib/workloads/fio/workload';
import { isRecord } from '../../../../lib/workloads/fio/output/figure';
import { inPhases } from '../../../../lib/workloads/demand';
import type { HostRaw } from '../../../../lib/workloads/contract';
import type { ModelledFlow } from '../../../../lib/workloads/modelled';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { fioIsThere, HostWorld } from '../host-world';
import { hostRaw, recorded, recordedDocument, scriptFiles } from '../recorded';
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

describe('what it left', () => {
  /** stonewall.json: the jobs first (reads) and second (writes), in turn. */
  const STONEWALL = jobParams(
    [
      '[global]',
      'size=16m',
      'runtime=1s',
      'direct=1',
      'time_based',
      '[first]',
      'rw=read',
      '[second]',
      'stonewall',
      'rw=write',
    ].join('\n'),
  );
  const judged = (raw: HostRaw, params = STONEWALL) => {
    const reading = readHosts(fio, [raw], params);
    return [...reading.reasons, ...fio.judge(reading, [raw], params)];
  };
  const codes = (raw: HostRaw, params = STONEWALL) => judged(raw, params).map(({ level, code }) => `${level} ${code}`);
  /** As fio prints what it is given: nothing of what has no value, and what is global once. */
  const left = (params = STONEWALL, change: Readonly<Record<string, string>> = {}, facts: object = {}) => {
    const document = recordedDocument('stonewall.json');
    const { jobs } = readJobFile(params.jobFile);
    for (const [index, { options }] of jobs.entries())
      Object.assign(document.jobs[index] ?? {}, {
        'job options': Object.fromEntries([...options].filter(([, value]) => value !== '')),
      });
    const all = { ...document, 'global options': { thread: '1', invalidate: '1', directory: 'x', ...change } };
    return hostRaw('client-0', JSON.stringify(all), { facts });
  };

  it('is never added up over turns: each job has its own figures', () => {
    const raw = hostRaw('client-0', recorded('stonewall.json'));
    const found = readHosts(fio, [raw], STONEWALL).observations.filter(({ metric }) => metric === 'iops');
    const document = recordedDocument('stonewall.json');
    expect(new Map(found.map(({ operation, value }) => [operation, value]))).toEqual(
      new Map([
        ['first read', document.jobs[0]?.read.iops],
        ['second write', document.jobs[1]?.write.iops],
      ]),
    );
    expect(codes(left())).toEqual([]);
  });

  it('is doubted where fio says that a job had other options than the file gives it', () => {
    const said = (raw: HostRaw, params = STONEWALL) =>
      judged(raw, params).flatMap(({ code, text }) => (code === 'OtherOptions' ? [text] : []));
    expect(said(left(STONEWALL, { log_avg_msec: '1000', percentile_list: '50' }))).toEqual([]);
    const both = jobParams(STONEWALL.jobFile.replace('[first]', '[first]\nbuffered=1'));
    expect(said(left(both), both)).toEqual([]);
    expect(said(left(both), STONEWALL)).toEqual(['client-0, job first: it ran with direct=0, and direct=1 was meant']);
    expect(said(left(STONEWALL, { invalidate: '0', fsync: '1', offset_increment: '4k' }))).toEqual(
      ['first', 'second'].map(
        (name) =>
          `client-0, job ${name}: it ran with invalidate=0, and invalidate=1 was meant; it ran with fsync=1, which ` +
          'was not asked for; it ran with offset_increment=4k, which was not asked for',
      ),
    );
    const [first = ''] = said(hostRaw('client-0', recorded('stonewall.json')));
    expect(first).toContain('job first: it ran with filename_format=f.$jobnum, which was not asked for');
    // Global options that change between jobs it does not tell.
    const later = jobParams(STONEWALL.jobFile.replace('[second]', '[global]\nbs=4k\n[second]'));
    expect(said(left(later, { fsync: '1' }), later)).toEqual([]);
  });

  it('is no result where jobs are missing, or others are there', () => {
    const other = jobParams(withLines('rw=read'));
    const raw = hostRaw('client-0', recorded('stonewall.json'));
    expect(
      fio.judge(readHosts(fio, [raw], other), [raw], other).map(({ level, code, text }) => [level, code, text]),
    ).toEqual([['invalid', 'OtherJobs', 'client-0: the result has the jobs first, second; the job file has a']]);
  });

  it('is held to what the file says of each job', () => {
    const long = jobParams(STONEWALL.jobFile.replace('runtime=1s', 'runtime=9s'));
    expect(
      fio.judge(readHosts(fio, [left(long)], long), [left(long)], long).map(({ code, text }) => `${code} ${text}`),
    ).toEqual([
      expect.stringMatching(/^ShortRun client-0, job first measured for 1s of the 9s asked$/),
      expect.stringMatching(/^ShortRun client-0, job second measured for 1s of the 9s asked$/),
    ]);
    const blocks = jobParams(STONEWALL.jobFile.replace('rw=write', 'rw=write\nbs=64k'));
    expect(codes(left(), blocks)).toEqual(['invalid OtherBlockSize', 'suspect OtherOptions']);
    expect(codes(left(STONEWALL, {}, { unwrittenBytes: '5' }))).toEqual(['invalid UnwrittenReads']);
    // Of both jobs alike it is said once.
    const compressible = jobParams(STONEWALL.jobFile.replace('direct=1', 'direct=1\nbuffer_compress_percentage=80'));
    expect(codes(left(compressible), compressible)).toEqual(['note CompressibleData']);
    const buffered = jobParams(STONEWALL.jobFile.replace('direct=1', 'direct=0'));
    expect(codes(left(buffered), buffered)).toEqual(['suspect CacheServed', 'suspect CacheServed']);
    // Of the first job only, which is read as fio does: what is its own wins.
    const own = jobParams(STONEWALL.jobFile.replace('[first]', '[first]\nbuffered=1'));
    expect(codes(left(own), own)).toEqual(['suspect CacheServed']);
  });

  it('says why fio failed, and nothing of what is not there', () => {
    expect(codes(hostRaw('client-0', null, { rc: 1, stderr: 'fio: x' }))).toEqual(['invalid ToolFailed']);
    const dropped = hostRaw('client-0', null, {
      rc: 1,
      stderr: 'Bad option <bs_=4k>\nDid you mean bs?\nfio: job a dropped\n',
    });
    expect(fio.judge(readHosts(fio, [dropped], STONEWALL), [dropped], STONEWALL).map(({ text }) => text)).toEqual([
      'client-0: fio ended with exit code 1: Bad option <bs_=4k>; Did you mean bs?; fio: job a dropped',
    ]);
    expect(codes(hostRaw('client-0', '', {}))).toContain('invalid NoResult');
    expect(codes(hostRaw('client-0', null, { rc: 70, facts: { direct: '0' } }))).toEqual(['infeasible DirectRefused']);
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

(fioIsThere() ? it : it.skip)(
  'gives up only the job file whose files fio cannot write, and says why',
  () => {
    const host = new HostWorld();
    try {
      const refused = jobParams(withLines('rw=read', 'nrfiles=many'));
      expect(host.run('fill', refused).code).toBe(0);
      const { code, status } = host.run('measure', refused);
      expect([code, status?.facts['problem']]).toEqual([
        1,
        'fio could not write the files of the job file, jobs [a] (exit code 1): fio: failed parsing nrfiles=many',
      ]);
      const small = jobParams(withLines('rw=read', 'filesize=4k', 'direct=0', 'runtime=1s'));
      expect(layoutText(small.jobFile)).toContain('bs=4096');
      expect(fileBytes(small.jobFile)).toEqual([4096]);
      expect(host.run('fill', small).code).toBe(0);
      expect(host.run('measure', small).status?.facts['unwrittenBytes']).toBe('0');
    } finally {
      host.remove();
    }
  },
  60_000,
);

(fioIsThere() ? it : it.skip).each([
  ['the disk is full', 'echo "3;fio-3.33;a;0;28;0"; exit 1', 1],
  ['it was ended for want of memory', 'kill -9 $$', 137],
])(
  'refuses no job file where %s: another attempt may write its files',
  (_, does, ended) => {
    const host = new HostWorld();
    try {
      const bin = join(host.root, 'bin');
      mkdirSync(bin);
      const real = (process.env['PATH'] ?? '').replaceAll("'", '');
      const stub = `#!/usr/bin/env bash\nPATH='${real}'\n[[ $* != *fill-*.fio ]] || { ${does}; }\nexec fio "$@"\n`;
      writeFileSync(join(bin, 'fio'), stub, { mode: 0o755 });
      const { code, stderr } = host.set({ PATH: `${bin}:${real}` }).run('fill', PARAMS);
      expect(code).toBe(1);
      expect(stderr).toContain(`fio could not write the files of a job file (exit code ${ended})`);
    } finally {
      host.remove();
    }
  },
  60_000,
);

(fioIsThere() ? it : it.skip)('runs, and figures are those that fio itself printed', () => {
  const host = new HostWorld();
  try {
    expect(host.run('fill', PARAMS).code).toBe(0);
    const { code, raw, stderr, status } = host.run('measure', PARAMS, (Date.now() / 1000 + 0.3).toFixed(3));
    expect([code, stderr]).toEqual([0, '']);
    expect(status?.facts).toMatchObject({ unwrittenBytes: '0', fileBytes: String(24 * MIB) });
    const reading = readHosts(fio, [raw], PARAMS);
    const text = raw.files.find(({ name }) => name === 'raw/fio.json')?.text ?? '';
    const document = JSON.parse(text) as {
      jobs: { jobname: string; read: { iops: number }; write: { iops: number } }[];
    };
    const sum = (job: string, direction: 'read' | 'write') =>
      document.jobs.filter(({ jobname }) => jobname === job).reduce((total, one) => total + one[direction].iops, 0);
    const own = reading.observations.filter(({ metric, host: of }) => metric === 'iops' && of === 'client-0');
    expect(own.map(({ operation, value }) => [operation, value])).toEqual([
      ['small read', sum('small', 'read')],
      ['mix read', sum('mix', 'read')],
      ['mix write', sum('mix', 'write')],
    ]);
    // A job of a second has no step but the last, which may be missing.
    expect(reading.series).toEqual([]);
    expect(raw.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['raw/series.small_bw.log', 'raw/series.mix_bw.log']),
    );
    const [window] = reading.windows;
    expect((window?.to ?? 0) - (window?.from ?? 0)).toBeGreaterThan(1.9);
    // A busy machine may doubt more.
    const invalid = fio.judge(reading, [raw], PARAMS).filter(({ level }) => level === 'invalid');
    expect(invalid).toEqual([]);
    expect(host.run('empty', PARAMS).code).toBe(0);
  } finally {
    host.remove();
  }
});
