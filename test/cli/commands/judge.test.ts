import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { UserError } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/judge';
import { temporaryFolder } from '../../temporary';
import { captureCli } from '../capture-cli';
import cases from './cases.json';

const FIXTURES = join(process.cwd(), 'test/recorded/fio');

async function judge(files: readonly string[], options: Readonly<Record<string, unknown>> = {}, cwd = FIXTURES) {
  const out = new PassThrough();
  const code = await run({ ...captureCli(cwd).cli, out, err: new PassThrough() }, files, options);
  return { code, text: String(out.read() ?? '') };
}

describe('fsxbench judge', () => {
  it.each<[string, object, number, RegExp]>([
    ['randrw.json', {}, 0, /^randrw\.json: sound \(fio-3\.33\)\n {2}note: it measured for 1s: .*\n$/],
    [
      'randrw.json',
      { requested: ['bs=8k'] },
      1,
      /^randrw\.json: doubtful \(fio-3\.33\)\n {2}the tool ran with bs=4k; requested: bs=8k\n {2}note: .*\n$/,
    ],
    [
      'randrw.json',
      { provisioned: ['iops=1'] },
      1,
      /^randrw\.json: doubtful [^]* times the 1\.00 ops\/s provisioned: /,
    ],
    [
      'randrw.json',
      { provisioned: ['iops=1'], burst: ['iops=2'] },
      1,
      /^randrw\.json: impossible .*\n.* times the 2\.00 ops\/s that bursts reach at most: /,
    ],
    ['people.txt', {}, 1, /^people\.txt: undecided \(fio-3\.33\)\n {2}.*`--output-format=json` has them.*\n$/],
  ])('judges %s with %j, and exits %d', async (file, options, code, message) => {
    const judged = await judge([file], options as Readonly<Record<string, unknown>>);
    expect(judged).toEqual({ code, text: expect.stringMatching(message) as string });
  });

  it('judges the results of each tool whose output is in a file', async () => {
    const mdtest = [
      'mdtest-4.0.0 was launched with 8 total task(s) on 2 node(s)',
      'SUMMARY rate: (of 3 iterations)',
      '   Operation                      Max            Min           Mean        Std Dev',
      '   File creation              2000.000       1000.000       1500.000        400.000',
      '-- finished at 11/23/2026 10:00:09 --',
    ];
    const ior = [
      'IOR-4.1.0: MPI Coordinated Test of Parallel I/O',
      'Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     StdDev Test#',
      'write         310.00     110.00     210.00     100.00     310.00     110.00     210.00     100.00 0',
    ];
    const folder = temporaryFolder('fsxbench-judge-');
    const json = readFileSync(join(FIXTURES, 'host-a.json'), 'utf8');
    writeFileSync(join(folder, 'slurm-77.out'), `${json}\n${[...ior, ...mdtest].join('\n')}\n`);
    const { text } = await judge(['slurm-77.out'], {}, folder);
    const heads = text.match(/^slurm-77\.out: \w+ \(.*\)$/gm) ?? [];
    expect(heads.map((head) => head.replace(/: \w+/, ''))).toEqual([
      'slurm-77.out (fio-3.33)',
      'slurm-77.out (mdtest 4.0.0)',
      'slurm-77.out (ior 4.1.0)',
    ]);
  });

  it('prints one JSON document with --json', async () => {
    const { text } = await judge(['randrw.json', 'host-b.json'], { json: true, workload: 'fio' });
    const { results } = JSON.parse(text) as { results: readonly Record<string, unknown>[] };
    expect(results.map(({ file }) => file)).toEqual(['randrw.json', 'host-b.json']);
    expect(Object.keys(results[0] ?? {})).toEqual(['file', 'tool', 'toolVersion', 'judgement', 'reasons', 'remarks']);
  });

  it('returns undecided for files that no known tool wrote', async () => {
    const folder = temporaryFolder('fsxbench-judge-');
    const broken = ['', '{"jobs":', '\u0000\u0001', '{"tool":"fio","__proto__":{"x":1}}', 'x'.repeat(100_000), '[[['];
    for (const [index, text] of broken.entries()) writeFileSync(join(folder, `${index}`), text);
    const { code, text } = await judge([...broken.keys()].map(String), {}, folder);
    expect(code).toBe(1);
    expect(text.match(/: undecided \(unknown\)$/gm)).toHaveLength(broken.length);
  });

  it.each([
    ...(cases.judge.refused as [Record<string, unknown>, string][]),
    [
      { requested: ['bss=4k', 'bs=4k'] },
      '^BadOption: --requested bss: unknown option of fio 3\\.33, missing from randrw\\.json; did you mean `bs`\\?$',
    ] as const,
  ])('refuses the options %j', async (options, message) => {
    const error: unknown = await judge(['randrw.json'], options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(`${(error as UserError).name}: ${(error as UserError).message}`).toMatch(new RegExp(message));
  });
});
