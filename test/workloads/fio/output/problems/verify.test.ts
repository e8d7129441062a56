import { readDocument } from '../../../../../lib/workloads/fio/output/document';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import { groupRuns } from '../../../../../lib/workloads/fio/output/runs';
import { findBadData, findReadBack } from '../../../../../lib/workloads/fio/output/problems/verify';
import { recorded, recordedDocument, type RecordedJob } from '../../recorded';

function runOf(name: string, change: (job: RecordedJob) => void = () => {}) {
  const json = recordedDocument(name);
  for (const job of json.jobs) change(job);
  const [run] = groupRuns(readDocument(json).jobs);
  if (run === undefined) throw new Error('no run');
  return run;
}
const FAILED = 'verify-failed.json';
const WRITTEN = 'verify-write.json';
const options = (changes: Readonly<Record<string, string>>) => (job: RecordedJob) =>
  Object.assign(job['job options'], changes);

const told = (run: ReturnType<typeof runOf>, around: string) => findBadData(run, around, [run]);

describe('data that are not what was written', () => {
  it('fail a result, with how many and where, though fio ended with exit code 0', () => {
    const { status, problems } = parseOutput(recorded(FAILED));
    expect(status).toBe('failed');
    expect(problems).toContain(
      'job corrupted/0 read back data that differs from what it wrote, in 2 of its blocks: a/f.0 from byte 40960, ' +
        '4096 bytes; a/f.0 from byte 81920, 4096 bytes',
    );
    expect(problems.join('\n')).not.toMatch(/multibyte/);
  });

  it('are told without their places where only the result is there, and few of many', () => {
    expect(told(runOf(FAILED), '')).toBe(
      'job corrupted/0 read back data that differs from what it wrote, in 2 of its blocks',
    );
    const ended = runOf(FAILED, (job) => Object.assign(job, { total_err: 0 }));
    expect(told(ended, '')).toMatch(/, in at least one of its blocks$/);
    const line = (offset: number) => `md5: verify failed at file /x offset ${offset}, length 512 (requested)`;
    expect(told(runOf(FAILED), [1, 1, 2, 3, 4, 5].map(line).join('\r\n'))).toMatch(
      /: \/x from byte 1, 512 bytes; \/x from byte 2, 512 bytes; \/x from byte 3, 512 bytes; and 2 more$/,
    );
  });

  it('are no such thing in other errors, or without verification', () => {
    expect(
      told(
        runOf(FAILED, (job) => Object.assign(job, { error: 5 })),
        '',
      ),
    ).toBeNull();
    expect(told(runOf(FAILED, options({ verify: '0' })), '')).toBeNull();
    expect(told(runOf(WRITTEN), '')).toBeNull();
  });
});

describe('reads that verify', () => {
  const text = 'job verified/0 only writes: its 4096 reads verified the writes, and are not part of the load';

  it('are those of verify=null, too: fio reads back and compares nothing', () => {
    expect(findReadBack(runOf(WRITTEN, options({ verify: 'null' })))).toBe(text);
  });

  it('put the figures of a job that only writes in doubt', () => {
    expect(findReadBack(runOf(WRITTEN))).toBe(text);
    const { status, problems } = parseOutput(recorded(WRITTEN));
    expect([status, problems]).toEqual(['suspect', expect.arrayContaining([text])]);
  });

  it('are not those that a mix or a reading job has, nor where nothing is verified', () => {
    expect(findReadBack(runOf(WRITTEN, options({ rw: 'randrw' })))).toBeNull();
    expect(findReadBack(runOf(WRITTEN, options({ verify: '0' })))).toBeNull();
    expect(findReadBack(runOf(FAILED))).toBeNull();
  });
});
