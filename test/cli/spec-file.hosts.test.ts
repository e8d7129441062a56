import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../lib/cli/command';
import { inlineTextFiles, makeFileReader, readSpecFile } from '../../lib/cli/spec-file';
import { formatProblems } from '../../lib/cli/text/problems';
import { readYaml } from '../../lib/experiment/language/yaml';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { temporaryFolder } from '../temporary';
import { captureCli } from './capture-cli';
import cases from './spec-file.cases.json';

const JOB = '[a]\nrw=read ; "quoted"\nsize=1m\nruntime=1s\ndirect=1\n';
let folder = '';
beforeAll(() => {
  folder = temporaryFolder('fsxbench-spec-');
  for (const name of ['folder', 'specs/jobs']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('loop', join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const files: Readonly<Record<string, string | Buffer>> = {
    'good.yaml': 'question: é?\n',
    nul: Buffer.from([65, 0, 66]),
    latin1: Buffer.from([0xe9, 0x41]),
    large: 'x'.repeat(1_000_001),
    'specs/jobs/a.fio': JOB,
    'specs/wrong.fio': '[a]\nexec_prerun=id\n',
    'specs/slow.fio': '[a]\nrw=read\nsize=1g\nruntime=5\n',
    'specs/latin1.fio': Buffer.from([0xe9, 0x41]),
    'secret.fio': 'secret\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});

const read = (file: string): string => readSpecFile(captureCli(folder).cli, [file]).text;

it('reads a spec from the working directory', () => {
  expect(read('good.yaml')).toBe('question: é?\n');
});

it('reads a shipped experiment by its name or path, unless the user has a file of that name', () => {
  const shipped = readFileSync('experiments/doctor.yaml', 'utf8');
  expect(['doctor', 'doctor.yaml', 'experiments/doctor.yaml'].map(read)).toEqual([shipped, shipped, shipped]);
  writeFileSync(join(folder, 'doctor'), 'question: mine\n');
  expect(read('doctor')).toBe('question: mine\n');
  expect(() => read('docter')).toThrow('the name of a shipped experiment: did you mean doctor?');
});

it.each(cases.refused)('refuses the spec file %p with one line', (file, expected) => {
  expect(() => read(file)).toThrow(UserError);
  expect(() => read(file)).toThrow(new RegExp(expected));
});

describe('job files of a spec', () => {
  const spec = (jobFile: string): string =>
    `experiment: x\ntargets: { d: { kind: directory, path: d } }\n` +
    `workloads: { w: { kind: fio, jobFile: ${jobFile} } }\n# end\n`;
  const inline = (text: string): string =>
    inlineTextFiles(makeFileReader(captureCli(folder).cli), 'specs/x.yaml', text);
  const judge = (jobFile: string) => {
    writeFileSync(join(folder, 'specs/x.yaml'), spec(jobFile));
    const text = read('specs/x.yaml');
    const { problems } = readSpec(text, 'x.yaml');
    return { problems, printed: formatProblems(problems, 'x.yaml', text, false) };
  };

  it.each(['jobs/a.fio', './jobs/a.fio', '"jobs/a.fio"', "'jobs/a.fio'"])(
    'replaces %s by the text of the file, on the same line',
    (written) => {
      const text = inline(spec(written));
      expect(text.split('\n')).toHaveLength(spec(written).split('\n').length);
      expect(readYaml(text).value).toMatchObject({ workloads: { w: { jobFile: JOB } } });
      expect(readSpec(text, 'x.yaml').problems).toEqual([]);
    },
  );

  it('prints the wrong line of the job file, and omits consequential MissingKey problems', () => {
    const { problems, printed } = judge('wrong.fio');
    const message = 'line 2: exec_prerun=id: the option runs a command on the host; leave it out';
    expect(problems).toContainEqual(expect.objectContaining({ line: 3, message }));
    const consequences = problems.filter(({ code }) => code === 'MissingKey' || code === 'BadValue');
    const inJob = problems.filter(({ textLine }) => textLine !== undefined);
    expect(consequences.map(({ path }) => path)).toEqual(inJob.map(({ path }) => path));
    const place = 'specs/wrong.fio:2: error: workloads.w.jobFile';
    expect(printed).toContain(`${place}: ${message} [BadValue]\n    2 | exec_prerun=id\n`);
  });

  it('quotes the job file in advice on a job, not the single line of the spec', () => {
    const { printed } = judge('slow.fio');
    expect(printed).toMatch(/^specs\/slow\.fio:1: advice: .*\[BufferedIo\]\n {4}1 \| \[a\]\n/m);
    expect(printed).not.toContain('\\n');
  });

  it('leaves values unchanged that name no .fio file below the folder of the spec', () => {
    const outside = [
      '../secret.fio',
      '/etc/passwd',
      'jobs/../../secret.fio',
      'jobs/a.txt',
      '$job',
      '5',
      '[x]',
      '*a',
      '',
    ];
    for (const text of [...outside.map(spec), '', 'workloads: 5', 'workloads: [jobs/a.fio]', '{'.repeat(100_000)])
      expect(inline(text)).toBe(text);
  });

  it('names the file that cannot be read, with the reason', () => {
    expect(() => inline(spec('jobs/b.fio'))).toThrow(/^workloads\.w\.jobFile: jobs\/b\.fio: no such file/);
    expect(() => inline(spec('latin1.fio'))).toThrow('workloads.w.jobFile: latin1.fio: not a UTF-8 text file');
  });
});
