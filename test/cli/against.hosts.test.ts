import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as plan } from '../../lib/cli/commands/plan';
import { run } from '../../lib/cli/commands/run';
import { UserError } from '../../lib/cli/command';
import { captureCli } from './capture-cli';
import { Playground } from './playground';

/** A script that takes so many seconds. Other processes of the machine do not slow it. */
const makeSpec = (seconds: string, more = ''): string => `experiment: tiny
targets: { here: { kind: directory, path: data } }
workloads:
  build:
    kind: command
    runtime: 1s
    metrics: { took: { unit: s, better: lower } }
    script: |
      start=$(date +%s%N); sleep ${seconds}; end=$(date +%s%N)
      echo "took $(( (end - start) / 1000 ))e-6" >> "$RESULTS_FILE"
${more}`;

const FIO_SPEC = `experiment: tiny
targets: { here: { kind: directory, path: data } }
workloads: { mix: { kind: fio, jobFile: jobs/mix.fio } }
`;
const makeJob = (depth: number): string =>
  `[mix]\nrw=randread\nbs=4k\nsize=16m\niodepth=${depth}\nioengine=libaio\ndirect=1\ntime_based\nruntime=2\n`;

const ground = new Playground();
const write = (name: string, text: string): void => writeFileSync(join(ground.cwd, name), text);
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: ground.cwd });

async function runCommand(command: typeof plan, options: Record<string, unknown>, file = 'spec.yaml') {
  const { cli, out, err } = captureCli(ground.cwd);
  try {
    return { code: await command(cli, [file], options), out: out(), err: err() };
  } catch (error) {
    if (error instanceof UserError) return { code: 2, out: out(), err: error.message };
    throw error;
  }
}

beforeAll(() => {
  git('init', '-q');
  mkdirSync(join(ground.cwd, 'jobs'));
  write('spec.yaml', makeSpec('1.05'));
  write('fio.yaml', FIO_SPEC);
  write('jobs/mix.fio', makeJob(4));
  git('add', '.');
  git('commit', '-qm', 'x');
});
afterAll(() => ground.remove());

describe('fsxbench plan --against', () => {
  it('prints the merged spec, and the loss that the design excludes', async () => {
    write('spec.yaml', makeSpec('1.2'));
    const { code, out, err } = await runCommand(plan, { against: 'HEAD', name: 'e1' });
    expect([code, err]).toEqual([0, 'compares workload build: script differs\n']);
    expect(out).toMatch(/^# Made by: npx fsxbench plan spec\.yaml --against HEAD\n# workload build: script differs\n/);
    expect(out).toContain('build-before:\n');
    expect(out).toMatch(/10 replicates of 1 pair exclude a loss of 5\.\d% in four of five cases/);
  });

  it('reads job files at the git reference, and a spec file as baseline', async () => {
    write('jobs/mix.fio', makeJob(8));
    const found = await runCommand(plan, { against: 'HEAD', json: true }, 'fio.yaml');
    expect(found.err).toContain('compares workload mix: jobFile');
    const { cells } = JSON.parse(found.out) as { readonly cells: readonly object[] };
    expect(cells).toHaveLength(2);
    expect(JSON.stringify(cells)).toMatch(/iodepth=4.*iodepth=8|iodepth=8.*iodepth=4/);
    write('old.yaml', makeSpec('1.1'));
    expect((await runCommand(plan, { against: 'old.yaml' })).code).toBe(0);
  });

  it.each([
    [
      'an unknown baseline',
      { against: 'nothing' },
      /^--against: found 'nothing'; allowed: a spec file, a git reference/,
    ],
    ['an option as a reference', { against: '--output=x' }, /^--against: found '--output=x'; allowed/],
    ['equal sides', { against: 'spec.yaml' }, /nothing to compare: workloads and targets are equal/],
    ['--allow without --against', { allow: '5%' }, /^--allow: .* name it with --against$/],
    ['a malformed share', { against: 'HEAD', allow: 'some' }, /^--allow: found .*; allowed: a share/],
    [
      'a loss out of reach',
      { against: 'HEAD', allow: '3%' },
      /^--allow: 1 pair on the same storage cannot exclude a loss of 3% with 20 replicates\. Allow 4%$/,
    ],
  ])('refuses %s', async (_, options, message) => {
    const { code, err } = await runCommand(plan, options);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it('refuses a spec that is missing at the git reference', async () => {
    write('new.yaml', makeSpec('1'));
    const { code, err } = await runCommand(plan, { against: 'HEAD' }, 'new.yaml');
    expect([code, err]).toEqual([2, expect.stringMatching(/^new\.yaml: cannot be read at HEAD \(fatal: .*new\.yaml/)]);
  });
});

describe('fsxbench run --against', () => {
  it('ends 1 for a build that takes 15% longer, and not for an equal one', async () => {
    write('spec.yaml', makeSpec('1.2075'));
    const files = { summary: 'answer.md', junit: 'answer.xml' };
    const slow = await runCommand(run, { against: 'HEAD', name: 'slow', ...files });
    expect(readFileSync(join(ground.cwd, files.summary), 'utf8')).toMatch(/\| build against build-before \| 1\d/);
    expect(readFileSync(join(ground.cwd, files.junit), 'utf8')).toContain('tests="1" failures="1" skipped="0"');
    expect(slow.out).toMatch(/^build is 1\d(\.\d)?% worse \(.*\) than build-before in took\./m);
    expect(slow.code).toBe(1);
    write('spec.yaml', makeSpec('1.05; true'));
    const equal = await runCommand(run, { against: 'HEAD', name: 'equal' });
    expect(equal.code).not.toBe(1);
    // The stored spec is the merged one: the execution can be the baseline of the next.
    write('spec.yaml', makeSpec('1.3'));
    expect((await runCommand(plan, { against: 'slow' })).err).toContain('workload build: script differs');
  });
});
