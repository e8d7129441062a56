/** Names of all workload kinds: a folder that is not named here, or has no line in the registry, does not compile. */
export const WORKLOAD_KINDS = [
  'fio',
  'tree-copy',
  'metadata',
  'command',
  'mdtest',
  'ior',
  'kafka-omb',
  'kafka-perf',
  'database',
] as const;

/** A kind that a spec may name: other rooms hold a `Record<WorkloadKind, …>` of what they must know of each. */
export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];
