/** `action.yml` and its script, as a runner calls it: variables in, files of outputs and of the summary out. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { Playground } from '../cli/playground';
import { temporaryFolder } from '../temporary';
import { Built } from './built';

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action;
const script = readFileSync('bin/action.sh', 'utf8');
const built = new Built();
const ground = new Playground();
afterAll(() => ground.remove());

/** Runs the script with inputs as `action.yml` passes them. */
async function runAction(inputs: Readonly<Record<string, string>>, cwd = ground.cwd, env: Record<string, string> = {}) {
  const folder = temporaryFolder('action-');
  const [outputs, summary] = [join(folder, 'outputs'), join(folder, 'summary')];
  for (const file of [outputs, summary]) writeFileSync(file, '');
  const passed = Object.entries(action.runs.steps[0]?.env ?? {}).map(([name, value]) => {
    return [name, inputs[/inputs\.([\w-]+)/.exec(value)?.[1] ?? ''] ?? ''];
  });
  const { code, out, err } = await built.run([], {
    cwd,
    shell: 'bash "$(dirname "$(dirname "$E")")/bin/action.sh"',
    env: {
      ...(Object.fromEntries(passed) as Record<string, string>),
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
      ...env,
    },
  });
  const text = readFileSync(outputs, 'utf8');
  const found = [...text.matchAll(/^([\w-]+)<<(\w+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]);
  return { code, out, err, outputs: Object.fromEntries(found) as Record<string, string>, summary };
}

const JOB = '[mix]\nrw=randread\nbs=4k\nsize=16m\niodepth=4\nioengine=libaio\ndirect=1\ntime_based\nruntime=1\n';

beforeAll(() => {
  mkdirSync(join(ground.cwd, 'my data'));
  writeFileSync(join(ground.cwd, 'mix.fio'), JOB);
  writeFileSync(join(ground.cwd, 'wrong.fio'), 'not a job file\n');
});

describe('action.yml', () => {
  it('is a composite action: every step that runs has a shell, every input and output what it needs', () => {
    expect(Object.keys(action)).toEqual(['name', 'description', 'inputs', 'outputs', 'runs']);
    expect(action.runs.using).toBe('composite');
    for (const step of action.runs.steps)
      expect([step.run, step.shell, step.uses]).toEqual([step.run, 'bash', undefined]);
    const parts = [...Object.entries(action.inputs), ...Object.entries(action.outputs)];
    for (const [name, { description }] of parts) {
      expect(name).toMatch(/^[a-z][a-z-]*$/);
      expect(description).toMatch(/^[A-Z0-9]/);
    }
    const ids = new Set(action.runs.steps.map(({ id }) => id));
    for (const [name, { value }] of Object.entries(action.outputs)) {
      const [, step, output] = /^\$\{\{ steps\.(\w+)\.outputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      expect([ids.has(step), output]).toEqual([true, name]);
      expect(script).toContain(`set_output ${name} `);
    }
  });

  it('passes each input as a variable that the script reads, and none inside a command', () => {
    const values = action.runs.steps.flatMap(({ env = {} }) => Object.entries(env));
    expect(values.map(([, value]) => value)).toEqual(
      Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`),
    );
    for (const [name] of values) expect(script).toContain(`\${${name}:-}`);
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });

  it('has the inputs and outputs that docs/results.md names', () => {
    const [, section = ''] = /## In CI\n([\s\S]*?)\n## /.exec(readFileSync('docs/results.md', 'utf8')) ?? [];
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
    const steps = parse(example) as { readonly with?: object; readonly env?: Readonly<Record<string, string>> }[];
    const named = steps.flatMap((step) => Object.keys(step.with ?? {}));
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(Object.keys(action.inputs)).toContain(name);
    const read = steps
      .flatMap(({ env = {} }) => Object.values(env))
      .map((value) => /outputs\.([\w-]+)/.exec(value)?.[1]);
    expect(new Set(read)).toEqual(new Set(Object.keys(action.outputs)));
  });
});

describe('bin/action.sh', () => {
  it('sets exit code, answer and folder, and writes the summary, of a job file in a folder with a blank', async () => {
    const found = await runAction({ job: 'mix.fio', directory: 'my data', 'at-least': '1 IOPS' });
    expect([found.code, found.outputs['exit-code'], found.err]).toEqual([0, '0', expect.any(String)]);
    expect(found.outputs['answer']).toMatch(/meets/);
    expect(existsSync(join(ground.cwd, found.outputs['folder'] ?? '', 'report/index.html'))).toBe(true);
    expect(readFileSync(found.summary, 'utf8')).toContain('## gate-mix\n');
    // What fsxbench prints is no command of the runner.
    const [, token] = /^::stop-commands::(\w{32})\n/m.exec(found.out) ?? [];
    expect(found.out).toContain(`\n::${token ?? ''}::\n`);
  });

  it.each([
    [{}, 'set job and directory, or spec'],
    [{ job: 'mix.fio' }, 'set job and directory, or spec'],
    [{ spec: 'a.yaml', 'at-least': '1' }, 'a spec has its own question'],
  ])('refuses the inputs %j', async (inputs, message) => {
    const { code, out, outputs } = await runAction(inputs);
    expect([code, out, outputs]).toEqual([
      2,
      expect.stringContaining(`::error::fsxbench: ${message}`),
      { 'exit-code': '2' },
    ]);
  });

  it.each([
    [{ job: 'wrong.fio', directory: 'my data', 'at-least': '1' }, /wrong\.fio/],
    [{ job: 'mix.fio', directory: '$(touch pwned)', 'at-least': '1' }, /no such folder/],
    [{ job: 'mix.fio', directory: 'my data', 'at-least': '1; touch pwned' }, /^--at-least: found '1; touch pwned'/m],
    [{ job: 'mix.fio', directory: 'my data', against: '--upload-pack=touch pwned' }, /--against: found '--upload-pack/],
    [{ spec: '--help' }, /--help/],
    [{ spec: 'none.yaml' }, /none\.yaml: no such file/],
  ])('ends 2 without an answer for %j, and runs nothing in it', async (inputs, message) => {
    const { code, out, err, outputs } = await runAction(inputs);
    expect([code, out + err]).toEqual([2, expect.stringMatching(message)]);
    expect(outputs).toEqual({ 'exit-code': '2', answer: '', folder: '' });
    expect(existsSync(join(ground.cwd, 'pwned'))).toBe(false);
  });

  it('refuses a Node.js that is too old', async () => {
    const folder = temporaryFolder('old-node-');
    writeFileSync(join(folder, 'node'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(folder, 'node'), 0o755);
    const inputs = { job: 'mix.fio', directory: 'my data', 'at-least': '1' };
    const { code, out } = await runAction(inputs, ground.cwd, { PATH: `${folder}:${process.env['PATH'] ?? ''}` });
    expect([code, out]).toEqual([2, expect.stringContaining('needs Node.js 20 or newer')]);
  });

  it('fetches the branch of the baseline into a clone of one commit', async () => {
    const [origin, clone] = [temporaryFolder('origin-'), join(temporaryFolder('clone-'), 'c')];
    const git = (cwd: string, ...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd, stdio: 'pipe' });
    git(origin, 'init', '-q', '-b', 'main');
    writeFileSync(join(origin, 'mix.fio'), JOB);
    git(origin, 'add', '.');
    git(origin, 'commit', '-qm', 'x');
    git(origin, 'checkout', '-qb', 'change');
    writeFileSync(join(origin, 'mix.fio'), JOB.replace('[mix]', '[renamed]'));
    git(origin, 'commit', '-qam', 'y');
    git(dirname(clone), 'clone', '-q', '--depth=1', '-b', 'change', `file://${origin}`, clone);
    mkdirSync(join(clone, 'data'));
    // Both sides are read, and have nothing in common.
    const { code, err } = await runAction({ job: 'mix.fio', directory: 'data', against: 'main' }, clone);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/mix\.fio and [0-9a-f]{40}:mix\.fio share no operation of a job/),
    ]);
  });
});
