import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { readReport } from '../../../../lib/workloads/fio/output/report';
import { readRecorded } from '../recorded-outputs';

/** As fio before 3 prints it. */
const OLD = `deep: (g=0): rw=randread, bs=8K-8K/8K-8K/8K-8K, ioengine=libaio, iodepth=32
fio-2.2.10
Starting 1 process

deep: (groupid=0, jobs=1): err= 0: pid=77: Fri Jun 19 01:20:01 2020
  read : io=1024.0MB, bw=34952KB/s, iops=4369, runt= 30000msec
    slat (usec): min=12, max=914, avg=51.87, stdev=16.19
    clat (msec): min=1, max=90, avg= 7.30, stdev= 2.50
     lat (msec): min=1, max=90, avg= 7.35, stdev= 2.50
    clat percentiles (msec):
     |  1.00th=[    3], 50.00th=[    7], 95.00th=[   12], 99.00th=[   20],
     | 99.90th=[   44]
    bw (KB  /s): min=30000, max=39000, per=100.00%, avg=34950.00, stdev=900.00
  cpu          : usr=9.33%, sys=45.17%, ctx=920208, majf=3, minf=266
     issued    : total=r=131072/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0
`;
const figures = (text: string) =>
  parseOutput(text).runs.map(({ label, observations }) => [
    label,
    Object.fromEntries(observations.map(({ metric, value }) => [metric, Number(value.toPrecision(6))])),
  ]);

describe('readReport', () => {
  it('reads reports of fio 2', () => {
    expect(figures(OLD)).toEqual([
      [
        'deep/0',
        {
          iops: 4369.07,
          bandwidth: 35_790_800,
          latency_mean: 7350,
          latency_p50: 7000,
          latency_p95: 12_000,
          latency_p99: 20_000,
          latency_p99_9: 44_000,
        },
      ],
    ]);
    expect(parseOutput(OLD)).toMatchObject({ toolVersion: 'fio-2.2.10', status: 'suspect' });
  });

  it('counts bytes by the block size, and drops a bandwidth that fio rounds to zero', () => {
    const print = (
      sizes: string,
    ): string => `r: (g=0): rw=randread, bs=(R) ${sizes}, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1
fio-3.33
Starting 1 process

r: (groupid=0, jobs=1): err= 0: pid=29116: Tue Dec  1 03:37:08 2026
  read: IOPS=9k, BW=0GiB/s (0GB/s)(3GiB/5000msec)
     issued rwts: total=40000,0,0,0 short=0,0,0,0 dropped=0,0,0,0
`;
    expect(figures(print('64.0KiB-64.0KiB'))).toEqual([['r/0', { iops: 8000, bandwidth: 524_288_000 }]]);
    // Sizes that may be rounded.
    for (const sizes of ['0MiB-0MiB', '12.1KiB-12.1KiB'])
      expect(figures(print(sizes))).toEqual([['r/0', { iops: 8000 }]]);
    expect(figures(print('4096B-64.0KiB'))).toEqual([['r/0', { iops: 8000 }]]);
  });

  it('keeps the last of cumulative snapshots, and all appended reports', () => {
    const people = readRecorded('people.txt');
    const [, body = ''] = /(\n\S+: \(groupid=[\s\S]*)$/.exec(people) ?? [];
    expect(readReport(people + body)).toHaveLength(1);
    expect(readReport(people + people)).toHaveLength(2);
    expect(parseOutput(people + people).runs).toHaveLength(2);
    expect(parseOutput(people + body).runs).toHaveLength(1);
    expect(parseOutput(`${people}\n${OLD}`).runs.map(({ label }) => label)).toEqual(['people/0', 'deep/0']);
  });

  it('reads each client without the sum of all clients', () => {
    const head = OLD.replaceAll(/^(?=deep: \(g=)/gm, '<host-a> ');
    const body = OLD.slice(OLD.indexOf('\ndeep: (groupid'));
    const sum = body.replace('deep:', 'All clients:').replace('jobs=1', 'jobs=2');
    const text = `${head}${body.replace('pid=77', 'pid=78')}${sum}`;
    expect(figures(text)).toEqual([['deep/0', expect.objectContaining({ iops: 8738.13 })]]);
  });

  it('reports the error of a failed job', () => {
    const failed = OLD.replace('err= 0:', 'err=28 (file:io_u.c:1876, func=io_u error, error=No space left on device):');
    expect(parseOutput(failed)).toMatchObject({
      status: 'failed',
      problems: [
        expect.stringContaining('job deep/0 ended with error 28 (No space left on device)'),
        expect.anything(),
      ],
    });
  });

  it('returns no jobs for other texts', () => {
    for (const text of ['', '{}', 'read: IOPS=1', readRecorded('terse.txt')]) expect(readReport(text)).toEqual([]);
  });
});
