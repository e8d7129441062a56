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

  it('creates identical bytes with equal parameters, and others with another seed', () => {
    const hash = () => spawnSync('sh', ['-c', 'find . -type f | sort | xargs cat | sha256sum'], { cwd: host.tree() });
    host.run('tree', params());
    const [first, made] = [hash().stdout.toString(), readFileSync(join(host.tree(), 'made'), 'utf8')];
    // The same on every machine: with mawk and gawk it was this.
    expect(made).toMatchInlineSnapshot(`
"69092f0ffee70d538b8ec43961c10ad9a3f2ec5768d0bc61c0036d246f4cecb8
"
`);
    host.remove();
    host = new TreeHosts();
    host.run('tree', params());
    expect(hash().stdout.toString()).toBe(first);
    host.remove();
    host = new TreeHosts();
    host.run('tree', params({ seed: 2 }));
    expect(hash().stdout.toString()).not.toBe(first);
    expect(readFileSync(join(host.tree(), 'made'), 'utf8')).not.toBe(made);
  });

  it.each([0, 50, 80, 100])('creates files that compress by %i %', (compressible) => {
    host.run('tree', params({ files: 200, size: '8 MB', compressible }));
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

  it('keeps an existing tree, and recreates an incomplete one', () => {
    host.run('tree', params());
    const made = statSync(join(host.tree(), 'manifest')).mtimeMs;
    expect(host.run('tree', params()).code).toBe(0);
    expect(statSync(join(host.tree(), 'manifest')).mtimeMs).toBe(made);
    writeFileSync(join(host.tree(), 'made'), '');
    expect(host.run('tree', params()).code).toBe(0);
    expect(statSync(join(host.tree(), 'manifest')).mtimeMs).toBeGreaterThan(made);
    expect(existsSync(`${host.tree()}.part`)).toBe(false);
  });

  it('creates the tree in memory on hosts of the fleet, and in the folder of the host on a laptop', () => {
    expect(host.run('tree', params()).status?.facts['source']).toContain(join(host.root, 'tree-copy'));
    host.remove();
    host = new TreeHosts().set({ FSXBENCH_LOCAL: '' });
    host.instead('df', `[[ $* != *used* ]] || { printf 'head\\n0 1000000000\\n'; exit; }; exec $REAL "$@"`);
    expect(host.run('tree', params()).status?.facts['source']).toContain(join(host.root, 'shm/fsxbench-tree-copy'));
  });

  it('uses the folder of the host when the tree would take more than a third of the memory', () => {
    host.set({ FSXBENCH_LOCAL: '' });
    host.instead(
      'df',
      `[[ $* != *used* ]] || { printf 'head\\n900000000000000 1000000000\\n'; exit; }; exec $REAL "$@"`,
    );
    expect(host.run('tree', params()).status?.facts['source']).toContain(join(host.root, 'tree-copy'));
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
