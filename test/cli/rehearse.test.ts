import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../../lib/cli/program';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { LUSTRE, OPENZFS } from '../twin/rehearsal/specs';
import { captured } from './captured';

/** With enough replicates for an answer. */
const ANSWERED = OPENZFS.replace('replicates: 1', 'replicates: 3').replace(
  'prefer: highest',
  'atLeast: 100, prefer: cheapest',
);

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-rehearse-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function rehearsed(spec: string, ...options: string[]): Promise<{ code: number; out: string; err: string }> {
  writeFileSync(join(cwd, 'spec.yaml'), spec);
  const { cli, out, err } = captured(cwd);
  const code = await main(cli, ['rehearse', 'spec.yaml', ...options]);
  return { code, out: out(), err: err() };
}

/** Checks requests against AWS's own service models, where it stands beside the checkout and botocore is there. */
const models = join(process.env['FSXBENCH_SHARED'] ?? resolve(process.cwd(), '../shared'), 'checks/aws-models');
const python = process.env['FSXBENCH_PYTHON'] ?? 'python3';
const checkable = existsSync(models) && spawnSync(python, ['-c', 'import botocore'], { encoding: 'utf8' }).status === 0;

describe('fsxbench rehearse', () => {
  it('prints cost, time and the proof, and where the report is', async () => {
    const { code, out, err } = await rehearsed(ANSWERED, '--name', 'small-1');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('SIMULATED: ');
    expect(out).toMatch(/^receipt +clean: nothing is left of \d+ resources?$/m);
    for (const line of ['paid', 'phases', 'idle', 'time', 'machines'])
      expect(out).toMatch(new RegExp(`^${line} +\\S`, 'm'));
    const report = /^report +(\S+)$/m.exec(out)?.[1] ?? '';
    expect(report).toBe('.fsxbench/rehearsals/executions/small-openzfs/small-1/report/index.html');
    const html = readFileSync(join(cwd, report), 'utf8');
    expect(html).toContain('SIMULATED');
    for (const name of ['summary.json', 'plan.json', 'receipt.json'])
      expect(existsSync(join(cwd, '.fsxbench/rehearsals/executions/small-openzfs/small-1', name))).toBe(true);
  });

  it('prints one JSON document, and every call of the execution into a file', async () => {
    const { code, out, err } = await rehearsed(LUSTRE, '--json', '--calls', 'calls.jsonl', '--seed', 'a');
    // One replicate answers nothing.
    expect([code, err]).toEqual([1, '']);
    const found = JSON.parse(out) as Record<string, unknown>;
    expect(found).toMatchObject({
      simulated: true,
      executionId: 'rehearsal',
      outcome: 'SUCCEEDED',
      verdicts: { VALID: 3, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 },
      receipt: { clean: true, left: [] },
      complaints: [],
      cost: { maxUsd: 20, unknown: [] },
    });
    expect(found['note']).toMatch(/nothing was created, measured or paid/);
    const lines = readFileSync(join(cwd, 'calls.jsonl'), 'utf8').trimEnd().split('\n');
    const calls = lines.map((line) => JSON.parse(line) as CallRecord);
    expect(calls[0]).toMatchObject({ time: '2026-01-01T00:00:00.000Z', service: 'sfn', action: 'StartExecution' });
    // What the command itself reads afterwards is no call of the execution.
    expect(calls.slice(1).filter(({ role }) => role === 'command-line')).toEqual([]);
    expect(calls.filter(({ action }) => action === 'CreateFileSystem')).toHaveLength(2);
    for (const one of calls) expect('output' in one || 'error' in one).toBe(true);
  });

  (checkable ? it : it.skip)(
    `makes requests that AWS's own models take${checkable ? '' : ' (skipped: no models)'}`,
    async () => {
      for (const [index, spec] of [LUSTRE, OPENZFS].entries()) {
        await rehearsed(spec, '--json', '--calls', `${index}.jsonl`);
        const { status, stdout } = spawnSync(python, [models, join(cwd, `${index}.jsonl`)], { encoding: 'utf8' });
        expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^\d{3,} calls, 0 bad$/)]);
      }
    },
  );

  it('begins when it is told to', async () => {
    const { out } = await rehearsed(OPENZFS, '--start', '2027-05-06T07:08:09Z', '--json', '--calls', 'calls.jsonl');
    expect(readFileSync(join(cwd, 'calls.jsonl'), 'utf8')).toMatch(/^\{"time":"2027-05-06T07:08:09\.000Z"/);
    expect(out).toContain('2027-05-06T');
    await expect(rehearsed(OPENZFS, '--start', 'soon')).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('a rehearsal that is refused', () => {
  it('has exit code 3 where the budget is too small, and says by how much', async () => {
    const { code, out, err } = await rehearsed(OPENZFS.replace('maxUsd: 20', 'maxUsd: 0.1'));
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/estimate is 0\.\d+ USD; allowed by this spec: 0\.1 USD/);
    expect(err).not.toMatch(/^ +at /m);
  });

  it('has exit code 2 where the spec is wrong', async () => {
    const { code, out, err } = await rehearsed(OPENZFS.replace('SINGLE_AZ_1', 'SINGLE_AZ_9'));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('SINGLE_AZ_9');
    expect(err).not.toMatch(/^ +at /m);
  });
});
