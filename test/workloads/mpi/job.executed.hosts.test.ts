/** Jobs of MPI for real, by the scripts of hosts, on one machine: without mpirun there is nothing to try. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPointer } from '../../../lib/shapes/tool-bundles';
import { MDTEST_TOOL } from '../../../lib/workloads/mpi/mdtest/mdtest';
import { createMpiWorkload } from '../../../lib/workloads/mpi/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { fakeLfs } from '../lfs';
import { ScriptHosts, scriptFiles } from '../script-hosts';

const MPI = spawnSync('bash', ['-c', 'command -v mpirun']).status === 0;
const mdtest = createMpiWorkload(MDTEST_TOOL);
const params = MDTEST_TOOL.schema.parse({
  kind: 'mdtest',
  ranks: 4,
  filesPerRank: 100_000,
  iterations: 2,
  shiftRanks: true,
});
const SHA = 'a'.repeat(64);
/** Says what job it is of, and prints rates as mdtest 4 does; each process leaves a file. */
const TOOL = `#!/usr/bin/env bash
while [[ $1 != -d ]]; do args+=("$1"); shift; done
[[ -z \${FAILS:-} ]] || { echo 'mdtest: No space left on device' >&2; exit 28; }
mkdir "$2/of-$OMPI_COMM_WORLD_RANK"
touch "$2/of-$OMPI_COMM_WORLD_RANK/left"
((OMPI_COMM_WORLD_RANK == 0)) || exit 0
echo "mdtest-4.0.0 was launched with $OMPI_COMM_WORLD_SIZE total task(s) on 1 node(s)"
echo "Command line used: mdtest \${args[*]}"
echo 'SUMMARY rate: (of 2 iterations)'
for row in 'File creation' 'File stat' 'File read' 'File removal'; do echo "   $row 200.0 100.0 150.0 50.0"; done
echo '-- finished at 11/23/2026 20:00:00 --'
`;

class Job {
  readonly hosts: ScriptHosts;

  constructor(hosts: number, version = '4.0.0', fails = '', servers = 0) {
    const environment = (root: string) => ({ FAILS: fails, ...(servers === 0 ? {} : fakeLfs(root, servers)) });
    this.hosts = new ScriptHosts(hosts, ['raw/mdtest.txt'], undefined, environment);
    const tools = join(this.hosts.root, 'tools');
    mkdirSync(join(tools, 'ior-aaaaaaaaaaaa/bin'), { recursive: true });
    writeFileSync(join(tools, 'ior-aaaaaaaaaaaa/bin/mdtest'), TOOL);
    chmodSync(join(tools, 'ior-aaaaaaaaaaaa/bin/mdtest'), 0o755);
    const archive = `tools/ior/${SHA}.tar.gz`;
    const pointer = { sha256: SHA, version, archive, bytes: 1, added: '2026-11-23T20:00:00.000Z' };
    writeFileSync(join(tools, 'ior-aaaaaaaaaaaa.txt'), formatPointer(pointer));
    symlinkSync('ior-aaaaaaaaaaaa', join(tools, 'ior'));
  }

  run() {
    const [step] = mdtest.script(params, scriptFiles('mdtest'));
    return this.hosts.run(step?.script ?? '', true);
  }
}

const worlds: ScriptHosts[] = [];
function job(...args: ConstructorParameters<typeof Job>): Job {
  const made = new Job(...args);
  worlds.push(made.hosts);
  return made;
}
afterEach(() => {
  for (const hosts of worlds.splice(0)) hosts.remove();
});

(MPI ? describe : describe.skip)('MPI job on real hosts', () => {
  it.each([1, 2])(
    'runs mdtest on the first of %d hosts, reads the rates of all, and leaves no files',
    async (count) => {
      const ran = await job(count).run();
      expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(ran.map(() => [0, '']));
      const hosts = ran.map(({ raw }) => raw);
      const reading = readHosts(mdtest, hosts, params);
      expect(reading.observations.map(({ metric, value }) => [metric, value])).toEqual(
        ['file_create', 'file_stat', 'file_read', 'file_remove'].map((metric) => [metric, 150]),
      );
      expect(mdtest.judge(reading, hosts, params).map(({ code }) => code)).toEqual(['CacheServed']);
      expect(hosts.map(({ files }) => files.length)).toEqual(count === 1 ? [1] : [1, 0]);
      expect(hosts[0]?.files[0]?.text).toContain('Command line used: mdtest -F -v -n 100000 -i 2 -u -N 4\n');
      expect(hosts[0]?.status).toMatchObject({
        tool: 'mdtest',
        version: '4.0.0',
        rc: 0,
        facts: { bundle: SHA, bundleVersion: '4.0.0', mpiNodes: '1', mpi: expect.stringMatching(/^mpirun/) as string },
      });
      const argv = hosts[0]?.status?.argv ?? [];
      expect(argv.slice(0, 3)).toEqual(['mpirun', '-np', '4']);
      expect(argv).toEqual(expect.arrayContaining(['--oversubscribe', 'self,vader', '-u', '-N']));
      expect(hosts.slice(1).map(({ status }) => status?.argv)).toEqual(hosts.slice(1).map(() => []));
      expect(worlds[0]?.standing('mdtest')).toEqual([]);
    },
  );

  it('creates directories on all metadata servers of Lustre, or reports FewMetadataServers', async () => {
    const [leader, other] = await job(2, '4.0.0', '', 3).run();
    expect(leader?.raw.status?.facts).toMatchObject({ metadataServers: '3', metadataTargets: '0 1 2' });
    expect(other?.raw.status?.facts).not.toHaveProperty('metadataServers');
    const [many] = await job(1, '4.0.0', '', 8).run();
    const hosts = [many?.raw].filter((raw) => raw !== undefined);
    const codes = mdtest.judge(readHosts(mdtest, hosts, params), hosts, params).map(({ code }) => code);
    // Four processes cannot have directories on eight.
    expect(codes).toContain('FewMetadataServers');
  });

  it('reports the error of a failed tool on the first host, without failure of the other host', async () => {
    const ran = await job(2, '4.0.0', '1').run();
    expect(ran.map(({ raw }) => raw.status?.rc)).toEqual([28, 0]);
    expect(ran[0]?.raw.status?.facts['problem']).toBe('mdtest: No space left on device');
    expect(worlds[0]?.standing('mdtest')).toEqual([]);
  });

  it('fails when the tool prints another version than its bundle has', async () => {
    const [leader, other] = await job(2, '3.3.0').run();
    expect(leader?.raw.status?.rc).toBe(1);
    expect(leader?.stderr).toContain(
      "tool bundle 'ior' was added as version 3.3.0, and its tool prints version '4.0.0': add it again",
    );
    expect(other?.code).toBe(0);
  });

  it('fails on all hosts when the tool bundle is not installed', async () => {
    const broken = job(2);
    execFileSync('rm', [join(broken.hosts.root, 'tools/ior')]);
    const ran = await broken.run();
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(
      ran.map(() => [1, "tool bundle 'ior' is not installed on this host\n"]),
    );
  });
});
