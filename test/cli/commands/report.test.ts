import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/report';
import type { Plan } from '../../../lib/shapes/plan';
import { getCellsKey, layout, getObservationsKey } from '../../../lib/shapes/layout';
import type { Summary } from '../../../lib/results/summary';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { EVIDENCE_FILE } from '../../../lib/workloads/evidence';
import { makeFixturePlan, makeReceipt } from '../../results/fixture';
import { LOOK, makeSampledHost } from '../../results/trial/two-looks';
import { captureCli } from '../capture-cli';
import cases from './cases.json';

const FIO = readFileSync(join(__dirname, '../../recorded/fio/host-a.json'), 'utf8');
/** IOPS in that output, and when fio wrote it, epoch seconds. */
const { iops } = (JSON.parse(FIO) as { jobs: [{ read: { iops: number } }] }).jobs[0].read;
const WRITTEN = (JSON.parse(FIO) as { timestamp_ms: number }).timestamp_ms / 1000;

/** What a machine leaves that others kept busy. */
const BUSY_LOAD = { cpu: [999, 0, 0, 0, 0, 0, 0, 0], others: { ...LOOK.others, user: 999 } };
const BUSY = makeSampledHost('', BUSY_LOAD).files[0]?.text;

const fio = cases.report.fio;
const params = { ...fio, size: 16_777_216, ramp_time: 0.5, runtime: 1.5, direct: 'auto' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsxbench-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, value: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof value === 'string' ? value : JSON.stringify(value));
}

/** An execution of two cells and three replicates, with raw files of the trials that `measured` names. */
function putExecution(measured: (trial: string) => boolean = () => true): Plan {
  const made = makeFixturePlan({ factors: { target: ['disk', 'memory'] } });
  const plan: Plan = { ...made, cells: made.cells.map((cell) => ({ ...cell, params })) };
  put('plan.json', plan);
  put('spec.yaml', 'experiment: local-disk\n');
  put('receipt.json', { ...makeReceipt(plan), outcome: 'ABORTED' });
  for (const { trial, rig } of plan.trials.filter((one) => measured(one.trial))) {
    const attempt = `raw/${rig}/${trial}/a1`;
    put(`${attempt}/started.json`, { trial, attempt: 1, startedAt: new Date(WRITTEN * 1000 - 2500).toISOString() });
    put(`${attempt}/ended.json`, {
      trial,
      attempt: 1,
      endedAt: new Date(WRITTEN * 1000 + 500).toISOString(),
      steps: [{ name: 'measure', status: 'SUCCEEDED', failed: [] }],
    });
    put(`${attempt}/client-0/measure/raw/fio.json`, FIO);
    const times = { started: WRITTEN - 2.1, ended: WRITTEN };
    put(`${attempt}/client-0/measure/status.json`, { ...cases.report.status, ...times });
  }
  return plan;
}

const readSummary = () => JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Summary;
const catchFailure = async (...args: string[]): Promise<Error> => {
  const { cli } = captureCli(folder);
  return run(cli, args, {}).then(
    () => new Error('nothing was thrown'),
    (error: Error) => error,
  );
};

describe('fsxbench report', () => {
  it('judges trials from raw files, and writes rows, observations, summary and HTML', async () => {
    const plan = putExecution();
    const { cli, out } = captureCli(folder);
    expect(await run(cli, ['.'], {})).toBe(130);
    const keys = layout(plan.experiment, plan.executionId);
    const below = (key: string) => readFileSync(join(folder, key.slice(keys.root.length)), 'utf8');
    const row = JSON.parse(below(keys.row('t0001'))) as TrialRow;
    expect(row).toMatchObject({ trial: 't0001', verdict: 'VALID', attempt: 1, overlap: 1 });
    expect(below(keys.observations('t0001'))).toContain('"scope":"aggregate"');
    const summary = readSummary();
    expect(summary.verdicts.VALID).toBe(6);
    expect(summary.cells[0]?.measures.find(({ metric }) => metric === 'iops')?.statistics?.median).toBeCloseTo(iops, 6);
    expect(below(keys.report)).toContain('<!doctype html>');
    expect(below(keys.report)).toContain('experiment: local-disk');
    expect(out()).toContain('6 VALID of 6 trials');
    expect(out()).toContain('execution ABORTED');
    expect(out()).toContain(`report    ${join('report', 'index.html')}`);
    expect(out().trimEnd().split('\n').length).toBeLessThanOrEqual(13);
  });

  it.each([
    ['inconclusive', 5, 'SUCCEEDED', true, true],
    ['too little', 6, 'SUCCEEDED', true, false],
    ['not clean', 4, 'SUCCEEDED', false, true],
    ['interrupted', 130, 'ABORTED', true, true],
  ] as const)('returns the exit code of the execution: %s, %i', async (_what, code, outcome, clean, measured) => {
    const plan = putExecution(() => measured);
    put('receipt.json', { ...makeReceipt(plan), outcome, clean });
    expect(await run(captureCli(folder).cli, ['.'], {})).toBe(code);
  });

  it('counts HostBusy trials only with --accept HostBusy, and marks the result as exploratory', async () => {
    for (const { rig, trial } of putExecution().trials)
      put(`raw/${rig}/${trial}/a1/client-0/measure/${EVIDENCE_FILE}`, BUSY);
    for (const accept of ['HostBusy', undefined]) {
      await run(captureCli(folder).cli, ['.'], { accept });
      expect(readSummary().trials.filter(({ excludedFor: out }) => out === null)).toHaveLength(accept ? 6 : 0);
      expect(/^Exploratory[:,]/.test(readSummary().answer.headline)).toBe(accept !== undefined);
    }
  });

  it.each([
    ['NOT_RUN', (trial: string) => trial < 't0005', undefined, /\n\nTo settle: \w[^\n]+\n\nWhy .*:\n\n- 2 NOT\\_RUN: /],
    ['SUSPECT', () => true, BUSY, /\n- 6 SUSPECT: HostBusy: [^\n]+\. To do: Stop other processes/],
    ['VALID', () => true, undefined, /6 VALID of 6 trials; cleanup verified; execution `/],
  ])('prints a Markdown summary for a pull request with %s trials', async (_what, measured, busy, pattern) => {
    const plan = putExecution(measured);
    const metrics = { ...plan.metrics, iops: { ...plan.metrics['iops'], words: 'a | b <b>' } };
    put('plan.json', { ...plan, metrics, question: 'Is <b>it</b> @you | fast\u202e\u2066\u061c\u001b?' });
    for (const { rig, trial } of busy === undefined ? [] : plan.trials)
      put(`raw/${rig}/${trial}/a1/client-0/measure/${EVIDENCE_FILE}`, busy);
    const { cli, out } = captureCli(folder);
    await run(cli, ['.'], { format: 'markdown' });
    expect(out()).toMatch(/^### local-disk: [^\n]*\n\n\*\*[^\n]+\*\*\n(?:\n?- [^\n]+\n)*\n\| configuration \|/);
    expect(out()).toMatch(/ typical a \\\| b \\<b\\> \|[^\n]*\n\| --- \| --- \|[^\n]*\n(\| [^\n]+ \|\n){2}\n/);
    expect(out()).toMatch(pattern);
    expect(out()).not.toMatch(/[^\\][<@]|[\u202e\u2066\u061c\u001b]/);
    await expect(run(cli, ['.'], { format: 'pdf' })).rejects.toThrow("--format: found 'pdf'; allowed: text, markdown");
  });

  it('removes role ARNs and account ids from AWS error messages', async () => {
    const { experiment, executionId, rigs } = putExecution(() => false);
    const keys = layout(experiment, executionId);
    const reason = { code: 'AccessDenied', text: 'role arn:aws:iam::123456789012:role/rig may not' };
    for (const { rig } of rigs)
      put(keys.rigOutcome(rig).slice(keys.root.length), { rig, status: 'FAILED', reason, marks: [] });
    await run(captureCli(folder).cli, ['.'], {});
    const page = readFileSync(join(folder, 'report/index.html'), 'utf8');
    expect([page.includes('role arn:… may not'), page.includes('123456789012')]).toEqual([true, false]);
  });

  it('writes its observations to the tables, identically when the folder was copied into another bucket', async () => {
    const plan = putExecution();
    await run(captureCli(folder).cli, ['.'], {});
    const observed = gunzipSync(readFileSync(join(folder, getObservationsKey(plan)))).toString('utf8');
    expect(observed).toBe(
      plan.trials.map(({ trial }) => readFileSync(join(folder, `observations/${trial}.jsonl`), 'utf8')).join(''),
    );
    const place = join(folder, 'bucket', layout(plan.experiment, plan.executionId).root);
    const copied = ['plan.json', 'raw', 'rigs', 'receipt.json'].filter((name) => existsSync(join(folder, name)));
    for (const name of copied) cpSync(join(folder, name), join(place, name), { recursive: true });
    await run(captureCli(folder).cli, [place], {});
    for (const key of [getObservationsKey(plan), getCellsKey(plan)])
      expect(readFileSync(join(folder, 'bucket', key))).toEqual(readFileSync(join(folder, key)));
    expect(existsSync(join(place, 'observations/v1'))).toBe(false);
  });

  it('returns INVALID with RawTooLarge for a raw file above 256 MiB', async () => {
    const { trials } = putExecution();
    const { rig, trial } = trials[0]!;
    for (const [index, command] of ['measure', 'layout'].entries()) {
      put(`raw/${rig}/${trials[index]!.trial}/a1/client-0/${command}/raw/core`, '');
      truncateSync(join(folder, `raw/${rig}/${trials[index]!.trial}/a1/client-0/${command}/raw/core`), 3 * 2 ** 30);
    }
    await run(captureCli(folder).cli, ['.'], {});
    expect(readSummary().verdicts).toMatchObject({ VALID: 5, INVALID: 1 });
    const text = 'client-0/measure/raw/core has 3072 MiB; fsxbench does not read files above 256 MiB';
    const { reasons } = readSummary().trials.find((one) => one.trial === trial)!;
    expect(reasons[0]).toEqual({ level: 'invalid', code: 'RawTooLarge', text });
  });

  it('writes a NOT_RUN row with ExecutionStopped for a trial without raw files', async () => {
    putExecution((trial) => trial !== 't0006');
    await run(captureCli(folder).cli, ['.'], {});
    const summary = readSummary();
    expect(summary.verdicts).toMatchObject({ VALID: 5, NOT_RUN: 1 });
    expect(summary.trials[5]?.reasons[0]).toMatchObject({ code: 'ExecutionStopped' });
    expect(summary.trials[5]?.reasons[0]?.text).toContain('ABORTED');
  });

  it('replaces rows and summary of an earlier report', async () => {
    putExecution();
    put('rows/t0001.json', '{"verdict":"INVALID"}');
    put('summary.json', 'old');
    await run(captureCli(folder).cli, ['.'], {});
    expect(readFileSync(join(folder, 'rows/t0001.json'), 'utf8')).toContain('"VALID"');
    expect(readSummary().schemaVersion).toBe(1);
  });

  it('prints one document with --json', async () => {
    putExecution();
    const { cli, out } = captureCli(folder);
    await run(cli, ['.'], { json: true });
    const printed = JSON.parse(out()) as { executionId: string; report: string; summary: Summary };
    expect(printed).toMatchObject({ executionId: 'e1', report: join('report', 'index.html') });
    expect(printed.summary.trials).toHaveLength(6);
  });
});

describe('fsxbench report without raw files', () => {
  /** Every file below the folder, with its text. */
  const files = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path, readFileSync(path, 'utf8')]),
    );

  it.each([
    ['the plan', true, false],
    ['the summary', false, true],
  ])('throws Rehearsed and changes no file when %s is marked as simulated', async (_who, ofPlan, ofSummary) => {
    const plan = putExecution(() => false);
    put('plan.json', { ...plan, simulated: ofPlan });
    put('summary.json', { simulated: ofSummary, trials: [] });
    const before = files();
    const error = await catchFailure('.');
    expect(error).toMatchObject({ name: 'Rehearsed', exitCode: 2 });
    expect(error.message).toContain('Rehearse it again: npx fsxbench rehearse SPEC --name e1');
    expect(files()).toEqual(before);
  });

  it.each([
    ['of all trials', 'raw', '6 of 6'],
    ['of one trial', 'raw/r1/t0001', '1 of 6'],
    ['the fio output of one trial', 'raw/r1/t0001/a1/client-0/measure/raw/fio.json', '1 of 6'],
  ])('throws RawMissing and changes no file when raw files are missing: %s', async (_what, gone, count) => {
    putExecution();
    await run(captureCli(folder).cli, ['.'], {});
    rmSync(join(folder, gone), { recursive: true });
    const before = files();
    const error = await catchFailure('.');
    expect(error).toMatchObject({ name: 'RawMissing', exitCode: 2 });
    expect(error.message).toMatch(new RegExp(`^\\.: raw files of ${count} trials are missing, e\\.g\\. raw/r1/t0001/`));
    expect(files()).toEqual(before);
    // The way out that it names.
    rmSync(join(folder, 'summary.json'));
    expect(await run(captureCli(folder).cli, ['.'], {})).toBe(130);
    expect(readSummary().verdicts.VALID).toBe(6 - Number(count[0]));
  });

  it('throws RawMissing also for a trial whose output had no numbers', async () => {
    putExecution();
    put('raw/r1/t0001/a1/client-0/measure/raw/fio.json', '{}');
    await run(captureCli(folder).cli, ['.'], {});
    expect(readSummary().trials[0]).toMatchObject({ files: [], attempt: 1 });
    rmSync(join(folder, 'raw/r1/t0001'), { recursive: true });
    expect((await catchFailure('.')).message).toContain('raw files of 1 of 6 trials are missing');
  });

  it('writes the report again when the trial without raw files never started', async () => {
    putExecution((trial) => trial !== 't0006');
    await run(captureCli(folder).cli, ['.'], {});
    expect(await run(captureCli(folder).cli, ['.'], {})).toBe(130);
  });
});

describe('fsxbench report of a wrong folder', () => {
  it('throws NoExecution, and suggests the right folder', async () => {
    const missing = await catchFailure('nowhere');
    expect(missing).toBeInstanceOf(UserError);
    expect(missing).toMatchObject({ name: 'NoExecution', exitCode: 2 });
    expect(missing.message).toContain('nowhere: folder not found');
    put('local-disk/e1/plan.json', '{}');
    expect((await catchFailure('.')).message).toContain(
      `plan.json is missing. Name the folder of one execution: ${join('local-disk', 'e1')}`,
    );
    mkdirSync(join(folder, 'empty'));
    expect((await catchFailure('empty')).message).toContain('.fsxbench/bucket/executions/<experiment>/<executionId>');
  });

  it.each(cases.report.badPlans)('throws PlanUnreadable when plan.json contains %s', async (text, message) => {
    put('plan.json', text);
    expect(await catchFailure('.')).toMatchObject({ name: 'PlanUnreadable', exitCode: 2 });
    expect((await catchFailure('.')).message).toContain(message);
  });

  it('writes no rows when the workload kind is unknown', async () => {
    const plan = putExecution();
    put('plan.json', { ...plan, spec: { ...plan.spec, workloads: { fio: { kind: 'bonnie' } } } });
    expect((await catchFailure('.')).message).toContain("trial t0001 has the unknown workload kind 'bonnie'");
    expect(existsSync(join(folder, 'rows'))).toBe(false);
  });
});
