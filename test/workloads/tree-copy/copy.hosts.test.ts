import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { TREE_COPY_RESULT, type TreeCopyOutput } from '../../../lib/workloads/tree-copy/parse';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import type { HostRun } from '../script-hosts';
import { params, TreeHosts } from './tree-hosts';

let host: TreeHosts;
const maker = new TreeHosts();
beforeAll(() => expect(maker.run('tree', params()).code).toBe(0));
afterAll(() => maker.remove());
beforeEach(() => {
  host = new TreeHosts().adopt(maker);
});
afterEach(() => host.remove());

function parseOutput({ raw }: HostRun): TreeCopyOutput {
  const read = readOutput(TREE_COPY_RESULT, raw.files.find(({ name }) => name === 'raw/tree-copy.json')?.text ?? '');
  if ('problem' in read) throw new Error(read.problem);
  return read.output;
}

/** Codes of the reasons that no busy machine can cause. */
const listInvalidCodes = ({ raw }: HostRun) =>
  treeCopy
    .judge(readHosts(treeCopy, [raw], params()), [raw], params())
    .flatMap(({ level, code }) => (level === 'invalid' ? [code] : []));

describe('layout step of tree-copy', () => {
  it('creates all directories without files in a new folder, and reads the source tree', () => {
    expect(host.run('layout', params())).toMatchObject({ code: 0, stderr: '' });
    const made = readdirSync(join(host.copies, 't0001.a1'), { recursive: true, withFileTypes: true });
    expect(made).toHaveLength(60);
    expect(made.every((one) => one.isDirectory())).toBe(true);
  });

  it('removes earlier copied trees only when less than a fifth of the space stays free', () => {
    const df = (free: number) => host.instead('df', `printf "head\\n100000000 ${free}\\n"`);
    df(30_000_000);
    host.trial(params());
    expect(host.run('layout', params(), 't0002.a1').status?.facts['removedCopies']).toBe('0');
    // 100 MB, of which less than a fifth stays free.
    df(20_000_000);
    expect(host.run('layout', params(), 't0003.a1').status?.facts['removedCopies']).toBe('2');
    expect(readdirSync(host.copies)).toEqual(['t0003.a1']);
  });

  it('fails with the missing space when no copied tree fits', () => {
    host.instead('df', 'printf "head\\n100000000 1000000\\n"');
    const stderr = /^too little space in \S+: 4 MiB more are needed for one copy of each host\n$/;
    expect(host.run('layout', params())).toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) });
  });

  it('fails and writes nothing when the target folder is missing', () => {
    rmSync(join(host.root, 'volumes/c1/client-0'), { recursive: true });
    const { code, stderr } = host.run('layout', params());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cannot write below \S+\/volumes\/c1: is it mounted, and writable\?\n$/);
    expect(readdirSync(join(host.root, 'volumes/c1'))).toEqual([]);
  });

  it('fails when the source tree is missing', () => {
    host.remove();
    host = new TreeHosts();
    expect(host.run('layout', params()).stderr).toBe(
      'the source tree f600-b3000000-d60-c50-s1 is missing on this host\n',
    );
  });
});

describe('measure step of tree-copy', () => {
  it('creates every file with equal content, records files and time of each worker, and leaves no other files', () => {
    const ran = host.trial(params());
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const output = parseOutput(ran);
    expect(output).toMatchObject({
      requested: { files: 600, bytes: 3_000_000, workers: 3 },
      found: { files: 600, bytes: 3_000_000, right: 600 },
    });
    expect(output.workers).toMatchObject([0, 1, 2].map((worker) => ({ worker, files: 200, rc: 0 })));
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
    expect(readdirSync(join(host.root, 'tree-copy')).toSorted()).toEqual(['f600-b3000000-d60-c50-s1', 'facts', 'lock']);
    expect(listInvalidCodes(ran)).toEqual([]);
    // The folders before the time, then all volumes of the rig, and the copy at its end.
    const copy = `-f -- ${join(host.copies, 't0001.a1')}`;
    expect(host.synced()).toEqual([copy, `-f -- ${join(host.root, 'volumes/c1/')}`, copy]);
    expect(ran.status?.facts).toMatchObject({ synced: 'yes', removedCopies: '0' });
    expect(ran.status?.facts['caches']).toMatch(/^kept: a host on this machine/);
    expect(Number(ran.status?.facts['sourceSeconds'])).toBeGreaterThan(0);
  });

  it('begins at the agreed start time, and records evidence about other activity of the machine', () => {
    // A copy of so few files may be over before a busy machine has looked once.
    host.instead('cp', 'sleep 3; exec $REAL "$@"');
    host.run('layout', params());
    const at = Date.now() / 1000 + 1;
    const ran = host.run('measure', params(), 't0001.a1', at.toFixed(3));
    expect(ran.raw.files.map(({ name }) => name)).toContain('raw/evidence.json');
    const output = parseOutput(ran);
    expect(output.began).toBeGreaterThanOrEqual(at - 0.001);
    expect(ran.status?.started).toBe(output.began);
    const [window] = readHosts(treeCopy, [ran.raw], params()).windows;
    expect(window).toEqual({ host: 'client-0', from: output.began, to: output.synced });
  });

  it('excludes mkdir before the start and checks after the end from the measured time', () => {
    const recordTime = (program: string) => `date +%s.%N >>"$FSXBENCH_ROOT/${program}-at"; exec $REAL "$@"`;
    for (const program of ['find', 'mkdir']) host.instead(program, recordTime(program));
    host.run('layout', params());
    const times = (program: string) =>
      readFileSync(join(host.root, `${program}-at`), 'utf8')
        .trim()
        .split('\n')
        .map(Number);
    const made = times('mkdir');
    const output = parseOutput(host.run('measure', params()));
    expect(Math.max(...made)).toBeLessThan(output.began);
    const later = times('mkdir').slice(made.length);
    expect(later.filter((at) => at > output.began)).toEqual([]);
    expect(times('find').filter((at) => at > output.began && at < output.synced)).toEqual([]);
    expect(times('find').some((at) => at > output.synced)).toBe(true);
  });

  it('is INVALID when cp fails, and reports the message of cp', () => {
    host.instead(
      'cp',
      '[[ $* != */f300* ]] || { echo "cp: cannot create: No space left" >&2; exit 1; }; exec $REAL "$@"',
    );
    const ran = host.trial(params());
    expect(ran.code).toBe(1);
    const codes = parseOutput(ran).workers.map(({ rc }) => rc);
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(ran.status?.facts['problem']).toBe('cp: cannot create: No space left');
    expect(listInvalidCodes(ran)).toEqual(['ToolFailed', 'CopyIncomplete', 'CopyIncomplete']);
  });

  it('is INVALID when files are missing or truncated although cp succeeded', () => {
    host.instead(
      'cp',
      '$REAL "$@"; /bin/find -L "$FSXBENCH_ROOT/volumes" -name f7 -delete -o -name f8 -exec truncate -s 1 {} +',
    );
    const ran = host.trial(params());
    expect(ran.code).toBe(0);
    expect(parseOutput(ran).found).toMatchObject({ files: 599, right: 598 });
    expect(listInvalidCodes(ran)).toEqual(['CopyIncomplete']);
  });

  it('is INVALID with ZeroIo when nothing was copied', () => {
    host.instead('cp', '[[ $* == *--version* ]] || exit 0; exec $REAL "$@"');
    expect(listInvalidCodes(host.trial(params()))).toContain('ZeroIo');
  });

  it('ends a worker that exceeds its time limit, with exit code 124', () => {
    host.run('layout', params());
    host.instead('cp', '[[ $* == *--version* ]] || exec /bin/sleep 60; exec $REAL "$@"');
    host.instead('timeout', 'shift 3; exec $REAL --foreground 0.3 "$@"');
    const ran = host.run('measure', params());
    expect(ran.code).toBe(124);
    expect(ran.status?.facts['problem']).toMatch(/^cp did not end within its time limit of \d+ s$/);
  });

  it('fails when the layout step did not run', () => {
    expect(host.run('measure', params()).stderr).toMatch(/^the layout step did not create \S+t0001\.a1\n$/);
  });

  it('runs without --reflink=never when cp refuses it', () => {
    host.instead('cp', '[[ $* != *reflink* ]] || exit 1; exec $REAL "$@"');
    const ran = host.trial(params());
    expect(ran.code).toBe(0);
    expect(ran.status?.argv).not.toContain('--reflink=never');
  });
});
