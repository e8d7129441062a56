/** Tool bundles of executions on this machine: whether those that its hosts need lie in their folder. */
import { readFileSync } from 'node:fs';
import { machine } from 'node:os';
import { missingText, missingTools, type Needing, neededTools } from '../aws/admission/tools';
import { UserError } from '../shapes/user-error';
import { folderStore } from './tool-folder';
import { localFolders } from './working-folder';

/** What tells systems apart; see os-release(5). */
const OS_RELEASE = '/etc/os-release';

/** @throws UserError `ToolMissing` that names every bundle that is not there, and how to get it */
export async function refuseMissingToolsHere(plan: Needing, cwd: string, release: string = OS_RELEASE): Promise<void> {
  const needed = neededTools(plan, () => systemHere(release));
  if (needed.length === 0) return;
  const store = folderStore(localFolders(cwd).bucket);
  const missing = await missingTools(needed, (key) => store.read(key));
  if (missing.length === 0) return;
  const lines = missing.map((tool) => missingText(tool, store.where, ' --local'));
  throw new UserError('ToolMissing', `${lines.join('\n')}\nNothing was started.`);
}

/** As hosts tell it: `bundle_system` of `workloads/shell/bundle.sh`. */
function systemHere(release: string): string {
  const values = new Map(
    textOf(release)
      .split('\n')
      .map((line) => /^(ID|VERSION_ID)=["']?(.*?)["']?$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1], match[2] ?? ''] as const])),
  );
  const [id = '', version = ''] = [values.get('ID'), values.get('VERSION_ID')];
  const major = /^(rhel|almalinux|rocky|centos)$/.test(id) ? version.replace(/\..*/, '') : version;
  return `${id}-${major}-${machine()}`;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
