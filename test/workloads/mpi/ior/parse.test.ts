import { parseOutput } from '../../../../lib/workloads/mpi/ior/parse';
import cases from './parse.cases.json';

const MIB = 1024 ** 2;
/** Made by hand after the formats of its versions. */
const HEAD = 'IOR-4.0.0: MPI Coordinated Test of Parallel I/O\nBegan : today\n';
const ITERATIONS = [
  'access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter',
  '------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   --------   ----',
  'write     100.00     100.00     0.01        16384      1024.00    0.001      0.2        0.001      0.2        0   ',
  'read      17728      17728      0.01        16384      1024.00    0.001      0.2        0.001      0.2        0   ',
  'remove    -          -          -           -          -          -          -          -          0.1        0   ',
  'write     300.00     300.00     0.01        16384      1024.00    0.001      0.2        0.001      0.2        1   ',
  'read      17730      17730      0.01        16384      1024.00    0.001      0.2        0.001      0.2        1   ',
].join('\n');
const SUMMARY = [
  'Summary of all tests:',
  'Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     StdDev Test#',
  'write         310.00     110.00     210.00     100.00     310.00     110.00     210.00     100.00 0',
  'read          900.00     700.00     800.00     100.00     900.00     700.00     800.00     100.00 0',
].join('\n');
/** A report with both, ten seconds long. */
const REPORT = [
  'IOR-4.1.0: MPI Coordinated Test of Parallel I/O',
  'Began               : Mon Mar  2 08:15:00 2026',
  ITERATIONS.split('\n')[0],
  'write     310.00     310.00     0.01        16384      1024.00    0.001      0.2        0.001      2.2        0   ',
  'read      700.00     700.00     0.01        16384      1024.00    0.001      0.2        0.001      1.2        0   ',
  'write     110.00     110.00     0.01        16384      1024.00    0.001      0.2        0.001      4.2        1   ',
  'read      900.00     900.00     0.01        16384      1024.00    0.001      0.2        0.001      1.2        1   ',
  SUMMARY,
  'Finished            : Mon Mar  2 08:15:10 2026',
  '',
].join('\n');
const means = (text: string) =>
  parseOutput(text).runs.map(({ observations }) =>
    Object.fromEntries(
      observations.flatMap((one) => (one.statistic === 'mean' ? [[one.metric, one.value / MIB]] : [])),
    ),
  );
const summary = (operation: string, mean: number, more: object = {}) => ({
  operation,
  bwMaxMIB: mean + 10,
  bwMinMIB: mean - 10,
  bwMeanMIB: mean,
  bwStdMIB: 5,
  ...more,
});
const json = (entries: readonly object[]) => JSON.stringify({ Version: 'IOR-4.0.0', tests: [], summary: entries });

describe('parseOutput of IOR', () => {
  it('returns version and mean rates of the summary', () => {
    expect(parseOutput(REPORT)).toMatchObject({ tool: 'ior', toolVersion: '4.1.0', status: 'ok', problems: [] });
    expect(means(REPORT)).toEqual([{ write_bandwidth: 210, read_bandwidth: 800 }]);
  });

  it('computes the rates from the iterations when there is no summary', () => {
    expect(means(`${HEAD}${ITERATIONS}\n`)).toEqual([{ write_bandwidth: 200, read_bandwidth: 17_729 }]);
    const deviation = { metric: 'write_bandwidth', statistic: 'stddev', value: 100 * MIB };
    expect(parseOutput(`${HEAD}${ITERATIONS}\n`).runs[0]?.observations).toContainEqual(
      expect.objectContaining(deviation),
    );
  });

  it('reports a truncated output when a test began and did not end', () => {
    const write = ITERATIONS.split('\n').slice(0, 3).join('\n');
    const began = `${HEAD}${write}\nCommencing read performance test: today\n`;
    expect(parseOutput(began)).toMatchObject({ status: 'failed', runs: [] });
    expect(parseOutput(began).problems[0]).toMatch(/truncated: IOR began read 1 times, but reports only 0 rates/);
    const asked = `${HEAD}Command line : ior -a POSIX -w -r -e\n${write}\n`;
    expect(parseOutput(asked).problems[0]).toMatch(/truncated: the command line requests a read/);
    // Without an access in the command line, IOR writes and reads.
    const byDefault = asked.replace(' -w -r', '');
    expect(parseOutput(byDefault).problems[0]).toMatch(/truncated: the command line implies a read/);
    expect(parseOutput(asked.replace(' -r', '')).problems).toEqual([]);
    expect(parseOutput(asked.replace(' -r', ''))).toMatchObject({ status: 'ok' });
  });

  it('ignores rows of unknown operations, and detects impossibly high rates', () => {
    const rows = `${HEAD}access bw(MiB/s) IOPS\nwrite 100.0 5\nconstructor 500.0 3\ntoString 5 3\n`;
    expect(means(rows)).toEqual([{ write_bandwidth: 100 }]);
    for (const huge of [1e305, 1e308]) {
      const read = parseOutput(json([summary('write', huge)]));
      expect(read).toMatchObject({ status: 'failed', impossible: true, runs: [] });
    }
  });

  it('reads CSV, and several runs in one file', () => {
    const csv = 'access,bw(MiB/s),IOPS\nwrite,100.5,100\nread,200,200\nwrite,99.5,100\nread,200,200\n';
    expect(means(csv)).toEqual([{ write_bandwidth: 100, read_bandwidth: 200 }]);
    expect(means(`${HEAD}${SUMMARY}\n${HEAD}${ITERATIONS}\n`)).toHaveLength(2);
  });

  it.each([
    ['an iteration lacks', `${HEAD}repetitions         : 3\n${ITERATIONS}\n`, 'write_bandwidth has 2 of 3 iterations'],
    [
      'a read lacks',
      `${HEAD}${ITERATIONS.split('\n').slice(0, -1).join('\n')}\n`,
      'read_bandwidth has 1 of 2 iterations',
    ],
    ['its last number is cut', `${HEAD}${ITERATIONS}\n\n${SUMMARY.slice(0, -20)}`, 'its summary has no read_bandwidth'],
  ])('fails with truncated output: %s', (_, text, problem) =>
    expect(parseOutput(text)).toMatchObject({
      status: 'failed',
      problems: expect.arrayContaining([expect.stringContaining(problem)]) as unknown,
    }),
  );

  it('reads several tests as separate runs', () => {
    const more = SUMMARY.split('\n')
      .slice(2)
      .map((line) => line.replace(/0$/, '1').replace('210.00', '220.00'));
    expect(means(`${HEAD}${[SUMMARY, ...more].join('\n')}\n`)).toEqual([
      { write_bandwidth: 210, read_bandwidth: 800 },
      { write_bandwidth: 220, read_bandwidth: 800 },
    ]);
  });

  it('computes the mean of 200,000 rows', () => {
    const rows = 'write,100,100\n'.repeat(200_000);
    expect(means(`access,bw(MiB/s),IOPS\n${rows}`)).toEqual([{ write_bandwidth: 100 }]);
  });

  it.each([`${HEAD}${'\n'.repeat(80_000)}x`, `${HEAD}repetitions${' '.repeat(80_000)}x\n`, `${' '.repeat(80_000)}\n{`])(
    'returns within the time limit for long runs of blanks: %#',
    (text) => expect(parseOutput(text).status).toBe('failed'),
  );

  it('is suspect when one of two runs has no result', () => {
    const text = `${HEAD}${SUMMARY}\n${HEAD}ior ERROR: open64("/x") failed\n`;
    expect(parseOutput(text)).toMatchObject({
      status: 'suspect',
      problems: ['1 of 2 runs have no result', 'ior ERROR: open64("/x") failed'],
    });
  });

  it.each([
    ['', 'the file is empty: IOR wrote nothing'],
    ['hello', 'this is not output of IOR'],
    [HEAD, 'it ended without a result'],
    [`${HEAD}ERROR: no space\n`, 'it ended without a result: ERROR: no space'],
    [`${HEAD}${ITERATIONS.split('\n').slice(0, 2).join('\n')}\nwrite $(reboot) 1\n`, 'it ended without a result'],
  ])('fails for other or empty output: %#', (text, problem) =>
    expect(parseOutput(text)).toMatchObject({ status: 'failed', problems: [problem], runs: [] }),
  );
});

describe('consistency of an IOR report', () => {
  it.each(cases.contradictions as [string, string, string][])(
    'detects a contradiction when %s is replaced by %s: %s',
    (from, to, problem) =>
      expect(parseOutput(REPORT.replace(from, to))).toMatchObject({
        status: 'failed',
        impossible: true,
        problems: [problem],
      }),
  );

  it('is suspect for a warning of IOR, except for one about the actual bytes moved', () => {
    const parseWarning = (text: string) => parseOutput(REPORT.replace('Summary', `WARNING: ${text}\nSummary`));
    const bad = 'inconsistent file size by different tasks';
    expect(parseWarning(bad)).toMatchObject({ status: 'suspect', problems: [`WARNING: ${bad}`] });
    expect(parseWarning('Using actual aggregate bytes moved = 5')).toMatchObject({ status: 'ok', problems: [] });
  });

  it('compares iterations and summary in JSON, also with the nested results of version 3.3', () => {
    const results = [50, 150].map((bwMiB) => ({ access: 'write', bwMiB, totalTime: 3 }));
    const listProblems = (Results: readonly unknown[], mean = 100) =>
      parseOutput(
        JSON.stringify({
          Version: 'IOR-4.1.0',
          tests: [{ Parameters: {}, Results }],
          summary: [{ ...summary('write', mean), bwMaxMIB: 150, bwMinMIB: 50 }],
        }),
      ).problems;
    expect([listProblems(results), listProblems([results])]).toEqual([[], []]);
    expect(listProblems([results], 120)).toEqual([
      'the summary of write_bandwidth has a mean of 120, but its 2 iterations 100',
    ]);
  });
});

describe('parseOutput of JSON of IOR', () => {
  it('reads the summary of each test, and ignores text around the JSON', () => {
    const entries = [summary('write', 100), summary('read', 300), summary('write', 50, { TestID: 1 })];
    const text = `IOR says hello\n${json(entries)}\ndone\n`;
    expect(parseOutput(text)).toMatchObject({ toolVersion: '4.0.0', status: 'ok' });
    expect(means(text)).toEqual([{ write_bandwidth: 100, read_bandwidth: 300 }, { write_bandwidth: 50 }]);
  });

  it.each([
    [json([summary('write', 100)]).slice(0, -20)],
    [`[ ]\n}\n${json([summary('write', 100)])}`],
    [json([])],
    ['{"summary": [{"operation": "write", "bwMaxMIB": "1e9"}]}'],
    [json([summary('write', 100, { bwMeanMIB: -5 })])],
  ])('fails for broken JSON: %#', (text) => expect(parseOutput(text).status).toBe('failed'));
});
