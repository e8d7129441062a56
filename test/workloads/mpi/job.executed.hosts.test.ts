/** Jobs of MPI for real, by the scripts of hosts, on one machine: without mpirun there is nothing to try. */
import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPointer } from '../../../lib/shapes/tool-bundles';
import type { HostRaw } from '../../../lib/workloads/contract';
import { mdtest, MDTEST_TOOL } from '../../../lib/workloads/mpi/mdtest/mdtest';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { addCommand, fakeLfs } from '../commands';
import { ScriptHosts, scriptFiles } from '../script-hosts';

const MPI = spawnSync('bash', ['-c', 'command -v mpirun']).status === 0;

const params = MDTEST_TOOL.schema.parse({
  kind: 'mdtest',
  ranks: 4,
  filesPerRank: 100_000,
  iterations: 2,
  shiftRanks: true,
});
const SHA = 'a'.repeat(64);
/** Says what job it is of, and prints rates as mdtest 4 does; each process leaves a file. */
const TOOL = `
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

let testHosts: ScriptHosts;
afterEach(() => testHosts.remove());

/** Hosts with a bundle of this tool. @param version the bundle's */
function startHosts(count: number, version = '4.0.0'): ScriptHosts {
  testHosts = new ScriptHosts(count);
  const tools = join(testHosts.root, 'tools');
  addCommand(join(tools, 'ior-aaaaaaaaaaaa/bin'), 'mdtest', TOOL);
  const pointer = { sha256: SHA, version, archive: `tools/ior/${SHA}.tar.gz`, bytes: 1, added: '2026-11-23T20:00:00Z' };
  writeFileSync(join(tools, 'ior-aaaaaaaaaaaa.txt'), formatPointer(pointer));
  symlinkSync('ior-aaaaaaaaaaaa', join(tools, 'ior'));
  return testHosts;
}
const runJob = () => testHosts.run(mdtest.script(params, scriptFiles('mdtest'))[0]?.script ?? '', true);
const listFiles = ({ files }: HostRaw) => files.filter(({ name }) => name === 'raw/mdtest.txt');

(MPI ? describe : describe.skip)('MPI job on real hosts', () => {
  it.each([1, 2])(
    'runs mdtest on the first of %d hosts, reads the rates of all, and leaves no files',
    async (count) => {
      startHosts(count);
      const ran = await runJob();
      expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(ran.map(() => [0, '']));
      const hosts = ran.map(({ raw }) => raw);
      const reading = readHosts(mdtest, hosts, params);
      expect(reading.observations.map(({ metric, value }) => [metric, value])).toEqual(
        ['file_create', 'file_stat', 'file_read', 'file_remove'].map((metric) => [metric, 150]),
      );
      expect(mdtest.judge(reading, hosts, params).map(({ code }) => code)).toEqual(['CacheServed']);
      expect(hosts.map((host) => listFiles(host).length)).toEqual(count === 1 ? [1] : [1, 0]);
      expect(listFiles(ran[0]!.raw)[0]?.text).toContain('Command line used: mdtest -F -v -n 100000 -i 2 -u -N 4\n');
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
      expect(testHosts.standing('mdtest')).toEqual([]);
    },
  );

  it('creates directories on all metadata servers of Lustre, or reports FewMetadataServers', async () => {
    startHosts(2).set(fakeLfs(testHosts.root, 3));
    const [leader, other] = await runJob();
    expect(leader?.raw.status?.facts).toMatchObject({ metadataServers: '3', metadataTargets: '0 1 2' });
    expect(other?.raw.status?.facts).not.toHaveProperty('metadataServers');
    testHosts.remove();
    startHosts(1).set(fakeLfs(testHosts.root, 8));
    const hosts = (await runJob()).map(({ raw }) => raw);
    const codes = mdtest.judge(readHosts(mdtest, hosts, params), hosts, params).map(({ code }) => code);
    // Four processes cannot have directories on eight.
    expect(codes).toContain('FewMetadataServers');
  });

  it('reports the error of a failed tool on the first host, without failure of the other host', async () => {
    startHosts(2).set({ FAILS: '1' });
    const ran = await runJob();
    expect(ran.map(({ raw }) => raw.status?.rc)).toEqual([28, 0]);
    expect(ran[0]?.raw.status?.facts['problem']).toBe('mdtest: No space left on device');
    expect(testHosts.standing('mdtest')).toEqual([]);
  });

  it('fails when the tool prints another version than its bundle has', async () => {
    startHosts(2, '3.3.0');
    const [leader, other] = await runJob();
    expect(leader?.raw.status?.rc).toBe(1);
    expect(leader?.stderr).toContain(
      "tool bundle 'ior' was added as version 3.3.0, and its tool prints version '4.0.0': add it again",
    );
    expect(other?.code).toBe(0);
  });

  it('fails on all hosts when the tool bundle is not installed', async () => {
    rmSync(join(startHosts(2).root, 'tools/ior'));
    const ran = await runJob();
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(
      ran.map(() => [1, "tool bundle 'ior' is not installed on this host\n"]),
    );
  });
});
