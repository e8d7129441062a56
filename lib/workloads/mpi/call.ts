/** Command line of an MPI job: mpirun with settings, then the tool with arguments. Hosts replace placeholders. */

/**
 * Placeholders that hosts replace: working folder, number of processes in total and per host, number of hosts, host
 * file, ssh command, network between hosts, and the O_DIRECT flag of the installed IOR version.
 */
const PLACEHOLDERS = ['FOLDER', 'RANKS', 'RANKS_OF_A_HOST', 'HOSTS', 'HOSTFILE', 'AGENT', 'NETWORK', 'DIRECT'] as const;
export type MpiPlaceholder = (typeof PLACEHOLDERS)[number];

/** O_DIRECT since IOR 3.3. */
export const DIRECT_FLAG = '--posix.odirect';

const splitWords = (text: string): readonly string[] => text.split(' ');

/** Waiting processes yield the CPU to the kernel's I/O. If stdin never ends, mpirun 4.1 spins forever. */
const COMMON_ARGS = splitWords('-np RANKS --stdin none --bind-to none --mca mpi_yield_when_idle 1');

/** Arguments of mpirun (Open MPI 4): on one host without a network, and on several hosts. */
export const MPIRUN_ARGS = {
  alone: [
    ...COMMON_ARGS,
    ...splitWords('--host localhost:RANKS --oversubscribe --mca btl self,vader --mca plm isolated'),
  ],
  /**
   * Ranks fill one host after another, so rank + ranks per host is on the next host. Only the leader has the ssh key:
   * it starts all daemons, which connect to it directly (routed direct). Ranks of one host use shared memory (vader),
   * because the measured storage client uses the host's TCP stack.
   */
  together: [
    ...COMMON_ARGS,
    ...splitWords('--hostfile HOSTFILE --map-by ppr:RANKS_OF_A_HOST:node --rank-by slot'),
    ...splitWords(
      '--mca plm rsh --mca plm_rsh_agent AGENT --mca plm_rsh_no_tree_spawn 1 --mca plm_rsh_num_concurrent HOSTS',
    ),
    ...splitWords('--mca routed direct --mca pml ob1 --mca btl tcp,vader,self'),
    ...splitWords('--mca btl_tcp_if_include NETWORK --mca oob_tcp_if_include NETWORK'),
    ...splitWords('-x PATH -x LD_LIBRARY_PATH -x LC_ALL -x TZ'),
  ],
} as const;

/** The whole command line; placeholders without a `known` value remain. @param job.argv tool arguments */
export function buildMpiCall(
  job: { readonly tool: string; readonly ranks: number; readonly argv: readonly string[] },
  hosts: number,
  known: Readonly<Partial<Record<MpiPlaceholder, string>>> = {},
): readonly string[] {
  const places: Readonly<Partial<Record<string, string>>> = {
    RANKS: String(job.ranks),
    RANKS_OF_A_HOST: String(job.ranks / hosts),
    HOSTS: String(hosts),
    ...known,
  };
  const call = ['mpirun', ...(hosts === 1 ? MPIRUN_ARGS.alone : MPIRUN_ARGS.together), job.tool, ...job.argv];
  return call.map((word) =>
    word.replace(/\b[A-Z_]+\b/g, (name) => (isPlaceholder(name) ? (places[name] ?? name) : name)),
  );
}

/** Arguments after the name of the tool. */
export function getToolArgs(call: readonly string[], tool: string): readonly string[] {
  return call.slice(call.indexOf(tool) + 1);
}

function isPlaceholder(name: string): name is MpiPlaceholder {
  return PLACEHOLDERS.some((place) => place === name);
}
