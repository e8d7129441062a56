/** Runs the checks in a separate process: thousands of executions are far faster as one bundle. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Findings } from './findings';

/** @throws Error with the output of the process, where it failed */
export function gather(root: string = process.cwd()): Findings {
  // Below node_modules, where packages outside of the bundle are found.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fsxbench-policy-'));
  try {
    const outfile = join(folder, 'witness.cjs');
    const from = (path: string): string => JSON.stringify(join(root, path));
    const contents = [
      `import { scenarios } from ${from('test/machines/scenarios')};`,
      `import { audience } from ${from('test/machines/stage')};`,
      `import { printFindings } from ${from('checks/policy/findings')};`,
      'printFindings(scenarios, audience).catch((error) => { console.error(error); process.exitCode = 1; });',
    ].join('\n');
    buildSync({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      packages: 'external',
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
    });
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--max-semi-space-size=64', outfile], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(`the policies could not be judged: ${stderr}`);
    return JSON.parse(stdout) as Findings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
