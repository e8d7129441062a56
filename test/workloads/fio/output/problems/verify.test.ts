import { readDocument } from '../../../../../lib/workloads/fio/output/document';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import { groupRuns } from '../../../../../lib/workloads/fio/output/runs';
import { findBadData, findReadBack } from '../../../../../lib/workloads/fio/output/problems/verify';
import { readRecorded, recordedDocument, type RecordedJob } from '../../recorded-outputs';

function readRun(name: string, change: (job: RecordedJob) => void = () => {}) {
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

const explainBadData = (run: ReturnType<typeof readRun>, around: string) => findBadData(run, around, [run]);

describe('findBadData', () => {
  it('reports count and offsets of blocks that failed verification, even with exit code 0', () => {
    const { status, problems } = parseOutput(readRecorded(FAILED));
    expect(status).toBe('failed');
    expect(problems).toContain(
      'job corrupted/0 read back data that differs from what it wrote, in 2 of its blocks: a/f.0 from byte 40960, ' +
        '4096 bytes; a/f.0 from byte 81920, 4096 bytes',
    );
    expect(problems.join('\n')).not.toMatch(/multibyte/);
  });

  it('reports blocks without offsets when only the JSON is known, and at most three offsets', () => {
    expect(explainBadData(readRun(FAILED), '')).toBe(
      'job corrupted/0 read back data that differs from what it wrote, in 2 of its blocks',
    );
    const ended = readRun(FAILED, (job) => Object.assign(job, { total_err: 0 }));
    expect(explainBadData(ended, '')).toMatch(/, in at least one of its blocks$/);
    const line = (offset: number) => `md5: verify failed at file /x offset ${offset}, length 512 (requested)`;
    expect(explainBadData(readRun(FAILED), [1, 1, 2, 3, 4, 5].map(line).join('\r\n'))).toMatch(
      /: \/x from byte 1, 512 bytes; \/x from byte 2, 512 bytes; \/x from byte 3, 512 bytes; and 2 more$/,
    );
  });

  it('returns null for other errors, or without verify', () => {
    expect(
      explainBadData(
        readRun(FAILED, (job) => Object.assign(job, { error: 5 })),
        '',
      ),
    ).toBeNull();
    expect(explainBadData(readRun(FAILED, options({ verify: '0' })), '')).toBeNull();
    expect(explainBadData(readRun(WRITTEN), '')).toBeNull();
  });
});

describe('findReadBack', () => {
  const text = 'job verified/0 writes: its 4096 reads include those of verify, which are not part of the load';

  it('reports reads of verify=null, which fio reads back without comparison', () => {
    expect(findReadBack(readRun(WRITTEN, options({ verify: 'null' })))).toBe(text);
  });

  it('reports verifying reads of a write job, which parseOutput returns as suspect', () => {
    expect(findReadBack(readRun(WRITTEN))).toBe(text);
    const { status, problems } = parseOutput(readRecorded(WRITTEN));
    expect([status, problems]).toEqual(['suspect', expect.arrayContaining([text])]);
  });

  it('reports verifying reads of a mix unless do_verify=0', () => {
    expect(findReadBack(readRun(WRITTEN, options({ rw: 'randrw' })))).toBe(text);
    expect(findReadBack(readRun(WRITTEN, options({ rw: 'randrw', do_verify: '0' })))).toBeNull();
  });

  it('returns null for a reading job, or without verify', () => {
    expect(findReadBack(readRun(WRITTEN, options({ verify: '0' })))).toBeNull();
    expect(findReadBack(readRun(FAILED))).toBeNull();
  });
});

describe('findUnproven', () => {
  it('omits its message when parseOutput reports damaged data', () => {
    const document = JSON.stringify(recordedDocument(FAILED)).replaceAll('"crc32c"', '"sha512"');
    const { problems } = parseOutput(document);
    expect(problems[0]).toContain('read back data that differs from what it wrote');
    expect(problems.join()).not.toContain('may have read damaged data');
  });

  const listProblems = (method: string, version: string | undefined, rw = 'read') => {
    const json = { ...recordedDocument(WRITTEN), 'fio version': version };
    for (const job of json.jobs) Object.assign(job['job options'], { verify: method, rw });
    const { status, problems } = parseOutput(JSON.stringify(json));
    return [status, ...problems.filter((one) => one.includes('damaged data'))];
  };
  const unproven = 'job verified/0 may have read damaged data without noticing: ';
  const weak = `${unproven}fio before 3.39 compares only the last bytes of a block with verify=sha512`;
  const way = 'upgrade to fio 3.39, or use crc32c';

  it.each([
    ['sha512', 'fio-3.33'],
    ['sha512:16', 'fio-3.38-20-gdb7fc'],
    ['sha512', 'fio-3.9'],
    ['sha512', undefined],
  ])('reports verify=%s of %s as suspect, and suggests fio 3.39 or crc32c', (method, version) => {
    expect(listProblems(method, version)).toEqual(['suspect', `${weak} (axboe/fio@3ee53198); ${way}`]);
    expect(listProblems(method, version, 'randwrite')[1]).toBe(`${weak} (axboe/fio@3ee53198); ${way}`);
  });

  it.each(['null', 'meta'])('reports verify=%s as suspect for every fio version', (method) =>
    expect(listProblems(method, 'fio-3.42')[1]).toContain(`verify=${method}; use crc32c`),
  );

  it.each([
    ['sha512', 'fio-3.39'],
    ['sha512', 'fio-3.42-7-gabc'],
    ['sha256', 'fio-3.33'],
    ['sha3-512', 'fio-3.33'],
    ['crc32c', undefined],
    ['0', 'fio-3.33'],
  ])('accepts verify=%s of %s', (method, version) => expect(listProblems(method, version)).toEqual(['ok']));
});
