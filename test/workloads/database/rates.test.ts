import { findExactRates, isDivisible, splitRate } from '../../../lib/workloads/database/rates';
import { toJobFile } from '../../../lib/workloads/database/job-file';
import { hasPhases } from '../../../lib/workloads/database/schema';
import { readJobFile } from '../../../lib/workloads/fio/jobs/read-job-file';
import { params } from './database-hosts';

const mail = (rate: number, databases = 4) => ({ profile: 'mail', databases, rate }) as const;

describe('IOPS rates of a database workload', () => {
  it('splits a rate into whole IOPS of reads, writes and log writes for each database', () => {
    expect(splitRate(mail(1000))).toEqual({ read: 150, write: 100, log: 50 });
    expect(splitRate({ profile: 'sql', databases: 2, rate: 200 })).toEqual({ read: 70, write: 30, log: 15 });
  });

  it('finds the nearest rates above and below that split into whole IOPS', () => {
    expect([500, 1000, 2000, 4000, 8000, 16_000, 32_000].every((rate) => isDivisible(mail(rate)))).toBe(true);
    expect(isDivisible(mail(100, 7))).toBe(false);
    expect(findExactRates(mail(100, 7))).toEqual([70, 105]);
    expect(findExactRates(mail(3, 1))).toEqual([5]);
  });
});

describe('toJobFile', () => {
  const text = (changes: object, direct?: boolean): string => {
    const asked = params({ databases: 2, warmUp: '1.5s', measure: '3s', ...changes });
    return hasPhases(asked) ? '' : toJobFile(asked, direct).jobFile;
  };

  it('returns a job file that fio accepts, with rates for each database', () => {
    const { jobs, faults, unknown } = readJobFile(text({ rate: 200 }));
    expect([faults, unknown]).toEqual([[], []]);
    expect(jobs).toMatchObject([
      { name: 'db', rw: 'randrw', bs: 32_768, iodepth: 32, numjobs: 2, rampTime: 1.5, runtime: 3, direct: true },
      { name: 'log', rw: 'write', bs: 32_768, iodepth: 16, numjobs: 2, turn: 0 },
    ]);
    // The I/Os of 40 ms, and of 20 ms for logs.
    const depths = (rate: number) => readJobFile(text({ databases: 4, rate })).jobs.map(({ iodepth }) => iodepth);
    expect([depths(32_000), depths(2_000_000)]).toEqual([
      [320, 32],
      [1024, 1024],
    ]);
    expect(jobs.map(({ rate }) => rate)).toEqual([
      { iops: { read: 60, write: 40 }, byChance: true },
      { iops: { write: 20 }, byChance: true },
    ]);
  });

  it('writes rwmixread instead of rates when the rate is unlimited, and omits O_DIRECT when refused', () => {
    const { jobs } = readJobFile(text({ profile: 'sql' }, false));
    expect(jobs).toMatchObject([
      { mix: 70, rate: null, bs: 8192, direct: false },
      { rate: null, direct: false },
    ]);
  });
});
