/** Names of all workload kinds. A folder of `workloads` that is missing here or in the registry does not compile. */
export const WORKLOAD_KINDS = [
  'fio',
  'tree-copy',
  'metadata',
  'commits',
  'command',
  'mdtest',
  'ior',
  'kafka',
  'database',
] as const;

/** A workload kind in a spec. Facts per kind are in `Record<WorkloadKind, …>`, so that none can be missing. */
export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];
