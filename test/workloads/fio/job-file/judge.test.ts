import type { HostRaw } from '../../../../lib/workloads/contract';
import { readJobFile } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { hostRaw, readRecorded, recordedDocument } from '../recorded-outputs';
import { jobParams, withLines } from './job-files';

describe('judge of the result of a job file', () => {
  /** stonewall.json: the jobs first (reads) and second (writes), in turn. */
  const JOBS = '[first]\nrw=read\n[second]\nstonewall\nrw=write';
  const STONEWALL = jobParams(`[global]\nsize=16m\nruntime=1s\ndirect=1\ntime_based\n${JOBS}`);
  const judgeHost = (raw: HostRaw, params = STONEWALL) => {
    const reading = readHosts(fio, [raw], params);
    return [...reading.reasons, ...fio.judge(reading, [raw], params)];
  };
  const codes = (raw: HostRaw, params = STONEWALL) =>
    judgeHost(raw, params).map(({ level, code }) => `${level} ${code}`);
  /** As fio prints what it is given: nothing of what has no value, and what is global once. */
  const makeHost = (params = STONEWALL, change: Readonly<Record<string, string>> = {}, facts: object = {}) => {
    const document = recordedDocument('stonewall.json');
    const { jobs } = readJobFile(params.jobFile);
    for (const [index, { options }] of jobs.entries())
      Object.assign(document.jobs[index] ?? {}, {
        'job options': Object.fromEntries([...options].filter(([, value]) => value !== '')),
      });
    const all = { ...document, 'global options': { thread: '1', invalidate: '1', directory: 'x', ...change } };
    return hostRaw('client-0', JSON.stringify(all), { facts });
  };

  it('reports ShortRun when a job without runtime ended after 400 ms', () => {
    const params = jobParams(`[global]\nsize=16m\ndirect=1\n${JOBS}`);
    const shorten = (ms: number): HostRaw => {
      const document = recordedDocument('stonewall.json');
      const { read } = document.jobs[0] as unknown as { read: Record<string, number> };
      const share = ms / (read['runtime'] ?? 1);
      for (const name of ['total_ios', 'io_bytes', 'io_kbytes']) read[name] = Math.round((read[name] ?? 0) * share);
      read['runtime'] = ms;
      Object.assign(document.jobs[0] ?? {}, { job_runtime: ms });
      return hostRaw('client-0', JSON.stringify(document));
    };
    const short = (ms: number) => judgeHost(shorten(ms), params).filter(({ code }) => code === 'ShortRun');
    expect(short(400).map(({ level, text }) => `${level}: ${text}`)).toEqual([
      'suspect: client-0, job first: ended with its size after 400ms (minimum 1 s). Increase size',
    ]);
    expect(short(1001)).toEqual([]);
  });

  it('returns separate IOPS for each job, without a sum over jobs that run one after the other', () => {
    const raw = hostRaw('client-0', readRecorded('stonewall.json'));
    const found = readHosts(fio, [raw], STONEWALL).observations.filter(({ metric }) => metric === 'iops');
    const document = recordedDocument('stonewall.json');
    expect(Object.fromEntries(found.map(({ operation, value }) => [operation, value]))).toEqual({
      'first read': document.jobs[0]?.read.iops,
      'second write': document.jobs[1]?.write.iops,
    });
    expect(codes(makeHost())).toEqual([]);
  });

  it('reports OptionsMismatch when fio ran a job with other options than the file', () => {
    const listMismatches = (raw: HostRaw, params = STONEWALL) =>
      judgeHost(raw, params).flatMap(({ code, text }) => (code === 'OptionsMismatch' ? [text] : []));
    expect(listMismatches(makeHost(STONEWALL, { log_avg_msec: '1000', percentile_list: '50' }))).toEqual([]);
    const both = jobParams(STONEWALL.jobFile.replace('[first]', '[first]\nbuffered=1'));
    expect(listMismatches(makeHost(both), both)).toEqual([]);
    expect(listMismatches(makeHost(both), STONEWALL)).toEqual([
      'client-0, job first: the tool ran with direct=0; requested: direct=1',
    ]);
    expect(listMismatches(makeHost(STONEWALL, { invalidate: '0', fsync: '1', offset_increment: '4k' }))).toEqual(
      ['first', 'second'].map(
        (name) =>
          `client-0, job ${name}: the tool ran with invalidate=0; requested: invalidate=1; the tool ran with ` +
          'fsync=1, which was not requested; the tool ran with offset_increment=4k, which was not requested',
      ),
    );
    const [first = ''] = listMismatches(hostRaw('client-0', readRecorded('stonewall.json')));
    expect(first).toContain('job first: the tool ran with filename_format=f.$jobnum, which was not requested');
  });

  it('reports JobMismatch when the result has other jobs than the file', () => {
    const other = jobParams(withLines('rw=read'));
    const raw = hostRaw('client-0', readRecorded('stonewall.json'));
    const text = 'client-0: the result has the jobs first, second; the job file has a';
    expect(judgeHost(raw, other)).toMatchObject([{ level: 'invalid', code: 'JobMismatch', text }]);
  });

  it('judges each job by its own options: runtime, bs, unwritten bytes, compression and direct', () => {
    const change = (from: string, to: string) => jobParams(STONEWALL.jobFile.replace(from, to));
    const long = change('runtime=1s', 'runtime=9s');
    expect(judgeHost(makeHost(long), long).map(({ code, text }) => `${code} ${text}`)).toEqual([
      'ShortRun client-0, job first: measured for 1s of the 9s requested',
      'ShortRun client-0, job second: measured for 1s of the 9s requested',
    ]);
    const blocks = change('rw=write', 'rw=write\nbs=64k');
    expect(codes(makeHost(), blocks)).toEqual(['invalid BlockSizeMismatch', 'suspect OptionsMismatch']);
    expect(codes(makeHost(STONEWALL, {}, { unwrittenBytes: '5' }))).toEqual(['invalid UnwrittenReads']);
    const judgeChanged = (from: string, to: string) => codes(makeHost(change(from, to)), change(from, to));
    // Of both jobs alike it is said once.
    expect(judgeChanged('direct=1', 'direct=1\nbuffer_compress_percentage=80')).toEqual(['note CompressibleData']);
    expect(judgeChanged('direct=1', 'direct=0')).toEqual(['suspect CacheServed', 'suspect CacheServed']);
    // Of the first job only, which is read as fio does: what is its own wins.
    expect(judgeChanged('[first]', '[first]\nbuffered=1')).toEqual(['suspect CacheServed']);
  });

  it("reports ToolFailed with fio's message, NoResult or DirectRefused when there is no result", () => {
    expect(codes(hostRaw('client-0', null, { rc: 1, stderr: 'fio: x' }))).toEqual(['invalid ToolFailed']);
    const dropped = hostRaw('client-0', null, {
      rc: 1,
      stderr: 'Bad option <bs_=4k>\nDid you mean bs?\nfio: job a dropped\n',
    });
    expect(judgeHost(dropped).map(({ text }) => text)).toEqual([
      'client-0: fio ended with exit code 1: Bad option <bs_=4k>; Did you mean bs?; fio: job a dropped',
    ]);
    expect(codes(hostRaw('client-0', '', {}))).toContain('invalid NoResult');
    expect(codes(hostRaw('client-0', null, { rc: 70, facts: { direct: '0' } }))).toEqual(['infeasible DirectRefused']);
  });
});
