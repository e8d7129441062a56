/** Checks that the tool bundles of a local run are in their folder. */
import { createReadStream } from 'node:fs';
import { machine } from 'node:os';
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatMissing, findMissingTools, listNeededTools, type ToolPlan } from '../aws/admission/tools';
import { UserError } from '../shapes/user-error';
import { getLocalFolders } from './working-folder';
import type { ToolStore } from '../aws/tools/store';
import { FsxbenchError } from '../shapes/errors';
import { getErrorCode } from '../twin/hosts/driver';
import { openFolderStore } from './bucket-folder';
import { readOrNull } from './processes';

/** Identifies the operating system; see os-release(5). */
const OS_RELEASE = '/etc/os-release';

/** @throws UserError `ToolMissing` that names every missing bundle, and how to get it */
export async function requireTools(plan: ToolPlan, cwd: string, release: string = OS_RELEASE): Promise<void> {
  const needed = listNeededTools(plan, () => `${readSystem(release)}-${machine()}`);
  if (needed.length === 0) return;
  const store = openToolFolder(getLocalFolders(cwd).bucket);
  const missing = await findMissingTools(needed, (key) => store.read(key));
  if (missing.length === 0) return;
  const lines = missing.map((tool) => formatMissing(tool, store.where, ' --local'));
  throw new UserError('ToolMissing', `${lines.join('\n')}\nNothing was started.`);
}

/** `<ID>-<VERSION_ID>` of this machine, as in `bundle_system` of `workloads/shell/bundle.sh`. */
export function readSystem(release: string = OS_RELEASE): string {
  const text = readOrNull(release) ?? '';
  const read = (name: string): string => new RegExp(`^${name}=["']?(.*?)["']?$`, 'm').exec(text)?.[1] ?? '';
  const [id, version] = [read('ID'), read('VERSION_ID')];
  const major = /^(rhel|almalinux|rocky|centos)$/.test(id) ? version.replace(/\..*/, '') : version;
  return `${id}-${major}`;
}

/** A tool store in a folder. @param folder `.fsxbench/bucket` of a working directory; created on the first write */
export function openToolFolder(folder: string): ToolStore {
  const objects = openFolderStore(folder, { busy: (work) => work });
  return {
    where: folder,
    list: async (prefix) => (await objects.list(prefix)).map(({ key }) => key),
    read: async (key) => (await objects.get(key))?.text ?? null,
    write: async (key, text) => void (await objects.put(key, text, false)),
    putOnce: async (key, file, sha256) => {
      const target = join(folder, key);
      const part = join(dirname(target), `.${randomUUID()}.part`);
      await mkdir(dirname(target), { recursive: true });
      try {
        await copyFile(file, part);
        const found = await hashFile(part);
        if (found !== sha256) throw new FsxbenchError('BadArchive', `tools: '${file}' changed while it was read`);
        // A hard link is atomic, and never replaces a file.
        await link(part, target);
        return true;
      } catch (error) {
        if (getErrorCode(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(part, { force: true });
      }
    },
  };
}

/** SHA-256 of a file, hex digits. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
