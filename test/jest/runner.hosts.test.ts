import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listOpenPaths, listProcesses } from '../../lib/local/processes';
import { until } from '../process-state';

const ROOT = join(__dirname, '../..');
/** To start, a process needs about one second of CPU time. */
const LIMITS = { cpuSeconds: 6, idleSeconds: 5 };

const SPINS = "it('spins', () => { require('node:fs').writeFileSync('spins', ''); for (;;); });";
const BAD: Readonly<Record<string, string>> = {
  'spins.test.ts.js': SPINS,
  'waits.hosts.test.ts.js': `
    const { spawn } = require('node:child_process');
    it('waits', () => {
      for (const detached of [false, true]) spawn('sleep', ['7777'], { detached });
      return new Promise(() => {});
    });`,
  'exits.test.ts.js': "it('exits', () => process.exit(3));",
  'dies.test.ts.js': "it('dies', () => process.kill(process.pid, 'SIGKILL') && new Promise(() => {}));",
};
const GOOD = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`good-${n}.test.ts.js`, "it('is good', () => {});"]));

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fsxbench-runner-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts Jest on these files, with two processes. */
function startJest(files: Readonly<Record<string, string>>): ChildProcess {
  const config = {
    rootDir: folder,
    testMatch: ['**/*.test.ts.js'],
    runner: [join(ROOT, 'test/jest/runner.mjs'), LIMITS],
    setupFilesAfterEnv: [join(ROOT, 'test/jest/guard.mjs')],
    transform: {},
    maxWorkers: 2,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const args = ['--config', JSON.stringify(config), '--json', '--outputFile=report.json'];
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  return spawn(process.execPath, [jest, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Processes that work in the folder. */
const findLeft = () => listProcesses().filter(({ pid }) => listOpenPaths(pid)[0]?.startsWith(folder));

it('fails test files that exceed CPU or idle limits or end their process, and runs the others', async () => {
  const child = startJest({ ...BAD, ...GOOD });
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
  expect(findLeft()).toEqual([]);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  expect(Object.fromEntries(failed.map(({ name, message }) => [name.slice(folder.length + 1), message]))).toEqual({
    'spins.test.ts.js': expect.stringMatching(/it used \d+ CPU seconds; allowed: 6/),
    'waits.hosts.test.ts.js': expect.stringMatching(/it waited \d+ s without using a CPU; allowed: 5/),
    'exits.test.ts.js': expect.stringMatching(/its process ended by exit code 3/),
    'dies.test.ts.js': expect.stringMatching(/its process ended by SIGKILL/),
  });
  expect([code, report.numPassedTests]).toEqual([1, 5]);
  for (const name of Object.keys(BAD)) expect(output).toContain(`FAIL ./${name}`);
});

it('leaves no process after SIGTERM', async () => {
  const child = startJest({ 'spins.test.ts.js': SPINS });
  expect(await until(() => existsSync(join(folder, 'spins')))).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  expect(findLeft()).toEqual([]);
});
