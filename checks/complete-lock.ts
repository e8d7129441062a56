/**
 * `tsx checks/complete-lock.ts`: adds packages for other platforms to package-lock.json, which npm may omit. Run it
 * after a change of dependencies; tidy reports when it is due.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Lock, missingPlatforms, withPlatforms } from './lock/platforms';

const FILE = 'package-lock.json';

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
const missing = missingPlatforms(lock);
if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(withPlatforms(lock), null, 2)}\n`);
const left = missingPlatforms(JSON.parse(readFileSync(FILE, 'utf8')) as Lock);
console.log(`${missing.length - left.length} packages of other platforms added`);
for (const { name } of left) console.log(`for which platform ${name} is, its name does not say`);
process.exitCode = left.length === 0 ? 0 : 1;
