/**
 * Writes `docs/security.md` and `docs/deployer-policy.md`: `npm run policy`. Takes about two minutes; tests fail where
 * they are outdated.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBundle } from './bundle';
import { type Findings, grantsAsDeployed } from './policy/findings';
import { deployerPage } from './policy/deployer';
import { securityPage, unusedGrants } from './policy/page';
import { ALL_TYPES, synthesise } from './policy/roles/synthesise';

const findings = gather(process.cwd());
for (const denial of findings.denials) process.stderr.write(`denied: ${denial}\n`);
const unused = unusedGrants(findings);
for (const grant of unused) process.stderr.write(`unused: ${grant}\n`);
const PAGE = 'docs/security.md';
writeFileSync(PAGE, securityPage(readFileSync(PAGE, 'utf8'), grantsAsDeployed(), findings));
const RIGHTS = 'docs/deployer-policy.md';
writeFileSync(RIGHTS, deployerPage(readFileSync(RIGHTS, 'utf8'), Object.values(synthesise(ALL_TYPES))));
process.exitCode = findings.denials.length + unused.length > 0 ? 1 : 0;

/** Runs the executions in a separate process. @throws Error with the output of the process, where it failed */
function gather(root: string): Findings {
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
