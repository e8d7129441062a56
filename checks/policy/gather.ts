/** Runs the checks in a separate process. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeBundle } from '../bundle';
import type { Findings } from './findings';

/** @throws Error with the output of the process, where it failed */
export function gather(root: string = process.cwd()): Findings {
  const imports = {
    [join(root, 'test/machines/scenarios')]: 'executionScenarios',
    [join(root, 'test/machines/stage')]: 'audience',
    [join(root, 'checks/policy/findings')]: 'printFindings',
  };
  const last =
    'printFindings(executionScenarios, audience).catch((error) => { console.error(error); process.exitCode = 1; });';
  const { file, remove } = makeBundle(root, imports, last);
  try {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--max-semi-space-size=64', file], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(`the policies could not be judged: ${stderr}`);
    return JSON.parse(stdout) as Findings;
  } finally {
    remove();
  }
}
