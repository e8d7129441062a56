/** How a job is called: mpirun with its settings, the tool with its arguments. Hosts fill in what they alone know. */

/**
 * Words that a host puts in place of: where the job works, processes of all hosts and of each, how many hosts there
 * are, the file that names them, the call of ssh, the network between them, and the flag by which this version of IOR
 * goes past the memory of hosts.
 */
const VARIABLES = ['FOLDER', 'RANKS', 'RANKS_OF_A_HOST', 'HOSTS', 'HOSTFILE', 'AGENT', 'NETWORK', 'DIRECT'] as const;
export type MpiVariable = (typeof VARIABLES)[number];

/** O_DIRECT, of versions of IOR from 3.3 on. */
export const DIRECT_FLAG = '--posix.odirect';

const splitWords = (text: string): readonly string[] => text.split(' ');

/** Waiting processes yield the CPU to the kernel that serves I/O. mpirun 4.1 spins for ever on a stdin without end. */
const COMMON_ARGS = splitWords('-np RANKS --stdin none --bind-to none --mca mpi_yield_when_idle 1');

/** Of mpirun (Open MPI 4). On one machine there is no network. */
export const MPIRUN = {
  alone: [
    ...COMMON_ARGS,
    ...splitWords('--host localhost:RANKS --oversubscribe --mca btl self,vader --mca plm isolated'),
  ],
  /**
   * Processes fill one host after the other, so that the next but so many is on the next host. Nobody but the leader
   * has the key: it starts all, and is spoken to by all (routed direct). Those of one host speak through its memory
   * (vader): its TCP stack is that of the client which is measured.
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

/**
 * The whole call on so many hosts. What is not among `known` stays as the word for it.
 * @param argv of the tool, with its places
 */
export function toMpiCall(
  job: { readonly tool: string; readonly ranks: number; readonly argv: readonly string[] },
  hosts: number,
  known: Readonly<Partial<Record<MpiVariable, string>>> = {},
): readonly string[] {
  const places: Readonly<Partial<Record<string, string>>> = {
    RANKS: String(job.ranks),
    RANKS_OF_A_HOST: String(job.ranks / hosts),
    HOSTS: String(hosts),
    ...known,
  };
  const call = ['mpirun', ...(hosts === 1 ? MPIRUN.alone : MPIRUN.together), job.tool, ...job.argv];
  return call.map((word) => word.replace(/\b[A-Z_]+\b/g, (name) => (isVariable(name) ? (places[name] ?? name) : name)));
}

/** Words behind the tool, of such a call. */
export function getToolArgs(call: readonly string[], tool: string): readonly string[] {
  return call.slice(call.indexOf(tool) + 1);
}

function isVariable(name: string): name is MpiVariable {
  return VARIABLES.some((place) => place === name);
}
