/** Temporary folders that exist as long as the test file that creates them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
const lasting: string[] = [];
/** The test file that owns them: this module is loaded once for many. */
let owner: string | undefined;
process.on('exit', () => {
  removeFolders();
  for (const folder of lasting) rmSync(folder, { recursive: true, force: true });
});

/** A new folder. @param prefix of its name */
export function temporaryFolder(prefix: string): string {
  const { testPath } = expect.getState();
  if (testPath !== owner) removeFolders();
  owner = testPath;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}

/** A new folder that exists as long as the process, for data shared by many test files. */
export function processFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  lasting.push(folder);
  return folder;
}

function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
