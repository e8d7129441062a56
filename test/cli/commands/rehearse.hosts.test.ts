import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { main } from '../../../lib/cli/program';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { temporaryFolder } from '../../temporary';
import { LUSTRE, OPENZFS } from '../../twin/rehearsal/specs';
import { captureCli } from '../capture-cli';

/** With enough replicates for an answer. */
const ANSWERED = OPENZFS.replace('replicates: 1', 'replicates: 4').replace(
  'prefer: highest',
  'atLeast: 100, prefer: cheapest',
);

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder('fsxbench-rehearse-');
});
type Outcome = { readonly code: number; readonly out: string; readonly err: string };

async function runCommand(...argv: string[]): Promise<Outcome> {
  const { cli, out, err } = captureCli(cwd);
  return { code: await main(cli, argv), out: out(), err: err() };
}
function rehearseAll(specs: Readonly<Record<string, string>>, ...options: string[]): Promise<Outcome> {
  for (const [file, spec] of Object.entries(specs)) writeFileSync(join(cwd, file), spec);
  return runCommand('rehearse', ...Object.keys(specs), ...options);
}
const rehearse = (spec: string, ...options: string[]): Promise<Outcome> =>
  rehearseAll({ 'spec.yaml': spec }, ...options);
const pathOf = (execution: string): string => join(cwd, '.fsxbench/rehearsals/executions/small-openzfs', execution);

/** Checks requests against AWS's own service models, where it is next to the checkout and botocore is there. */
const models = join(process.env['FSXBENCH_SHARED'] ?? resolve(process.cwd(), '../shared'), 'checks/aws-models');
const python = process.env['FSXBENCH_PYTHON'] ?? 'python3';
const checkable = existsSync(models) && spawnSync(python, ['-c', 'import botocore'], { encoding: 'utf8' }).status === 0;

describe('fsxbench rehearse', () => {
  it('prints cost, duration, cleanup and the path of the report', async () => {
    const { code, out, err } = await rehearse(ANSWERED, '--name', 'small-1');
    expect(code).toBe(0);
    expect(err).toMatch(/^spec\.yaml:\d+:\d+: advice: /);
    expect(err).not.toContain('error');
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(out).toMatch(
      /^would cost +\$\d+\.\d\d and about \$0\.\d\d for services \(estimate \$\d\.\d\d, budget \$20\.00\), /,
    );
    expect(out).toMatch(/^would cost .*\), \d+[hm].*, us-east-1\n/);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^simulated figures, not a measurement: \d+ VALID\. /);
    expect(out).toMatch(/^cleanup +\S.* \d+ .*resources/m);
    for (const line of ['at most', 'by phase', 'by item', 'prices', 'duration', 'assumed'])
      expect(out).toMatch(new RegExp(`^${line} +\\S`, 'm'));
    const report = '.fsxbench/rehearsals/executions/small-openzfs/small-1/report/index.html';
    expect(/^report +(\S+)$/m.exec(out)?.[1]).toBe(report);
    expect(readFileSync(join(cwd, report), 'utf8')).toContain('SIMULATED');
    for (const name of ['summary.json', 'plan.json', 'receipt.json'])
      expect(existsSync(join(pathOf('small-1'), name))).toBe(true);
    const table = join(cwd, '.fsxbench/rehearsals/observations/v1/sim=1/day=2026-01-01/small-openzfs.small-1.jsonl.gz');
    const rows = gunzipSync(readFileSync(table)).toString('utf8').trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.includes('"simulated":true'))).toEqual([]);
  });

  it('prints one JSON document with the advice of validate, and writes every API call to a file', async () => {
    const { code, out, err } = await rehearse(LUSTRE, '--json', '--calls', 'calls.jsonl', '--seed', 'a');
    // One replicate in each of two periods: two trials of the one without stages, one of each stage.
    expect([code, err]).toEqual([5, '']);
    const { problems } = JSON.parse((await runCommand('validate', 'spec.yaml', '--json')).out) as {
      readonly problems: readonly { readonly code: string; readonly path: string[]; readonly line: number }[];
    };
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.parse(out)).toMatchObject({
      simulated: true,
      executionId: 'rehearsal',
      outcome: 'SUCCEEDED',
      verdicts: { VALID: 4, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 },
      receipt: { clean: true, remaining: [] },
      complaints: [],
      cost: { region: 'us-east-1', maxUsd: 20, unknown: [] },
      note: expect.stringMatching(/nothing was created, measured or billed/) as string,
      problems,
    });
    const lines = readFileSync(join(cwd, 'calls.jsonl'), 'utf8').trimEnd().split('\n');
    const calls = lines.map((line) => JSON.parse(line) as CallRecord);
    expect(calls[0]).toMatchObject({ time: '2026-01-01T00:00:00.000Z', service: 'sfn', action: 'StartExecution' });
    // What the command itself reads afterwards is no call of the execution.
    expect(calls.slice(1).filter(({ role }) => role === 'command-line')).toEqual([]);
    expect(calls.filter(({ action }) => action === 'CreateFileSystem')).toHaveLength(2);
    expect(calls.filter((one) => !('output' in one || 'error' in one))).toEqual([]);
    const text = await rehearse(LUSTRE, '--name', 'advised');
    for (const { code: name, path, line } of problems) {
      expect(text.err).toContain(`[${name}]`);
      const place = path.join('.');
      expect(text.err).toMatch(new RegExp(`:${line}:\\d+: \\w+: ${place}: |${place} \\(line ${line}\\)`));
    }
  });

  (checkable ? it : it.skip)(
    `makes requests that match the service models of botocore${checkable ? '' : ' (skipped: no models)'}`,
    async () => {
      for (const spec of [LUSTRE, OPENZFS]) {
        await rehearse(spec, '--json', '--calls', 'checked.jsonl');
        const { status, stdout } = spawnSync(python, [models, join(cwd, 'checked.jsonl')], { encoding: 'utf8' });
        expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^\d{3,} calls, 0 bad$/)]);
      }
    },
  );

  it('exits 0 without an answer when the spec has no decide', async () => {
    const spec = OPENZFS.replace(/^(question|decide): .*\n/gm, '');
    const { code, out } = await rehearse(spec, '--json');
    const answer = { outcome: null, met: null, winner: null, ranking: [] };
    expect([code, JSON.parse(out)]).toMatchObject([0, { answer }]);
    const text = await rehearse(spec, '--name', 'described');
    expect([text.code, text.out]).toEqual([0, expect.stringContaining('No question set (decide): 2 ')]);
    const page = readFileSync(join(pathOf('described'), 'report/index.html'), 'utf8');
    expect(page).toContain('<h1>small-openzfs: what is the effect of stage?</h1>');
    expect(page).not.toContain('<section id="ranking">');
  });

  it('prints a note when it replaces an earlier rehearsal of the same name', async () => {
    const note = "note: this replaced the earlier rehearsal 'twice' of small-openzfs; use --name to keep both\n";
    const first = await rehearse(OPENZFS, '--name', 'twice');
    const page = join(pathOf('twice'), 'report/index.html');
    const report = readFileSync(page, 'utf8');
    writeFileSync(page, 'old');
    const second = await rehearse(OPENZFS, '--name', 'twice');
    expect(first.err).not.toContain('replaced');
    expect(second).toEqual({ ...first, err: `${first.err}${note}` });
    expect(readFileSync(page, 'utf8')).toBe(report);
  });
});

describe('fsxbench rehearse with several specs', () => {
  it('prints cost, measuring time, cleanup and answer per spec, and exits with the worst code', async () => {
    const specs = { 'first.yaml': ANSWERED, 'second.yaml': LUSTRE };
    const text = await rehearseAll(specs, '--name', 'several');
    const blocks = text.out.trimEnd().split('\n\n');
    // 5: the Lustre spec has too few replicates to be decided.
    expect(text.code).toBe(5);
    const heads = ['small-openzfs, first.yaml', 'small-lustre, second.yaml'];
    expect(blocks.map((block) => block.split('\n')[0])).toEqual(heads);
    // Only the open answer is to be settled.
    expect(blocks.map((block) => block.split('\n')[2]?.split(/ {2,}/)[0])).toEqual(['would cost', 'to settle']);
    for (const block of blocks) {
      expect(block).toMatch(
        /\nwould cost +\$\d.*\nmeasured +\d[\d.]*% of the time that rigs exist, without warm-up\ncleanup +/,
      );
      expect(block).toMatch(/\ncleanup +verified: (\d+) of \1 resources deleted\n/);
      expect(block).toMatch(
        /^small-\S+, \S+\nsimulated figures, not a measurement: \d+ VALID.*\n(?:to settle .*\n)?would cost .*/,
      );
      expect(block).toMatch(/\nreport +\S+$/);
      expect(block).not.toMatch(/^(at most|by phase|prices)/m);
    }
    const json = await rehearseAll(specs, '--name', 'several-json', '--json');
    const results = ['small-openzfs', 'small-lustre'].map((experiment) => ({ result: { experiment } }));
    expect(JSON.parse(json.out)).toMatchObject(results);
  });

  it('refuses all specs when one has a mistake, and two files of the same experiment', async () => {
    const wrong = OPENZFS.replace('SINGLE_AZ_1', 'SINGLE_AZ_9');
    const specs = { 'first.yaml': ANSWERED, 'second.yaml': wrong, 'third.yaml': wrong };
    const { code, out, err } = await rehearseAll(specs, '--name', 'none');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/second\.yaml:6:21: error: .*SINGLE_AZ_9[^]*third\.yaml:6:21: error: /);
    expect(existsSync(pathOf('none'))).toBe(false);
    await expect(rehearseAll({ 'first.yaml': OPENZFS, 'second.yaml': OPENZFS })).rejects.toMatchObject({
      name: 'BadOption',
      message: expect.stringContaining("second.yaml: another file is also of experiment 'small-openzfs'") as string,
    });
  });
});

describe('fsxbench rehearse of a refused spec', () => {
  it.each<[string, string, number, RegExp]>([
    ['maxUsd: 20', 'maxUsd: 0.1', 3, /:17:19: error: .* estimate of \d\.\d+ USD is above the budget of 0\.1 USD /],
    ['maxHours: 8', 'maxHours: 0.2', 3, /:17:33: error: .* duration of [\d.]+ hours is above the limit of 0\.2 /],
    ['SINGLE_AZ_1', 'SINGLE_AZ_9', 2, /:6:21: error: .*SINGLE_AZ_9/],
  ])('prints the errors of fsxbench plan for %s changed to %s', async (from, to, exit, message) => {
    const text = await rehearse(OPENZFS.replace(from, to));
    expect([text.code, text.out]).toEqual([exit, '']);
    expect(text.err).toMatch(message);
    expect(text.err).toMatch(/^spec\.yaml: 1 error, (no warnings|1 warning), .*advice$/m);
    // A plan is shown by `plan` only.
    expect(text).toEqual({ ...(await runCommand('plan', 'spec.yaml')), out: '' });
    const json = await rehearse(OPENZFS.replace(from, to), '--json');
    expect([json.code, json.err]).toEqual([exit, '']);
    const { problems } = JSON.parse(json.out) as { problems: unknown[] };
    expect(problems[0]).toMatchObject({ severity: 'error', line: expect.any(Number) as number });
    expect(json).toEqual(await runCommand('plan', 'spec.yaml', '--json'));
  });

  it('refuses targets on this machine, and recommends fsxbench run', async () => {
    const local = readFileSync('experiments/local-disk.yaml', 'utf8');
    const { code, out, err } = await rehearse(local);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^spec\.yaml:\d+:\d+: error: targets: its targets are on this machine \(directory\): /);
    expect(err).toContain('measure them with `npx fsxbench run`');
    const json = JSON.parse((await rehearse(local, '--json')).out) as unknown;
    expect(json).toMatchObject({ problems: [{ code: 'LocalTargets', path: ['targets'] }] });
  });

  it.each([
    ['--calls=no/such/calls.jsonl', 'CallsUnwritable'],
    ['--seed=', 'BadSeed'],
  ])('refuses %s, and leaves no files', async (option, name) => {
    await expect(rehearse(OPENZFS, '--name', 'refused', option)).rejects.toMatchObject({ name, exitCode: 2 });
    expect(existsSync(pathOf('refused'))).toBe(false);
  });
});
