/**
 * Installs moto, an emulator of AWS from PyPI (Apache License 2.0), for the tests that compare with another simulation:
 * `npm run moto`. It goes into a folder of the user's cache, pinned with hashes, and is installed once.
 */
import { install } from './moto/install';

try {
  const { python, made } = install();
  process.stdout.write(`moto: ${made ? 'installed for' : 'already installed for'} ${python}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
