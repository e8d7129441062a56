import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { params, TreeHosts } from './tree-hosts';

let host: TreeHosts;
beforeEach(() => {
  host = new TreeHosts();
});
afterEach(() => host.remove());

/** Bytes by path, as the manifest has them. */
function readManifest(tree: string): ReadonlyMap<string, number> {
  const lines = readFileSync(join(tree, 'manifest'), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.split('\t')[1] ?? '', Number(line.split('\t')[0])]));
}

function listPaths(tree: string): readonly string[] {
  const all = readdirSync(join(tree, 'files'), { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

describe('make.sh of tree-copy', () => {
  it('creates the requested files, bytes and directories with log-normal file sizes', () => {
    const asked = params({ files: 2000, size: '20 MB', dirs: 120 });
    expect(host.run('tree', asked)).toMatchObject({ code: 0, stderr: '' });
    // Else the first trial would be measured while the host still writes it.
    expect(host.synced()).toEqual([`-f -- ${host.tree()}.part`]);
    const sizes = [...readManifest(host.tree()).values()].sort((a, b) => a - b);
    expect(sizes).toHaveLength(2000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000_000);
    const files = listPaths(host.tree());
    expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBe(20_000_000);
    for (const [path, size] of readManifest(host.tree()))
      expect(statSync(join(host.tree(), 'files', path)).size).toBe(size);
    // A median of a third of the mean of 10 KB, and a largest file of dozens of it: log-normal.
    expect(sizes[1000]).toBeGreaterThan(2500);
    expect(sizes[1000]).toBeLessThan(4000);
    expect(sizes.at(-1)).toBeGreaterThan(150_000);
    const directories = readdirSync(join(host.tree(), 'files'), { recursive: true, withFileTypes: true });
    expect(directories.filter((one) => one.isDirectory())).toHaveLength(120);
    expect(Math.max(...[...readManifest(host.tree()).keys()].map((path) => path.split('/').length))).toBe(3);
  });

  it('keeps a complete tree, recreates an incomplete one with identical bytes, and uses the seed', () => {
    const hash = () =>
      spawnSync('sh', ['-c', 'find . -type f | sort | xargs cat | sha256sum'], { cwd: join(host.tree(), 'files') })
        .stdout;
    const readMade = () => readFileSync(join(host.tree(), 'made'), 'utf8');
    const getTime = () => statSync(join(host.tree(), 'manifest')).mtimeMs;
    // In the folder of the host, as on a laptop.
    expect(host.run('tree', params()).status?.facts['source']).toContain(join(host.root, 'tree-copy'));
    const [first, time] = [hash().toString(), getTime()];
    // The same on every machine: with mawk and gawk it was this.
    const made = '69092f0ffee70d538b8ec43961c10ad9a3f2ec5768d0bc61c0036d246f4cecb8\n';
    expect(readMade()).toBe(made);
    expect(host.run('tree', params()).code).toBe(0);
    expect(getTime()).toBe(time);
    writeFileSync(join(host.tree(), 'made'), '');
    expect(host.run('tree', params()).code).toBe(0);
    expect(getTime()).toBeGreaterThan(time);
    expect([hash().toString(), readMade()]).toEqual([first, made]);
    expect(existsSync(`${host.tree()}.part`)).toBe(false);
    host.remove();
    host = new TreeHosts();
    host.run('tree', params({ seed: 2 }));
    expect(hash().toString()).not.toBe(first);
    expect(readMade()).not.toBe(made);
  });

  it.each([0, 50, 80, 100])('creates files that compress by %i %', (compressible) => {
    host.run('tree', params({ files: 100, size: '4 MB', compressible }));
    let [bytes, left] = [0, 0];
    for (const path of listPaths(host.tree())) {
      const content = readFileSync(path);
      if (content.length < 4096) continue;
      bytes += content.length;
      left += deflateRawSync(content).length;
    }
    expect(100 * (1 - left / bytes)).toBeGreaterThan(compressible - 3);
    expect(100 * (1 - left / bytes)).toBeLessThan(compressible + 1);
  });

  it.each([
    ['in memory on hosts of the fleet', '0', 'shm/fsxbench-tree-copy'],
    ['in the folder of the host when it would take more than a third of the memory', '900000000000000', 'tree-copy'],
  ])('creates the tree %s', (_, used, source) => {
    host.set({ FSXBENCH_LOCAL: '' });
    host.instead('df', `[[ $* != *used* ]] || { printf 'head\\n${used} 1000000000\\n'; exit; }; exec $REAL "$@"`);
    expect(host.run('tree', params()).status?.facts['source']).toContain(join(host.root, source));
  });

  it('fails with one line and writes nothing when there is too little space', () => {
    host.instead('df', 'printf "head\\n1000\\n"');
    const { code, stderr, status } = host.run('tree', params());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^too little space in \S+ for the source tree: 5 MiB are needed, and 0 MiB are free\n$/);
    expect(status?.facts['problem']).toBe(stderr.trim());
  });

  it('removes the tree of the host, and keeps other trees in shared memory', () => {
    host.run('tree', params());
    const other = join(host.root, 'shm/fsxbench-tree-copy/other');
    mkdirSync(other, { recursive: true });
    const tree = host.tree();
    expect(host.run('remove', params())).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(tree)).toBe(false);
    expect(existsSync(other)).toBe(true);
    expect(host.run('tree', params()).code).toBe(0);
    expect(existsSync(tree)).toBe(true);
  });
});
