/** Writes `docs/security.md`: `npm run policy`. Takes about two minutes; a test fails where it is outdated. */
import { readFileSync, writeFileSync } from 'node:fs';
import { grantsAsDeployed } from './policy/findings';
import { gather } from './policy/gather';
import { securityPage, unusedGrants } from './policy/page';

const findings = gather();
for (const denial of findings.denials) process.stderr.write(`denied: ${denial}\n`);
const unused = unusedGrants(findings);
for (const grant of unused) process.stderr.write(`unused: ${grant}\n`);
const PAGE = 'docs/security.md';
writeFileSync(PAGE, securityPage(readFileSync(PAGE, 'utf8'), grantsAsDeployed(), findings));
process.exitCode = findings.denials.length + unused.length > 0 ? 1 : 0;
