/** The lock can be installed from, on every platform. */
import { type Lock, missingPlatforms } from '../lock/platforms';
import type { Fault, Source } from './source';

/** Packages that `npm ci` would miss in package-lock.json. */
export function lockFaults(source: Source): Fault[] {
  if (source.path !== 'package-lock.json') return [];
  const missing = missingPlatforms(JSON.parse(source.text) as Lock);
  if (missing.length === 0) return [];
  const some = missing.slice(0, 3).map(({ name }) => name);
  const message = `lacks ${missing.length} packages of other platforms (${some.join(', ')}, …), and npm ci refuses it`;
  return [{ path: source.path, line: 1, message: `${message}; run: npx tsx checks/complete-lock.ts` }];
}
