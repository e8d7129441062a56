import { judgeOutput, type OwnerClaims } from '../../../lib/results/outputs/judge-output';
import type { RunDetails, ToolResult } from '../../../lib/shapes/tool-result';

const NOTHING: OwnerClaims = { provisioned: {}, requested: {} };
const STATED: RunDetails = {
  options: { rw: 'randread', bs: '4k', iodepth: '16' },
  seconds: 60,
  inFlight: 16,
  direct: true,
  workingBytes: 64 * 1024 ** 3,
  flushed: false,
  doubts: [],
  readBack: false,
};
const makeFigure = (
  metric: string,
  value: number,
  unit: 'ops/s' | 'us' | 'bytes/s',
  operation: string | null = 'read',
) => ({
  metric,
  operation,
  statistic: 'value',
  unit,
  value,
});
/** 5,000 reads a second of 3.2 ms each: 16 in flight. */
const FIGURES = [
  makeFigure('iops', 5000, 'ops/s'),
  makeFigure('latency_mean', 3200, 'us'),
  makeFigure('latency_p99', 9000, 'us'),
];
const makeResult = (stated: Partial<RunDetails> | null = {}, observations: typeof FIGURES = FIGURES): ToolResult => ({
  tool: 'fio',
  toolVersion: 'fio-3.33',
  status: 'ok',
  problems: [],
  runs: [{ label: 'a/0', observations, ...(stated === null ? {} : { stated: { ...STATED, ...stated } }) }],
});
const judge = (one: ToolResult, said: Partial<OwnerClaims> = {}) => {
  const { judgement, reasons } = judgeOutput(one, { ...NOTHING, ...said });
  return [judgement, ...reasons];
};

describe('judging the output of a tool', () => {
  it('is sound when its rate is provisioned and its files exceed the memory of the host', () => {
    const said = { provisioned: { iops: 5000 }, requested: { bs: '4096' }, hostMemory: 16 * 1024 ** 3 };
    expect(judge(makeResult(), said)).toEqual(['sound']);
  });

  it('is doubtful when a rate exceeds the provisioned one, even within the burst rate', () => {
    expect(judge(makeResult(), { provisioned: { iops: 3000 } })).toEqual([
      'doubtful',
      'iops is 5.00k ops/s, 1.67 times the 3.00k ops/s provisioned: a burst, a cache or data that were never ' +
        'written may explain it; `--burst iops=…` sets the burst rate',
    ]);
    expect(judge(makeResult(), { provisioned: { iops: 3000 }, burst: { iops: 10_000 } })).toEqual([
      'doubtful',
      'iops is 5.00k ops/s, 1.67 times the 3.00k ops/s provisioned: within the 10.0k ops/s of its bursts, but ' +
        'sustained rates are lower',
    ]);
    expect(judge(makeResult(), { provisioned: { iops: 4800 } })).toEqual(['sound']);
    const both = [...FIGURES, makeFigure('iops', 2000, 'ops/s', 'write')];
    expect(judge(makeResult({}, both), { provisioned: { iops: 6000 } })[0]).toBe('doubtful');
  });

  it('is impossible when a rate exceeds the burst rate', () => {
    const most = 'iops is 5.00k ops/s, 1.25 times the 4.00k ops/s that bursts reach at most: a cache served it, data ';
    for (const provisioned of [{ iops: 3000 }, {}]) {
      const [judgement, why] = judge(makeResult(), { provisioned, burst: { iops: 4000 } });
      expect([judgement, why?.slice(0, most.length)]).toEqual(['impossible', most]);
    }
    expect(judge(makeResult(), { burst: { iops: 4800 } })).toEqual(['sound']);
  });

  it('is impossible when more I/Os were in flight than the options allow', () => {
    expect(judge(makeResult({ inFlight: 8 }))).toEqual([
      'impossible',
      '16.0 I/Os were in flight (IOPS × latency), but its options allow 8: rate or latency is wrong',
    ]);
    for (const inFlight of [15, 20, null]) expect(judge(makeResult({ inFlight }))).toEqual(['sound']);
  });

  it('is impossible when a higher percentile has a lower latency', () => {
    const commits = [...FIGURES, makeFigure('sync_latency_p50', 9, 'us'), makeFigure('sync_latency_p95', 8, 'us')];
    expect(judge(makeResult({}, commits))[0]).toBe('impossible');
    const wrong = [...FIGURES, makeFigure('latency_p99_9', 8000, 'us')];
    expect(judge(makeResult({}, wrong))).toEqual([
      'impossible',
      'read latency_p99_9 is below a lower percentile, which is impossible',
    ]);
  });

  it('is impossible when the parser says so, doubtful when suspect, and undecided when failed or empty', () => {
    const bad = { ...makeResult(), problems: ['job a/0 contradicts itself'] };
    expect(judge({ ...bad, status: 'suspect', impossible: true })).toEqual([
      'impossible',
      'job a/0 contradicts itself',
    ]);
    expect(judge({ ...bad, status: 'suspect' })).toEqual(['doubtful', 'job a/0 contradicts itself']);
    expect(judge({ ...bad, status: 'failed', runs: [] })).toEqual(['undecided', 'job a/0 contradicts itself']);
    expect(judge({ ...makeResult(), runs: [] })).toEqual(['undecided', 'it contains no figures']);
  });

  it('is doubtful when buffered I/O may have been served from the memory of the host', () => {
    const buffered = 'it went through the memory of the host (no `direct=1`)';
    expect(judge(makeResult({ direct: false }))).toEqual([
      'undecided',
      `${buffered}, but the memory of the host (\`--host-memory\`) is unknown`,
    ]);
    expect(judge(makeResult({ direct: false, workingBytes: null }), { hostMemory: 1 })).toEqual([
      'undecided',
      `${buffered}, but the size of its files is unknown`,
    ]);
    expect(judge(makeResult({ direct: false }), { hostMemory: 48 * 1024 ** 3 })).toEqual([
      'doubtful',
      `${buffered}, which may have served it: 64 GiB of files, on a host with 48 GiB; at least 2× the memory is needed`,
    ]);
    expect(judge(makeResult({ direct: false }), { hostMemory: 32 * 1024 ** 3 })).toEqual(['sound']);
    const writing = { direct: false, options: { rw: 'randwrite' } };
    expect(judge(makeResult(writing), { hostMemory: 1024 ** 3 })).toEqual([
      'doubtful',
      `${buffered}, and its writes were not flushed within the measured time (\`end_fsync=1\`)`,
    ]);
    expect(judge(makeResult({ ...writing, flushed: true }), { hostMemory: 1024 ** 3 })).toEqual(['sound']);
    // Each few of them waited for the storage, however much memory there is.
    const commits = { ...writing, flushed: true, durable: true } as const;
    expect(judge(makeResult(commits), { hostMemory: 2 ** 50 })).toEqual(['sound']);
  });

  it('remarks that it measured for less than 10 s, which does not make it doubtful', () => {
    expect(judgeOutput(makeResult({ seconds: 9.9 }), NOTHING)).toEqual({
      judgement: 'sound',
      reasons: [],
      remarks: ['it measured for 9.9s: bursts and filling caches last longer than that'],
    });
    expect(judgeOutput(makeResult({ seconds: 10 }), NOTHING).remarks).toEqual([]);
  });

  it('is doubtful when the tool doubts it, unless requested options or the provisioned rate explain it', () => {
    const doubts = [
      { code: 'pauses', text: 'pauses', unless: 'thinktime' },
      { code: 'even', text: 'even', isLimit: true as const },
    ];
    expect(judge(makeResult({ doubts }))).toEqual(['doubtful', 'pauses', 'even']);
    const asked = { ...STATED.options, thinktime: '1' };
    expect(judge(makeResult({ doubts, options: asked }), { requested: asked })).toEqual(['doubtful', 'even']);
    expect(judge(makeResult({ doubts }), { provisioned: { iops: 5400 } })).toEqual(['doubtful', 'pauses']);
    expect(judge(makeResult({ doubts }), { provisioned: { iops: 6000 } })).toEqual(['doubtful', 'pauses', 'even']);
    expect(judge({ ...makeResult(), doubts: ['the clock'] })).toEqual(['doubtful', 'the clock']);
  });

  it('is undecided when the output has no latency', () => {
    expect(judge(makeResult({}, FIGURES.slice(0, 1)))).toEqual([
      'undecided',
      'the output has no latency (`gtod_reduce`, `disable_lat`), so its number of I/Os in flight is unknown',
    ]);
  });

  it('is doubtful when the tool ran with other options than requested', () => {
    expect(judge(makeResult(), { requested: { bs: '8k', iodepth: '16', size: '1g' } })).toEqual([
      'doubtful',
      'the tool ran with bs=4k; requested: bs=8k',
      'the output does not state `size`; requested: 1g',
    ]);
  });

  it('ignores the memory of the host when no data moved', () => {
    expect(judge(makeResult({ direct: null, workingBytes: null }))).toEqual(['sound']);
  });

  it('is undecided for a failed run, whatever its figures', () => {
    const bad = makeResult({ direct: false, seconds: 3 });
    const runs = bad.runs.map((run) => ({ ...run, failed: true as const }));
    const failed: ToolResult = { ...bad, runs, status: 'failed', problems: ['job a/0 ended with error 5'] };
    expect(judge(failed, { hostMemory: 2 ** 50 })).toEqual(['undecided', 'job a/0 ended with error 5']);
    expect(judgeOutput(failed, NOTHING).remarks).toEqual([]);
  });

  it('is undecided when the output lacks options, or a figure to compare with the provisioned rate', () => {
    expect(judge(makeResult(null))).toEqual([
      'undecided',
      'its output does not show the options of the tool, so only its figures were checked',
    ]);
    expect(judge(makeResult(), { provisioned: { bandwidth: 1e9 } })).toEqual([
      'undecided',
      'the output has no bandwidth to compare with the provisioned rate',
    ]);
  });

  it('names the run when several differ, and omits it when the finding applies to all', () => {
    const [one] = makeResult({ inFlight: 8 }).runs;
    const [other] = makeResult({ inFlight: 4 }).runs;
    if (one === undefined || other === undefined) throw new Error('no run');
    const two = { ...makeResult(), runs: [one, { ...other, label: 'b/1' }] };
    const alike = { ...makeResult(), runs: [one, { ...one, label: 'b/1' }] };
    expect(judge(alike)[1]).toMatch(/^16\.0 I\/Os/);
    expect(
      judge(two)
        .slice(1)
        .map((text) => text.slice(0, 5)),
    ).toEqual(['a/0: ', 'b/1: ']);
  });
});

describe('judging several jobs of one fio file', () => {
  type Run = ToolResult['runs'][number];
  const makeJobs = (...more: readonly Partial<Run>[]): ToolResult => {
    const [one] = makeResult().runs;
    return { ...makeResult(), runs: more.map((own, index) => ({ ...one!, label: `${'abc'[index]}/0`, ...own })) };
  };
  const paid = { provisioned: { iops: 6000 } };

  it('adds the rates of concurrent jobs before it compares them with the provisioned rate', () => {
    const [judgement, ...why] = judge(makeJobs({ group: '0/0' }, { group: '0/0' }), paid);
    expect(judgement).toBe('doubtful');
    expect(why.join()).toContain('a/0, b/0 at once: iops is 10.0k ops/s, 1.67 times the 6.00k ops/s provisioned');
    expect(judge(makeJobs({ group: '0/0' }, { group: '0/1' }), paid)).toEqual(['sound']);
    expect(judge(makeJobs({}, {}), paid)).toEqual(['sound']);
  });

  it('remarks that rates of successive groups (stonewall) cannot be added', () => {
    const listRemarks = (...groups: string[]) =>
      judgeOutput(makeJobs(...groups.map((group) => ({ group }))), NOTHING).remarks.join();
    expect(listRemarks('0/0', '0/1', '0/1')).toMatch(
      /^its runs are of 2 groups that followed each other \(`stonewall`,/,
    );
    expect(listRemarks('0/0', '0/0')).toBe('');
    const late = judgeOutput(makeJobs({ group: '0/0' }, { group: '0/0', loose: true }), NOTHING).remarks.join();
    expect(late).toContain('some runs may have begun later than others');
  });

  it('judges each job separately when options leave open which jobs ran concurrently', () => {
    expect(judge(makeJobs({ group: '0/0' }, { group: '0/0', loose: true }), paid)).toEqual(['sound']);
    // What one job has by itself is too much, whoever was beside it.
    const alone = judge(makeJobs({ group: '0/0' }, { group: '0/0', loose: true }), { provisioned: { iops: 3000 } });
    expect(alone[0]).toBe('doubtful');
    expect(alone[1]).toMatch(/^a\/0: iops is 5\.00k/);
  });
});
