import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { scenarios } from './scenarios';

// Thousands of executions: several times quicker as one bundle in a process of its own than among the other tests.
jest.setTimeout(300_000);

let found: Record<string, string[]>;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-scenarios-'));
  const outfile = join(folder, 'run-all.cjs');
  const entryPoints = [join(__dirname, 'run-all.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  const { stdout, stderr } = spawnSync(process.execPath, ['--max-semi-space-size=64', outfile], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  rmSync(folder, { recursive: true });
  if (stdout === '') throw new Error(`the scenarios ended without a word: ${stderr}`);
  found = JSON.parse(stdout) as Record<string, string[]>;
});

describe('the state machines', () => {
  it.each(scenarios.map(({ name }) => name))('%s', (name) => {
    expect(found[name]).toEqual([]);
  });
});
