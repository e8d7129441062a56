import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { TREE_COPY_RESULT, type TreeCopyOutput } from '../../../lib/workloads/tree-copy/parse';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import { params, type Ran, TreeHosts } from './tree-hosts';

let host: TreeHosts;
const maker = new TreeHosts();
beforeAll(() => expect(maker.run('tree', params()).code).toBe(0));
afterAll(() => maker.remove());
beforeEach(() => {
  host = new TreeHosts().adopt(maker);
});
afterEach(() => host.remove());

function outputOf({ raw }: Ran): TreeCopyOutput {
  const read = readOutput(TREE_COPY_RESULT, raw.files.find(({ name }) => name === 'raw/tree-copy.json')?.text ?? '');
  if ('problem' in read) throw new Error(read.problem);
  return read.output;
}

/** Codes of the reasons that no busy machine can cause. */
const codes = ({ raw }: Ran) =>
  treeCopy
    .judge(readHosts(treeCopy, [raw], params()), [raw], params())
    .flatMap(({ level, code }) => (level === 'invalid' ? [code] : []));

describe('layout.sh', () => {
  it('makes all directories and no file in a new folder, and reads the tree', () => {
    expect(host.run('layout', params())).toMatchObject({ code: 0, stderr: '' });
    const made = readdirSync(join(host.copies, 't0001.a1'), { recursive: true, withFileTypes: true });
    expect(made).toHaveLength(60);
    expect(made.every((one) => one.isDirectory())).toBe(true);
  });

  it('removes earlier copies only where room is needed: a copy soon after, on ext4, takes ten times as long', () => {
    const df = (free: number) => host.instead('df', `printf "head\\n100000000 ${free}\\n"`);
    df(30_000_000);
    host.trial(params());
    expect(host.run('layout', params(), 't0002.a1').status?.facts['removedCopies']).toBe('0');
    // 100 MB, of which less than a fifth stays free.
    df(20_000_000);
    expect(host.run('layout', params(), 't0003.a1').status?.facts['removedCopies']).toBe('2');
    expect(readdirSync(host.copies)).toEqual(['t0003.a1']);
  });

  it('says how much is missing where not even one copy fits', () => {
    host.instead('df', 'printf "head\\n100000000 1000000\\n"');
    const { code, stderr } = host.run('layout', params());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^too little space in \S+: 4 MiB more are needed for one copy of each host\n$/);
  });

  it('writes nothing where the storage is not there', () => {
    rmSync(join(host.root, 'volumes/c1/client-0'), { recursive: true });
    const { code, stderr } = host.run('layout', params());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cannot write below \S+\/volumes\/c1: is it mounted, and writable\?\n$/);
    expect(readdirSync(join(host.root, 'volumes/c1'))).toEqual([]);
  });

  it('says that nobody has made the tree', () => {
    host.remove();
    host = new TreeHosts();
    expect(host.run('layout', params()).stderr).toBe(
      'the source tree f600-b3000000-d60-c50-s1 is missing on this host\n',
    );
  });
});

describe('copy.sh', () => {
  it('copies every file with its content, and says who took how long', () => {
    const ran = host.trial(params());
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const output = outputOf(ran);
    expect(output).toMatchObject({
      requested: { files: 600, bytes: 3_000_000, workers: 3 },
      found: { files: 600, bytes: 3_000_000, right: 600 },
    });
    expect(output.workers.map(({ worker, files, rc }) => [worker, files, rc])).toEqual([
      [0, 200, 0],
      [1, 200, 0],
      [2, 200, 0],
    ]);
    expect(output.workers.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3_000_000);
    expect(output.copied).toBe(Math.max(...output.workers.map(({ ended }) => ended)));
    const from = join(host.tree(), 'files');
    for (const one of readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
      const path = join(one.parentPath, one.name);
      const copy = path.replace(from, join(host.copies, 't0001.a1'));
      expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
    }
    expect(ran.status).toMatchObject({ tool: 'cp', rc: 0 });
    expect(ran.status?.version).toMatch(/^cp \(GNU coreutils\) \d/);
    expect(ran.status?.argv.slice(0, 3)).toEqual(['cp', '--reflink=never', '--parents']);
    expect(Number(ran.status?.facts['readFromDisks'])).toBeLessThan(1_000_000);
    expect(existsSync(join(host.root, 'tree-copy/copying'))).toBe(false);
    expect(codes(ran)).toEqual([]);
    // The folders before the time, then all volumes of the rig, and the copy at its end.
    const copy = `-f -- ${join(host.copies, 't0001.a1')}`;
    expect(host.synced()).toEqual([copy, `-f -- ${join(host.root, 'volumes/c1/')}`, copy]);
    expect(ran.status?.facts).toMatchObject({ synced: 'yes', removedCopies: '0' });
    expect(ran.status?.facts['caches']).toMatch(/^kept: a host on this machine/);
    expect(Number(ran.status?.facts['sourceSeconds'])).toBeGreaterThan(0);
  });

  it('tells what else the machine did: a copy that ends before the first look has nothing to tell', () => {
    // A copy of so few files may be over before a busy machine has looked once.
    host.instead('cp', 'sleep 3; exec $REAL "$@"');
    expect(host.trial(params()).raw.files.map(({ name }) => name)).toContain('raw/evidence.json');
  });

  it('begins at the agreed instant', () => {
    host.run('layout', params());
    const at = Date.now() / 1000 + 1;
    const ran = host.run('measure', params(), 't0001.a1', at.toFixed(3));
    const output = outputOf(ran);
    expect(output.began).toBeGreaterThanOrEqual(at - 0.001);
    expect(ran.status?.started).toBe(output.began);
    const [window] = readHosts(treeCopy, [ran.raw], params()).windows;
    expect(window).toEqual({ host: 'client-0', from: output.began, to: output.synced });
  });

  it('counts in the time only what is copied: directories are made before, and it is looked afterwards', () => {
    const noted = (program: string) => `date +%s.%N >>"$FSXBENCH_ROOT/${program}-at"; exec $REAL "$@"`;
    for (const program of ['find', 'mkdir']) host.instead(program, noted(program));
    host.run('layout', params());
    const times = (program: string) =>
      readFileSync(join(host.root, `${program}-at`), 'utf8')
        .trim()
        .split('\n')
        .map(Number);
    const made = times('mkdir');
    const output = outputOf(host.run('measure', params()));
    expect(Math.max(...made)).toBeLessThan(output.began);
    const later = times('mkdir').slice(made.length);
    expect(later.filter((at) => at > output.began)).toEqual([]);
    expect(times('find').filter((at) => at > output.began && at < output.synced)).toEqual([]);
    expect(times('find').some((at) => at > output.synced)).toBe(true);
  });

  it('is no result where a cp fails, and keeps what it said', () => {
    host.instead(
      'cp',
      '[[ $* != */f300* ]] || { echo "cp: cannot create: No space left" >&2; exit 1; }; exec $REAL "$@"',
    );
    const ran = host.trial(params());
    expect(ran.code).toBe(1);
    expect(
      outputOf(ran)
        .workers.map(({ rc }) => rc)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 0, 1]);
    expect(ran.status?.facts['problem']).toBe('cp: cannot create: No space left');
    expect(codes(ran)).toEqual(['ToolFailed', 'CopyIncomplete', 'CopyIncomplete']);
  });

  it('is no result where files are missing or cut off, whatever cp says', () => {
    host.instead(
      'cp',
      '$REAL "$@"; /bin/find -L "$FSXBENCH_ROOT/volumes" -name f7 -delete -o -name f8 -exec truncate -s 1 {} +',
    );
    const ran = host.trial(params());
    expect(ran.code).toBe(0);
    expect(outputOf(ran).found).toMatchObject({ files: 599, right: 598 });
    expect(codes(ran)).toEqual(['CopyIncomplete']);
  });

  it('is no result where nothing was copied', () => {
    host.instead('cp', '[[ $* == *--version* ]] || exit 0; exec $REAL "$@"');
    expect(codes(host.trial(params()))).toContain('ZeroIo');
  });

  it('ends a worker that does not end', () => {
    host.run('layout', params());
    host.instead('cp', '[[ $* == *--version* ]] || exec /bin/sleep 60; exec $REAL "$@"');
    host.instead('timeout', 'shift 3; exec $REAL --foreground 0.3 "$@"');
    const ran = host.run('measure', params());
    expect(ran.code).toBe(124);
    expect(ran.status?.facts['problem']).toMatch(/^cp did not end within its time limit of \d+ s$/);
  });

  it('says that nothing was laid out', () => {
    expect(host.run('measure', params()).stderr).toMatch(/^the layout step did not create \S+t0001\.a1\n$/);
  });

  it('takes a cp that knows nothing of clones', () => {
    host.instead('cp', '[[ $* != *reflink* ]] || exit 1; exec $REAL "$@"');
    const ran = host.trial(params());
    expect(ran.code).toBe(0);
    expect(ran.status?.argv).not.toContain('--reflink=never');
  });

  it('leaves nothing of a copy but the copy', () => {
    host.trial(params());
    expect(readdirSync(join(host.root, 'tree-copy')).toSorted()).toEqual(['f600-b3000000-d60-c50-s1', 'facts', 'lock']);
  });
});
