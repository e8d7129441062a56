import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblems } from '../../lib/cli/text/problems';
import { readSpecFile, inlineTextFiles } from '../../lib/cli/spec-file';
import { readYaml } from '../../lib/experiment/language/yaml';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { captureCli } from './capture-cli';

const JOB = '[a]\nrw=read ; "quoted"\nsize=1m\nruntime=1s\ndirect=1\n';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsxbench-text-files-'));
  mkdirSync(join(folder, 'specs/jobs'), { recursive: true });
  writeFileSync(join(folder, 'specs/jobs/a.fio'), JOB);
  writeFileSync(join(folder, 'specs/wrong.fio'), '[a]\nexec_prerun=id\n');
  writeFileSync(join(folder, 'specs/latin1.fio'), Buffer.from([0xe9, 0x41]));
  writeFileSync(join(folder, 'secret.fio'), 'secret\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const spec = (jobFile: string) =>
  [
    'experiment: x',
    'targets: { d: { kind: directory, path: d } }',
    `workloads: { w: { kind: fio, jobFile: ${jobFile} } }`,
    '# end\n',
  ].join('\n');
const inlineFiles = (text: string) => inlineTextFiles(captureCli(folder).cli, 'specs/x.yaml', text);

it.each(['jobs/a.fio', './jobs/a.fio', '"jobs/a.fio"', "'jobs/a.fio'"])(
  'replaces %s by the text of the file, on the same line',
  (written) => {
    const text = inlineFiles(spec(written));
    expect(text.split('\n')).toHaveLength(spec(written).split('\n').length);
    expect(readYaml(text).value).toMatchObject({ workloads: { w: { jobFile: JOB } } });
    expect(readSpec(text, 'x.yaml').problems).toEqual([]);
  },
);

it('reads job files together with the spec, and names the line of an error in the job file', () => {
  writeFileSync(join(folder, 'specs/x.yaml'), spec('wrong.fio'));
  const text = readSpecFile(captureCli(folder).cli, ['specs/x.yaml']).text;
  expect(readSpec(text, 'x.yaml').problems.map(({ line, message }) => [line, message])).toContainEqual([
    3,
    'line 2: exec_prerun=id: the option runs a command on the host; leave it out',
  ]);
});

it('prints the wrong line of the job file, and omits consequential MissingKey problems', () => {
  writeFileSync(join(folder, 'specs/x.yaml'), spec('wrong.fio'));
  const text = readSpecFile(captureCli(folder).cli, ['specs/x.yaml']).text;
  const { problems } = readSpec(text, 'x.yaml');
  expect(problems.filter(({ code }) => code === 'MissingKey' || code === 'BadValue').map(({ path }) => path)).toEqual(
    problems.flatMap(({ textLine, path }) => (textLine === undefined ? [] : [path])),
  );
  expect(formatProblems(problems, 'x.yaml', text, false)).toContain(
    'specs/wrong.fio:2: error: workloads.w.jobFile: line 2: exec_prerun=id: the option runs a command on ' +
      'the host; leave it out [BadValue]\n    2 | exec_prerun=id\n',
  );
});

it('quotes the job file in advice on a job, not the single line of the spec', () => {
  writeFileSync(join(folder, 'specs/slow.fio'), '[a]\nrw=read\nsize=1g\nruntime=5\n');
  writeFileSync(join(folder, 'specs/x.yaml'), spec('slow.fio'));
  const text = readSpecFile(captureCli(folder).cli, ['specs/x.yaml']).text;
  const said = formatProblems(readSpec(text, 'x.yaml').problems, 'x.yaml', text, false);
  expect(said).toMatch(/^specs\/slow\.fio:1: advice: .*\[BufferedIo\]\n {4}1 \| \[a\]\n/m);
  expect(said).not.toContain('\\n');
});

it('leaves values unchanged that name no .fio file below the folder of the spec', () => {
  for (const written of [
    '../secret.fio',
    '/etc/passwd',
    'jobs/../../secret.fio',
    'jobs/a.txt',
    '$job',
    '5',
    '[x]',
    '*a',
    '',
  ])
    expect(inlineFiles(spec(written))).toBe(spec(written));
  for (const text of ['', 'workloads: 5', 'workloads: [jobs/a.fio]', '{'.repeat(100_000)])
    expect(inlineFiles(text)).toBe(text);
});

it('names the file that cannot be read, with the reason', () => {
  expect(() => inlineFiles(spec('jobs/b.fio'))).toThrow(/^workloads\.w\.jobFile: jobs\/b\.fio: no such file/);
  expect(() => inlineFiles(spec('latin1.fio'))).toThrow('workloads.w.jobFile: latin1.fio: not a UTF-8 text file');
});
