import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from '../../lib/local/remove-tree';
import { temporaryFolder } from '../temporary';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('fsxbench remove-');
  for (const name of ['outside', 'data/deep/er']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['outside/precious', 'data/deep/file']) writeFileSync(join(folder, name), 'x');
});

it('removes folders, files and links, and keeps the targets of links', async () => {
  symlinkSync(join(folder, 'outside'), join(folder, 'data/link'));
  symlinkSync(join(folder, 'outside'), join(folder, 'link'));
  for (const name of ['data', 'link', 'missing/deep', 'gone']) await removeTree(join(folder, name));
  expect(readdirSync(folder)).toEqual(['outside']);
  expect(readdirSync(join(folder, 'outside'))).toEqual(['precious']);
});

// Mounting needs root: this process has no mount namespace of its own.
const asRoot = process.getuid?.() === 0 ? it : it.skip;

asRoot.each(['data/deep/er', 'data'])('removes nothing through a mount: %s', async (place) => {
  const mounted = spawnSync('mount', ['--bind', join(folder, 'outside'), join(folder, place)]);
  if (mounted.status !== 0) return;
  try {
    await expect(removeTree(join(folder, 'data'))).rejects.toThrow(
      `${join(folder, place)} is still mounted; fsxbench removes nothing through a mount. Unmount it`,
    );
  } finally {
    spawnSync('umount', [join(folder, place)]);
  }
  expect(readdirSync(join(folder, 'outside'))).toEqual(['precious']);
  expect(existsSync(join(folder, 'data/deep/file'))).toBe(true);
  await removeTree(join(folder, 'data'));
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
