import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { BASH, withPieces } from './pieces';

let folder: string;
let outside: string;
beforeEach(() => {
  folder = temporaryFolder('fsxbench remove-');
  outside = join(folder, 'outside');
  for (const name of ['outside', 'data/deep/er', 'other']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['outside/precious', 'data/deep/file', 'data/file', 'other/file'])
    writeFileSync(join(folder, name), 'x');
});

/** In a mount namespace of its own, so that no mount outlives it. */
function run(text: string, env: Readonly<Record<string, string>> = {}) {
  const input = withPieces(['remove'], `cd -- '${folder}'\n${text}`);
  const PATH = process.env['PATH'] ?? '';
  const argv = ['--map-root-user', '--mount', 'bash', ...BASH];
  return spawnSync('unshare', argv, { input, env: { PATH, ...env }, encoding: 'utf8' });
}

it.each(['remove_tree', 'remove_wide'])('deletes folders, files and links, but not what links point to: %s', (name) => {
  symlinkSync(outside, join(folder, 'data/deep/link'));
  symlinkSync(outside, join(folder, 'link'));
  const ran = run(`for one in data other/file link missing/deep gone; do ${name} "$PWD/$one"; done`);
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  expect(readdirSync(folder).sort()).toEqual(['other', 'outside']);
  expect(readdirSync(join(folder, 'other'))).toEqual([]);
  expect(readdirSync(outside)).toEqual(['precious']);
});

describe.each(['remove_tree', 'remove_wide'])('%s of a folder with a mount', (name) => {
  it.each([
    ['a bind mount of the same file system', 'mount --bind outside data/deep/er', 'data/deep/er'],
    ['a mount on the folder itself', 'mount --bind outside data', 'data'],
    ['a mount of another file system', 'mount -t tmpfs none data/deep && : >data/deep/precious', 'data/deep'],
    ['a bind mount of a file', 'mount --bind outside/precious data/file', 'data/file'],
  ])('refuses to delete through %s', (_, mount, place) => {
    const ran = run(`${mount}; ${name} "$PWD/data" || echo "$REMOVE_WHY"; find data | wc -l`);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const [why, found] = ran.stdout.split('\n');
    expect(why).toBe(`${join(folder, place)} is mounted still, and nothing is removed through a mount: unmount it`);
    expect(Number(found)).toBeGreaterThan(1);
    expect(readdirSync(outside)).toEqual(['precious']);
  });
});

it('deletes other folders despite a mount, and the rest after unmounting', () => {
  const ran = run(
    'mount --bind outside data/deep; ! remove_tree "$PWD/data" "$PWD/other"; umount data/deep; ls; ' +
      'remove_tree "$PWD/data"',
  );
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, 'data\noutside\n', '']);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it('deletes nothing when the mount table of the kernel cannot be read', () => {
  const ran = run('remove_tree "$PWD/data" || echo "$REMOVE_WHY"', { FSXBENCH_PROC: folder });
  expect(ran.stdout).toBe('what is mounted cannot be read\n');
  expect(existsSync(join(folder, 'data/file'))).toBe(true);
});
