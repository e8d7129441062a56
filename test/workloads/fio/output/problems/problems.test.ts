import { readDocument } from '../../../../../lib/workloads/fio/output/document';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import {
  listFindings,
  explainNoResult,
  findNoStorage,
} from '../../../../../lib/workloads/fio/output/problems/problems';
import { groupRuns } from '../../../../../lib/workloads/fio/output/runs';
import { type RecordedJob, recordedDocument } from '../../recorded-outputs';
import { changeDocument, changeOptions, changeRun, type Change } from '../changed-run';
import cases from './problems.cases.json';

/** Findings on a good run, its JSON changed before. */
function listFindingCodes(change: (job: RecordedJob) => void = () => {}, around = '') {
  const json = recordedDocument('host-a.json');
  for (const job of json.jobs) change(job);
  return listFindings(groupRuns(readDocument(json).jobs), around, null).map(
    ({ severity, code }) => `${severity} ${code}`,
  );
}

describe('listFindings', () => {
  it('returns no findings for a valid run', () => expect(listFindingCodes()).toEqual([]));

  it('lists failures before suspect findings', () => {
    const both = (job: RecordedJob) => Object.assign(job, { error: 5, read: { ...job.read, runtime: 10 } });
    expect(listFindingCodes(both)).toEqual(['failed JobFailed', 'suspect Contradiction']);
  });

  it('reports I/O errors in the text and failed I/Os, but not a failed CPU affinity', () => {
    expect(listFindingCodes(undefined, 'fio: pid=1, err=5/file:io_u.c:1, func=x, error=Input/output error')).toEqual([
      'suspect ErrorLines',
    ]);
    expect(listFindingCodes(undefined, 'fio: failed to set the CPU affinity')).toEqual([]);
    expect(listFindingCodes((job) => Object.assign(job, { total_err: 2 }))).toEqual(['suspect FailedIos']);
  });

  it('reports NoData for the engines null and cpuio', () => {
    const listEngineCodes = (ioengine: string) =>
      listFindingCodes((job) => Object.assign(job, { 'job options': { ...job['job options'], ioengine } }));
    expect([listEngineCodes('null'), listEngineCodes('cpuio'), listEngineCodes('libaio')]).toEqual([
      ['suspect NoData'],
      ['suspect NoData'],
      [],
    ]);
  });

  it('explains an error code by the line with the same number', () => {
    const line = (error: number, reason: string) => `fio: pid=1, err=${error}/file:io_u.c:1, func=x, error=${reason}`;
    const json = recordedDocument('host-a.json');
    for (const job of json.jobs) Object.assign(job, { error: 28 });
    const text = (around: string) => listFindings(groupRuns(readDocument(json).jobs), around, null)[0]?.text;
    expect(text([line(5, 'Input/output error'), line(28, 'No space left'), line(28, 'later')].join('\n'))).toMatch(
      'ended with error 28 (No space left); its',
    );
    expect(text('fio: something failed')).toMatch('ended with error 28 (fio: something failed); its');
    expect(text('')).toMatch('ended with error 28; its');
  });

  it.each(cases.jobsEnded as [string, Record<string, string>, string[]][])(
    'reports for a job that ended %s, with %j: %j',
    (_, asked: Record<string, string>, expected) => {
      const change = (job: RecordedJob) => {
        Object.assign(job, { 'job options': asked, job_runtime: job.read.runtime });
      };
      expect(listFindingCodes(change)).toEqual(expected);
    },
  );

  it('accepts a job without I/O only with create_only', () => {
    const idle = (job: RecordedJob) => Object.assign(job, { read: {}, 'job options': { create_only: '1' } });
    expect(listFindingCodes(idle)).toEqual([]);
    expect(listFindingCodes((job) => Object.assign(job, { read: {} }))).toEqual(['failed ZeroIo']);
  });
});

describe('explainNoResult', () => {
  it.each([
    ['', false, /empty/],
    ['{ "fio version"', true, /is truncated/],
    ['fio: job file not found\n', false, /it printed: fio: job file not found/],
    ["/usr/bin/fio: unrecognized option '--x'", false, /unrecognized option/],
    ['sha256: verify failed at file f.0 offset 1', false, /verify failed/],
    ['{"summary": []}', false, /no output of fio/],
  ])('explains why %j has no result', (text, truncated, expected) =>
    expect(explainNoResult(text, truncated)).toMatch(expected),
  );
});

describe('findNoStorage', () => {
  const findProblem = (more: object): string | null | undefined => {
    const one = changeRun(changeOptions(more));
    return one && findNoStorage(one);
  };

  it.each(cases.filesInMemory as [Record<string, string>, string][])(
    'reports files in memory or on a pseudo device: %j',
    (more, text) => expect(findProblem(more)).toBe(`job randread/0 worked on ${text}: no storage was measured`),
  );

  it.each(cases.filesOnStorage)('returns null for %j', (more) => expect(findProblem(more)).toBeNull());

  it('reports files in memory, impossible IOPS and many short I/Os through parseOutput', () => {
    const parseChanged = (change: Change) => parseOutput(JSON.stringify(changeDocument(change)));
    expect(parseChanged(changeOptions({ directory: '/dev/shm' }))).toMatchObject({
      status: 'suspect',
      problems: [expect.any(String)],
    });
    expect(parseChanged((job) => Object.assign(job.read, { iops: 1e6 }))).toMatchObject({ impossible: true });
    // A few at the end of a job are no matter: recorded runs that are sound have some.
    expect(parseChanged((job) => Object.assign(job.read, { short_ios: 2, drop_ios: 1 })).problems).toEqual([]);
    const short = (job: RecordedJob) =>
      Object.assign(job.read, { short_ios: Math.ceil(job.read.total_ios / 500), drop_ios: 1 });
    expect(parseChanged(short).problems).toEqual([
      expect.stringMatching(/^\d+ I\/Os of job randread\/0 moved less than a block, or were dropped$/),
    ]);
  });

  it('ignores as many short writes as calls of sync_file_range, which fio counts as such', () => {
    const listShort = (options: object) => {
      const json = recordedDocument('host-a.json');
      for (const job of json.jobs)
        Object.assign(job, {
          write: { ...job.read, short_ios: job.read.total_ios / 10 },
          'job options': { ...job['job options'], rw: 'randrw', ...options },
        });
      return parseOutput(JSON.stringify(json)).problems.filter((problem) => problem.includes('less than a block'));
    };
    const found = [{}, { sync_file_range: 'write:8' }, { sync_file_range: 'write:800' }].map(listShort);
    expect(found).toEqual([[expect.any(String)], [], [expect.any(String)]]);
  });
});
