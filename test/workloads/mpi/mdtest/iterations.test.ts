import { judgeOutput } from '../../../../lib/results/outputs/judge-output';
import { parseOutput } from '../../../../lib/workloads/mpi/mdtest/parse';
import cases from './iterations.cases.json';

interface Report {
  readonly version?: string;
  /** Of `File creation` in each iteration: seconds and rate. */
  readonly lines?: readonly string[];
  readonly row?: string;
  readonly of?: number;
  readonly ended?: string;
  readonly options?: string;
  readonly more?: string;
}
/** Made by hand after the formats of its versions: 16 tasks on 4 nodes, 96,000 items. */
const report = ({ version = '3.4.0+dev', lines = [], row = '', of = 2, ended = '20:05:00', ...more }: Report): string =>
  [
    '-- started at 05/06/2021 20:00:00 --',
    '',
    `mdtest-${version} was launched with 16 total task(s) on 4 node(s)`,
    `Command line used: mdtest -F -C -n 6000 -i ${of} ${more.options ?? ''}`,
    more.more ?? '',
    '16 tasks, 96000 files',
    ...lines.map(
      (line) => `V-1: Rank   0 Line  1223   File creation     :    ${line.replace(' ', ' sec,   ')} ops/sec`,
    ),
    `SUMMARY rate: (of ${of} iterations)`,
    '   Operation                      Max            Min           Mean        Std Dev',
    `   File creation     ${row}`,
    `-- finished at 05/06/2021 ${ended} --`,
    '',
  ].join('\n');
const judgeReport = (one: Report) => {
  const { judgement, reasons, remarks } = judgeOutput(parseOutput(report(one)), { provisioned: {}, requested: {} });
  return [judgement, ...reasons, ...remarks];
};

describe('judgement of the summary of mdtest', () => {
  it.each(cases as unknown as [string, Report, string[]][])(
    'returns sound, doubtful or a remark by iterations and warnings: %s',
    (_, one, expected) => expect(judgeReport(one)).toEqual(expected),
  );
});
