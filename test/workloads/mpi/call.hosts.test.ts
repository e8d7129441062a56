/** The whole call of a job: as plans tell it, and as hosts make it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MPIRUN_ARGS, buildMpiCall } from '../../../lib/workloads/mpi/call';
import { temporaryFolder } from '../../temporary';
import { addCommand, putFirst } from '../commands';
import { runPieces } from '../shell/pieces';

const ARGV = ['-n', '10', '-N', 'RANKS_OF_A_HOST', 'DIRECT', '-d', 'FOLDER', '-o', 'FOLDER/data'];
const MPI = readFileSync(join(__dirname, '../../../workloads/mpi/mpi.sh'), 'utf8');

/** As a host of so many makes it, one word a line. */
function buildHostCall(hosts: number): readonly string[] {
  const root = temporaryFolder('fsxbench-mpi-');
  mkdirSync(join(root, 'mpi'));
  addCommand(join(root, 'bin'), 'mpirun', '');
  addCommand(join(root, 'bin'), 'ip', "echo '2: eth0 inet 10.0.0.10/20 brd 10.0.15.255'");
  const lines = Array.from({ length: hosts }, (_, index) => `node-${index} node ${index} 10.0.0.${10 + index}`);
  writeFileSync(join(root, 'hosts'), `${lines.join('\n')}\n`);
  const text = `${MPI}\nmpi_call /x/tool "$ARGUMENTS" '/a b' --posix.odirect; printf '%s\\n' "\${MPI_CALL[@]}"`;
  const { stdout, stderr } = runPieces(['clock', 'host', 'status'], text, {
    PATH: putFirst(join(root, 'bin')),
    FSXBENCH_ROOT: root,
    FSXBENCH_HOSTS: join(root, 'hosts'),
    FSXBENCH_HOST: 'node-0',
    FSXBENCH_ROLE: 'node',
    MPI_RANKS: '8',
    MPI_ALONE: MPIRUN_ARGS.alone.join('\n'),
    MPI_TOGETHER: MPIRUN_ARGS.together.join('\n'),
    ARGUMENTS: ARGV.join('\n'),
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().replaceAll(root, 'ROOT').split('\n');
}

/** With what only hosts know taken out of it, as plans have it. */
function toPlanned(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--prefix');
  const rest = at < 0 ? words : words.toSpliced(at, 2);
  return rest.map((word) => {
    if (word.startsWith('ssh ')) return 'AGENT';
    const places = { 'ROOT/mpi/hostfile': 'HOSTFILE', '10.0.0.10/20': 'NETWORK', '/x/tool': 'tool' };
    return Object.entries(places).find(([found]) => found === word)?.[1] ?? word;
  });
}

describe('mpirun call of an MPI job', () => {
  it.each([1, 4])('is on %d hosts the command line shown in the plan, with its placeholders filled in', (hosts) => {
    const job = { tool: 'tool', ranks: 8, argv: ARGV };
    const plan = buildMpiCall(job, hosts, { FOLDER: '/a b', DIRECT: '--posix.odirect' });
    expect(toPlanned(buildHostCall(hosts))).toEqual(plan);
    expect(plan.slice(0, 3)).toEqual(['mpirun', '-np', '8']);
    const each = String(8 / hosts);
    expect(plan.slice(-9)).toEqual(['-n', '10', '-N', each, '--posix.odirect', '-d', '/a b', '-o', '/a b/data']);
  });

  it('uses shared memory between processes of one host, and ssh to start processes', () => {
    const words = buildHostCall(4);
    expect(words[words.indexOf('btl') + 1]).toBe('tcp,vader,self');
    expect(words).toContain('ppr:2:node');
    expect(words[words.indexOf('plm_rsh_agent') + 1]).toMatch(/^ssh -F \/dev\/null -p 22022 -i ROOT\/mpi\/key /);
  });

  it.each([
    ['3.0.1', '-B'],
    ['3.2.1', '-B'],
    ['3.3.0', '--posix.odirect'],
    ['3.3.0+dev', '--posix.odirect'],
    ['4.0.0', '--posix.odirect'],
    ['10.2', '--posix.odirect'],
  ])('uses with IOR %s the option %s for direct I/O', (version, flag) => {
    const { stdout } = runPieces(['clock', 'host', 'status'], `${MPI}\nmpi_direct ${version}`);
    expect(stdout).toBe(`${flag}\n`);
  });
});
