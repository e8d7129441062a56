import { gunzipSync } from 'node:zlib';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../../lib/cli/program';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { LUSTRE, OPENZFS } from '../../twin/rehearsal/specs';
import { captureCli } from '../capture-cli';

/** With enough replicates for an answer. */
const ANSWERED = OPENZFS.replace('replicates: 1', 'replicates: 4').replace(
  'prefer: highest',
  'atLeast: 100, prefer: cheapest',
);

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-rehearse-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function rehearse(spec: string, ...options: string[]): Promise<{ code: number; out: string; err: string }> {
  writeFileSync(join(cwd, 'spec.yaml'), spec);
  const { cli, out, err } = captureCli(cwd);
  const code = await main(cli, ['rehearse', 'spec.yaml', ...options]);
  return { code, out: out(), err: err() };
}

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
    const report = /^report +(\S+)$/m.exec(out)?.[1] ?? '';
    expect(report).toBe('.fsxbench/rehearsals/executions/small-openzfs/small-1/report/index.html');
    const html = readFileSync(join(cwd, report), 'utf8');
    expect(html).toContain('SIMULATED');
    for (const name of ['summary.json', 'plan.json', 'receipt.json'])
      expect(existsSync(join(cwd, '.fsxbench/rehearsals/executions/small-openzfs/small-1', name))).toBe(true);
    const table = join(cwd, '.fsxbench/rehearsals/observations/v1/sim=1/day=2026-01-01/small-openzfs.small-1.jsonl.gz');
    const rows = gunzipSync(readFileSync(table)).toString('utf8').trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.includes('"simulated":true'))).toEqual([]);
  });

  it('prints one JSON document, and writes every API call to the file of --calls', async () => {
    const { code, out, err } = await rehearse(LUSTRE, '--json', '--calls', 'calls.jsonl', '--seed', 'a');
    // One replicate in each of two periods: two trials of the one without stages, one of each stage.
    expect([code, err]).toEqual([5, '']);
    const found = JSON.parse(out) as Record<string, unknown>;
    expect(found).toMatchObject({
      simulated: true,
      executionId: 'rehearsal',
      outcome: 'SUCCEEDED',
      verdicts: { VALID: 4, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 },
      receipt: { clean: true, remaining: [] },
      complaints: [],
      cost: { region: 'us-east-1', maxUsd: 20, unknown: [] },
    });
    expect(found['note']).toMatch(/nothing was created, measured or billed/);
    const lines = readFileSync(join(cwd, 'calls.jsonl'), 'utf8').trimEnd().split('\n');
    const calls = lines.map((line) => JSON.parse(line) as CallRecord);
    expect(calls[0]).toMatchObject({ time: '2026-01-01T00:00:00.000Z', service: 'sfn', action: 'StartExecution' });
    // What the command itself reads afterwards is no call of the execution.
    expect(calls.slice(1).filter(({ role }) => role === 'command-line')).toEqual([]);
    expect(calls.filter(({ action }) => action === 'CreateFileSystem')).toHaveLength(2);
    for (const one of calls) expect('output' in one || 'error' in one).toBe(true);
  });

  it('exits 0 without an answer when the spec has no decide', async () => {
    const spec = OPENZFS.replace(/^(question|decide): .*\n/gm, '');
    const { code, out } = await rehearse(spec, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ answer: { outcome: null, met: null, winner: null, ranking: [] } });
    const text = await rehearse(spec, '--name', 'described');
    expect([text.code, text.out]).toEqual([0, expect.stringContaining('No question set (decide): 2 ')]);
    const page = readFileSync(
      join(cwd, '.fsxbench/rehearsals/executions/small-openzfs/described/report/index.html'),
      'utf8',
    );
    expect(page).toContain('<h1>small-openzfs: what is the effect of stage?</h1>');
    expect(page).not.toContain('<section id="ranking">');
  });
});

describe('fsxbench rehearse with several specs', () => {
  const rehearseAll = async (
    specs: Readonly<Record<string, string>>,
    ...options: string[]
  ): ReturnType<typeof rehearse> => {
    for (const [file, spec] of Object.entries(specs)) writeFileSync(join(cwd, file), spec);
    const { cli, out, err } = captureCli(cwd);
    const code = await main(cli, ['rehearse', ...Object.keys(specs), ...options]);
    return { code, out: out(), err: err() };
  };

  it('prints cost, measuring time, cleanup and answer per spec, and exits with the worst code', async () => {
    const specs = { 'first.yaml': ANSWERED, 'second.yaml': LUSTRE };
    const text = await rehearseAll(specs, '--name', 'several');
    const blocks = text.out.trimEnd().split('\n\n');
    // 5: the Lustre spec has too few replicates to be decided.
    expect([text.code, blocks.map((block) => block.split('\n')[0])]).toEqual([
      5,
      ['small-openzfs, first.yaml', 'small-lustre, second.yaml'],
    ]);
    for (const block of blocks) {
      expect(block).toMatch(/\nwould cost +\$\d.*\nmeasuring +\d[\d.]*% of the time that rigs exist\ncleanup +/);
      expect(block).toMatch(/\ncleanup +verified: (\d+) of \1 resources deleted\n/);
      expect(block).toMatch(/^small-\S+, \S+\nsimulated figures, not a measurement: \d+ VALID.*\nwould cost .*/);
      expect(block).toMatch(/\nreport +\S+$/);
      expect(block).not.toMatch(/^(at most|by phase|prices)/m);
    }
    const json = await rehearseAll(specs, '--name', 'several-json', '--json');
    expect(JSON.parse(json.out)).toMatchObject([
      { result: { experiment: 'small-openzfs' } },
      { result: { experiment: 'small-lustre' } },
    ]);
  });

  it('refuses all specs when one has a mistake, and names all mistakes', async () => {
    const wrong = OPENZFS.replace('SINGLE_AZ_1', 'SINGLE_AZ_9');
    const specs = { 'first.yaml': ANSWERED, 'second.yaml': wrong, 'third.yaml': wrong };
    const { code, out, err } = await rehearseAll(specs, '--name', 'none');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/second\.yaml:6:21: error: .*SINGLE_AZ_9[^]*third\.yaml:6:21: error: /);
    expect(existsSync(join(cwd, '.fsxbench/rehearsals/executions/small-openzfs/none'))).toBe(false);
  });

  it('refuses two files of the same experiment', async () => {
    await expect(rehearseAll({ 'first.yaml': OPENZFS, 'second.yaml': OPENZFS })).rejects.toMatchObject({
      name: 'BadOption',
      message: expect.stringContaining("second.yaml: another file is also of experiment 'small-openzfs'") as string,
    });
  });
});

describe('additional output of fsxbench rehearse', () => {
  it('prints the advice of validate on stderr, and includes it in the JSON', async () => {
    const text = await rehearse(LUSTRE, '--name', 'advised');
    const { cli, out } = captureCli(cwd);
    await main(cli, ['validate', 'spec.yaml', '--json']);
    const { problems } = JSON.parse(out()) as { problems: { code: string; path: string[]; line: number }[] };
    expect(problems.length).toBeGreaterThan(0);
    for (const { code, path, line } of problems) {
      expect(text.err).toContain(`[${code}]`);
      expect(text.err).toMatch(
        new RegExp(`:${line}:\\d+: \\w+: ${path.join('.')}: |${path.join('.')} \\(line ${line}\\)`),
      );
    }
    const json = await rehearse(LUSTRE, '--name', 'advised-json', '--json');
    expect(json.err).toBe('');
    expect(JSON.parse(json.out)).toMatchObject({ problems });
  });

  it('prints a note when it replaces an earlier rehearsal of the same name', async () => {
    const note = "note: this replaced the earlier rehearsal 'twice' of small-openzfs; use --name to keep both\n";
    const first = await rehearse(OPENZFS, '--name', 'twice');
    const folder = join(cwd, '.fsxbench/rehearsals/executions/small-openzfs/twice');
    const report = readFileSync(join(folder, 'report/index.html'), 'utf8');
    writeFileSync(join(folder, 'report/index.html'), 'old');
    const second = await rehearse(OPENZFS, '--name', 'twice');
    expect([first.err.includes('replaced'), second.err]).toEqual([false, `${first.err}${note}`]);
    expect(readFileSync(join(folder, 'report/index.html'), 'utf8')).toBe(report);
    expect(second.out).toBe(first.out);
  });
});

describe('fsxbench rehearse of a refused spec', () => {
  /** What `plan` says of the spec that was rehearsed last. */
  const runPlan = async (...options: string[]): Promise<{ code: number; out: string; err: string }> => {
    const { cli, out, err } = captureCli(cwd);
    return { code: await main(cli, ['plan', 'spec.yaml', ...options]), out: out(), err: err() };
  };

  it.each([
    [
      'a budget that is too small',
      'maxUsd: 20',
      'maxUsd: 0.1',
      3,
      /spec\.yaml:17:19: error: .* estimate of \d\.\d+ USD is above the budget of 0\.1 USD /,
    ],
    [
      'a time that is too short',
      'maxHours: 8',
      'maxHours: 0.2',
      3,
      /spec\.yaml:17:33: error: .* duration of [\d.]+ hours is above the limit of 0\.2 /,
    ],
    ['a mistake', 'SINGLE_AZ_1', 'SINGLE_AZ_9', 2, /spec\.yaml:6:21: error: .*SINGLE_AZ_9/],
  ])('prints the errors of fsxbench plan for %s', async (_what, from, to, exit, says) => {
    const spec = OPENZFS.replace(from, to);
    const text = await rehearse(spec);
    expect([text.code, text.out]).toEqual([exit, '']);
    expect(text.err).toMatch(says);
    expect(text.err).toMatch(/^spec\.yaml: 1 error, (no warnings|1 warning), .*advice$/m);
    // A plan is shown by `plan` only.
    expect(text).toEqual({ ...(await runPlan()), out: '' });
    const json = await rehearse(spec, '--json');
    expect([json.code, json.err]).toEqual([exit, '']);
    const { problems } = JSON.parse(json.out) as { problems: unknown[] };
    expect(problems[0]).toMatchObject({ severity: 'error', line: expect.any(Number) as number });
    expect(json).toEqual(await runPlan('--json'));
  });

  it('refuses targets on this machine, and recommends fsxbench run', async () => {
    const local = readFileSync('experiments/local-disk.yaml', 'utf8');
    const { code, out, err } = await rehearse(local);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^spec\.yaml:\d+:\d+: error: targets: its targets are on this machine \(directory\): /);
    expect(err).toContain('measure them with `npx fsxbench run`');
    const json = await rehearse(local, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ problems: [{ code: 'LocalTargets', path: ['targets'] }] });
  });

  it.each([
    [['--calls', 'no/such/calls.jsonl'], 'CallsUnwritable'],
    [['--seed='], 'BadSeed'],
  ])('refuses %j, and leaves no files', async (options, name) => {
    const refused = rehearse(OPENZFS, '--name', 'refused', ...options);
    await expect(refused).rejects.toMatchObject({ name, exitCode: 2 });
    expect(existsSync(join(cwd, '.fsxbench/rehearsals/executions/small-openzfs/refused'))).toBe(false);
  });
});
