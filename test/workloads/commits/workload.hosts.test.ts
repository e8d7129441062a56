import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitsOutput } from '../../../lib/workloads/commits/parse';
import { ENGINE_NAMES, getEngine, isSqlite } from '../../../lib/workloads/tools/commit-engines';
import { commits } from '../../../lib/workloads/commits/workload';
import { ScriptHosts, scriptFiles, type HostRun } from '../script-hosts';
import { params } from './commits-hosts';

let hosts: ScriptHosts;
afterEach(() => hosts?.remove());

async function runTrial(changes: Readonly<Record<string, unknown>>): Promise<HostRun> {
  hosts = new ScriptHosts(1, (script) => script.replace("COMMITS_RUNTIME='2'", "COMMITS_RUNTIME='0.3'"));
  const steps = commits.script(params(changes), scriptFiles('commits'));
  let last: HostRun | undefined;
  for (const { name, script } of steps) [last] = await hosts.run(script, name === 'measure');
  return last!;
}
const readOutput = ({ raw }: HostRun) =>
  JSON.parse(raw.files.find(({ name }) => name === 'raw/commits.json')?.text ?? 'null') as CommitsOutput;

describe('commits workload on a real host', () => {
  it('takes its runtime, and needs only Python', () => {
    expect(commits.duration(params())).toEqual({ total: 3, warmUp: 0, measured: 2, until: 'time' });
    const place = {
      copy: 'c1',
      copies: 1,
      fleet: [],
      mounts: [],
      stored: {},
      cells: [],
      files: scriptFiles('commits'),
    };
    expect(commits.fixtures(params(), place)).toMatchObject([{ slot: 'tool/python3' }]);
  });

  it.each([...new Map(ENGINE_NAMES.map((name) => [getEngine(name).shape, name])).values()])(
    'commits as %s, and leaves no files',
    async (engine) => {
      const run = await runTrial({ engine });
      expect([run.code, run.stderr]).toEqual([0, '']);
      const { commits: count, flushes, bins, requested, end, start } = readOutput(run);
      expect(requested).toEqual({ engine, clients: 1, bytes: getEngine(engine).bytes, runtime: 0.3 });
      expect(end - start).toBeGreaterThanOrEqual(0.29);
      expect(bins.reduce((sum, [, count]) => sum + count, 0)).toBe(count);
      expect(flushes).toBe(isSqlite(engine) ? null : count);
      expect(hosts.standing('commits')).toEqual([]);
    },
    30_000,
  );

  it('shares flushes among clients of a log, and runs several writers of SQLite', async () => {
    const group = readOutput(await runTrial({ engine: 'redis', clients: 4 }));
    expect(group.flushes! * 1.2).toBeLessThan(group.commits);
    hosts.remove();
    const { commits: count, sqlite } = readOutput(await runTrial({ engine: 'sqlite', clients: 3 }));
    expect([count > 0, sqlite]).toEqual([true, expect.stringMatching(/^3\.\d+/)]);
  }, 30_000);

  it('counts the requests of a disk and of the disks below it', () => {
    // The counters of a real disk change on their own: the class is tested on recorded folders.
    const folder = mkdtempSync(join(tmpdir(), 'fsxbench-sys-'));
    try {
      const program = readFileSync(join(process.cwd(), 'workloads/commits/program.py'), 'utf8');
      const code = program.slice(program.indexOf('class Device'), program.indexOf('def wait_for_start'));
      const stat = (writes: number, flushes: number) => `1 0 0 0 ${writes} 0 0 0 0 0 0 0 0 0 0 ${flushes} 0`;
      const script = [
        'import os',
        code,
        `root = ${JSON.stringify(folder)}`,
        'def put(path, text):',
        '    os.makedirs(os.path.dirname(root + path), exist_ok=True)',
        '    open(root + path, "w").write(text)',
        'def counts(md, sda, sdb):',
        `    put("/md0/stat", md); put("/sda/stat", sda); put("/sdb/stat", sdb)`,
        'os.makedirs(root + "/md0/slaves")',
        'for name in ("sda", "sdb"):',
        '    os.makedirs(root + "/" + name + "/mq")',
        '    os.symlink(root + "/" + name, root + "/md0/slaves/" + name)',
        'put("/sda/queue/write_cache", "write back\\n")',
        `counts("${stat(10, 0)}", "${stat(1, 5)}", "${stat(1, 6)}")`,
        'class Folder(Device):',
        '    def __init__(self):',
        '        self.top, self.known = root + "/md0", True',
        '        self.leaves = self.find_leaves(self.top)',
        'device = Folder(); before = device.count()',
        `counts("${stat(25, 0)}", "${stat(9, 12)}", "${stat(9, 14)}")`,
        'print(device.describe(before), Device("").count())',
      ].join('\n');
      const out = execFileSync('python3', ['-c', script], { encoding: 'utf8' });
      expect(out.trim()).toBe("{'name': 'md0', 'writeCache': 'write back', 'writes': 15, 'flushes': 8} None");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
