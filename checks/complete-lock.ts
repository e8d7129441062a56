/**
 * `tsx checks/complete-lock.ts`: adds packages for other platforms to package-lock.json, which npm may omit, and
 * missing integrity hashes, from the registry. Run it after a change of dependencies; tidy reports when it is due.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { listUnverified, type Lock, missingPlatforms, withIntegrity, withPlatforms } from './lock/platforms';

const FILE = 'package-lock.json';

const before = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
const lock = withPlatforms(before);
const unverified = listUnverified(lock);
const complete = withIntegrity(lock, new Map(unverified.map((path) => [path, fetchIntegrity(path)])));
writeFileSync(FILE, `${JSON.stringify(complete, null, 2)}\n`);
const left = missingPlatforms(complete);
console.log(`${missingPlatforms(before).length - left.length} packages of other platforms added`);
console.log(`${unverified.length - listUnverified(complete).length} integrity hashes added`);
for (const { name } of left) console.log(`for which platform ${name} is, its name does not say`);
process.exitCode = left.length === 0 && listUnverified(complete).length === 0 ? 0 : 1;

/** The hash of exactly this version, by `npm view`. */
function fetchIntegrity(path: string): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const what = `${name}@${String(lock.packages[path]?.version)}`;
  return String(JSON.parse(execFileSync('npm', ['view', what, 'dist.integrity', '--json'], { encoding: 'utf8' })));
}
