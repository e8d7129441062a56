/** A job file from its text to figures: what hosts execute, what they leave, what is said of it. */
import { addProvisioned } from '../../../../lib/results/provisioned-ratio';
import { makeMeasure } from '../../../results/bottleneck/a-cell';
import { hasPhases } from '../../../../lib/shapes/metric';
import { findProvisionedRate } from '../../../../lib/shapes/provisioned-rates';
import { readJobFile } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { renderJobFile, getLoopType } from '../../../../lib/workloads/fio/job-file/steps';
import { listFileBytes, getJobFolderName, renderLayout } from '../../../../lib/workloads/fio/job-file/layout';
import { getJobName, formatOperation } from '../../../../lib/workloads/fio/jobs/field';
import { fio } from '../../../../lib/workloads/fio/workload';
import { scriptFiles } from '../../script-hosts';
import { jobParams, TWO_TURNS, withLines } from './job-files';

const MIB = 1024 ** 2;
const PARAMS = jobParams(TWO_TURNS);

describe('job file before its execution', () => {
  it('returns the total duration of jobs that run in turn (stonewall), and the file sizes of all jobs', () => {
    const warm = jobParams(TWO_TURNS.replace('runtime=1s', 'runtime=10s\nramp_time=2s'));
    expect(fio.duration(warm)).toEqual({ total: 24, warmUp: 2, measured: 22, until: 'time' });
    expect(fio.duration(PARAMS)).toEqual({ total: 2, warmUp: 0, measured: 2, until: 'time' });
    expect(listFileBytes(TWO_TURNS)).toEqual([8 * MIB, 16 * MIB]);
    expect(fio.traffic.listStoredData?.([PARAMS, PARAMS])).toEqual([
      { role: 'client', parts: [8 * MIB, 16 * MIB], setting: 'size' },
    ]);
  });

  it('renders a layout that writes whole files with the file names of the jobs', () => {
    expect(renderLayout(withLines('filename=x', 'nrfiles=2', 'rw=randread')).split('\n\n')[1]).toBe(
      ['[a]', 'stonewall', 'bs=1048576', 'filename=x', 'nrfiles=2', 'size=8m'].join('\n'),
    );
    expect(renderLayout(withLines('size=6k'))).toContain('bs=512');
    expect(getJobFolderName(TWO_TURNS)).toMatch(/^[0-9a-f]{12}$/);
    expect(getJobFolderName(`${TWO_TURNS}\n`)).not.toBe(getJobFolderName(TWO_TURNS));
  });

  it('lists metrics by job and direction, and one limit for jobs that run together', () => {
    expect(fio.listMetrics(PARAMS).map(({ operation }) => operation)).toEqual(['small read', 'mix read', 'mix write']);
    expect(fio.traffic.limits(PARAMS).map((one) => one.of)).toEqual([['small read'], ['mix read', 'mix write']]);
    expect([formatOperation('a/b', 'read'), getJobName('a/b/0')]).toEqual(['a/b read', 'a/b']);
  });

  it('counts random jobs by I/Os, and sequential ones that run with them only by bytes', () => {
    const data = '[data]\nioengine=libaio\nrw=randrw\nnumjobs=4\niodepth=16\nsize=8m\nruntime=1s\n';
    const mixed = `${data}[redo]\nrw=write\nsize=8m\nruntime=1s\n`;
    const held = fio.traffic.limits(jobParams(mixed));
    const find = (metric: string, operation: string) =>
      findProvisionedRate({ iops: 3000, bandwidth: 5e8 }, held, { metric, operation });
    expect(['data read', 'data write', 'redo write'].map((one) => find('iops', one))).toEqual([3000, 3000, undefined]);
    expect(['data read', 'redo write'].map((one) => find('bandwidth', one))).toEqual([5e8, 5e8]);
    const rate = (metric: string, operation: string, centre: number) =>
      makeMeasure(metric, metric === 'iops' ? 'ops/s' : 'bytes/s', centre, operation);
    // Few large I/Os: the bandwidth is twice what is provisioned, and so is the rate of I/Os.
    const measures = held.length === 0 ? [] : [rate('iops', 'data read', 2000), rate('bandwidth', 'data read', 1e9)];
    expect(
      addProvisioned(measures, { iops: 3000, bandwidth: 5e8 }, held).map(({ ofProvisioned }) => ofProvisioned),
    ).toEqual([2, 2]);
    expect(hasPhases(held)).toBe(false);
    // 4 x 16 I/Os of the data and one of the log.
    const [phase] = [fio.demand(jobParams(mixed))['measure'] ?? []].flat();
    expect(phase).toMatchObject({ threads: 5, pace: { loop: 'closed', depth: 13 } });
  });

  it('returns open, closed or both as loop type, depending on rate_iops of the jobs', () => {
    const load = (text: string) => getLoopType(readJobFile(text).jobs);
    expect(load(TWO_TURNS)).toBe('closed');
    expect(load(TWO_TURNS.replace('bs=4k', 'bs=4k\nrate_iops=100'))).toBe('open and closed');
    expect(load(TWO_TURNS.replace('direct=1', 'direct=1\nrate_iops=100'))).toBe('open');
  });

  it.each<[readonly string[], object | null]>([
    [['thinktime=1000', 'numjobs=2'], { rate: 2000, least: 0.9, by: 'pauses' }],
    [['thinktime=10ms', 'thinktime_blocks=4'], { rate: 400, by: 'pauses' }],
    [['thinktime=1000', 'thinktime_iotime=1s'], null],
    [['rate_iops=100'], { rate: 100, by: 'rate' }],
    [[], null],
  ])('returns the load of a job file with %j', (lines, expected) => {
    const load = fio.traffic.load?.(jobParams(withLines('rw=randread', ...lines))) ?? null;
    if (expected === null) expect(load).toBeNull();
    else expect(load).toMatchObject({ metric: 'iops', ...expected });
  });

  it('renders the job file after a [global] section, with log options, and omitted options as comments', () => {
    const text = renderJobFile(PARAMS);
    expect(text).toMatch(/^\[global\]\nthread=1\n/);
    expect(text).toContain('; the first\n[small]\nwrite_bw_log=raw/series.small\nrw=randread\n');
    expect(text).toContain('; left out by fsxbench: group_reporting=1');
    const [step] = fio.script(PARAMS, scriptFiles('fio'));
    expect(step).toMatchObject({ name: 'measure', measures: true, barrier: true, expectedSeconds: 3 });
  });
});
