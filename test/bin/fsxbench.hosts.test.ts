/** The entry point: what only a process of its own can show. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary';
import { Built } from './built';

const built = new Built();
const folder = (): string => {
  const made = temporaryFolder('fsxbench-bin-');
  chmodSync(made, 0o755);
  return made;
};

it.each([24, 32])('ends with exit code 70 when only %i files may be open', async (files) => {
  const { code, out, err } = await built.run([], { cwd: folder(), shell: `ulimit -n ${files}; $F validate x.yaml` });
  expect([code, out]).toEqual([70, '']);
  expect(err).toBe('too many files are open (EMFILE); raise the limit (`ulimit -n 1024`), then run it again\n');
});

it('refuses a named pipe as plan.json instead of waiting for its writer', async () => {
  const { code, err } = await built.run([], { cwd: folder(), shell: 'mkfifo plan.json && timeout 20 $F report .' });
  expect([code, err]).toEqual([2, 'plan.json: not a regular file; name a file\n']);
});

it('packs experiments, workloads and state machines into the npm package, without tests', () => {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ files }] = JSON.parse(text) as [{ files: { path: string }[] }];
  const folders = new Set(files.map(({ path }) => path.replace(/\/.*/, '')));
  for (const name of ['experiments', 'workloads', 'state-machines', 'package.json', 'LICENSE', 'README.md'])
    expect([name, folders.has(name)]).toEqual([name, true]);
  expect(files.filter(({ path }) => /^tests?\/|\.test\./.test(path))).toEqual([]);
});

/** Root may read and write everything: somebody else is asked. The number of `nobody` nearly everywhere. */
const other = userInfo().uid === 0 ? { uid: 65534 } : {};

it('ends with exit code 2 when its working folder was deleted', async () => {
  const cwd = folder();
  const line = `mkdir gone && cd gone && rmdir ../gone && $F clean`;
  expect(await built.run([], { cwd, shell: line })).toMatchObject({
    code: 2,
    out: '',
    err: `the working folder ${cwd}/gone was deleted. Change to another folder\n`,
  });
});

it.each([
  ['validate', ['validate', 'secret']],
  ['parse', ['parse', '--workload', 'fio', 'secret']],
  ['states --tasks', ['states', 'run', 'm.json', '--tasks', 'secret']],
])('reports a file without read permission in the command %s', async (_name, args) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'm.json'), '{"StartAt":"A","QueryLanguage":"JSONata","States":{"A":{"Type":"Succeed"}}}');
  writeFileSync(join(cwd, 'secret'), 'experiment: x\n');
  chmodSync(join(cwd, 'secret'), 0);
  const { code, err } = await built.run(args, { cwd, ...other });
  expect(code).toBe(2);
  expect(err).toMatch(/^secret: no permission to read this file[^\n]*\n$/);
});

it.each([
  ['run', ['run', 'spec.yaml']],
  ['rehearse', ['rehearse', join(__dirname, '../../experiments/lustre-small.yaml')]],
])('reports a working folder without write permission in the command %s, and writes no files', async (_name, args) => {
  const cwd = folder();
  const spec =
    'experiment: tiny\ntargets: { here: { kind: directory, path: /dev/shm } }\n' +
    'workloads: { fio: { kind: fio, rw: read, bs: 4k, size: 4 MiB, runtime: 1s } }\n';
  writeFileSync(join(cwd, 'spec.yaml'), spec);
  const { code, out, err } = await built.run(args, { cwd, ...other });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^the working folder .* cannot be used: .* no permission to write there\. [^\n]*\n$/);
  expect(readdirSync(cwd)).toEqual(['spec.yaml']);
});

it('ends with exit code 0 when the reader of its output closes the pipe', async () => {
  const local = join(__dirname, '../../experiments/local-disk.yaml');
  const { out, err } = await built.run([], {
    cwd: folder(),
    shell: `$F plan "${local}" --json | head -1; echo \${PIPESTATUS[0]}`,
  });
  expect([out, err]).toEqual(['{\n0\n', '']);
});
