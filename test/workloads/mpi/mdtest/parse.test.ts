import { parseOutput } from '../../../../lib/workloads/mpi/mdtest/parse';
import cases from './parse.cases.json';

/** Made by hand after the formats of its versions. @param colon as up to 3.3; later there is none */
const report = (
  rows: readonly string[],
  { version = '4.0.0', heading = 'SUMMARY rate: (of 3 iterations)' } = {},
): string =>
  [
    '-- started at 11/23/2026 10:00:00 --',
    '',
    `mdtest-${version} was launched with 8 total task(s) on 2 node(s)`,
    "Command line used: mdtest '-F' '-n' '100' '-i' '3' '-u'",
    '8 tasks, 800 files',
    'V-1:   File creation     :        0.5 sec,    1600.0 ops/sec',
    '',
    heading,
    '   Operation                      Max            Min           Mean        Std Dev',
    '   ---------                      ---            ---           ----        -------',
    ...rows,
    '-- finished at 11/23/2026 10:00:09 --',
    '',
  ].join('\n');
const rates = (text: string) =>
  parseOutput(text).runs.map(({ observations }) =>
    Object.fromEntries(observations.flatMap((one) => (one.statistic === 'mean' ? [[one.metric, one.value]] : []))),
  );

const ROWS = [
  '   File creation              2000.000       1000.000       1500.000        400.000',
  '   File stat                  9000.000       8000.000       8500.000        400.000',
  '   File read                     0.000          0.000          0.000          0.000',
  '   File create (stonewall)       NA             NA             NA             NA',
  '   File removal               3000.000       2000.000       2500.000        400.000',
  '   Tree creation               100.000         50.000         75.000         20.000',
];

describe('parseOutput of mdtest', () => {
  it.each([
    ["WARNING: unable to create tree directory '/mnt/t/mdtest_tree.0.0/'", 'it warned: unable to create tree'],
    ['[1764000000.1] [n01:77:0]   ib_iface.c:9   UCX  ERROR ibv_create_qp() failed', 'a network library warned: ['],
  ])('keeps the rates in spite of the line %s', (line, remark) => {
    const { status, runs } = parseOutput(report([...ROWS, line]));
    expect([status, runs[0]?.observations.length]).toEqual(['ok', 16]);
    expect(runs[0]?.job?.remarks).toContainEqual(expect.stringContaining(remark));
    const [ended = ''] = report([line]).split('-- finished');
    expect(parseOutput(ended).status).toBe('failed');
  });

  it('reads the table of rates, without phases that did not run', () => {
    const sound = { tool: 'mdtest', toolVersion: '4.0.0', status: 'ok', problems: [] };
    expect(parseOutput(report(ROWS))).toMatchObject(sound);
    expect(rates(report(ROWS))).toEqual([{ file_create: 1500, file_stat: 8500, file_remove: 2500, tree_create: 75 }]);
    const [first] = parseOutput(report(ROWS)).runs[0]?.observations ?? [];
    expect(first).toEqual({ metric: 'file_create', operation: null, statistic: 'mean', unit: 'ops/s', value: 1500 });
  });

  it.each([
    ['   File creation     :       2000.000       1000.000       1500.000        400.000'],
    ['V-0: Rank   0 Line  2586    File creation        2000.000       1000.000       1500.000        400.000'],
  ])('reads the row formats of all versions: %s', (row) =>
    expect(rates(report([row]))).toEqual([{ file_create: 1500 }]),
  );

  it.each(cases.headers as [string, string, Record<string, number>][])(
    'assigns columns by the header: %s',
    (header, row, figures) => {
      const text = report([`   File creation   ${row}`]).replace(/ {3}Operation.*/, `   Operation   ${header}`);
      const { runs } = parseOutput(text);
      const found = runs.flatMap(({ observations }) => observations.map((one) => [one.statistic, one.value]));
      expect(Object.fromEntries(found)).toEqual(figures);
    },
  );

  it('ignores rows with another number of columns than the header, and fails when files could not be created', () => {
    expect(rates(report(['   File creation   90.0 10.0 50.0  2000.0  1000.0  1500.0  400.0']))).toEqual([]);
    expect(parseOutput(report([...ROWS, "WARNING: unable to create file '/mnt/t/f.1'"])).status).toBe('failed');
  });

  it.each(cases.impossible)('refuses the impossible row %s', (row) =>
    expect(parseOutput(report([`   File creation   ${row}`]))).toMatchObject({ status: 'failed', impossible: true }),
  );

  it('reads tables headed `SUMMARY:` or `SUMMARY rate (in ops/sec):`', () => {
    for (const heading of ['SUMMARY: (of 3 iterations)', 'SUMMARY rate (in ops/sec): (of 3 iterations)'])
      expect(rates(report(ROWS.slice(0, 1), { heading }))).toEqual([{ file_create: 1500 }]);
  });

  it('ignores a table of times, and fails when it is the only table', () => {
    const heading = 'SUMMARY time (in ms/op): (of 3 iterations)';
    const times = report(ROWS, { heading });
    expect(parseOutput(times)).toMatchObject({
      status: 'failed',
      runs: [],
      problems: ['the output has only a table of times (-Z), without rates'],
    });
    const both = `${report(ROWS.slice(0, 1))}\n${heading}\n   File creation  7.0 7.0 7.0 0.0\n`;
    expect(rates(both)).toEqual([{ file_create: 1500 }]);
  });

  it.each([
    ['after some rows', report(ROWS).split('   File stat')[0] ?? ''],
    ['inside of its last number', report(ROWS).slice(0, report(ROWS).indexOf('20.000\n--') + 3)],
  ])('fails with truncated output: %s', (_, text) => {
    expect(parseOutput(text)).toMatchObject({ status: 'failed', runs: [] });
    expect(parseOutput(text).problems.join()).toContain('the output is truncated: the line `finished at` is missing');
  });

  it.each([
    `SUMMARY${' '.repeat(80_000)}x`,
    `SUMMARY rate${'\n'.repeat(80_000)}x`,
    `File creation${' '.repeat(80_000)}`,
  ])('returns within the time limit for long runs of blanks: %#', (row) =>
    expect(parseOutput(report([row])).status).toBe('failed'),
  );

  it('reads several runs, and reports the one that failed', () => {
    const aborted = report([]).replace(/SUMMARY(.|\n)*/, 'MPI_ABORT was invoked on rank 0\n');
    expect(parseOutput(`${report(ROWS)}${aborted}${report(ROWS.slice(0, 1))}`)).toMatchObject({
      status: 'suspect',
      problems: ['run 2 of 3: it ended without a SUMMARY of its rates: MPI_ABORT was invoked on rank 0'],
      runs: [{ label: '0' }, { label: '2' }],
    });
  });

  it.each([
    ['', 'the file is empty: mdtest wrote nothing'],
    ['{"jobs": []}', 'the file is not output of mdtest: the line `was launched` is missing'],
    ['bash: mdtest: ERROR not found', 'bash: mdtest: ERROR not found'],
    [report(ROWS).slice(0, 200), 'it ended without a SUMMARY of its rates'],
    [report([]), 'the table of rates is empty or truncated'],
    [report(['   File creation  $(reboot) 1 2 3']), 'the table of rates is empty or truncated'],
  ])('fails for other or empty output: %#', (text, problem) =>
    expect(parseOutput(text)).toMatchObject({ status: 'failed', problems: [problem], runs: [] }),
  );
});
